"""Evenings with the same cards, played from their packs: compared by other code, sent to another club, verified."""

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from games import Invalid
from league.actions import boards, rounds
from league.actions.club import import_club
from league.actions.decisions.deals import rule_on_deals
from league.clubfile.verify import verify_file
from league.models import BoardSet, Club, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from league.queries.season import explain_standing
from league.rules.duplicate.generator import compute_digest, make_seed
from league.rules.explain.standings import step_to_lines
from tests.actions.refusals import refusal
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


def test_sums_of_a_list_are_refused_since_each_deal_is_compared(club: Club) -> None:
    season = make_evening(club, 9, 2, deals=3, game="international-skat", kind="same-cards-swiss")
    begin_round(season)
    match = find_match(season, 1, 1)
    sums = {"game_points": [18, 18, 18], "won": [1, 1, 1], "lost": [0, 0, 0], "passed": 0}
    assert refusal(enter_result, match=match, sheet={"deals": [sums]}, played_on=match.club.today) == [
        ("sheet", "sums-only")
    ]


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


# --- what a changed file says of itself

ALL_DEALS = pytest.param(range(14), marks=pytest.mark.full, id="all-deals")


@pytest.fixture
def document(finished: Season) -> Any:
    """The file of a finished evening, with a ruling."""
    ruled = find_match(finished, 2, 1)
    rule_on_deals(match=ruled, deals=[0], shares=[60, 40], reason="Too slow", by=CONSOLE)
    return json.loads(export_club_file(finished.competition.club))


def find_changes(document: Any) -> list[str]:
    """Return the paths at which a file is refused, or differs from what follows."""
    try:
        return [difference.path for difference in verify_file(json.dumps(document).encode())]
    except Invalid as invalid:
        return [problem.path for problem in invalid.problems]


def get_boards(document: Any) -> Any:
    return document["competitions"][0]["seasons"][0]["boards"]


@pytest.mark.parametrize("deals", [pytest.param([4], id="one-deal"), ALL_DEALS])
def test_every_card_that_lies_elsewhere_is_found(document: Any, deals: Sequence[int]) -> None:
    assert find_changes(document) == []
    for number in deals:
        piles = get_boards(document)["deals"][number]["piles"]
        places = [(pile["cards"], index) for pile in piles for index in range(len(pile["cards"]))]
        for (cards, index), (others, other) in pairwise([*places, places[0]]):
            cards[index], others[other] = others[other], cards[index]
            path = f"competitions.0.seasons.0.boards.deals.{number}.piles."
            found = find_changes(document)
            assert found and all(change.startswith(path) for change in found)
            cards[index], others[other] = others[other], cards[index]
    assert find_changes(document) == []


def change_card(boards: Any) -> None:
    boards["deals"][3]["piles"][0]["cards"][0] = boards["deals"][3]["piles"][1]["cards"][0]


def change_keys(boards: Any) -> None:
    first, second = boards["deals"][3]["piles"][1:3]
    first["key"], second["key"] = second["key"], first["key"]


def change_seed_with_digest(boards: Any) -> None:
    boards["seed"] = make_seed()
    boards["digest"] = compute_digest(boards["seed"])


def change_value(boards: Any) -> None:
    boards["deals"][9]["compared"][2]["values"][1] = "61.0000"


def drop_value(boards: Any) -> None:
    boards["deals"][9]["compared"].pop()


CHANGES: list[tuple[str, Callable[[Any], object], str]] = [
    ("card", change_card, "deals.3.piles"),
    ("keys", change_keys, "deals.3.piles.1.key"),
    (
        "lot",
        lambda boards: boards["deals"][0].update(lot=1 - boards["deals"][0].get("lot", 0)),
        "deals.0.lot",
    ),
    ("number", lambda boards: boards["deals"][0].update(number=15), "deals.0.number"),
    ("twice", lambda boards: boards["deals"][1].update(number=1), "deals.1.number"),
    ("seed", lambda boards: boards.update(seed="0" * 32), "seed"),
    ("digest", lambda boards: boards.update(digest="0" * 64), "seed"),
    ("seed with digest", change_seed_with_digest, "deals.0.piles.0.cards"),
    ("value", change_value, "deals.9.compared.m19"),
    ("value left out", drop_value, "deals.9.compared.m20"),
    ("shares", lambda boards: boards["rulings"][0].update(shares=[60, 41]), "deals.2.compared.m5"),
    (
        "shares of more than there are",
        lambda boards: boards["rulings"][0].update(shares=[50, 25, 25]),
        "rulings.0.shares",
    ),
    ("ruling", lambda boards: boards.pop("rulings"), "deals.2.compared.m5"),
    ("ruled deal", lambda boards: boards["rulings"][0].update(deals=[2]), "rulings.0.deals.0"),
    ("ruled match", lambda boards: boards["rulings"][0].update(match="m99"), "rulings.0.match"),
]


@pytest.mark.parametrize(
    ("change", "path"), [pytest.param(change, path, id=name) for name, change, path in CHANGES]
)
def test_every_other_change_is_found(document: Any, change: Callable[[Any], object], path: str) -> None:
    change(get_boards(document))
    assert find_changes(document)[0] == f"competitions.0.seasons.0.boards.{path}"


def test_a_changed_sheet_is_found(document: Any) -> None:
    for deal in document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][6]["sheet"]["deals"]:
        # so far off that whichever was not the worst before is so now
        deal["bids"] = [taken - 9 if taken > 9 else taken + 9 for taken in deal["tricks"]]
    found = find_changes(document)
    assert any("matches.6.result" in path for path in found) and any("compared.m7" in path for path in found)


def test_a_changed_standing_is_found(document: Any) -> None:
    standings = document["competitions"][0]["seasons"][0]["report"]["divisions"][0]["standings"]
    standings[2]["matchpoints"] = "99.0000"
    assert [path.rpartition("standings.")[2] for path in find_changes(document)] == ["2.matchpoints"]


# --- why a player has so much


def test_explanation_adds_up_by_what_it_says(finished: Season) -> None:
    """Each deal's per cent follows from who is said to be beaten or equal, and the mean from the deals."""
    standings = export(finished)["report"]["divisions"][0]["standings"]
    for row in standings:
        deals: list[tuple[Fraction, list[str]]] = []
        for line in step_to_lines(explain_standing(finished.competition, row["player"])):
            if found := re.search(r"Deal \d+, Side [AB], score .+: (\d+\.\d+) %$", line):
                deals.append((Fraction(found[1]), []))
            elif found := re.search(r" scored .+: (beaten|equal|better)$", line):
                deals[-1][1].append(found[1])
        assert len(deals) == 14
        for value, others in deals:
            assert len(others) == 3
            matchpoints = 2 * others.count("beaten") + others.count("equal")
            assert abs(value - Fraction(100 * matchpoints, 6)) <= Fraction(1, 100)
        mean = sum((value for value, _others in deals), Fraction(0)) / 14
        assert abs(mean - Fraction(row["matchpoints"])) <= Fraction(1, 100)
