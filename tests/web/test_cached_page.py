"""A page that is kept: whoever asks while it is being made waits for it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from league.models import User
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
