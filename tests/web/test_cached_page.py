"""A page that is kept: whoever asks while it is being made waits for it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from league.web.cache import cached_page

READERS = 4
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


def test_page_that_could_not_be_made_is_made_by_the_next_who_asks() -> None:
    def fail() -> HttpResponse:
        raise RuntimeError("no table")

    with pytest.raises(RuntimeError):
        cached_page(make_request("/club/league/1/"), "7", fail)
    page = cached_page(make_request("/club/league/1/"), "7", lambda: HttpResponse("the table"))
    assert page.content == b"the table"
