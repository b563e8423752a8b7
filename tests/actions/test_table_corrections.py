"""Corrections in a knockout at larger tables: what is asked, what is overtaken, and that undoing brings it back."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import games
from league.actions import rounds
from league.actions.club import import_club
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.revocation import revoke_decision
from league.actions.result import undo_result
from league.models import Club, Match, Role, Round, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import make_member
from tests.actions.submissions import enter_result
from tests.actions.tournaments import begin_round, list_tables, make_tournament
from tests.commands.console import run_command
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

GAME = games.get("hucklebuck")
PAGE = "/riverside/spring-open/1/"


@scenario
def sixteen(club: Club) -> Season:
    """Tables of four, of which two go on: rounds of 16 and 8 were played, and the last table is published."""
    season = make_tournament(club, 16, names=list_names(16), game="hucklebuck", kind="table-knockout")
    for number in (1, 2):
        begin_round(season)
        play(season, number)
    begin_round(season)
    return season


def list_names(number: int) -> list[str]:
    return [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:number]]


def make_sheet(places: Sequence[int]) -> object:
    """Return a sheet of a whole match with these places by seat, no two of them equal."""
    options, seats = GAME.Options(), len(places)
    for seed in range(1000):
        sheet = GAME.plausible(options, seats, Random(seed)) if GAME.plausible else {}
        score = GAME.score(games.parse(GAME, sheet, options, seats), options, seats)
        given = [seat.place for seat in score.seats]
        if sorted(given) == list(range(1, seats + 1)):
            seat_of = [given.index(place) for place in places]
            return {
                **sheet,
                "deals": [{"tricks": [deal["tricks"][seat] for seat in seat_of]} for deal in sheet["deals"]],
            }
    raise AssertionError("no such sheet")


def play(season: Season, number: int) -> None:
    """Enter a result at each table of a round that has none: who is named first, comes first."""
    for match in Match.objects.filter(division__season=season, round__number=number, status="scheduled"):
        places = range(1, match.seats.count() + 1)
        enter_result(match, make_sheet(places), played_on=match.club.today)


def correct(match: Match, *places: int) -> None:
    match.refresh_from_db()
    enter_result(
        match, make_sheet(places), base=match.revision, why="Typed wrongly", played_on=match.club.today
    )


def list_matches(season: Season, number: int) -> list[tuple[int, str, str]]:
    """Return the matches of a round: table, the letters of its players, and status."""
    found = []
    for match in Match.objects.filter(division__season=season, round__number=number):
        names = match.seats.order_by("number").values_list("player__name", flat=True)
        found.append((match.table, "".join(name[-1] for name in names), match.status))
    return sorted(found)


def assert_sound(club: Club) -> None:
    """Check the club, and that its file can be read."""
    assert list(verify_club(club)) == []
    copy = export_club_file(club).replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    imported = Club.objects.get(slug="copy")
    assert export_club_file(imported) == copy


BEFORE = [
    [(1, "AHIP", "played"), (2, "BGJO", "played"), (3, "CFKN", "played"), (4, "DELM", "played")],
    [(1, "ADEH", "played"), (2, "BCFG", "played")],
    [(1, "ABCD", "scheduled")],
]


def list_all(season: Season) -> list[list[tuple[int, str, str]]]:
    return [list_matches(season, number) for number in (1, 2, 3)]


def test_player_who_goes_on_takes_the_place_of_another_and_undoing_brings_all_back(sixteen: Season) -> None:
    assert list_all(sixteen) == BEFORE
    written = export_club_file(sixteen.competition.club)
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    correct(first, 1, 3, 2, 4)  # I goes on instead of H
    assert list_matches(sixteen, 2) == [
        (1, "ADEH", "void"),
        (1, "ADEI", "scheduled"),
        (2, "BCFG", "played"),
    ]
    assert list_matches(sixteen, 3) == [(1, "ABCD", "scheduled")]  # A and D may still go on
    assert_sound(sixteen.competition.club)
    first.refresh_from_db()
    undo_result(match=first, by=CONSOLE, base=first.revision)
    assert list_all(sixteen) == BEFORE
    after = json.loads(export_club_file(sixteen.competition.club))
    before = json.loads(written)
    [was], [now] = (each["competitions"][0]["seasons"] for each in (before, after))
    assert now["rounds"] == was["rounds"]
    assert list(verify_club(sixteen.competition.club)) == []


def test_last_table_follows_once_the_new_one_is_played(sixteen: Season) -> None:
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    correct(first, 3, 1, 2, 4)  # H and I go on, and A does not
    assert list_matches(sixteen, 2) == [
        (1, "ADEH", "void"),
        (1, "IDEH", "scheduled"),
        (2, "BCFG", "played"),
    ]
    assert list_matches(sixteen, 3) == []
    play(sixteen, 2)
    assert list_matches(sixteen, 3) == [(1, "IBCD", "scheduled")]
    assert_sound(sixteen.competition.club)
    play(sixteen, 3)
    for number in (1, 2, 3):
        if Round.objects.get(stage__season=sixteen, number=number).state != "finished":
            rounds.finish_round(season=sixteen, number=number, by=CONSOLE)
    assert list(verify_club(sixteen.competition.club)) == []


def test_decision_changes_who_goes_on_and_its_undoing_changes_it_back(sixteen: Season) -> None:
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    decision = forfeit_match(match=first, absent=[0], reason="Was not there", by=CONSOLE, base=first.revision)
    assert list_matches(sixteen, 2)[:2] == [(1, "ADEH", "void"), (1, "IDEH", "scheduled")]
    revoke_decision(decision=decision, by=CONSOLE)
    assert list_all(sixteen) == BEFORE


def test_pages_ask_and_name_each_table_that_falls(sixteen: Season, club: Club) -> None:
    client = log_in(make_member(club, Role.ORGANISER))
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    page = text(client.get(f"/riverside/matches/{first.key}/decide/"))
    assert "Player" in page
    sent = {"how": "forfeit", "absent": ["0"], "reason": "Was not there", "base": first.revision}
    asked = text(client.post(f"/riverside/matches/{first.key}/decide/", sent))
    assert (
        "Others go on, so Player A, Player D, Player E, Player H don't meet in round 2: their match becomes void."
        in asked
    )
    assert (
        "Player A, Player B, Player C, Player D don't meet in round 3: their match, which has no result"
        in asked
    )
    assert list_all(sixteen) == BEFORE


def test_tables_of_a_round_stay_where_others_only_change_places(sixteen: Season) -> None:
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    correct(first, 2, 1, 3, 4)
    assert list_all(sixteen) == [BEFORE[0], BEFORE[1], BEFORE[2]]
    assert [len(table) for table in list_tables(sixteen, 2)] == [4, 4]


def list_cells(match: Match, places: Sequence[int]) -> str:
    """Return a sheet with these places by seat as cells of a spreadsheet."""
    sheet: Any = make_sheet(places)
    seats = range(1, len(places) + 1)
    lines = [["match", "deal", *(f"tricks {seat}" for seat in seats)]]
    for number, deal in enumerate(sheet["deals"], 1):
        lines.append([match.key, str(number), *map(str, deal["tricks"])])
    return "\n".join("\t".join(line) for line in lines)


def test_import_of_a_spreadsheet_asks_or_refuses(sixteen: Season, club: Club, tmp_path: Path) -> None:
    client = log_in(make_member(club, Role.ORGANISER))
    first = Match.objects.get(division__season=sixteen, round__number=1, table=1)
    undo_result(match=first, by=CONSOLE, base=first.revision)
    cells = list_cells(first, (1, 3, 2, 4))
    page = text(client.post(PAGE + "results/", {"cells": cells}))
    sentence = "Others go on, so Player A, Player D, Player E, Player H don't meet in round 2"
    assert "Later matches change" in page and sentence in page
    assert list_matches(sixteen, 1)[0] == (1, "AHIP", "scheduled")
    file = tmp_path / "night.csv"
    file.write_text(cells)
    refused = run_command("import_results", "riverside/spring-open", str(file))
    assert refused.code == 1 and sentence in refused.err
    shown = run_command("import_results", "--json", "--dry-run", "riverside/spring-open", str(file)).json
    assert [each["code"] for each in shown["overtaken"]] == ["overtakes-played"]
    assert list_matches(sixteen, 2)[0] == (1, "ADEH", "played")
    assert run_command("import_results", "--yes", "riverside/spring-open", str(file)).code == 0
    assert list_matches(sixteen, 2)[:2] == [(1, "ADEH", "void"), (1, "ADEI", "scheduled")]


def test_command_shows_the_tables_and_who_goes_on(sixteen: Season) -> None:
    document = run_command("bracket", "--json", "riverside/spring-open").json
    assert [(table["round"], table["state"]) for table in document["tables"]] == [
        *[(1, "finished")] * 4,
        *[(2, "finished")] * 2,
        (3, "running"),
    ]
    first = document["tables"][0]
    assert [(each["points"], each["goes_on"]) for each in first["players"]] == [
        (12, True),
        (8, True),
        (4, False),
        (0, False),
    ]
    assert [table["last"] for table in document["tables"]] == [False] * 6 + [True]
    out = run_command("bracket", "riverside/spring-open").out
    assert (
        "Round 1: Player A 12, Player H 8, Player I 4, Player P 0; finished, Player A, Player H go on" in out
    )
