/* Loaded before a program (LD_PRELOAD), it appends to the file $TRACE_FILE what the program does to the files of
   the folder $TRACE_FOLDER, in that order: a line, and after a write its bytes.

       write NAME OFFSET LENGTH    truncate NAME LENGTH    sync NAME    remove NAME

   A sync is noted when it has returned. power_cuts.py reads the file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The name of a path in the folder; NULL for all other paths. */
static const char *name_in_folder(const char *path) {
    const char *folder = getenv("TRACE_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int file, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, room - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return name_in_folder(path);
}

static void put(int to, const void *bytes, size_t length) {
    if (REAL(ssize_t, "write", int, const void *, size_t)(to, bytes, length) != (ssize_t)length) abort();
}

static void note(const char *line, const void *bytes, size_t length) {
    pthread_mutex_lock(&lock);
    int to = REAL(int, "open", const char *, int, ...)(getenv("TRACE_FILE"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (to < 0) abort();
    put(to, line, strlen(line));
    if (length) put(to, bytes, length);
    REAL(int, "close", int)(to);
    pthread_mutex_unlock(&lock);
}

static void note_write(int file, const void *bytes, ssize_t length, off_t offset) {
    char path[4096], line[4200];
    const char *name = length > 0 ? name_of(file, path, sizeof path) : NULL;
    if (!name) return;
    snprintf(line, sizeof line, "write %s %lld %zd\n", name, (long long)offset, length);
    note(line, bytes, length);
}

#define POSITIONED(name)                                                                            \
    ssize_t name(int file, const void *bytes, size_t length, off_t offset) {                        \
        ssize_t done = REAL(ssize_t, #name, int, const void *, size_t, off_t)(file, bytes, length, offset); \
        note_write(file, bytes, done, offset);                                                      \
        return done;                                                                                \
    }

POSITIONED(pwrite)
POSITIONED(pwrite64)

ssize_t write(int file, const void *bytes, size_t length) {
    off_t offset = lseek(file, 0, SEEK_CUR);
    ssize_t done = REAL(ssize_t, "write", int, const void *, size_t)(file, bytes, length);
    note_write(file, bytes, done, offset);
    return done;
}

#define TRUNCATING(name)                                                                \
    int name(int file, off_t length) {                                                  \
        int result = REAL(int, #name, int, off_t)(file, length);                        \
        char path[4096], line[4200];                                                    \
        const char *found = result == 0 ? name_of(file, path, sizeof path) : NULL;      \
        if (!found) return result;                                                      \
        snprintf(line, sizeof line, "truncate %s %lld\n", found, (long long)length);    \
        note(line, NULL, 0);                                                            \
        return result;                                                                  \
    }

TRUNCATING(ftruncate)
TRUNCATING(ftruncate64)

#define SYNCING(name)                                                                   \
    int name(int file) {                                                                \
        int result = REAL(int, #name, int)(file);                                       \
        char path[4096], line[4200];                                                    \
        const char *found = result == 0 ? name_of(file, path, sizeof path) : NULL;      \
        if (!found) return result;                                                      \
        snprintf(line, sizeof line, "sync %s\n", found);                                \
        note(line, NULL, 0);                                                            \
        return result;                                                                  \
    }

SYNCING(fsync)
SYNCING(fdatasync)

int unlink(const char *path) {
    int result = REAL(int, "unlink", const char *)(path);
    const char *found = result == 0 ? name_in_folder(path) : NULL;
    char line[4200];
    if (!found) return result;
    snprintf(line, sizeof line, "remove %s\n", found);
    note(line, NULL, 0);
    return result;
}
