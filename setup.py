"""Compile the hot modules when a C compiler is there; install the same files uncompiled when not.

An uncompiled wheel is called `py3-none-any`, a compiled one after its platform, so that nobody confuses them.
Nothing is translated to C before the compiler has shown that it works, and never for metadata alone.
"""

import os
import platform
import re
import runpy
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

# The lists of modules: ordinary .py files, each with its C types in the .pxd beside it.
LISTED = runpy.run_path("src/fulgence/build.py")
SHARED = LISTED["SHARED"]
CIMPORT = re.compile(r"^from (fulgence[\w.]*) cimport (.+)$", re.MULTILINE)
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "annotation_typing": False,
    "show_performance_hints": False,
}
REQUIRED = os.environ.get("FULGENCE_REQUIRE_COMPILED", "") not in ("", "0")
SANITIZERS = os.environ.get("FULGENCE_SANITIZE", "")


def compiler_flags(optimize: str) -> list[str]:
    if sys.platform == "win32":
        return ["/O2"]
    if SANITIZERS:
        return ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={SANITIZERS}"]
    flags = ["-g0", optimize, "-fno-math-errno"]  # no call to find out whether a root was negative
    if platform.machine() in ("x86_64", "AMD64"):
        flags.append("-mpopcnt")  # every x86-64 processor since 2008; counting bits is the hot loop
    return flags


def extensions() -> list[Extension]:
    optimize = dict.fromkeys(LISTED["HOT"], "-O3") | dict.fromkeys(LISTED["WARM"], "-O1")
    sources = {name: f"src/fulgence/{name.replace('.', '/')}.py" for name in optimize}
    sources[SHARED] = f"src/fulgence/{SHARED}.c"  # Cython writes it, below build/
    return [
        Extension(
            f"fulgence.{name}",
            [source],
            extra_compile_args=compiler_flags(optimize.get(name, "-O1")),
            extra_link_args=[f"-fsanitize={SANITIZERS}"] if SANITIZERS else [],
        )
        for name, source in sources.items()
    ]


def made_from(module: Path) -> list[Path]:
    """The module itself and all the .pxd files that it is compiled with.

    Cython's own search does not see what `from package cimport module` names."""
    found: dict[Path, None] = {}
    left = [module, module.with_suffix(".pxd")]
    while left:
        file = left.pop()
        if file in found or not file.exists():
            continue
        found[file] = None
        for package, names in CIMPORT.findall(file.read_text(encoding="utf-8")):
            folder = Path("src", *package.split("."))
            left.append(folder.with_suffix(".pxd"))
            left += [folder / f"{name.strip()}.pxd" for name in names.split(",")]
    return list(found)


def is_older(made: Path, files: list[Path]) -> bool:
    return not made.exists() or made.stat().st_mtime < max(file.stat().st_mtime for file in files)


class OptionalBuildExt(build_ext):
    """A missing or failing compiler leaves the .py files in charge, with one clear line.

    Wheels are built from nothing. In place, only what changed is compiled again.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        if self.inplace:  # of an editable installation too, which would build in a folder that is thrown away
            self.build_lib = self.build_temp = "build/inplace-sanitized" if SANITIZERS else "build/inplace"
        else:
            self.force = True

    def run(self) -> None:
        self.failed: list[str] = []
        super().run()
        if self.failed:
            self.remove_extensions()
            print(
                f"fulgence: not compiled ({self.failed[0]}); everything works, about 100 times slower",
                file=sys.stderr,
            )

    def build_extensions(self) -> None:
        try:
            self.try_compiler()
        except Exception:
            if REQUIRED:
                raise
            self.failed.append("no working C compiler")
            return
        try:
            self.translate()
        except ImportError:
            if REQUIRED:
                raise
            self.failed.append("no Cython")
            return
        super().build_extensions()

    def try_compiler(self) -> None:
        """Raises what the compiler says, if it cannot compile a file that includes Python's headers."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
            self.compiler.compile([str(source)], output_dir=folder)

    def translate(self) -> None:
        """Python to C, where the C file is older than what it is made from.

        What Cython adds to every module is compiled once, into a module that the others import."""
        from Cython import __version__ as version
        from Cython.Build import cythonize

        folder = f"build/cython-{version}"
        due = []
        for ext in self.extensions:
            [source] = ext.sources
            c_file = Path(folder, source).with_suffix(".c")
            if self.force or is_older(c_file, [Path(__file__), *made_from(Path(source))]):
                due.append(ext)
            else:
                ext.sources = [str(c_file)]
            ext.depends = [__file__, LISTED["__file__"]]
        translated = cythonize(
            due,
            compiler_directives=DIRECTIVES,
            build_dir=folder,
            force=True,
            quiet=True,
            nthreads=self.parallel,
            shared_utility_qualified_name=f"fulgence.{SHARED}",
        )
        for ext, made in zip(due, translated, strict=True):
            ext.sources = made.sources

    def build_extension(self, ext: Extension) -> None:
        if self.failed:
            return
        try:
            super().build_extension(ext)
        except Exception as error:
            if REQUIRED:
                raise
            self.failed.append(f"{ext.name}: {error}")

    def remove_extensions(self) -> None:
        """All or none, those of an earlier build included."""
        for ext in self.extensions:
            beside_source = self.get_ext_fullpath(ext.name)  # or the same as the other, if not in place
            for path in (Path(self.build_lib, self.get_ext_filename(ext.name)), Path(beside_source)):
                path.unlink(missing_ok=True)
        self.extensions = self.distribution.ext_modules = []

    def get_outputs(self) -> list[str]:
        return [path for path in super().get_outputs() if Path(path).exists()]

    def copy_extensions_to_source(self) -> None:
        if not self.failed:
            self.force = True  # what lies there may be newer and of another kind, with sanitizers for example
            super().copy_extensions_to_source()


class HonestWheel(bdist_wheel):
    """Named by what was built, not by what was meant to be."""

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


if __name__ == "__main__":  # also where a build backend runs it, but not in the processes that translate
    setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuildExt, "bdist_wheel": HonestWheel})
