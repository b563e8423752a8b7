"""Statistics are the sums of the sheets for whoever sat there, however often they are recomputed."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

import games
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player as substitute_in
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.result import restore_result, submit_result
from league.actions.season import close_season, reopen_season
from league.actions.statistics import recompute_figures, refresh_statistics
from league.models import (
    Club,
    Competition,
    Decision,
    Entry,
    Job,
    Match,
    Player,
    Result,
    Season,
    Seat,
    Statistics,
)
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.rules.standings.totals import BID_KEYS
from league.tasks import run_jobs
from tests.actions.clubs import (
    OTHER_SHEET,
    PRINTED_SHEET,
    build_club_file,
    build_random_sheet,
    list_matches,
    make_club,
)
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
NAMES = ("played", "won", "drawn", "lost", "deals", "score")


def fetch_statistics(competition: Competition) -> dict[str, list[int]]:
    rows = Statistics.objects.filter(competition=competition, played__gt=0)
    return {
        row.player.key: [*(getattr(row, name) for name in NAMES), *(row.figures[key] for key in BID_KEYS)]
        for row in rows.select_related("player")
    }


def recompute_from_sheets(competition: Competition) -> dict[str, list[int]]:
    """Return the totals by player id, computed from the sheets alone."""
    totals: dict[str, list[int]] = defaultdict(lambda: [0] * len([*NAMES, *BID_KEYS]))
    for result in Result.objects.filter(
        counts_for__division__season__competition=competition, status="played"
    ):
        names = result.seated_players or [
            seat.entry.player.key
            for seat in result.match.seats.order_by("number").select_related("entry__player")
        ]
        for name, seat in zip(names, games.score("skuck", result.sheet).seats, strict=True):
            outcomes = [int(seat.outcome == outcome) for outcome in ("win", "draw", "loss")]
            figures = [1, *outcomes, seat.deals, seat.score, seat.bids, seat.bids_made, seat.bid_total]
            totals[name] = [total + figure for total, figure in zip(totals[name], figures, strict=True)]
    return dict(totals)


@scenario
def club() -> Club:
    """Make a club with two competitions.

    It has a substitute, a forfeit, a void match, a scheduled match and a correction.
    """
    file = build_club_file(entries=5, competitions=2)
    matches: list[dict[str, Any]] = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[0] |= {"status": "forfeit", "absent": [matches[0]["seats"][0]]}
    matches[1] |= {"status": "void"}
    matches[2] |= {
        "status": "played",
        "played_on": "2026-01-06",
        "sheet": PRINTED_SHEET,
        "sat": ["substitute", matches[2]["seats"][1]],
    }
    made = make_club(file)
    scheduled = [match for match in list_matches(made) if match.status == "scheduled"]
    for seed, match in enumerate(scheduled[1:]):
        submit_random_sheet(match, seed)
    submit_random_sheet(scheduled[2], 1000, base=1)
    return made


def submit_random_sheet(match: Match, seed: int, base: int = 0) -> None:
    submit_result(match=match, sheet=build_random_sheet(seed), by=CONSOLE, key=uuid4(), base=base)


def test_statistics_are_what_the_sheets_give(club: Club) -> None:
    assert not Statistics.objects.exists()
    run_jobs()
    for competition in Competition.objects.all():
        assert fetch_statistics(competition) == recompute_from_sheets(competition) != {}
    assert "substitute" in fetch_statistics(Competition.objects.get(slug="league-1"))


def test_the_games_own_figures_are_added_up_as_it_says() -> None:
    club = make_club()
    mine = [seat.match for seat in Seat.objects.filter(player__key="p1").order_by("match__round__number")]
    for match, sheet in zip(mine[:2], (PRINTED_SHEET, OTHER_SHEET), strict=True):
        submit_result(match=match, sheet=sheet, by=CONSOLE, key=uuid4(), base=0)
    run_jobs()
    scores = [seat.score for seat in Seat.objects.filter(player__key="p1", match__in=mine[:2])]
    figures = Statistics.objects.get(player__key="p1", competition__club=club).figures
    assert (figures["boolies"], figures["best"]) == (1, max(scores))


def test_figures_from_before_they_were_kept_are_read_from_the_sheets(club: Club) -> None:
    run_jobs()
    right = list(Seat.objects.order_by("pk").values_list("figures", flat=True))
    counted = list(Statistics.objects.order_by("pk").values_list("figures", flat=True))
    assert {} in right and any(right) and any(counted)
    Seat.objects.update(figures={})
    Statistics.objects.update(figures={})
    assert verify_club(club)
    for competition in club.competitions.all():
        recompute_figures(competition=competition.pk)
        recompute_figures(competition=competition.pk)
    run_jobs()
    assert verify_club(club) == []
    assert list(Seat.objects.order_by("pk").values_list("figures", flat=True)) == right
    assert list(Statistics.objects.order_by("pk").values_list("figures", flat=True)) == counted


def test_counting_again_changes_nothing(club: Club) -> None:
    run_jobs()
    before = list(Statistics.objects.order_by("pk").values())
    for competition in Competition.objects.all():
        refresh_statistics(competition=competition.pk)
        refresh_statistics(
            competition=competition.pk, players=list(Player.objects.values_list("pk", flat=True))
        )
    assert list(Statistics.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("named", [True, False], ids=["named", "everyone"])
def test_player_who_has_no_seat_any_more_has_no_statistics(club: Club, named: bool) -> None:
    run_jobs()
    competition = Competition.objects.get(slug="league-1")
    substitute = Player.objects.get(key="substitute")
    for seat in Seat.objects.filter(player=substitute):  # it was the entry's own player after all
        Seat.objects.filter(pk=seat.pk).update(player=seat.entry.player)
    refresh_statistics(competition=competition.pk, players=[substitute.pk] if named else None)
    assert not Statistics.objects.filter(player=substitute, competition=competition).exists()


def test_only_the_named_players_are_counted(club: Club) -> None:
    competition, player = Competition.objects.get(slug="league-1"), Player.objects.get(key="p1")
    refresh_statistics(competition=competition.pk, players=[player.pk])
    assert list(fetch_statistics(competition)) == ["p1"]


def test_counting_costs_the_same_for_few_and_for_many(django_assert_num_queries: Any) -> None:
    for entries in (4, 20):
        club = make_club(slug=f"club-{entries}", entries=entries)
        for seed, match in enumerate(list_matches(club)[:entries]):
            submit_random_sheet(match, seed)
        competition = Competition.objects.get(club=club)
        with django_assert_num_queries(6 + 2):  # and a savepoint
            refresh_statistics(competition=competition.pk)
        with django_assert_num_queries(5 + 2):  # nothing differs: nothing is written
            refresh_statistics(competition=competition.pk)
        Match.objects.filter(club=club, status="played").update(status="void")
        with django_assert_num_queries(6 + 2):  # all go
            refresh_statistics(competition=competition.pk)


def test_results_of_a_draft_count_when_it_is_opened() -> None:
    file = build_club_file(state="draft")
    season = file["competitions"][0]["seasons"][0]
    played = {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    season["divisions"][0]["matches"][0] |= played
    club = make_club(file)
    run_jobs()
    assert Match.objects.filter(club=club, status="played").exists()
    assert not Statistics.objects.exists()
    season |= {"state": "open", "lot": 20260105}
    make_club(file)
    run_jobs()
    competition = club.competitions.get()
    assert fetch_statistics(competition) == recompute_from_sheets(competition) != {}


def test_only_what_differs_is_written(club: Club) -> None:
    run_jobs()
    wrong = Statistics.objects.get(player__key="p2", competition__slug="league-1")
    Statistics.objects.filter(pk=wrong.pk).update(details={})
    Statistics.objects.filter(player__key="p3", competition__slug="league-1").delete()
    with patch.object(Statistics.objects, "bulk_create") as written:
        refresh_statistics(competition=club.competitions.get(slug="league-1").pk)
    assert [row.player.key for row in written.call_args.args[0]] == ["p2", "p3"]


def test_details_are_of_who_sat_there(club: Club) -> None:
    run_jobs()
    substitute = Statistics.objects.get(player__key="substitute").details
    match = Match.objects.get(seats__player__key="substitute")
    other = match.seats.get(number=1).player.key
    assert substitute["rivals"] == {
        other: {"played": 1, "won": 1, "drawn": 0, "lost": 0, "score": -3, "against": -3}
    }
    assert substitute["games"]["skuck"]["best"] == {"match": match.key, "score": -3}
    bids = [deal["bids"][0] for deal in PRINTED_SHEET["deals"]]
    assert substitute["games"]["skuck"]["bids"] == {str(bid): bids.count(bid) for bid in bids}
    away = match.seats.get(number=0).entry.player.key
    met = Statistics.objects.get(player__key=other, competition=match.division.season.competition).details
    assert away not in met["rivals"] and "substitute" in met["rivals"]


def test_whoever_changes_what_was_played_has_it_counted_anew() -> None:
    """Whatever writes results enqueues the job, for everybody whose statistics change by it."""
    club = make_club(entries=4)
    season = Season.objects.select_related("competition__club").get(competition__club=club)
    substitute = Player.objects.get(key="substitute", club=club)
    for seed, match in enumerate(list_matches(club)[:-1]):
        submit_random_sheet(match, seed)
    first, second, third = list_matches(club)[:3]
    assert_statistics_are_right(club)
    made: list[Decision] = []

    def as_it_is(match: Match) -> dict[str, Any]:
        now = Match.objects.get(pk=match.pk)
        return {"match": now, "reason": "So it is.", "by": CONSOLE, "base": now.revision}

    def restored() -> None:
        submit_random_sheet(first, 99, base=1)
        number, base = 1, Match.objects.get(pk=first.pk).revision
        restore_result(match=first, number=number, by=CONSOLE, base=base, why="Typed wrongly", key=uuid4())

    entry = Entry.objects.get(season=season, player__key="p2")
    for change in (
        restored,
        lambda: made.append(forfeit_match(absent=[0], **as_it_is(first))),
        lambda: made.append(void_match(**as_it_is(second))),
        lambda: made.append(substitute_in(seat=0, substitute=substitute, **as_it_is(third))),
        lambda: made.append(withdraw_entry(entry=entry, outcome="expunge", reason="Moved away.", by=CONSOLE)),
        *(lambda: revoke_decision(decision=made.pop(), by=CONSOLE) for _ in range(4)),
        lambda: close_season(season=season, by=CONSOLE, missing="forfeit"),
        lambda: reopen_season(season=Season.objects.get(pk=season.pk), by=CONSOLE),
    ):
        change()
        assert_statistics_are_right(club)
    assert Statistics.objects.count() == 4 and not made


def assert_statistics_are_right(club: Club) -> None:
    """Assert that, when all jobs are done, `verify` finds no difference."""
    run_jobs()
    assert not Job.objects.exclude(state="done").exists()
    assert verify_club(club) == []


def test_competition_that_is_gone_has_nothing_to_count() -> None:
    refresh_statistics(competition=12345)
    recompute_figures(competition=12345)
    assert not Statistics.objects.exists()
