"""`import_results`: a night's results come in from a spreadsheet, all of them or nothing."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Change, Job, Match, Player, Result, Submission
from tests.actions.deciding import leave, undo
from tests.actions.seasons import latest
from tests.commands.console import everything, export, imported, report, run
from tests.rules.clubs import league, put
from tests.rules.workbooks import workbook
from tests.scenarios import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("league_of_four")]
LEAGUE = "club/league"
DAY = (date.today() - timedelta(1)).isoformat()
HEAD = ["match", "played_on", "deal", "player 1", "bids 1", "tricks 1", "player 2", "bids 2", "tricks 2"]
PRINTED = [[16, 11, 16, 16], [12, 13, 13, 14], [14, 14, 14, 13], [15, 15, 10, 12]]  # -3 each, won on zeros


def rows(match: str, first: str, second: str, day: str = DAY) -> list[list[Any]]:
    return [
        [match, day, deal, first, bid, took, second, bid2, took2]
        for deal, (bid, took, bid2, took2) in enumerate(PRINTED, 1)
    ]


def today() -> str:
    """Midnight may pass while the tests run."""
    return date.today().isoformat()


NIGHT = [HEAD, *rows("m1", "ann", "bob"), *rows("", "Cleo", "Dev")]


def text(night: list[list[Any]]) -> str:
    return "\n".join(",".join(map(str, row)) for row in night) + "\n"


@scenario
def league_of_four() -> None:
    """Of four who meet once; a draft after it."""
    pairs = ("ann bob", "dev cleo", "ann cleo", "bob dev", "ann dev", "bob cleo")
    matches = [{"id": f"m{number}", "seats": pair.split()} for number, pair in enumerate(pairs, 1)]
    imported(league("ann bob cleo dev", matches, starts_on="2026-01-05"))


@pytest.fixture
def take(tmp_path: Path) -> Any:
    """Runs the command on a file with these rows, or this content."""

    def run_on(night: Any, *flags: str) -> Any:
        path = tmp_path / "night.csv"
        path.write_bytes(night if isinstance(night, bytes) else text(night).encode())
        return run("import_results", LEAGUE, str(path), *flags)

    return run_on


@pytest.fixture
def refused(take: Any) -> Any:
    """The lines in which it says no. Nothing has changed by it."""

    def lines(night: Any) -> list[str]:
        before = everything()
        for flags in ((), ("--dry-run",), ("--json",)):
            ran = take(night, *flags)
            assert (ran.code, ran.out) == (1, "") and everything() == before
        return list(ran.lines)

    return lines


def change(row: int, column: str, cell: Any, night: list[list[Any]] = NIGHT) -> list[list[Any]]:
    """The night with another cell, by its place in the file."""
    changed = [list(own) for own in night]
    changed[row - 1][HEAD.index(column)] = cell
    return changed


# --- what comes in


def test_results_come_in_and_count(take: Any) -> None:
    ran = take(NIGHT)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"m1: Ann -3 (place 1), Bob -3 (place 2), {DAY}, new",
        f"m2: Dev -3 (place 2), Cleo -3 (place 1), {DAY}, new",
    ]
    (standings,) = report(LEAGUE)["divisions"]
    won = {row["player"]: row["won"] for row in standings["standings"]}
    assert won == {"ann": 1, "bob": 0, "cleo": 1, "dev": 0}
    assert run("verify", "club").code == 0


def test_the_same_as_one_document(take: Any) -> None:
    take([HEAD, *rows("m1", "ann", "bob")])
    assert take(NIGHT, "--json").json == {
        "added": {"results": 1},
        "unchanged": {"results": 1},
        "left_out": 0,
        "matches": [
            {"match": "m1", "status": "unchanged", "scores": [-3, -3], "places": [1, 2]},
            {"match": "m2", "status": "new", "scores": [-3, -3], "places": [2, 1]},
        ],
        "warnings": [],
    }


def test_each_result_is_recorded_like_any_that_is_sent_in(take: Any) -> None:
    take(NIGHT)
    for match in Match.objects.filter(key__in=["m1", "m2"]):
        assert (match.revision, match.status) == (1, "played") and match.current
        assert match.current.played_on == date.fromisoformat(DAY)
        kept = json.loads(match.current.submission.content)
        assert kept == {"sheet": match.current.sheet, "played_on": DAY}
        told = Change.objects.get(action="submit_result", key=match.key)
        assert told.after == {"status": "played", "revision": 1, "scores": [-3, -3]}
    assert Submission.objects.count() == Result.objects.count() == 2
    (job,) = Job.objects.filter(kind="refresh-statistics").exclude(arguments__players=None)
    assert len(job.arguments["players"]) == 4


def test_same_file_again_changes_nothing(take: Any) -> None:
    first = take(NIGHT, "--json").json
    before = everything()
    again = take(NIGHT, "--json").json
    assert (first["added"], again["added"]) == ({"results": 2}, {"results": 0})
    assert again["unchanged"] == {"results": 2} and everything() == before


def test_file_without_days_may_come_again_on_another_day(take: Any) -> None:
    night = [row[:1] + row[2:] for row in NIGHT]
    assert take(night).out.count(today()) == 2
    assert take(night, "--json").json["added"] == {"results": 0}


def test_match_without_a_day_was_played_when_it_was_due(take: Any) -> None:
    Match.objects.filter(key="m1").update(due_on="2026-01-07")
    Match.objects.filter(key="m2").update(due_on="9999-01-07")
    first, second = take([row[:1] + row[2:] for row in NIGHT]).out.splitlines()
    assert "2026-01-07" in first and today() in second


def test_names_come_in_whatever_the_encoding(take: Any) -> None:
    Player.objects.filter(key="cleo").update(name="Zoë Müller")
    night = text([HEAD, *rows("", "Zoë Müller", "Dev")])
    for encoding in ("cp1252", "utf-8-sig", "utf-16"):
        assert "Zoë Müller -3" in take(night.encode(encoding), "--dry-run").out


def test_preview_says_what_would_be_and_changes_nothing(take: Any) -> None:
    before = everything()
    dry = take(NIGHT, "--dry-run", "--json")
    assert everything() == before
    assert dry.out == take(NIGHT, "--json").out


def test_workbook_says_the_same(take: Any) -> None:
    days = [[*row[:1], date.fromisoformat(row[1]), *row[2:]] for row in NIGHT[1:]]
    assert take(workbook(HEAD, *days), "--dry-run").out == take(NIGHT, "--dry-run").out
    named_once = [NIGHT[1], *([None, None, *row[2:3], None, *row[4:6], None, *row[7:]] for row in NIGHT[2:5])]
    assert take(workbook(HEAD, *named_once), "--json").json["added"] == {"results": 1}


def test_matches_that_nothing_is_written_of_are_left_out(take: Any) -> None:
    prepared = [[row[0], "", row[2], row[3], "", "", row[6]] for row in rows("m3", "ann", "cleo")]
    told = take([*NIGHT, *prepared], "--json").json
    assert (told["added"], told["left_out"]) == ({"results": 2}, 1)
    assert take([HEAD, *prepared]).out == "nothing\nleft out, as nothing is written of them: 1\n"


def test_what_came_in_goes_out_with_the_club(take: Any) -> None:
    take(NIGHT)
    matches = json.loads(export("club"))["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    by_id = {match["id"]: match for match in matches}
    assert by_id["m2"]["sheet"]["deals"][0] == {"bids": [16, 16], "tricks": [16, 11]}  # dev sits first
    assert by_id["m1"]["sheet"]["deals"][0] == {"bids": [16, 16], "tricks": [11, 16]}


# --- what does not


def test_every_mistake_is_told_with_its_row_and_column_and_nothing_comes_in(refused: Any) -> None:
    night = change(3, "tricks 2", 13)
    night = change(4, "bids 1", 28, night)
    night = change(5, "tricks 1", "", night)
    night = change(6, "player 1", "zoe", night)
    for row in (7, 8, 9):
        night = change(row, "player 1", "zoe", night)
    assert refused(night) == [
        "row 3, tricks 2: Tricks must total 27, not 26.",
        "row 4, bids 1: Must be at most 27, not 28.",
        "row 5, tricks 1: Nothing is written here yet.",
        "row 6, player 1: Nobody in this season is called zoe.",
    ]


def test_unfinished_match_is_refused_at_its_last_row(refused: Any) -> None:
    assert refused(NIGHT[:-1]) == ["row 8: The match is not finished: 3 of 4 games are on the sheet."]


def test_more_than_a_match_has_is_refused(refused: Any) -> None:
    fifth = [*NIGHT[4][:2], 5, *NIGHT[4][3:]]
    (line,) = refused([*NIGHT[:5], fifth])
    assert line.startswith("row 6: ")


def test_other_result_than_there_is_is_refused(take: Any, refused: Any) -> None:
    take(NIGHT)
    said = "row 2: Match m1 has another result already: correct it on its page."
    assert refused(change(2, "bids 1", 15)) == [said]
    other_day = [HEAD, *rows("m1", "ann", "bob", today())]
    assert refused(other_day) == [said]


@pytest.mark.parametrize("status", ["forfeit", "void"])
def test_match_that_was_decided_otherwise_keeps_that(refused: Any, status: str) -> None:
    decided = {"status": status} | ({"absent": ["ann"]} if status == "forfeit" else {})
    imported(league([], [{"id": "m1", "seats": ["ann", "bob"], **decided}], starts_on="2026-01-05"))
    assert refused(NIGHT) == ["row 2: Match m1 has another result already: correct it on its page."]


def test_nothing_comes_in_for_somebody_for_whom_nothing_is_to_count(take: Any, refused: Any) -> None:
    """But what else the file holds, and what was there already."""
    decision = leave("bob", latest("club"), "expunge")
    assert refused(NIGHT) == [
        "row 2: Somebody of this match has left the season, and none of their matches counts: take that back first."
    ]
    take([HEAD, *rows("", "Cleo", "Dev")])
    undo(decision)
    assert take(NIGHT, "--json").json["added"] == {"results": 1}


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-01-04", "2026-01-04 is before the season, which starts on 2026-01-05."),
        ("9999-01-01", "9999-01-01 is still to come; today is {today}."),
        ("05.01.2026", "A date is written like 2026-01-31."),
    ],
)
def test_day_on_which_nothing_was_played_is_refused(refused: Any, day: str, said: str) -> None:
    night = [HEAD, *rows("m1", "ann", "bob", day)]
    said = said.format(today=today())
    assert set(refused(night)) <= {f"row {row}, played_on: {said}" for row in (2, 3, 4, 5)}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "There is nothing in it."),
        (b"\x00\x01", "This can be read neither as CSV nor as XLSX."),
        (b"PK\x03\x04", "This can be read neither as CSV nor as XLSX."),
        (
            b"{}",
            "row 1: The first row holds the headings: deal, player 1, bids 1, tricks 1, player 2, bids 2, tricks 2.",
        ),
    ],
)
def test_what_is_no_such_file_is_refused(refused: Any, content: bytes, line: str) -> None:
    assert refused(content) == [line]


def test_where_nothing_is_open_there_is_nothing_to_report(take: Any) -> None:
    run("close_season", LEAGUE, "--void-missing")
    ran = take(NIGHT)
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_file_that_is_not_there_is_told() -> None:
    ran = run("import_results", LEAGUE, "/nowhere/night.csv")
    assert ran.code == 1 and ran.err.startswith("/nowhere/night.csv: The file cannot be read: ")


@pytest.mark.parametrize(
    "arguments", [(), ("league",), (LEAGUE,), (LEAGUE, "night.csv", "--template"), (LEAGUE, "a.csv", "b.csv")]
)
def test_wrong_usage_is_usage(arguments: tuple[str, ...]) -> None:
    ran = run("import_results", *arguments)
    assert (ran.code, ran.out) == (2, "") and ran.err


# --- the template


def test_template_is_the_line_of_headings() -> None:
    optional = "points 1,points 2,trump,caller,penalties seat,penalties kind,penalties deal"
    assert run("import_results", LEAGUE, "--template").out == f"{','.join(HEAD)},{optional}\n"
    assert run("import_results", LEAGUE, "--template", "--json").json["columns"][:9] == HEAD


def test_template_is_there_before_a_season_is_open() -> None:
    document = league("ann bob", [], state="draft", number=2)
    put(document, "club.slug", "other")
    imported(document)
    assert run("import_results", "other/league", "--template").out.startswith(",".join(HEAD))


# --- in bulk


def test_queries_grow_by_a_fixed_number_for_each_result(take: Any) -> None:
    def queries(night: list[list[Any]]) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert take(night).code == 0
        return len(captured)

    none = queries([HEAD, *([*row[:4], "", "", row[6]] for row in rows("m1", "ann", "bob"))])
    one = queries([HEAD, *rows("m1", "ann", "bob")])
    three = queries([HEAD, *rows("m2", "dev", "cleo"), *rows("m3", "ann", "cleo"), *rows("m4", "bob", "dev")])
    assert none <= 12
    assert three - one <= 2 * 7
