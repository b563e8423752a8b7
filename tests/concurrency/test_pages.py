"""A result that one process has committed is on the next page that any other sends, with and without Redis."""

from __future__ import annotations

import re
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.concurrency.installation import Installation, Process


def start_site(installation: Installation, redis: str) -> tuple[Process, int]:
    site = installation.start_program(
        *("-m", "gunicorn", "config.wsgi", "--worker-class", "gthread", "--threads", "2"),
        *("--no-control-socket", "--bind", "127.0.0.1:0"),
        extra_environment={"REDIS_URL": redis},
    )
    listening = re.search(r"http://127\.0\.0\.1:(\d+)", site.wait_for_line("Listening at"))
    assert listening
    return site, int(listening[1])


def read_progress(port: int, address: str, session: str) -> str:
    """Return how many matches have been played, as the page says it."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=100)) as connection:
        connection.request("GET", address, headers={"Cookie": f"sessionid={session}"} if session else {})
        response = connection.getresponse()
        page = response.read().decode()
    assert response.status == 200
    assert ("Log out" in page) is bool(session)
    (progress,) = re.findall(r"\d+ of \d+ played", page)
    return str(progress)


@pytest.mark.parametrize("has_redis", [True, False], ids=["with Redis", "without Redis"])
def test_reader_sees_on_the_next_page_of_each_process_what_another_has_committed(
    installation: Installation, request: pytest.FixtureRequest, has_redis: bool
) -> None:
    redis = request.getfixturevalue("valkey_server").url if has_redis else ""
    matches = installation.run_task("make_league_matches", club="riverside")
    reader = installation.run_task("log_in_player", match=matches[0])
    sites = [start_site(installation, redis) for _process in range(2)]
    readers = [(port, session) for _site, port in sites for session in (reader["session"], "")]
    for number in range(3):
        for _again in range(2):
            for port, session in readers:
                progress = read_progress(port, reader["address"], session)
                assert progress == f"{number} of {len(matches)} played"
        assert "result" in installation.run_task("submit_results", matches=[matches[number]])[0]
    for site, _port in sites:
        site.stop()
