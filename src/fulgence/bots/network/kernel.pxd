# Plain loops that compilers turn into vector instructions: `restrict` says that rows do not overlap.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #define FULGENCE_RESTRICT __restrict
    #define FULGENCE_KERNEL static __inline
    #else
    #define FULGENCE_RESTRICT __restrict__
    #define FULGENCE_KERNEL static inline
    #endif
    #if defined(__GNUC__)
    #define FULGENCE_ROW_DONE __asm__ volatile("" ::: "memory") /* two rows at a time would not be vectorised */
    #else
    #define FULGENCE_ROW_DONE
    #endif
    #define FULGENCE_HIDDEN 128
    #define FULGENCE_SECOND 16

    FULGENCE_KERNEL void fulgence_add_row(short *FULGENCE_RESTRICT sums, const short *FULGENCE_RESTRICT row) {
        for (int j = 0; j < FULGENCE_HIDDEN; j++) sums[j] = (short)(sums[j] + row[j]);
    }
    FULGENCE_KERNEL void fulgence_subtract_row(short *FULGENCE_RESTRICT sums, const short *FULGENCE_RESTRICT row) {
        for (int j = 0; j < FULGENCE_HIDDEN; j++) sums[j] = (short)(sums[j] - row[j]);
    }
    FULGENCE_KERNEL void fulgence_copy_row(short *FULGENCE_RESTRICT into, const short *FULGENCE_RESTRICT row) {
        for (int j = 0; j < FULGENCE_HIDDEN; j++) into[j] = row[j];
    }
    FULGENCE_KERNEL void fulgence_activate(
        short *FULGENCE_RESTRICT hidden, const short *FULGENCE_RESTRICT one, const short *FULGENCE_RESTRICT other,
        const short *FULGENCE_RESTRICT weights, const int *FULGENCE_RESTRICT rows, int count
    ) {
        short sums[FULGENCE_HIDDEN];
        int i, j;
        for (j = 0; j < FULGENCE_HIDDEN; j++) sums[j] = (short)(one[j] + other[j]);
        for (i = 0; i < count; i++) {
            const short *row = weights + rows[i];
            for (j = 0; j < FULGENCE_HIDDEN; j++) sums[j] = (short)(sums[j] + row[j]);
            FULGENCE_ROW_DONE;
        }
        for (j = 0; j < FULGENCE_HIDDEN; j++) hidden[j] = sums[j] > 0 ? sums[j] : 0;
    }
    FULGENCE_KERNEL long long fulgence_output(
        const short *FULGENCE_RESTRICT hidden, const short *FULGENCE_RESTRICT second,
        const int *FULGENCE_RESTRICT bias, const int *FULGENCE_RESTRICT weights
    ) {
        long long result = 0;
        for (int k = 0; k < FULGENCE_SECOND; k++) {
            const short *row = second + k * FULGENCE_HIDDEN;
            int unit = bias[k];
            for (int j = 0; j < FULGENCE_HIDDEN; j++) unit += hidden[j] * row[j];
            if (unit > 0) result += (long long)unit * weights[k];
        }
        return result;
    }
    """
    void c_add_row "fulgence_add_row"(short *sums, const short *row) noexcept nogil
    void c_subtract_row "fulgence_subtract_row"(short *sums, const short *row) noexcept nogil
    void c_copy_row "fulgence_copy_row"(short *into, const short *row) noexcept nogil
    void c_activate "fulgence_activate"(
        short *hidden, const short *one, const short *other, const short *weights, const int *rows, int count
    ) noexcept nogil
    long long c_output "fulgence_output"(
        const short *hidden, const short *second, const int *bias, const int *weights
    ) noexcept nogil

cdef inline void add_row(short[::1] sums, short[::1] weights, Py_ssize_t row) noexcept nogil:
    c_add_row(&sums[0], &weights[row])

cdef inline void subtract_row(short[::1] sums, short[::1] weights, Py_ssize_t row) noexcept nogil:
    c_subtract_row(&sums[0], &weights[row])

cdef inline void copy_row(short[::1] into, Py_ssize_t place, short[::1] sums, Py_ssize_t row) noexcept nogil:
    c_copy_row(&into[place], &sums[row])

cdef inline void activate(
    short[::1] hidden, short[::1] one, Py_ssize_t one_at, short[::1] other, Py_ssize_t other_at,
    short[::1] weights, int[::1] rows, int count
) noexcept nogil:
    c_activate(&hidden[0], &one[one_at], &other[other_at], &weights[0], &rows[0], count)

cdef inline long long output(
    short[::1] hidden, short[::1] second, Py_ssize_t second_at, int[::1] bias, Py_ssize_t bias_at,
    int[::1] weights, Py_ssize_t weights_at
) noexcept nogil:
    return c_output(&hidden[0], &second[second_at], &bias[bias_at], &weights[weights_at])
