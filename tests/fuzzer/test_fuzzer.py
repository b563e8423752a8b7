"""Whatever is sent to any page or command: no error of ours, no change that nobody asked for, none without an event."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.coverage_pause import pause_coverage
from tests.fuzzer.addresses import GENERATORS, choose_parts, list_addresses
from tests.fuzzer.commands import list_arguments_without_generator
from tests.fuzzer.fuzzer import find_name, run_fuzzer
from tests.fuzzer.pages import parse_forms
from tests.fuzzer.values import has_generator
from tests.fuzzer.world import make_world

FEW_REQUESTS, MANY_REQUESTS = 200, 500
SEED, NEW_SEEDS = 1, 3


def check_run(requests: int, seed: int, min_valid_share: float) -> None:
    """Send so many requests, of whose posts enough must be valid: else hardly anything was tried."""
    list_arguments_without_generator()  # imports every command: what is imported in a pause counts as never run
    with pause_coverage():
        report = run_fuzzer(requests, seed)
    print(report.format())  # pytest shows it where the test fails
    assert not report.findings
    assert report.valid_share >= min_valid_share


@pytest.mark.django_db(transaction=True)
def test_no_request_does_what_it_must_not() -> None:
    check_run(FEW_REQUESTS, SEED, min_valid_share=0.1)


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(NEW_SEEDS))
def test_no_new_request_does_what_it_must_not(number: int, new_seed: int) -> None:
    check_run(MANY_REQUESTS, new_seed + number, min_valid_share=0.15)


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
