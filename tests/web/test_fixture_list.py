"""Lists of matches as HTML."""

from datetime import date
from typing import Any

import pytest

from league.models import Division
from league.models.match import MatchStatus
from league.queries.fixtures import Fixture, FixtureSeat
from league.web.fixture_list import FixtureWriter

PLAYED = [("<b>Ann & Co", "win", 27), ("Bob", "loss", -3)]


def write(
    seats: list[tuple[str, str, int]] = PLAYED,
    *,
    is_short: bool = False,
    with_table: bool = False,
    **more: Any,
) -> str:
    values: dict[str, Any] = {
        "key": 'm"1',
        "division": Division(),
        "round": 1,
        "table": 3,
        "status": MatchStatus.PLAYED,
        "day": date(2026, 2, 3),
        "is_overdue": False,
        "seats": [
            FixtureSeat(name, outcome, score, place, absent=not score)
            for place, (name, outcome, score) in enumerate(seats, 1)
        ],
    }
    match = Fixture(**values | more)
    return FixtureWriter("/club/", is_short=is_short, with_table=with_table).write([match], [["<i>A</i>"]])


def test_all_that_users_typed_is_escaped() -> None:
    written = write()
    assert "<bdi>&lt;b&gt;Ann &amp; Co</bdi>" in written and 'href="/club/matches/m&quot;1/"' in written
    assert '<b class="score">27</b>' in written and '<b class="score">−3</b>' in written
    assert written.endswith("</a>\n<small><i>A</i></small></li>\n</ul>")


@pytest.mark.parametrize(
    ("status", "more", "said"),
    [
        (MatchStatus.SCHEDULED, {}, ""),
        (MatchStatus.SCHEDULED, {"is_overdue": True}, "overdue"),
        (MatchStatus.SCHEDULED, {"is_disputed": True}, "disputed"),
        (MatchStatus.FORFEIT, {}, "Forfeit"),
        (MatchStatus.VOID, {}, "Void – doesn&#x27;t count"),
        (MatchStatus.PLAYED, {}, ""),
    ],
)
def test_match_says_what_has_become_of_it(status: MatchStatus, more: dict[str, bool], said: str) -> None:
    written = write([("Ann", "", 0), ("Bob", "", 0)], status=status, **more)
    assert not said or f">{said}</span>" in written
    assert ("<span " in written or "<i>A</i> <" in written) is bool(said)
    assert ("absent" in written) is (status != MatchStatus.PLAYED)


def test_short_list_says_how_many_others_sit_at_the_table() -> None:
    six = [(f"P{number}", "", 5) for number in range(6)]
    assert "P5" in write(six) and "more" not in write(six)
    short = write(six, is_short=True, with_table=True)
    assert (
        "P4" not in short and "<small><span>and 2 more</span> <i>A</i> <span>Table 3</span></small>" in short
    )
    assert "<span>and 1 more</span>" in write(six[:5], is_short=True)
