"""setuptools as the build backend, with the web app built too."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import webapp
from setuptools import build_meta
from setuptools.build_meta import (
    prepare_metadata_for_build_editable as prepare_metadata_for_build_editable,
)
from setuptools.build_meta import (
    prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel,
)

Config = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *webapp.requirements()]


def get_requires_for_build_editable(config_settings: Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *webapp.requirements()]


def get_requires_for_build_sdist(config_settings: Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *webapp.requirements()]


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    """With the web app in it, so that nobody needs Node.js to install from it."""
    webapp.make()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def build_wheel(
    wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None
) -> str:
    webapp.build()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None
) -> str:
    """With the web app built beside the compiler. A wheel has to wait for the page, which it copies."""
    web = subprocess.Popen([sys.executable, webapp.__file__])
    try:
        wheel = str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))
    finally:
        web.wait()
    if web.returncode:
        raise subprocess.CalledProcessError(web.returncode, web.args)
    return wheel
