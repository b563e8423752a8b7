"""A page that is kept: what is given to those who ask while it, or another one, is being made."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from league.web.cache import MAX_AGE_IF_BUSY, cached_page

READERS = 4
TIMEOUT = 20  # seconds


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def make_request(path: str, known: str = "") -> HttpRequest:
    request = RequestFactory().get(path, headers={"if-none-match": known})
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


@contextmanager
def another_page_being_made() -> Iterator[None]:
    begun, may_end = threading.Event(), threading.Event()

    def build() -> HttpResponse:
        begun.set()
        may_end.wait(TIMEOUT)
        return HttpResponse("another table")

    with ThreadPoolExecutor(1) as readers:
        page = readers.submit(cached_page, make_request("/club/league/2/"), "1", build)
        assert begun.wait(TIMEOUT)
        try:
            yield
        finally:
            may_end.set()
            page.result(TIMEOUT)


def read(version: str, known: str = "") -> HttpResponse:
    request = make_request("/club/league/1/", known)
    return cached_page(request, version, lambda: HttpResponse(f"the table, version {version}"))


def test_while_another_page_is_made_one_of_a_moment_ago_is_given_and_then_the_new_one() -> None:
    before = read("7")
    with another_page_being_made():
        meanwhile = read("8")
        assert meanwhile.content == before.content and meanwhile["ETag"] == before["ETag"]
        assert read("8", known=before["ETag"]).status_code == 304
    after = read("8", known=before["ETag"])
    assert after.content == b"the table, version 8" and after["ETag"] != before["ETag"]


def test_page_that_was_made_longer_ago_is_waited_for() -> None:
    read("7")
    with ThreadPoolExecutor(1) as readers:
        with another_page_being_made(), patch("time.time", return_value=time.time() + MAX_AGE_IF_BUSY + 1):
            page = readers.submit(read, "8")
            wait([page], timeout=0.3)
            assert not page.done()
        assert page.result(TIMEOUT).content == b"the table, version 8"


def test_page_that_could_not_be_made_is_made_by_the_next_who_asks() -> None:
    def fail() -> HttpResponse:
        raise RuntimeError("no table")

    with pytest.raises(RuntimeError):
        cached_page(make_request("/club/league/1/"), "7", fail)
    page = cached_page(make_request("/club/league/1/"), "7", lambda: HttpResponse("the table"))
    assert page.content == b"the table"
