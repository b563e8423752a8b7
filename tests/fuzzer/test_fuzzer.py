"""Whatever is sent to any page or command: no error of ours, no change that nobody asked for, none without an event."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random, SystemRandom
from typing import Any

import pytest
from coverage import Coverage

from tests.fuzzer.addresses import GENERATORS, choose_parts, list_addresses
from tests.fuzzer.commands import list_arguments_without_generator
from tests.fuzzer.fuzzer import find_name, run_fuzzer
from tests.fuzzer.pages import parse_forms
from tests.fuzzer.values import has_generator
from tests.fuzzer.world import make_world

FEW_REQUESTS, MANY_REQUESTS = 200, 10_000
SEED = 1


@contextmanager
def pause_coverage() -> Iterator[None]:
    """Leave out of the coverage what is only come upon by chance."""
    measured = Coverage.current()
    if measured:
        measured.stop()
    yield
    if measured:
        measured.start()


def check_run(requests: int, seed: int, min_valid_share: float) -> None:
    """Send so many requests, of whose posts enough must be valid: else hardly anything was tried."""
    print(f"SHEETS_SEED={seed}")  # pytest shows this and the report where the test fails
    list_arguments_without_generator()  # imports every command: what is imported in a pause counts as never run
    with pause_coverage():
        report = run_fuzzer(requests, seed)
    print(report.format())
    assert not report.findings
    assert report.valid_share >= min_valid_share


@pytest.mark.django_db(transaction=True)
def test_no_request_does_what_it_must_not() -> None:
    check_run(FEW_REQUESTS, SEED, min_valid_share=0.1)


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_none_of_ten_thousand_requests_does_what_it_must_not() -> None:
    """Each run makes new requests; SHEETS_SEED=... repeats those of an earlier one."""
    seed = int(os.environ.get("SHEETS_SEED") or SystemRandom().randrange(10**6))
    check_run(MANY_REQUESTS, seed, min_valid_share=0.2)


def test_parts_of_every_address_have_a_generator() -> None:
    without = [
        f"{address.name}: {address.parts}" for address in list_addresses() if address.parts not in GENERATORS
    ]
    assert without == [], "Say in tests/fuzzer/addresses.py which parts belong together."


def test_arguments_of_every_command_have_a_generator() -> None:
    assert list_arguments_without_generator() == [], "Say in tests/fuzzer/commands.py what they may be."


@pytest.mark.django_db(transaction=True)
def test_fields_of_every_page_have_a_generator() -> None:
    world, without = make_world(1), set()
    for address in list_addresses():
        path = address.fill(choose_parts(address, world, Random(address.name)))
        for who in ("administrator", "owner", "visitor"):  # until somebody may see it
            response = world.build_client(who).get(path)
            if response.status_code == 200:
                without |= set(list_fields_without_generator(response, path))
                break
    assert without == set(), "Say in tests/fuzzer/values.py what somebody would type there."


def list_fields_without_generator(response: Any, path: str) -> Iterator[str]:
    if response.headers["Content-Type"].startswith("text/html"):
        for form in parse_forms(response.content.decode(), path):
            name = find_name(form.places[0])
            yield from (
                f"{name}/{field.name}" for field in form.fields.values() if not has_generator(name, field)
            )
