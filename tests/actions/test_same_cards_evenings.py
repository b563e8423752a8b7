"""Evenings with the same cards, played from their packs: compared by other code, sent to another club, verified."""

import json
from typing import Any

import pytest

from league.actions import boards, rounds
from league.actions.club import import_club
from league.models import BoardSet, Club, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.actions.same_cards import (
    check_evening,
    export,
    find_match,
    finish,
    make_evening,
    play_rounds,
    play_tables,
    send_to_club,
)
from tests.actions.submissions import enter_result
from tests.actions.test_rounds import refusal
from tests.actions.tournaments import begin_round, reread
from tests.scenarios import scenario

SWISS = {"kind": "same-cards-swiss"}
SKUCK_EVENINGS = [
    pytest.param(8, 7, 2, {}, id="eight"),
    pytest.param(7, 7, 2, {}, id="seven"),  # in each round one sits out
    pytest.param(10, 3, 2, SWISS, id="swiss"),
    pytest.param(14, 13, 1, {}, id="fourteen", marks=pytest.mark.full),
    pytest.param(24, 6, 2, SWISS, id="large-swiss", marks=pytest.mark.full),
]
GAMES_OF_THREE = ("fighting-cards", "international-skat", "north-american-skat")


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def finished(club: Club) -> Season:
    """An evening of eight in seven rounds of two deals, after the last."""
    season = make_evening(club, 8, 7)
    play_rounds(season, 1, 7)
    finish(season, 7)
    return season


@scenario
def running(club: Club) -> Season:
    """An evening of eight in its third round, in which one table has no result yet."""
    season = make_evening(club, 8, 7)
    play_rounds(season, 1, 2)
    begin_round(season)
    play_tables(season, 3, but=[2])
    return season


@pytest.mark.parametrize(("players", "count", "deals", "more"), SKUCK_EVENINGS)
def test_evenings_of_skuck(club: Club, players: int, count: int, deals: int, more: dict[str, Any]) -> None:
    season = make_evening(club, players, count, deals=deals, **more)
    play_rounds(season, 1, count)
    finish(season, count)
    exported = check_evening(season)
    assert exported["boards"]["seed"] == BoardSet.objects.get(season=season).seed
    assert [deal["number"] for deal in exported["boards"]["deals"]] == list(range(1, count * deals + 1))
    per_deal = {deal["number"]: len(deal["compared"]) for deal in exported["boards"]["deals"]}
    assert set(per_deal.values()) == {players // 2}


@pytest.mark.parametrize("game", GAMES_OF_THREE)
def test_evenings_at_tables_of_three(club: Club, game: str) -> None:
    season = make_evening(club, 9, 4, deals=3, game=game, kind="same-cards-swiss")
    play_rounds(season, 1, 4)
    finish(season, 4)
    sheets = [match["sheet"] for match in check_evening(season)["divisions"][0]["matches"]]
    passed = [deal for sheet in sheets for deal in sheet["deals"] if deal == {"declarer": None}]
    assert bool(passed) == (game != "north-american-skat")  # these count as deals
    assert {len(sheet["deals"]) for sheet in sheets} == {3}


def test_a_table_at_which_all_pass_is_whole(club: Club) -> None:
    season = make_evening(club, 9, 2, deals=3, game="fighting-cards", kind="same-cards-swiss")
    begin_round(season)
    passed: Any = {"declarer": None}
    match = find_match(season, 1, 1)
    surplus = refusal(enter_result, match=match, sheet={"deals": [passed] * 4}, played_on=match.club.today)
    assert surplus == [("sheet.deals.3", "surplus")]
    enter_result(match, {"deals": [passed] * 3}, played_on=match.club.today)
    play_tables(season, 1)
    finish(season, 1)
    assert check_evening(season)["divisions"][0]["matches"][0]["result"]["scores"] == [0, 0, 0]


def test_an_evening_by_differences(club: Club) -> None:
    season = make_evening(club, 8, 3, ranking=["difference", "points", "lot"])
    play_rounds(season, 1, 3)
    check_evening(season)


def test_a_file_of_a_finished_evening_is_the_same_after_a_journey(finished: Season) -> None:
    content = export_club_file(finished.competition.club)
    assert send_to_club(content, "lakeside") == content
    drawn = BoardSet.objects.get(season=finished)
    there = BoardSet.objects.get(season__competition__club__slug="lakeside")
    assert (there.seed, there.digest) == (drawn.seed, drawn.digest)


def test_a_file_of_a_running_evening_is_the_same_after_a_journey(running: Season) -> None:
    content = export_club_file(running.competition.club)
    assert send_to_club(content, "lakeside") == content
    there = BoardSet.objects.get(season__competition__club__slug="lakeside")
    assert (there.seed, there.digest) == ("", BoardSet.objects.get(season=running).digest)


def test_an_evening_goes_on_at_home_only(running: Season) -> None:
    club = running.competition.club
    send_to_club(export_club_file(club), "lakeside")
    elsewhere = Season.objects.for_page().get(competition__club__slug="lakeside")
    assert refusal(boards.print_packs, season=elsewhere, number=4, kind="open", by=CONSOLE) == [
        ("season", "no-boards")
    ]
    play_tables(running, 3)
    play_rounds(running, 4, 7)
    finish(running, 7)
    check_evening(running)
    content = export_club_file(club)
    assert send_to_club(content, "lakeside") == content  # the seed has become known
    assert BoardSet.objects.get(season=elsewhere).seed == BoardSet.objects.get(season=running).seed


def test_other_deals_are_no_longer_these(running: Season) -> None:
    document = json.loads(export_club_file(running.competition.club))
    document["competitions"][0]["seasons"][0]["boards"]["digest"] = "0" * 64
    path = "competitions.0.seasons.0.boards.digest"
    assert refusal(import_club, content=json.dumps(document).encode(), by=CONSOLE) == [(path, "other-digest")]


def test_while_it_runs_a_file_has_finished_rounds_only(running: Season) -> None:
    exported = check_evening(running)
    assert "seed" not in exported["boards"]
    assert [deal["number"] for deal in exported["boards"]["deals"]] == [1, 2, 3, 4]
    assert reread(running).is_open
    rounds.announce_rounds(season=running, rounds=6, by=CONSOLE)
    assert "seed" not in export(running)["boards"]
