"""An error of real processes is in the log they share, on the page, and in one mail that nobody waits for."""

from __future__ import annotations

import json
import re
import socket
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.concurrency.installation import Installation, Process
from tests.security.test_settings import run_program

PATH = "/riverside/players/ophelia-zephyr/?find=Quigley"
NAMES = ("phelia", "ephyr", "uigley", "127.0.0.1")


def start_site(installation: Installation, **settings: str) -> tuple[Process, int]:
    """Start the site that fails in a process of its own; return that, and its port."""
    site = installation.start_program(
        *("-m", "gunicorn", "tests.concurrency.failing_site", "--worker-class", "gthread", "--threads", "2"),
        *("--no-control-socket", "--bind", "127.0.0.1:0"),
        extra_environment=settings,
    )
    listening = re.search(r"http://127\.0\.0\.1:(\d+)", site.wait_for_line("Listening at"))
    assert listening
    return site, int(listening[1])


def cause_error(port: int) -> str:
    """Ask for a page that fails, and return the reference that it shows."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=100)) as connection:
        connection.request("GET", PATH)
        response = connection.getresponse()
        page = response.read().decode()
    assert response.status == 500
    reference = response.headers["X-Request-ID"]
    assert reference in page
    return reference


def test_error_is_logged_by_each_process_and_mailed_once(installation: Installation, tmp_path: Path) -> None:
    settings = {
        "ADMINS": "pat@example.org",
        "EMAIL_URL": f"file://{tmp_path}/mails",
        "LOG_FILE": str(tmp_path / "boolie.log"),
        "LOG_FORMAT": "json",
    }
    (tmp_path / "mails").mkdir()
    sites = [start_site(installation, **settings) for _process in range(2)]
    references = [cause_error(port) for _again in range(2) for _site, port in sites]
    for site, _port in sites:
        site.stop()  # which lets it send what it has to

    texts = (tmp_path / "boolie.log").read_text().splitlines()
    errors = [line for line in map(json.loads, texts) if line["level"] == "ERROR"]
    assert [line["reference"] for line in errors] == references
    assert all(line["route"] == "<slug:club>/players/<slug:player>/" for line in errors)
    assert all(", in fail\n" in line["traceback"] for line in errors)
    (mail,) = (tmp_path / "mails").iterdir()
    assert f"reference: {references[0]}" in mail.read_text()
    assert not any(name in text for text in [*texts, mail.read_text().partition("\n\n")[2]] for name in NAMES)


def test_mail_server_that_never_answers_holds_up_no_page(installation: Installation) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        settings = {"ADMINS": "pat@example.org", "EMAIL_URL": f"smtp://127.0.0.1:{silent.getsockname()[1]}"}
        site, port = start_site(installation, **settings)
        assert cause_error(port) != cause_error(port)
        silent.settimeout(100)
        with closing(silent.accept()[0]) as waiting:
            waiting.setblocking(False)
            try:
                gone = waiting.recv(1) == b""
            except BlockingIOError:
                gone = False
        assert not gone  # the mail is still being sent, or was begun only now
        site.stop()


FAILING_COMMAND = """
import runpy, sys
from unittest.mock import patch
sys.argv = ["manage.py", "games"]
with patch("league.management.commands.games.Command.handle", side_effect=RuntimeError("it is ophelia@example.org")):
    runpy.run_path("manage.py", run_name="__main__")
"""


def test_command_that_breaks_down_is_logged_and_mailed(tmp_path: Path) -> None:
    """The database is away, too: so the mail is sent at once."""
    file, mails = tmp_path / "boolie.log", tmp_path / "mails"
    mails.mkdir()
    done = run_program(
        *("-c", FAILING_COMMAND),
        ADMINS="pat@example.org",
        EMAIL_URL=f"file://{mails}",
        LOG_FILE=str(file),
        LOG_FORMAT="json",
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("RuntimeError: it is ophelia@example.org") == 1  # whole, for whoever called it
    (line,) = [json.loads(text) for text in file.read_text().splitlines()]
    assert (line["event"], line["command"]) == ("command failed", "games")
    assert "RuntimeError: it is [address]" in line["traceback"]
    (mail,) = mails.iterdir()
    assert "RuntimeError" in mail.read_text() and "ophelia" not in mail.read_text()
