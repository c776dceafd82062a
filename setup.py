"""Compile the hot modules when a C compiler is there; install the same files uncompiled when not.

An uncompiled wheel is called `py3-none-any`, a compiled one after its platform, so that nobody confuses them.
"""

import os
import platform
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

# Ordinary .py files, each with its C types in the .pxd beside it.
COMPILED = [
    "fulgence.rules.tables",
    "fulgence.rules.chance",
    "fulgence.rules.line",
    "fulgence.rules.sheet",
    "fulgence.rules.score",
    "fulgence.rules.lone",
    "fulgence.bots.beam",
    "fulgence.bots.flat",
    "fulgence.bots.fullround",
    "fulgence.bots.gain",
    "fulgence.bots.inputs",
    "fulgence.bots.keys",
    "fulgence.bots.player",
    "fulgence.bots.playout",
    "fulgence.bots.search",
    "fulgence.bots.study",
    "fulgence.bots.value",
    "fulgence.env.observer",
    "fulgence.env.many",
]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "annotation_typing": False,
}
REQUIRED = os.environ.get("FULGENCE_REQUIRE_COMPILED", "") not in ("", "0")
SANITIZERS = os.environ.get("FULGENCE_SANITIZE", "")


def compiler_flags() -> list[str]:
    if sys.platform == "win32":
        return ["/O2"]
    if SANITIZERS:
        return ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={SANITIZERS}"]
    flags = ["-O3", "-fno-math-errno"]  # no call to find out whether a root was negative
    if platform.machine() in ("x86_64", "AMD64"):
        flags.append("-mpopcnt")  # every x86-64 processor since 2008; counting bits is the hot loop
    return flags


class OptionalBuildExt(build_ext):
    """A missing or failing compiler leaves the .py files in charge, with one clear line."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        self.failed: list[str] = []
        super().run()
        if self.failed:
            for ext in self.extensions:  # all or none, those of an earlier build included
                Path(self.build_lib, self.get_ext_filename(ext.name)).unlink(missing_ok=True)
            self.distribution.ext_modules = []
            print(
                "fulgence: not compiled (no working C compiler); everything works, about 100 times slower",
                file=sys.stderr,
            )

    def build_extension(self, ext: Extension) -> None:
        if self.failed:
            return
        try:
            super().build_extension(ext)
        except Exception as error:
            if REQUIRED:
                raise
            self.failed.append(f"{ext.name}: {error}")

    def get_outputs(self) -> list[str]:
        return [path for path in super().get_outputs() if Path(path).exists()]

    def copy_extensions_to_source(self) -> None:
        if not self.failed:
            super().copy_extensions_to_source()


class HonestWheel(bdist_wheel):
    """Named by what was built, not by what was meant to be."""

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        if REQUIRED:
            raise
        return []
    link = [f"-fsanitize={SANITIZERS}"] if SANITIZERS else []
    modules = [
        Extension(
            name,
            ["src/" + name.replace(".", "/") + ".py"],
            extra_compile_args=compiler_flags(),
            extra_link_args=link,
        )
        for name in COMPILED
    ]
    built: list[Extension] = cythonize(
        modules, compiler_directives=DIRECTIVES, build_dir="build/cython", force=True, quiet=True
    )
    return built


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuildExt, "bdist_wheel": HonestWheel})
