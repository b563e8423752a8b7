"""Every address, asked for by everybody: what comes of it stands in the table, and a refusal changes nothing."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from django.core.cache import cache

from tests.security.asking import address, addresses, asked_for, outcome, rows_of
from tests.security.house import ELSEWHERE, HERE, House, kept, undone
from tests.security.roles import ROWS, Outcome, Row

# Django's own, in the admin site: an old way to write an address, and what leads to the page of a missing one.
NAMELESS = {"admin:<path:object_id>/", "admin:(?P<url>.*)$"}
REFUSED = {403, 404, 405, "log-in"}
EVERY = [pytest.param(name, row, id=f"{name} {row.case}".strip()) for name, row in asked_for()]


def test_every_address_has_a_row() -> None:
    assert [name for name in addresses() if not rows_of(name) and name not in NAMELESS] == []


def test_every_row_has_an_address() -> None:
    names = list(addresses())
    assert [row for row in ROWS if not any(fnmatchcase(name, row.name) for name in names)] == []


def everybody(row: dict[str, Outcome]) -> dict[str, Outcome]:
    """Whoever is something in another club only is a stranger here."""
    return row | dict.fromkeys(ELSEWHERE, row["stranger"])


@pytest.mark.parametrize(("name", "row"), EVERY)
def test_address_is_for_those_in_its_row(house: House, db: None, name: str, row: Row) -> None:
    where, before, everyone = address(name, row, house), kept(), (*HERE, *ELSEWHERE)
    asked = {who: outcome(house.client(who).get(where)) for who in everyone}
    assert kept() == before
    assert asked == everybody(row.get)

    expected = everybody(row.post) if row.post else {}
    refused = [who for who in everyone if expected.get(who, 405) in REFUSED]
    posted = {who: _post(house, who, where, row) for who in refused}
    assert kept() == before
    for who in everyone:
        if who not in refused:
            with undone():
                posted[who] = _post(house, who, where, row)
    if row.post:
        assert posted == expected
    else:
        assert {who: posted[who] for who in everyone if posted[who] not in (asked[who], 405)} == {}


def _post(house: House, who: str, where: str, row: Row) -> Outcome:
    cache.clear()  # it counts how often somebody comes
    return outcome(house.client(who).post(where, row.sent))
