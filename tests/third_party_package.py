"""The package in tests/stranger, installed by pip as a club would do it, but into a temporary folder."""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games import registry

PACKAGE = Path(__file__).parent / "stranger"
PROJECT = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
GAME_KEYS = tuple(PROJECT["entry-points"][registry.ENTRY_POINT_GROUP])
QUIET_OPTIONS = ("--quiet", "--disable-pip-version-check", "--no-input")
OFFLINE_OPTIONS = ("--no-deps", "--no-build-isolation", "--no-index")  # asks no other computer for anything


def install_package(into: Path) -> Path:
    """Install the package from a copy of its source; return the folder to put on Python's path."""
    source, packages = into / "source", into / "packages"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    pip = (sys.executable, "-m", "pip", "install", *QUIET_OPTIONS, *OFFLINE_OPTIONS)
    subprocess.run([*pip, "--target", str(packages), str(source)], check=True)
    return packages


@contextmanager
def add_to_path(packages: Path) -> Iterator[None]:
    """Put the package's games among the installed ones, in this process."""
    registry._load_plugins.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(packages))
        yield
    registry._load_plugins.cache_clear()
