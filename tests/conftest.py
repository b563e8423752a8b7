"""Fixtures and hooks for every test: real servers on demand, and a flush that the triggers let through."""

import gc
import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from itertools import chain
from pathlib import Path
from random import SystemRandom
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from filelock import FileLock
from hypothesis import HealthCheck, settings
from whitenoise.middleware import WhiteNoiseMiddleware

from games import Game, registry
from tests import coverage_pause, passwords, servers, third_party_package
from tests.concurrency.installation import Installation, create_database

pytest_plugins = ["tests.scenarios", "tests.log_lines", "tests.security.population"]

MAX_WAITS = 3
MIN_SECONDS_TO_REPORT, MAX_FILES_TO_REPORT = (
    60,
    15,
)  # seconds of a run whose slowest files are printed, and how many of them

# No deadline and no complaint about slowness: neither says anything about Boolie on a busy machine. What decides
# whether a change may land tries the same examples every time; `--full` looks for new ones, from a seed that it prints.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=16,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("full", settings.get_profile("default"), max_examples=50, derandomize=False)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run what is marked `full`, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `dev.py test --full` runs; pytest says how many tests that are."""
    if config.getoption("--full"):
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Measure no coverage of what is marked `full`: measuring doubles its time, and quicker tests run the same lines.

    Of migrations they don't, so tests of models are measured.
    """
    if not item.get_closest_marker("full") or item.nodeid.startswith("tests/models/"):
        return (yield)
    with coverage_pause.pause_coverage():
        return (yield)


def pytest_collection_finish() -> None:
    """Exempt what is imported and collected from later garbage collections: it is a lot, and it stays."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def own_var_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the slots of this worker apart from those of others, who would wait for each other."""
    with override_settings(VAR_DIR=tmp_path_factory.mktemp("var")):
        yield


@pytest.fixture
def new_seed() -> int:
    """Provide another seed in each run; SHEETS_SEED=... repeats an earlier one."""
    seed = int(os.environ.get("SHEETS_SEED") or SystemRandom().randrange(10**6))
    print(f"SHEETS_SEED={seed}")  # pytest shows it where the test fails
    return seed


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Provide the DATABASE_URL of a PostgreSQL beside the one, if any, that the tests run on."""
    with servers.run_postgres() as url:
        yield url


@pytest.fixture
def valkey_server() -> Iterator[servers.Valkey]:
    """Provide a Redis-protocol server that the test may stop and start."""
    with servers.run_valkey() as server:
        yield server


@pytest.fixture(scope="session")
def third_party_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with the game of tests/stranger in it, for Python's path."""
    return third_party_package.install_package(tmp_path_factory.mktemp("stranger"))


@pytest.fixture
def third_party_game(third_party_packages: Path) -> Iterator[Game]:
    """Provide the game of tests/stranger, installed beside the built-in ones."""
    with third_party_package.add_to_path(third_party_packages):
        yield registry.get(*third_party_package.GAME_KEYS)


@pytest.fixture(scope="session")
def migrated_installation(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Installation]:
    """Provide an installation to copy: migrating takes longer than most tests.

    All workers of a run copy the same one. Its database goes with the folder, or with the server, of the run.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "migrated"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        address = folder / "url"
        if address.exists():
            installation = Installation(address.read_text())
        else:
            installation = create_database(folder)
            installation.run_manage("migrate", "--verbosity", "0")
            address.write_text(installation.url)
    yield installation
    installation.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep SQLite's tables in a file: in memory, whoever writes is refused while another thread reads."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")


@pytest.fixture(autouse=True)
def _language_of_an_earlier_test_is_over() -> None:
    """Begin in English: a page in another language leaves that to its thread, as in a server to the next request."""
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_looked_for_once() -> Iterator[None]:
    """Look for static files once: every test client's middleware would take longer than most pages do."""
    look_for_files = WhiteNoiseMiddleware.add_files_from_finders
    files: dict[str, Any] = {}

    def look_once(whitenoise: WhiteNoiseMiddleware) -> None:
        if not files:
            look_for_files(whitenoise)
            files.update(whitenoise.files)
        whitenoise.files.update(files)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_hashed_cheaply() -> None:
    passwords.use_cheap_hashing()


@pytest.fixture(scope="session", autouse=True)
def _rows_are_locked_in_transactions_only() -> Iterator[None]:
    """Refuse on SQLite, too, to lock rows outside a transaction: it locks none, so it would not notice."""
    compile_query = SQLCompiler.as_sql

    def refuse_or_compile(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        if compiler.query.select_for_update and compiler.connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        return compile_query(compiler, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLCompiler, "as_sql", refuse_or_compile)
        yield


@pytest.fixture(scope="session", autouse=True)
def _jobs_run_inline() -> Iterator[None]:
    """Run jobs inline: a thread would not see the rows of a test's transaction, nor end with it.

    Mails of accounts are sent inline, too: a thread might send them after the test has looked for them.
    """
    from league.actions import job
    from league.notifications import delivery

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "run_in_background", lambda work: work())
        patch.setattr(delivery, "run_on_thread", lambda work: work())
        yield


@pytest.fixture(scope="session", autouse=True)
def _triggers_step_aside_for_a_flush() -> Iterator[None]:
    """Drop the triggers while a transactional test ends with every row deleted, which some of them refuse.

    Those on results and changes do. They come back with the post_migrate signal at the end of the flush.
    """
    flush: Any = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def flush_without_triggers(test: Any) -> None:
        from league.models import triggers

        # A browser that has left may be answered still, and hold a row that is to go.
        for waits in reversed(range(MAX_WAITS)):
            try:
                for database in test._databases_names(include_mirrors=False):
                    triggers.drop_triggers(database)
                flush(test)
            except (CommandError, OperationalError):
                if not waits:
                    raise
            else:
                return

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_without_triggers)
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the files that have taken longest, in seconds of all workers."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for report in chain(*terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            seconds[report.location[0]] += report.duration
    total = sum(seconds.values())
    if total > MIN_SECONDS_TO_REPORT:
        terminalreporter.section(f"slowest of {total:.0f} s")
        for path in sorted(seconds, key=seconds.__getitem__, reverse=True)[:MAX_FILES_TO_REPORT]:
            terminalreporter.write_line(f"{seconds[path]:6.1f} s  {path}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a test was skipped or was allowed to fail: it has shown nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:  # a worker: the process that started it reports
        return
    for kind in ("skipped", "xfailed", "xpassed"):
        for report in reporter.stats.get(kind, []):
            reporter.write_line(f"\nNo test may be {kind}: {report.nodeid}")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
