"""Python's own library for browsers, without what a game has no use for, which is a third of it.

Left out is what needs other processes, terminals or networks, what helps to write programs, and the encodings
of old texts. Everything else stays, because libraries import each other in ways that change with a version.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip file can say
LEFT_OUT = {
    # debuggers, tests, documentation, profilers
    *(
        "unittest",
        "doctest.py",
        "pdb.py",
        "bdb.py",
        "cmd.py",
        "pydoc.py",
        "pydoc_data",
        "_pyrepl",
        "trace.py",
    ),
    *("profile.py", "cProfile.py", "pstats.py", "timeit.py", "pickletools.py", "tabnanny.py", "pyclbr.py"),
    *("modulefinder.py", "compileall.py", "rlcompleter.py", "ensurepip", "idlelib", "turtledemo", "venv"),
    # mail, servers and other networks
    *("imaplib.py", "smtplib.py", "poplib.py", "ftplib.py", "mailbox.py", "netrc.py", "xmlrpc", "wsgiref"),
    *("socketserver.py", "webbrowser.py"),
    # processes, databases, files of others
    *("multiprocessing", "sqlite3", "dbm", "shelve.py", "plistlib.py", "wave.py", "optparse.py", "zipapp.py"),
    # the same in Python, for builds without the C modules
    *("_pyio.py", "_pydatetime.py", "_pydecimal.py"),
}
LEFT_OUT_PARTS = {"http/server.py", "http/cookiejar.py", "xml/dom", "xml/etree", "logging/handlers.py"}
# Those that Python asks for itself, zip archives (code page 437), and documents to print (1252).
ENCODINGS = re.compile(
    r"encodings/(__init__|aliases|ascii|charmap|cp437|cp1252|idna|latin_1|punycode|raw_unicode_escape|undefined"
    r"|unicode_escape|utf_\w+)\.py"
)


def is_needed(name: str) -> bool:
    if name.startswith("encodings/"):
        return ENCODINGS.fullmatch(name) is not None
    top, _, rest = name.partition("/")
    part = "/".join([top, rest.partition("/")[0]])
    return top not in LEFT_OUT and part not in LEFT_OUT_PARTS


def trim_library(archive: Path) -> None:
    """Written again with what is needed; the same library gives the same bytes."""
    with zipfile.ZipFile(archive) as library:
        kept = {name: library.read(name) for name in sorted(library.namelist()) if is_needed(name)}
    with zipfile.ZipFile(archive, "w") as library:
        for name, content in kept.items():
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            library.writestr(entry, content, compresslevel=9)


def trim_lock_file(file: Path) -> None:
    """Without the packages that Pyodide could load from elsewhere: there is none here."""
    lock = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**lock, "packages": {}}) + "\n", encoding="utf-8")
