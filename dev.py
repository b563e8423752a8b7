#!/usr/bin/env python3
"""Runs and checks Boolie on a machine with nothing but Python: `python3 dev.py run`, `python3 dev.py test`."""

import argparse
import hashlib
import importlib.util
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("Boolie needs Python 3.11 or later; this is Python {}.{}.".format(*sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / "bin" / "python")
# What `test --quick` runs: what sheets and results are worth, and one way through each room above.
QUICK = (
    *("games", "rules", "queries", "test_no_game_named.py"),
    *(f"models/test_{what}.py" for what in ("constraints", "triggers")),
    *(f"actions/test_{what}.py" for what in ("submit_result", "close_season", "roll_over")),
    *(f"commands/test_{command}.py" for command in ("report", "score")),
    *(f"views/test_{pages}.py" for pages in ("club", "match")),
)
# But not any sheet there may be, and every schedule there may be.
NOT_QUICK = ("games/test_any_sheet.py", "rules/test_seating.py", "rules/test_tables.py")
# What is tried on PostgreSQL, too: what writes and what has to hold, and the pages that read the most or are kept. All
# else asks no database, looks at a site with a SQLite file of its own, or fills in forms, whose actions are tried on
# both.
ON_BOTH = (
    *("actions", "concurrency", "models", "queries"),
    *(f"admin/test_{what}.py" for what in ("buttons", "season_card")),
    *(
        f"commands/test_{command}.py"
        for command in (
            *("as_of_decided", "as_of_reopened", "awards", "close_season", "import_again"),
            *("import_club", "import_movements", "import_results", "import_variants", "many_at_a_table"),
            *("open_season", "ranked_figures", "report", "roll_over", "verify"),
        )
    ),
    *(
        f"views/test_{pages}.py"
        for pages in ("as_of", "garbage", "keeping", "large_league", "ranked_figures", "season")
    ),
)
SETTINGS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "EMAIL_URL", "SITE_URL"}


def set_up(extra: str = "") -> None:
    """Make .venv and install what pyproject.toml asks for, each at the version in constraints.txt.

    It speaks on stderr: what `manage` prints may go into a file.
    """
    pins = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    digest = hashlib.sha256(pins + PYTHON.encode()).hexdigest()
    stamp = VENV / "boolie-installed"
    installed = stamp.read_text() if stamp.exists() and Path(PYTHON).exists() else ""
    if installed.startswith(digest) and extra in installed:
        return
    pip = VENV / "bin" / "pip"
    usable = (
        Path(PYTHON).exists() and pip.exists() and PYTHON in pip.read_text()
    )  # neither half made nor moved
    if not usable:
        if not importlib.util.find_spec("ensurepip"):
            sys.exit("Python's venv module is not complete here. As root: apt install python3-venv")
        print("Making .venv", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
    print("Installing into .venv (the first time takes a minute or two)", file=sys.stderr, flush=True)
    install = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", "constraints.txt"]
    # The build backend first, then no isolated build: so that its version is the pinned one, whatever pip's.
    subprocess.run([*install, "setuptools"], cwd=ROOT, check=True, stdout=sys.stderr)
    project = f".[{extra}]" if extra else "."
    subprocess.run([*install, "--no-build-isolation", "-e", project], cwd=ROOT, check=True, stdout=sys.stderr)
    stamp.write_text(f"{digest} {extra}")


def manage(*arguments: str) -> int:
    return subprocess.call([PYTHON, "manage.py", *arguments], cwd=ROOT)


def run(port: int) -> int:
    """Serve Boolie with the demo clubs on this machine only, until Ctrl-C."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        sys.exit(f"Port {port} cannot be used here ({error}). Choose another one with --port.")
    set_up()
    os.environ.setdefault("SITE_URL", f"http://127.0.0.1:{port}")
    if manage("migrate", "--verbosity", "0") or manage("demo"):
        return 1
    # One process: without REDIS_URL jobs and cache live in it.
    gunicorn = "-m gunicorn config.wsgi --worker-class gthread --workers 1 --threads 8 --log-level warning"
    server = subprocess.Popen(
        [PYTHON, *gunicorn.split(), "--no-control-socket", "--bind", f"127.0.0.1:{port}"], cwd=ROOT
    )
    try:
        while server.poll() is None and not answers(port):
            time.sleep(0.1)
        if server.poll() is None:
            print(f"Boolie is at http://127.0.0.1:{port}/ (Ctrl-C stops it)", flush=True)
        return server.wait()
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        print("Boolie has stopped.")
        return 0


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True


def test(quick: bool) -> int:
    """Every check, one after another, whatever the others said; 1 if any of them failed."""
    set_up("dev")
    with tempfile.TemporaryDirectory(prefix="boolie-test-") as folder:
        # The checks see no setting of this machine, and never its data.
        environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        environment |= {
            "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "DATABASE_URL": f"sqlite:///{folder}/checks.sqlite3",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "NO_COLOR": "1",
        }
        steps = [Step(name, command, environment) for name, command in checks(quick)]
        for step in steps:
            step.run()
    print("\nSummary")
    for step in steps:
        print(f"  {'ok    ' if step.ok else 'FAILED'} {step.name} ({step.seconds:.0f} s) {step.closing}")
    passed = sum(step.count("passed") for step in steps)
    failed = sum(step.count("failed") + step.count("error") for step in steps)
    print(f"{passed} passed, {failed} failed")
    return 0 if all(step.ok for step in steps) else 1


def checks(quick: bool) -> list[tuple[str, list[str]]]:
    """The steps of `test`, as name and command."""
    python_m, manage_py = [PYTHON, "-m"], [PYTHON, "manage.py"]
    templates = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("templates/**/*.html"))]
    pytest = [*python_m, "pytest", "-n", "auto", "--maxprocesses", "8"]
    static = [
        ("lint", ["ruff", "check"]),
        ("format", ["ruff", "format", "--check"]),
        ("types", ["mypy"]),
        ("imports go one way", ["lint-imports", "--no-logo"]),
        ("templates", ["djade", "--check", "--target-version", "5.2", *templates]),
        ("migrations are complete", [*manage_py, "makemigrations", "--check", "--dry-run"]),
    ]
    if quick:
        few = [f"tests/{name}" for name in QUICK] + [f"--ignore=tests/{name}" for name in NOT_QUICK]
        return [*static, ("tests on SQLite, the quick ones", [*pytest, *few, "--hypothesis-profile=quick"])]
    deploy = [
        "env",
        "SITE_URL=https://boolie.example",
        *manage_py,
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ]
    # What may be typed has been tried in full on SQLite; here it is the other database that is tried.
    postgres = [*python_m, "tests.servers", "postgres", "--", *pytest, "--hypothesis-profile=quick"]
    on_both = [f"tests/{name}" for name in ON_BOTH]
    return [
        *static,
        ("ready to deploy", deploy),
        *browser(),
        ("tests on SQLite", pytest),
        ("tests on PostgreSQL (those that need another database)", [*postgres, *on_both]),
    ]


def browser() -> list[tuple[str, list[str]]]:
    """A step that brings Chromium for tests/browser and the tour, or says how to, where it is missing."""
    names = ("chromium", "chromium-browser", "google-chrome")
    if any(map(shutil.which, names)) or not (ROOT / "tests" / "browser").is_dir():
        return []
    install = "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium"
    if os.geteuid() == 0:
        return [("install Chromium", ["sh", "-c", install])]
    advice = 'echo "This needs Chromium. Type: sudo apt-get install -y chromium"; exit 1'
    return [("Chromium is installed", ["sh", "-c", advice])]


def tour(folder: str) -> int:
    """Pictures of all pages, by the system's Chromium."""
    set_up("dev")
    for _name, command in browser():
        if subprocess.call(command):
            return 1
    return subprocess.call([PYTHON, "-m", "tests.tour", "--out", str(Path(folder).resolve())], cwd=ROOT)


class Step:
    """One check: what it is called, what it runs, and after the run how it ended."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name, self.command, self.environment = name, command, environment
        self.ok, self.seconds, self.closing = False, 0.0, ""

    def run(self) -> None:
        print(f"\n== {self.name}", flush=True)
        start = time.monotonic()
        process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            if re.match(r"(=+ )?\d+ [a-z]+\b.* in [\d.]+s", line):
                self.closing = line.strip("= \n")  # pytest's last line
        self.ok = process.wait() == 0
        self.seconds = time.monotonic() - start

    def count(self, outcome: str) -> int:
        found = re.search(rf"(\d+) {outcome}", self.closing)
        return int(found[1]) if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="set up, make the demo clubs, serve them on this machine")
    command.add_argument("--port", type=int, default=8000)
    command = commands.add_parser(
        "test", help="every check: style, types, architecture, tests on both databases"
    )
    command.add_argument("--quick", action="store_true", help="under two minutes: SQLite only, no browser")
    command = commands.add_parser("tour", help="pictures of all pages, to look at them side by side")
    command.add_argument("--out", default=str(ROOT / "var" / "tour"), metavar="FOLDER")
    commands.add_parser("manage", help="any command of manage.py, in .venv")
    if sys.argv[1:2] == ["manage"]:  # whatever follows is manage.py's to read, options too
        set_up()
        return manage(*sys.argv[2:])
    given = parser.parse_args()
    if given.command == "run":
        return run(given.port)
    if given.command == "tour":
        return tour(given.out)
    return test(given.quick)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # being told to stop is like Ctrl-C
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"This failed: {' '.join(error.cmd)}")
    except KeyboardInterrupt:
        sys.exit(130)
