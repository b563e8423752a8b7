"""A running site of its own, with the clubs of `clubs.py` in a new SQLite file: for the tests and for the tour."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev import SETTINGS
from tests.coverage_pause import OF_PROCESSES

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
SET_UP = "import django; django.setup(); from tests.browser.clubs import print_clubs; print_clubs()"
GUNICORN = (
    "-m",
    "gunicorn",
    "--worker-class",
    "gthread",
    "--threads",
    "8",
    "--log-level",
    "warning",
)


@dataclass(frozen=True)
class Site:
    """Where it is, and what `clubs.make_clubs` says of it."""

    url: str
    facts: dict[str, Any]

    def cookies(self, who: str, club: str) -> list[Any]:
        """Of somebody who has logged in; of a visitor none."""
        if who == "visitor":
            return []
        name = who if who == "administrator" else f"{who} of {club}"
        return [{"name": "sessionid", "value": self.facts["sessions"][name], "url": self.url}]


def chromium() -> str | None:
    """The system's, by its path."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def build(folder: Path) -> None:
    """Make the clubs in a database in a new folder, with what a server has to know of it."""
    folder.mkdir()
    key = secrets.token_urlsafe(64)
    environment = _environment(folder, key, "http://127.0.0.1")
    made = subprocess.run(
        [sys.executable, "-c", SET_UP], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    (folder / "built.json").write_text(json.dumps({"key": key, "facts": json.loads(made.stdout)}))


@contextmanager
def serve(built: Path, program: str = "config.wsgi") -> Iterator[Site]:
    """Serve a copy of what was built; whatever is done there goes with it."""
    with (
        tempfile.TemporaryDirectory(prefix="boolie-site-") as folder,
        socket.create_server(("127.0.0.1", 0)) as door,
    ):
        own = Path(shutil.copytree(built, Path(folder) / "site"))
        known = json.loads((own / "built.json").read_text())
        url = f"http://127.0.0.1:{door.getsockname()[1]}"
        descriptor = door.fileno()
        # Whoever knocks before it has started waits at the door that is open already.
        server = subprocess.Popen(
            [sys.executable, *GUNICORN, program, "--no-control-socket", "--bind", f"fd://{descriptor}"],
            cwd=ROOT,
            env=_environment(own, known["key"], url),
            pass_fds=[descriptor],
        )
        try:
            yield Site(url, known["facts"])
        finally:
            server.terminate()
            server.wait()


@contextmanager
def running() -> Iterator[Site]:
    """Serve clubs that are made for it."""
    with tempfile.TemporaryDirectory(prefix="boolie-built-") as folder:
        built = Path(folder) / "built"
        build(built)
        with serve(built) as site:
            yield site


def _environment(folder: Path, key: str, url: str) -> dict[str, str]:
    unwanted = SETTINGS | {OF_PROCESSES}  # its pages have other tests, in which they are measured
    return {name: value for name, value in os.environ.items() if name not in unwanted} | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "EMAIL_URL": f"file://{folder}",
        "SECRET_KEY": key,
        "SITE_URL": url,
    }
