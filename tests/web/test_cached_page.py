"""A page or a part of pages that is kept: whoever asks while it is being made waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from league.models import User
from league.web.cache import cached_page, keep_all
from tests.concurrency.installation import ROOT

READERS = 8
TIMEOUT = 20  # seconds


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def make_request(path: str) -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    vars(request)["_messages"] = CookieStorage(request)
    return request


def test_page_that_several_ask_for_at_once_is_made_once() -> None:
    made: list[int] = []
    all_have_asked = threading.Barrier(READERS)

    def build() -> HttpResponse:
        made.append(1)
        threading.Event().wait(0.3)  # for the others to come
        return HttpResponse("the table")

    def read() -> bytes:
        all_have_asked.wait(TIMEOUT)
        return cached_page(make_request("/club/league/1/"), "7", build).content

    with ThreadPoolExecutor(READERS) as readers:
        pages = [readers.submit(read) for _ in range(READERS)]
        assert {page.result(TIMEOUT) for page in pages} == {b"the table"}
    assert len(made) == 1


def test_part_that_several_ask_for_at_once_is_made_once() -> None:
    made: list[list[str]] = []
    all_have_asked = threading.Barrier(READERS)

    def build(missing: Collection[str]) -> dict[str, str]:
        made.append(list(missing))
        threading.Event().wait(0.3)  # for the others to come
        return {name: f"table {name}" for name in missing}

    def read() -> dict[str, str]:
        all_have_asked.wait(TIMEOUT)
        return keep_all({"A": "key-of-a", "B": "key-of-b", "C": "key-of-c"}, build, turn="league")

    cache.set("key-of-b", "kept table B")
    with ThreadPoolExecutor(READERS) as readers:
        found = [readers.submit(read) for _ in range(READERS)]
        tables = {"A": "table A", "B": "kept table B", "C": "table C"}
        assert [each.result(TIMEOUT) for each in found] == [tables] * READERS
    assert made == [["A", "C"]]


@pytest.mark.parametrize("has_redis", [True, False], ids=["with Redis", "without Redis"])
def test_part_that_two_processes_ask_for_at_once(
    has_redis: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """With Redis it is made once, without it once in each process."""
    url = request.getfixturevalue("valkey_server").url if has_redis else ""
    made = tmp_path / "made"
    made.touch()
    program = [sys.executable, "-m", "tests.web.part_readers", str(READERS // 2), str(made)]
    environment = {
        **os.environ,
        "REDIS_URL": url,
        "DATABASE_URL": f"sqlite:///{tmp_path}/no.sqlite3",
        "SECRET_KEY": "test",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    readers = [
        subprocess.Popen(
            program, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _process in range(2)
    ]
    for reader in readers:
        assert reader.stdout and reader.stdout.readline() == "ready\n"
    for reader in readers:
        assert reader.stdin
        reader.stdin.write("go\n")
        reader.stdin.flush()
    for reader in readers:
        printed, _errors = reader.communicate(timeout=60)
        assert printed == "the table\n" * (READERS // 2)
    assert len(made.read_text().splitlines()) == (1 if has_redis else 2)


def test_process_that_ended_while_it_made_a_part_delays_others_only_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("league.web.cache.MAX_BUILDING", 0.2)
    cache.add("league-turn", 1, 60)  # of the process that was killed
    assert keep_all({"A": "key"}, lambda _missing: {"A": "table"}, turn="league") == {"A": "table"}


def test_page_that_could_not_be_made_is_made_by_the_next_who_asks() -> None:
    def fail() -> HttpResponse:
        raise RuntimeError("no table")

    with pytest.raises(RuntimeError):
        cached_page(make_request("/club/league/1/"), "7", fail)
    page = cached_page(make_request("/club/league/1/"), "7", lambda: HttpResponse("the table"))
    assert page.content == b"the table"


def test_page_of_a_reader_is_kept_for_them_unless_it_is_no_page() -> None:
    request = make_request("/club/league/1/")
    request.user = User(email="ann@example.org")
    answers = [HttpResponse("gone", status=404), HttpResponse("the table"), HttpResponse("another table")]
    pages = [
        cached_page(request, "7", lambda: answers.pop(0), describe_reader=lambda: "Ann") for _ in range(3)
    ]
    assert [(page.status_code, page.content) for page in pages] == [
        (404, b"gone"),
        (200, b"the table"),
        (200, b"the table"),
    ]


def test_page_with_a_message_for_its_reader_is_not_kept_for_others() -> None:
    told = make_request("/club/league/1/")
    messages.info(told, "Result saved.")
    page = cached_page(told, "7", lambda: HttpResponse("Result saved. The table"))
    assert "private" in page["Cache-Control"]
    other = cached_page(make_request("/club/league/1/"), "7", lambda: HttpResponse("the table"))
    assert other.content == b"the table"


@pytest.mark.parametrize("whose", ["somebody who has logged in", "somebody who sends something"])
def test_page_made_for_one_reader_is_not_kept_for_others(whose: str) -> None:
    request = make_request("/club/league/1/")
    if whose == "somebody who has logged in":
        request.user = User(email="ann@example.org")
    else:
        request.method = "POST"
    page = cached_page(request, "7", lambda: HttpResponse("the table of Ann"))
    assert "private" in page["Cache-Control"]
    other = cached_page(make_request("/club/league/1/"), "7", lambda: HttpResponse("the table"))
    assert other.content == b"the table"
