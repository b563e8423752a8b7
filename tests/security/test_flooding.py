"""Strangers send hundreds of megabytes, to every address that there is: next to nothing of it stays.

They have no account, no cookies, and many IP addresses. What they send is as large as a page takes, or far larger; or
it is small and as it should be, but for the password, and there is very much of it.
"""

from __future__ import annotations

import json
import tempfile
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch
from urllib.parse import unquote

import pytest
from django.http import Http404
from django.urls import resolve, reverse
from django.utils import timezone

from league.actions.job import run_due_jobs
from league.models import Club, Invitation, Job, User
from league.models.job import JobState
from league.queries.invitation import build_token
from league.tasks import JOB_HANDLERS
from league.web.limits import MAX_BODY
from tests.fuzzer.addresses import choose_parts, list_addresses
from tests.fuzzer.hostile import encode_fields
from tests.fuzzer.requests import Request, encode_form
from tests.fuzzer.storage import compute_growth, count_logged_bytes, measure_storage
from tests.fuzzer.world import World, make_world

# Bytes: sent, at most stored then, and at most stored after the daily job. A few are those of empty tables' first rows.
LITTLE = (25_000_000, 250_000, 150_000)
MUCH = (100_000_000, 1_000_000, 300_000)
# The same of small forms, by their number.
FEW_FORMS = (400, 300_000, 150_000)
MANY_FORMS = (1_200, 900_000, 250_000)
IP_ADDRESSES = 100
SENDERS = 40  # of small forms: as many IPv4 addresses, and as many networks of IPv6
PLAYERS = 50  # who have an account
TOO_LARGE = 500_000  # bytes more than a page takes
FORM_FIELDS = ("cells", "names", "login", "email", "password", "code", "why", "name", "reason", "next")
CELLS = [
    f"deals-{deal}-{field}-{seat}" for deal in range(100) for field in ("bids", "tricks") for seat in range(2)
]
BROKEN_TEXT = "9 \N{PILE OF POO}\x00\ud800"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("total", "max_growth", "max_left"), [LITTLE, pytest.param(*MUCH, marks=pytest.mark.full)]
)
def test_hardly_anything_that_strangers_send_is_kept(
    total: int, max_growth: int, max_left: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    world = make_world(1)
    with count_logged_bytes() as logged:
        before = measure_storage(logged)
        answers = flood(world, total)
        growth = compute_growth(before, measure_storage(logged))
        run_daily_job()
        left = compute_growth(before, measure_storage(logged))
    print(answers, growth, left)  # pytest shows it where the test fails
    assert answers[413] and not [status for status in answers if status >= 500]
    assert sum(growth.values()) < max_growth
    assert sum(left.values()) < max_left


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("number", "max_growth", "max_left"), [FEW_FORMS, pytest.param(*MANY_FORMS, marks=pytest.mark.full)]
)
def test_hardly_anything_of_many_small_forms_is_kept(
    number: int, max_growth: int, max_left: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    world = make_world(1)
    User.objects.bulk_create(User(email=email) for email in list_players())
    with count_logged_bytes() as logged:
        before = measure_storage(logged)
        answers = send_small_forms(world, number)
        growth = compute_growth(before, measure_storage(logged))
        run_daily_job()
        left = compute_growth(before, measure_storage(logged))
    print(answers, growth, left)  # pytest shows it where the test fails
    assert not [status for status in answers if status >= 500]
    assert sum(growth.values()) < max_growth
    assert sum(left.values()) < max_left


def flood(world: World, total: int) -> Counter[int]:
    """Send so many bytes, to each address in turn; return how often each status came back."""
    answers, sent = Counter[int](), 0
    for number, request in enumerate(build_requests(world)):
        from_one_of_many = {"REMOTE_ADDR": f"10.0.0.{number % IP_ADDRESSES}"}
        response = world.build_client("visitor").send(replace(request, headers=from_one_of_many))
        answers[response.status_code] += 1
        sent += len(request.body)
        if sent >= total:
            return answers
    raise AssertionError("There is no end to requests.")


def build_requests(world: World) -> Iterator[Request]:
    """Yield requests to all addresses, again and again, each with another kind of body.

    The admin site comes once: it sends every stranger away before it looks at what they send.
    """
    chance = Random(1)
    builders = (build_field, build_fields, build_cells, build_file, build_too_large)
    addresses = sorted(list_addresses(), key=lambda address: address.name.startswith("admin:"))
    public = [address for address in addresses if not address.name.startswith("admin:")]
    for turn in count():
        for number, address in enumerate(public if turn else addresses, turn):
            path = address.fill(choose_parts(address, world, chance))
            body, content_type = builders[number % len(builders)](get_limit(path))
            yield Request("visitor", "huge", address.name, "POST", path, "", body, content_type)


def get_limit(path: str) -> int:
    """Return how many bytes the page at this path takes."""
    try:
        return getattr(resolve(unquote(path)).func, "max_body", MAX_BODY)
    except Http404:
        return MAX_BODY


# --- small forms, each from a browser and for an address that nobody has seen before


def send_small_forms(world: World, number: int) -> Counter[int]:
    answers = Counter[int]()
    link = reverse("invitation", args=[build_token(Invitation.objects.filter(club=world.home)[0])])
    builders = (
        log_in_with_wrong_password,
        ask_for_code,
        ask_for_reset,
        partial(follow_invitation, link=link),
        partial(search, club=world.home),
        partial(send_held_form, club=world.home),
        sign_up,
        log_in_as_administrator,
    )
    for turn in count():
        if answers.total() >= number:
            return answers
        browser = world.build_client("visitor")
        headers = {
            "REMOTE_ADDR": f"10.0.0.{turn % SENDERS}"
            if turn % 2
            else f"2001:db8:{turn % SENDERS:x}::{turn:x}",
            "HTTP_USER_AGENT": f"Mozilla/5.0 ({make_up_text(80)}) {turn}",
        }
        for request in builders[turn % len(builders)](turn):
            answers[browser.send(replace(request, headers=headers)).status_code] += 1
    raise AssertionError("There is no end to browsers.")


def build_small_form(address: str, path: str, /, **fields: str) -> Request:
    body, content_type = encode_form(list(fields.items()))
    return Request("visitor", "small", address, "POST", path, "", body, content_type)


def make_up_address(turn: int) -> str:
    """Return an address that no other turn has; now and then that of an account."""
    return list_players()[turn % PLAYERS] if turn % 7 == 0 else f"{make_up_text(40)}-{turn}@example.org"


def list_players() -> list[str]:
    return [f"player{number}@example.org" for number in range(PLAYERS)]


def log_in_with_wrong_password(turn: int) -> Iterator[Request]:
    email = make_up_address(turn)
    yield build_small_form("account_login", "/-/log-in/", login=email, password="a wrong pass phrase")


def ask_for_code(turn: int) -> Iterator[Request]:
    yield build_small_form("account_request_login_code", "/-/log-in/code/", email=make_up_address(turn))
    yield build_small_form("account_confirm_login_code", "/-/log-in/code/confirm/", code="AAAA-AAAA")


def ask_for_reset(turn: int) -> Iterator[Request]:
    yield build_small_form("account_reset_password", "/-/password/reset/", email=make_up_address(turn))


def follow_invitation(turn: int, link: str) -> Iterator[Request]:
    yield Request("visitor", "small", "invitation", "GET", link)
    yield build_small_form("invitation", link, accept="1")


def search(turn: int, club: Club) -> Iterator[Request]:
    yield Request("visitor", "small", "home", "GET", "/", f"find=club{turn}")
    yield Request("visitor", "small", "players", "GET", f"/{club.slug}/players/", f"find=p{turn}")


def send_held_form(turn: int, club: Club) -> Iterator[Request]:
    address = f"/{club.slug}/matches/c1d1-m2/enter/"
    yield build_small_form("enter", address, **{"deals-0-bids-0": str(turn), "why": "A typing mistake"})
    held = json.dumps({"address": address, "fields": {"why": f"A typing mistake {turn}"}})
    login = make_up_address(turn)
    yield build_small_form("account_login", "/-/log-in/", login=login, password="wrong", held=held)
    yield build_small_form("account_request_login_code", "/-/log-in/code/", email=login, held=held)


def sign_up(turn: int) -> Iterator[Request]:
    email = make_up_address(turn)
    yield build_small_form(
        "account_signup", "/-/sign-up/", name="Ann", email=email, password1="a pass phrase"
    )


def log_in_as_administrator(turn: int) -> Iterator[Request]:
    username = make_up_address(turn)
    yield build_small_form(
        "admin:login", "/-/admin/login/", username=username, password="a wrong pass phrase"
    )


# --- bodies: all but the last are just as large as the page takes, and none can be compressed


@cache
def build_field(limit: int) -> tuple[bytes, str]:
    return encode_form([("cells", make_up_text(limit - len("cells=")))])


@cache
def build_fields(limit: int) -> tuple[bytes, str]:
    """Build a form with the fields of several pages, and signs in them that no database or address takes."""
    length = limit // len(FORM_FIELDS) - len(encode_fields([("password", BROKEN_TEXT)]))
    return encode_form([(name, make_up_text(length) + BROKEN_TEXT) for name in FORM_FIELDS])


@cache
def build_cells(limit: int) -> tuple[bytes, str]:
    """Build a score sheet on which every cell is full."""
    return encode_form([(name, make_up_text(limit // len(CELLS) - len(f"&{CELLS[-1]}="))) for name in CELLS])


@cache
def build_file(limit: int) -> tuple[bytes, str]:
    return encode_form([("seen", "x")], {"file": ("night.csv", make_up_text(limit - 500).encode())})


@cache
def build_too_large(limit: int) -> tuple[bytes, str]:
    return encode_form([("cells", make_up_text(limit + TOO_LARGE))])


def make_up_text(length: int) -> str:
    return urlsafe_b64encode(Random(length).randbytes(length)).decode()[:length]


def run_daily_job() -> None:
    """Run the job that cleans up, as it runs a day later."""
    tomorrow = timezone.now() + timedelta(days=1)
    with patch.object(timezone, "now", lambda: tomorrow):
        times = {"created_at": tomorrow, "due_at": tomorrow}
        job, _created = Job.objects.update_or_create(kind="clean-up", state=JobState.WAITING, defaults=times)
        run_due_jobs(JOB_HANDLERS)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.error
