"""`--as-of` a day before something was decided about an entry, or before it was taken back: it tells what it told
then."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from league.actions.actor import CONSOLE
from league.actions.late_entry import add_late_entry
from league.actions.substitute import substitute_player, substitute_rest_of_season
from league.models import Club, Decision, Match, Player, Season
from league.queries.book import read_book
from league.queries.club import verified
from tests.actions.clubs import PRINTED_SHEET
from tests.actions.deciding import entry_of, leave, now, on, punish, undo, void, walkover
from tests.actions.entering import enter
from tests.actions.seasons import latest, league_file, make_league, to_play
from tests.commands.console import export, imported, report
from tests.rules.clubs import put
from tests.rules.many import many

pytestmark = pytest.mark.django_db
ENTRY = "competitions.0.seasons.0.divisions.0.entries.0"


def as_of(day: int) -> tuple[Any, bytes]:
    """What was told, and would have been exported, of season 1 at the end of that day."""
    flags = ("--as-of", f"2026-03-{day:02}")
    return report("club/league", *flags), export("club", *flags)


def player(key: str) -> Player:
    return Player.objects.get(key=key)


def matches_of(file: Any) -> Iterator[Any]:
    for division in file["competitions"][0]["seasons"][0]["divisions"]:
        yield from division["matches"]


def decided(season: Season, what: str) -> Decision:
    match = to_play(season)[0]
    player = match.seats.get(number=0).entry.player.key
    ways: dict[str, Callable[[], Decision]] = {
        "penalty": lambda: punish(player, season, score=7),
        "stand": lambda: leave(player, season, "stand"),
        "expunge": lambda: leave(player, season, "expunge"),
        "walkover": lambda: walkover(match, 0),
        "void": lambda: void(match),
    }
    return ways[what]()


@pytest.mark.parametrize("what", ["penalty", "stand", "expunge", "walkover", "void"])
def test_day_before_between_and_after(what: str) -> None:
    season = make_league([4], unplayed=3)
    before = as_of(1)
    with on(2):
        decision = decided(season, what)
    with on(3):
        between = {day: as_of(day) for day in (1, 2)}
        assert between[1] == before
        assert between[2][1] == export("club") != before[1]
        assert between[2][0] == report("club/league")
    with on(5):
        undo(decision)
    assert {day: as_of(day) for day in (1, 2, 3, 4)} == {
        **between,
        3: between[2],
        4: between[2],
    }
    assert as_of(5) == as_of(6) == before
    assert verified(season.competition.club) == []


def test_penalties_stand_in_their_order_on_any_day() -> None:
    file = put(league_file([4]), f"{ENTRY}.penalties", [{"points": 0, "score": 1, "reason": "Of a file"}])
    imported(file)
    season, told, made = latest("club"), {}, []
    for day, why in ((2, "One"), (3, "Two"), (4, "Three")):
        with on(day):
            made.append(punish("p001", season, score=day, reason=why))
            told[day] = export("club")
    with on(6):
        undo(made[0])
        told[6] = export("club")
    with on(7):
        undo(made[2])
        told[7] = export("club")
    assert {day: as_of(day)[1] for day in told} == told
    assert as_of(5)[1] == told[4]
    assert b"Of a file" in as_of(1)[1] and b"One" not in as_of(1)[1]


def test_withdrawn_twice_and_taken_back_once() -> None:
    season = make_league([4], unplayed=3)
    told = {}
    with on(2):
        first = leave("p001", season, "expunge")
        told[2] = as_of(2)
    with on(4):
        undo(first)
        told[4] = as_of(4)
    with on(6):
        leave("p001", season, "stand")
        told[6] = as_of(6)
    assert {day: as_of(day) for day in told} == told
    assert (as_of(3), as_of(5)) == (told[2], told[4])
    assert [b'"left": true' in as_of(day)[1] for day in (1, 2, 4, 6)] == [False, True, False, True]


def test_who_came_in_late_was_not_there_before() -> None:
    imported(league_file([4], unplayed=3, newcomers="zoe"))
    season = latest("club")
    before = as_of(1)
    with on(2):
        decision = add_late_entry(
            division=season.divisions.get(), player=player("zoe"), reason="New", by=CONSOLE
        )
        there = as_of(2)
    assert b"zoe" in there[1].split(b"divisions")[1]
    assert as_of(1) == before
    match = Match.objects.filter(seats__entry__player__key="zoe")[0]
    with on(4):
        walkover(match, 0)
    assert (as_of(1), as_of(2), as_of(3)) == (before, there, there)
    with on(5):
        undo(Decision.objects.latest("pk"))
        undo(decision)
    assert as_of(1) == as_of(5) == before
    assert as_of(2) == before  # it left no trace


def test_result_of_somebody_who_came_in_late_is_none_before() -> None:
    """Though a file says that it was played then."""
    imported(league_file([4], unplayed=3, newcomers="zoe"))
    season = latest("club")
    before = as_of(1)
    with on(20):
        add_late_entry(division=season.divisions.get(), player=player("zoe"), reason="New", by=CONSOLE)
        match = Match.objects.filter(seats__entry__player__key="zoe")[0]
        file = json.loads(export("club"))
        [record] = [one for one in matches_of(file) if one["id"] == match.key]
        record |= {"status": "played", "played_on": "2026-03-10", "sheet": PRINTED_SHEET, "revision": 1}
        imported(file, "--recompute")
    assert (as_of(1), as_of(10), as_of(19)) == (before,) * 3
    assert as_of(20)[1] == export("club")


def test_who_joined_a_larger_table_late_did_not_sit_there_before() -> None:
    imported(many({"id": "m8", "seats": ["ann", "bob", "cleo"], "round": 5, "table": 1}))
    before = as_of(1)
    with on(2):
        division = latest("club").divisions.get()
        add_late_entry(division=division, player=player("zoe"), reason="New", by=CONSOLE)
        there = as_of(2)
    match = Match.objects.get(key="m8")
    assert match.seats.filter(entry__player__key="zoe").exists()
    assert (as_of(1), as_of(2)) == (before, there)
    with on(3):
        void(match)
    assert (as_of(1), as_of(2)) == (before, there)


def test_substitute_is_named_from_the_day_on_which_that_was_decided() -> None:
    imported(league_file([4], unplayed=3, newcomers="zoe yve"))
    season = latest("club")
    match, told, made = to_play(season)[0], {1: as_of(1)}, []
    entry = match.seats.get(number=0).entry

    def instead(key: str) -> None:
        sent: dict[str, Any] = {"match": now(match), "seat": 0, "reason": "Ill", "by": CONSOLE}
        made.append(substitute_player(**sent, substitute=player(key), base=now(match).revision))

    with on(2):
        instead("zoe")
        told[2] = as_of(2)
    with on(4):
        instead("yve")
        told[4] = as_of(4)
    with on(6):
        undo(made.pop())
        told[6] = as_of(6)
    with on(8):
        undo(made.pop())
        told[8] = as_of(8)
    with on(10):
        made.append(
            substitute_rest_of_season(
                entry=entry_of(entry.player.key, season), substitute=player("yve"), reason="Ill", by=CONSOLE
            )
        )
        told[10] = as_of(10)
    with on(12):
        enter(now(match))
        told[12] = as_of(12)
    with on(14):
        instead(entry.player.key)
        told[14] = as_of(14)
    assert [day for day in told if as_of(day) != told[day]] == []
    assert (as_of(3), as_of(5), as_of(7), as_of(9)) == (told[2], told[4], told[6], told[1])
    assert told[2][1].count(b'"sat"') == 1 and told[1][1].count(b'"sat"') == 0


def test_same_day_it_never_was() -> None:
    season = make_league([4], unplayed=3)
    before = as_of(1)
    with on(2):
        undo(leave("p001", season, "expunge"))
        undo(punish("p001", season, score=1))
    assert as_of(1) == as_of(2) == before


def test_who_had_left_by_a_file_had_left_always() -> None:
    imported(put(league_file([4]), f"{ENTRY}.left", True))
    with on(2):
        undo(punish("p001", latest("club"), score=1))
    assert b'"left": true' in as_of(1)[1]


def test_it_takes_no_more_queries(django_assert_num_queries: Any) -> None:
    season = make_league([4, 4], unplayed=3)
    club = Club.objects.get()
    for player in ("p001", "p002", "p003"):
        with django_assert_num_queries(7 + 2):
            read_book(club, as_of=date(2026, 3, 1))
        leave(player, season, "stand")
        undo(punish(player, season, score=1))
    enter(to_play(season)[0])
    with django_assert_num_queries(7):
        read_book(club)
