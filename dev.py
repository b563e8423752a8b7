#!/usr/bin/env python3
"""Runs and checks Boolie on a machine with nothing but Python: `python3 dev.py run`, `python3 dev.py test`."""

import argparse
import hashlib
import importlib.util
import json
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
from urllib.parse import urlsplit

if sys.version_info < (3, 11):
    sys.exit("Boolie needs Python 3.11 or later; this is Python {}.{}.".format(*sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / "bin" / "python")
# What `test --quick` runs: all of scoring and ranking, and a way through each of the packages that build on them.
QUICK = (
    *("games", "rules", "clubfile", "spreadsheets", "queries", "trf", "test_no_game_named.py"),
    *(
        f"web/test_{what}.py"
        for what in (
            *("breadcrumbs", "cached_page", "charts", "components", "demo", "design", "differences", "forms"),
            *("known_browser", "name_filter", "season_dates", "styles"),
        )
    ),
    *(f"models/test_{what}.py" for what in ("constraints", "triggers")),
    *(f"actions/test_{what}.py" for what in ("submit_result", "close_season", "rollover")),
    *(f"commands/test_{command}.py" for command in ("report", "score")),
    *(f"web/public/test_{pages}.py" for pages in ("club", "match")),
)
MAX_WORKERS = 8
# Except these: they try very many schedules.
NOT_QUICK = ("rules/test_seating.py", "rules/test_tables.py")
# What runs on PostgreSQL, too, before a change lands, because it may differ there: locks, constraints, triggers, what
# is written in bulk, sorted or recomputed, and random seasons.
ON_POSTGRESQL = (
    *("concurrency", "models", "admin/test_buttons.py", "config/test_redaction.py"),
    *(
        f"actions/test_{action}.py"
        for action in (
            *(
                "claim_results",
                "close_season",
                "invitation",
                "job",
                "late_entry",
                "membership",
                "open_season",
            ),
            *(
                "penalty",
                "proof",
                "random_leagues",
                "recompute_awards",
                "reopen_season",
                "revocation",
                "rollover",
            ),
            *("rollover_job", "schedule", "sign_up", "statistics", "submit_result", "substitution_rest"),
            *("undo_rollover", "untidy_seasons", "withdrawal"),
        )
    ),
    *(
        f"commands/test_{command}.py"
        for command in ("as_of_decisions", "import_club", "import_promotion", "import_updates", "verify")
    ),
    *(f"web/public/test_{pages}.py" for pages in ("as_of", "keeping", "players", "season")),
    "web/entry/test_garbage.py",
)
# Among them, but decided by no database: whether Redis answers, and what Python works out in one migration.
ALIKE_ON_POSTGRESQL = (
    "concurrency/test_broker.py",
    "models/test_points_migration.py",
    "models/test_stage_settings.py",
)
# What a full run tests there besides: all that writes, reads or imports, random requests, and what strangers leave
# behind. Nothing in a browser: what a page shows is read by the same queries.
ON_POSTGRESQL_IN_FULL = (
    *("actions", "admin", "commands", "fuzzer", "notifications", "queries", "web/public"),
    *(
        "security/test_flooding.py",
        "security/test_sessions.py",
        "web/test_cached_page.py",
        "web/test_demo.py",
    ),
)
PROCESSES = min(os.cpu_count() or 1, 4)  # each can use one processor
GUNICORN = (
    *("-m", "gunicorn", "config.wsgi", "--worker-class", "gthread"),
    *("--workers", str(PROCESSES), "--threads", "8", "--preload"),
    *("--log-level", "warning", "--no-control-socket"),
)
SETTINGS = {
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "EMAIL_URL", "SITE_URL"),
    *("LOG_LEVEL", "LOG_FORMAT", "LOG_FILE", "ADMINS", "SIGN_UP", "SHOW_DEMO_LOG_INS"),
}


def set_up(extra: str = "") -> None:
    """Install what is missing, and make the pages' font and catalogues."""
    install(extra)
    compile_catalogues()
    if fonts := start_fonts():
        fonts.wait()


def start_fonts() -> subprocess.Popen[bytes] | None:
    """Start to make the pages' font, without which they are shown in the system's; return None if it is there.

    That takes as long as all else that is to be done before the first page, so nothing but the server waits for it.
    """
    if (ROOT / "var" / "fonts" / "inter-basic.woff2").exists():
        return None
    return subprocess.Popen([PYTHON, "manage.py", "build_fonts"], cwd=ROOT, stdout=sys.stderr)


def compile_catalogues() -> None:
    """Compile the catalogues of the languages that have changed since."""
    catalogues = [(path, path.with_suffix(".mo")) for path in ROOT.glob("locale/*/LC_MESSAGES/*.po")]
    if any(not made.exists() or made.stat().st_mtime < path.stat().st_mtime for path, made in catalogues):
        subprocess.run([PYTHON, "manage.py", "build_languages"], cwd=ROOT, check=True, stdout=sys.stderr)


def install(extra: str = "") -> None:
    """Make .venv and install what pyproject.toml asks for, each at the version in constraints.txt.

    Everything is printed on stderr, because the output of `manage` may go into a file.
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
    )  # neither incomplete nor moved
    if not usable:
        print("Making .venv", file=sys.stderr, flush=True)
        make_environment(VENV)
    print("Installing into .venv (the first time takes a minute or two)", file=sys.stderr, flush=True)
    install = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", "constraints.txt"]
    # The build backend first, then no build isolation: otherwise pip would not use the pinned version of it.
    subprocess.run([*install, "setuptools"], cwd=ROOT, check=True, stdout=sys.stderr)
    project = f".[{extra or 'fide'}]"  # `dev` asks for that, too
    subprocess.run([*install, "--no-build-isolation", "-e", project], cwd=ROOT, check=True, stdout=sys.stderr)
    stamp.write_text(f"{digest} {extra}")
    shutil.rmtree(ROOT / "var" / "fonts", ignore_errors=True)  # a newer font is to be made


def make_environment(folder: Path) -> None:
    if not importlib.util.find_spec("ensurepip"):
        sys.exit("Python's venv module is not complete here. As root: apt install python3-venv")
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)


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
    install()
    compile_catalogues()
    fonts = start_fonts()
    os.environ.setdefault("SITE_URL", f"http://127.0.0.1:{port}")
    if urlsplit(os.environ["SITE_URL"]).hostname == "127.0.0.1":
        os.environ.setdefault("SHOW_DEMO_LOG_INS", "on")
    if manage("migrate", "--verbosity", "0") or manage("demo"):
        return 1
    if fonts:
        fonts.wait()
    server = subprocess.Popen([PYTHON, *GUNICORN, "--bind", f"127.0.0.1:{port}"], cwd=ROOT)
    try:
        while server.poll() is None and not answers(port):
            time.sleep(0.1)
        if server.poll() is None:
            if not os.environ.get("EMAIL_URL"):
                print("Mails, with the codes for log-ins and new accounts, are printed here.")
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


def test(tier: str, seed: int) -> int:
    """Run every check of a tier, whatever the earlier ones came to.

    Return 1 if any of them failed, else 0. `seed` is that of the examples of a full run.
    """
    set_up("dev")
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="boolie-test-") as folder:
        # The checks must neither see this machine's settings nor touch its data. They keep what they compile: else
        # each of some 200 processes compiles Boolie, and each worker its tests, anew.
        unwanted = SETTINGS | {"PYTHONDONTWRITEBYTECODE"}
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        environment |= {
            "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "DATABASE_URL": f"sqlite:///{folder}/checks.sqlite3",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "COVERAGE_FILE": f"{folder}/coverage",
            "SHEETS_SEED": str(seed),  # of the random sheets and requests of a full run
            "NO_COLOR": "1",
        }
        report = Path(folder) / "failed-once"
        report.touch()
        steps = [Step(name, command, environment) for name, command in checks(tier, seed, report)]
        # On one processor, while the steps before it keep another one busy.
        for step in steps:
            if step.name == "types":
                step.start()
        for step in steps:
            step.run()
        failed_once = report.read_text().splitlines()
    print("\nSummary")
    for step in steps:
        spent = f"{step.seconds:.0f} s, {step.cpu_seconds:.0f} CPU s"
        print(f"  {'ok    ' if step.ok else 'FAILED'} {step.name} ({spent}) {step.closing}")
    passed = sum(step.count("passed") for step in steps)
    failed = sum(step.count("failed") + step.count("error") for step in steps)
    spent = f"{time.monotonic() - start:.0f} s, {sum(step.cpu_seconds for step in steps):.0f} CPU s"
    print(f"{passed} passed, {failed} failed in {spent}")
    for failure in failed_once:
        print(f"  Failed once, then passed by itself: {failure} (seed {seed})")
    if tier == "full":
        print(f"To try the same examples again: python3 dev.py test --full --seed {seed}")
    return 0 if all(step.ok for step in steps) else 1


def checks(tier: str, seed: int, report: Path) -> list[tuple[str, list[str]]]:
    """Return the steps of a tier of `test`, as names and commands.

    A test that fails is run once more by itself; those that pass then are written into the report.
    """
    python_m, manage_py = [PYTHON, "-m"], [PYTHON, "manage.py"]
    templates = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("templates/**/*.html"))]
    # worksteal: each worker runs its tests in order, so that scenarios are shared; an idle one takes half of what
    # another one has left.
    rerun = [*python_m, "tests.rerun", "--report", str(report), "--"]
    # One worker more than there are cores: many tests wait, for processes, servers and browsers.
    workers = str(min((os.cpu_count() or 1) + 1, MAX_WORKERS))
    pytest = ["pytest", "-n", workers, "--dist", "worksteal"]
    # In a new clone pytest compiles each file with its assertions written out, which takes three quarters of the time
    # to collect them: once here, not in each worker at the same time. What fails is told by the next step.
    collect = [*python_m, "pytest", "-n", "0", "-p", "no:terminal", "--collect-only"]
    static = [
        ("lint", ["ruff", "check"]),
        ("format", ["ruff", "format", "--check"]),
        ("imports go one way", ["lint-imports", "--no-logo"]),
        ("templates", ["djade", "--check", "--target-version", "5.2", *templates]),
        ("migrations are complete", [*manage_py, "makemigrations", "--check", "--dry-run"]),
    ]
    types = ("types", ["mypy"])
    # Their tables are made from the models: a test compares them with those that the migrations make, which take longer
    # than many tests.
    pytest.append("--no-migrations")
    sqlite = [*rerun, *python_m, *pytest]
    if tier == "quick":
        few = [f"tests/{name}" for name in QUICK] + [f"--ignore=tests/{name}" for name in NOT_QUICK]
        return [*static, types, ("tests on SQLite, the quick ones", [*sqlite, *few])]
    deploy = [
        "env",
        "SITE_URL=https://boolie.example",
        *manage_py,
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ]
    before = [*static, ("ready to deploy", deploy), *packages(), ("tests are collected", collect), types]
    postgres = [*rerun, *python_m, "tests.servers", "postgres", "--", *python_m]
    on_postgresql = [f"tests/{name}" for name in ON_POSTGRESQL]
    if tier == "full":
        pytest += ["--full", "--hypothesis-profile=full", f"--hypothesis-seed={seed}"]
        on_postgresql += [f"tests/{name}" for name in ON_POSTGRESQL_IN_FULL]
        # Measuring takes long. What Python does is the same on both databases.
        sqlite = [*rerun, *python_m, "coverage", "run", "-m", *pytest]
    on_postgresql += [f"--ignore=tests/{name}" for name in ALIKE_ON_POSTGRESQL]
    steps = [
        *before,
        ("all tests on SQLite" if tier == "full" else "tests on SQLite", sqlite),
        ("tests on PostgreSQL, where it may answer differently", [*postgres, *pytest, *on_postgresql]),
    ]
    if tier == "full":
        covered = [*python_m, "tests.check_coverage"]
        steps.append(("every file is covered, but for those on the list", covered))
    return steps


def packages(*names: str) -> list[tuple[str, list[str]]]:
    """Return a step for each of these packages of the system that is missing, or of all: it installs it, or says how.

    Chromium is needed for tests/browser and the tour, gettext to look whether the catalogues are complete.
    """
    wanted = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "gettext": ("xgettext",)}
    if not (ROOT / "tests" / "browser").is_dir():
        return []
    return [build_install_step(name) for name in names or wanted if not any(map(shutil.which, wanted[name]))]


def build_install_step(name: str) -> tuple[str, list[str]]:
    install = f"apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y {name}"
    if os.geteuid() == 0:
        return f"install {name.title()}", ["sh", "-c", install]
    advice = f'echo "This needs {name.title()}. Type: sudo apt-get install -y {name}"; exit 1'
    return f"{name.title()} is installed", ["sh", "-c", advice]


def tour(folder: str, only: str, for_documents: bool) -> int:
    """Take pictures of all pages with the system's Chromium, or make those of the documents anew."""
    set_up("dev")
    for _name, command in packages("chromium"):
        if subprocess.call(command):
            return 1
    arguments = ["--out", str(Path(folder).resolve()), "--only", only]
    command = ["tests.pictures"] if for_documents else ["tests.tour", *arguments]
    return subprocess.call([PYTHON, "-m", *command], cwd=ROOT)


def audit() -> int:
    """Print which packages of constraints.txt have known weaknesses. Needs the network.

    pip-audit is installed for this once, elsewhere: what serves Boolie doesn't need it. Return as
    `report_audit` does.
    """
    with tempfile.TemporaryDirectory(prefix="boolie-audit-") as folder:
        python = str(Path(folder) / "bin" / "python")
        make_environment(Path(folder))
        install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        if subprocess.call([*install, "-c", "constraints.txt", "pip-audit"], cwd=ROOT, stdout=sys.stderr):
            print("Nothing was audited: pip-audit could not be installed.", file=sys.stderr)
            return 2
        # All pins are there, so nothing has to be resolved.
        options = ["--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
        command = [python, "-m", "pip_audit", *options, "--progress-spinner", "off"]
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return report_audit(answer.stdout, answer.stderr)


def report_audit(output: str, errors: str) -> int:
    """Print what pip-audit found. Return 1 if there is a weakness, 2 if not all was looked up, else 0.

    pip-audit itself counts what the service doesn't know among what has no weakness.
    """
    try:
        packages = json.loads(output)["dependencies"]
    except json.JSONDecodeError:
        reasons = [line for line in errors.splitlines() if line.strip() and "Tip: " not in line]
        told = reasons[-1] if reasons else "pip-audit said nothing."
        print(f"Nothing was audited: the list of known weaknesses can't be asked. {told}", file=sys.stderr)
        return 2
    weaknesses = [(package, weakness) for package in packages for weakness in package.get("vulns", [])]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    for package, weakness in weaknesses:
        names = ", ".join([weakness["id"], *weakness["aliases"]])
        fixed = ", ".join(weakness["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {names} (fixed in {fixed})")
    if len(unknown) == len(packages):
        print("Nothing was audited: the service that was asked knows none of the packages.", file=sys.stderr)
        return 2
    if unknown:
        print(f"Not known to the service, so not audited: {', '.join(unknown)}", file=sys.stderr)
    looked_up = f"{len(packages) - len(unknown)} of {len(packages)} packages looked up"
    print(f"{looked_up}, {len(weaknesses)} known weaknesses")
    return 1 if weaknesses else 2 if unknown else 0


class Step:
    """A check: its name, its command and, after the run, how it ended."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name, self.command, self.environment = name, command, environment
        self.ok, self.seconds, self.cpu_seconds, self.closing = False, 0.0, 0.0, ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def run(self) -> None:
        """Print what the step prints, and wait for its end; start it if it has not been started."""
        print(f"\n== {self.name}", flush=True)
        start = time.monotonic()
        if not self.process:
            self.start()
        assert self.process
        assert self.process.stdout
        for line in self.process.stdout:
            print(line, end="", flush=True)
            if re.match(r"(=+ )?\d+ [a-z]+\b.* in [\d.]+s", line):
                self.closing = line.strip("= \n")  # pytest's last line
        # The processor time of this process only, with its own children: others may run beside it.
        _pid, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.ok = self.process.returncode == 0
        self.seconds, self.cpu_seconds = time.monotonic() - start, used.ru_utime + used.ru_stime

    def count(self, outcome: str) -> int:
        match = re.search(rf"(\d+) {outcome}", self.closing)
        return int(match[1]) if match else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="set up, make the demo clubs, serve them on this machine")
    command.add_argument("--port", type=int, default=8000)
    command = commands.add_parser("test", help="what has to pass before a change lands: about twenty minutes")
    tier = command.add_mutually_exclusive_group()
    tier.add_argument(
        "--quick", action="store_true", help="while working: at most 90 seconds, SQLite, no browser"
    )
    tier.add_argument(
        "--full",
        action="store_true",
        help="every page in other looks, more on PostgreSQL, new examples, coverage: the longest by far",
    )
    command.add_argument("--seed", type=int, help="of --full: try the examples of an earlier run again")
    command = commands.add_parser("tour", help="pictures of all pages, to look at them side by side")
    command.add_argument("--out", default=str(ROOT / "var" / "tour"), metavar="FOLDER")
    command.add_argument("--only", default="", metavar="WORD", help="only pages with this in their name")
    command.add_argument(
        "--pictures",
        action="store_true",
        help="instead the pictures in docs/pictures, and the icon, made anew",
    )
    commands.add_parser("audit", help="known weaknesses of the packages that constraints.txt names")
    commands.add_parser("bench", help="how long things take, as ratios measured side by side")
    commands.add_parser("manage", help="any command of manage.py, in .venv")
    if sys.argv[1:2] == ["manage"]:  # manage.py parses all that follows, options too
        set_up()
        return manage(*sys.argv[2:])
    if sys.argv[1:2] == ["bench"]:
        set_up()
        return subprocess.call([PYTHON, "-m", "bench", *sys.argv[2:]], cwd=ROOT)
    options = parser.parse_args()
    if options.command == "run":
        return run(options.port)
    if options.command == "tour":
        return tour(options.out, options.only, options.pictures)
    if options.command == "audit":
        return audit()
    if options.seed is not None and not options.full:
        parser.error("--seed is for test --full: the other tiers try the same examples every time.")
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    return test("full" if options.full else "quick" if options.quick else "landing", seed)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM is treated like Ctrl-C
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"This failed: {' '.join(error.cmd)}")
    except KeyboardInterrupt:
        sys.exit(130)
