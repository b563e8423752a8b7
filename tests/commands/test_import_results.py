"""`import_results`: a match night's results are imported from a spreadsheet, all or nothing."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Event, Job, Match, Player, Result, Submission
from tests.actions.decisions import revoke, withdraw_player
from tests.actions.seasons import get_latest_season
from tests.clubfile.documents import build_league, replace_at
from tests.commands.console import fetch_all_rows, import_document, run_command, run_export, run_report
from tests.scenarios import scenario
from tests.spreadsheets.workbooks import build_workbook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("league_of_four")]
LEAGUE = "club/league"
DAY = (date.today() - timedelta(1)).isoformat()
HEADINGS = ["match", "played_on", "deal", "player 1", "bids 1", "tricks 1", "player 2", "bids 2", "tricks 2"]
PRINTED_ROWS = [
    [16, 11, 16, 16],
    [12, 13, 13, 14],
    [14, 14, 14, 13],
    [15, 15, 10, 12],
]  # -3 each, won on zeros


def build_rows(match: str, first: str, second: str, day: str = DAY) -> list[list[Any]]:
    return [
        [match, day, deal, first, bid, took, second, bid2, took2]
        for deal, (bid, took, bid2, took2) in enumerate(PRINTED_ROWS, 1)
    ]


def format_today() -> str:
    """Return today's date when it is needed: midnight may pass while the tests run."""
    return date.today().isoformat()


NIGHT_ROWS = [HEADINGS, *build_rows("m1", "ann", "bob"), *build_rows("m2", "Dev", "Cleo")]


def format_csv(night: list[list[Any]]) -> str:
    return "\n".join(",".join(map(str, row)) for row in night) + "\n"


@scenario
def league_of_four() -> None:
    """Import a league of four players who meet once each."""
    pairs = ("ann bob", "dev cleo", "ann cleo", "bob dev", "ann dev", "bob cleo")
    matches = [{"id": f"m{number}", "seats": pair.split()} for number, pair in enumerate(pairs, 1)]
    import_document(build_league("ann bob cleo dev", matches, starts_on="2026-01-05"))


@pytest.fixture
def import_night(tmp_path: Path) -> Any:
    """Return a function that runs the command on a file with these rows, or with this content."""

    def run_on(night: Any, *flags: str) -> Any:
        path = tmp_path / "night.csv"
        path.write_bytes(night if isinstance(night, bytes) else format_csv(night).encode())
        return run_command("import_results", LEAGUE, str(path), *flags)

    return run_on


@pytest.fixture
def collect_errors(import_night: Any) -> Any:
    """Return the lines with which the command refuses a file.

    Asserts that nothing has changed.
    """

    def lines(night: Any) -> list[str]:
        before = fetch_all_rows()
        for flags in ((), ("--dry-run",), ("--json",)):
            ran = import_night(night, *flags)
            assert (ran.code, ran.out) == (1, "") and fetch_all_rows() == before
        return list(ran.lines)

    return lines


def change_cell(row: int, column: str, cell: Any, night: list[list[Any]] = NIGHT_ROWS) -> list[list[Any]]:
    """Return the night's rows with one cell changed; rows are numbered from 1, as in the file."""
    changed = [list(own) for own in night]
    changed[row - 1][HEADINGS.index(column)] = cell
    return changed


# --- what comes in


def test_results_come_in_and_count(import_night: Any) -> None:
    ran = import_night(NIGHT_ROWS)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"m1: Ann -3 (place 1), Bob -3 (place 2), {DAY}, new",
        f"m2: Dev -3 (place 1), Cleo -3 (place 2), {DAY}, new",
    ]
    (standings,) = run_report(LEAGUE)["divisions"]
    won = {row["player"]: row["won"] for row in standings["standings"]}
    assert won == {"ann": 1, "bob": 0, "cleo": 0, "dev": 1}
    assert run_command("verify", "club").code == 0


def test_the_same_as_one_document(import_night: Any) -> None:
    import_night([HEADINGS, *build_rows("m1", "ann", "bob")])
    assert import_night(NIGHT_ROWS, "--json").json == {
        "added": {"results": 1},
        "unchanged": {"results": 1},
        "left_out": 0,
        "matches": [
            {"match": "m1", "status": "unchanged", "scores": [-3, -3], "places": [1, 2]},
            {"match": "m2", "status": "new", "scores": [-3, -3], "places": [1, 2]},
        ],
        "warnings": [],
    }


def test_each_result_is_recorded_like_any_that_is_sent_in(import_night: Any) -> None:
    import_night(NIGHT_ROWS)
    for match in Match.objects.filter(key__in=["m1", "m2"]):
        assert (match.revision, match.status) == (1, "played") and match.current
        assert match.current.played_on == date.fromisoformat(DAY)
        document = json.loads(match.current.submission.content)
        assert document == {"sheet": match.current.sheet, "played_on": DAY}
        change = Event.objects.get(action="submit_result", key=match.key)
        assert change.after == {"status": "played", "revision": 1, "scores": [-3, -3]}
    assert Submission.objects.count() == Result.objects.count() == 2
    (job,) = Job.objects.filter(kind="refresh-statistics").exclude(arguments__players=None)
    assert len(job.arguments["players"]) == 4


def test_same_file_again_changes_nothing(import_night: Any) -> None:
    first = import_night(NIGHT_ROWS, "--json").json
    before = fetch_all_rows()
    again = import_night(NIGHT_ROWS, "--json").json
    assert (first["added"], again["added"]) == ({"results": 2}, {"results": 0})
    assert again["unchanged"] == {"results": 2} and fetch_all_rows() == before


def test_file_without_days_may_come_again_on_another_day(import_night: Any) -> None:
    night = [row[:1] + row[2:] for row in NIGHT_ROWS]
    assert import_night(night).out.count(format_today()) == 2
    assert import_night(night, "--json").json["added"] == {"results": 0}


def test_match_without_a_day_was_played_when_it_was_due(import_night: Any) -> None:
    Match.objects.filter(key="m1").update(due_on="2026-01-07")
    Match.objects.filter(key="m2").update(due_on="9999-01-07")
    first, second = import_night([row[:1] + row[2:] for row in NIGHT_ROWS]).out.splitlines()
    assert "2026-01-07" in first and format_today() in second


def test_names_come_in_whatever_the_encoding(import_night: Any) -> None:
    Player.objects.filter(key="cleo").update(name="Zoë Müller")
    night = format_csv([HEADINGS, *build_rows("m2", "Dev", "Zoë Müller")])
    for encoding in ("cp1252", "utf-8-sig", "utf-16"):
        assert "Zoë Müller -3" in import_night(night.encode(encoding), "--dry-run").out


def test_preview_says_what_would_be_and_changes_nothing(import_night: Any) -> None:
    before = fetch_all_rows()
    dry = import_night(NIGHT_ROWS, "--dry-run", "--json")
    assert fetch_all_rows() == before
    assert dry.out == import_night(NIGHT_ROWS, "--json").out


def test_workbook_says_the_same(import_night: Any) -> None:
    days = [[*row[:1], date.fromisoformat(row[1]), *row[2:]] for row in NIGHT_ROWS[1:]]
    assert (
        import_night(build_workbook(HEADINGS, *days), "--dry-run").out
        == import_night(NIGHT_ROWS, "--dry-run").out
    )


def test_matches_that_nothing_is_written_of_are_left_out(import_night: Any) -> None:
    prepared = [[row[0], "", row[2], row[3], "", "", row[6]] for row in build_rows("m3", "ann", "cleo")]
    document = import_night([*NIGHT_ROWS, *prepared], "--json").json
    assert (document["added"], document["left_out"]) == ({"results": 2}, 1)
    assert import_night([HEADINGS, *prepared]).out == "nothing\nmatches without entries, ignored: 1\n"


def test_what_came_in_goes_out_with_the_club(import_night: Any) -> None:
    import_night(NIGHT_ROWS)
    matches = json.loads(run_export("club"))["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    by_id = {match["id"]: match for match in matches}
    assert by_id["m1"]["sheet"]["deals"][0] == {"bids": [16, 16], "tricks": [11, 16]}


# --- what does not


def test_every_mistake_is_told_with_its_row_and_column_and_nothing_comes_in(collect_errors: Any) -> None:
    night = change_cell(3, "tricks 2", 13)
    night = change_cell(4, "bids 1", 28, night)
    night = change_cell(5, "tricks 1", "", night)
    night = change_cell(6, "player 1", "zoe", night)
    assert collect_errors(night) == [
        "row 3, tricks 2: Tricks add up to 26 – they must total 27.",
        "row 4, bids 1: Can't be more than 27.",
        "row 5, tricks 1: Please fill this in.",
        "row 6, player 1: Dev plays here, not zoe.",
    ]


def test_row_without_the_id_of_a_match_of_the_season_is_refused(collect_errors: Any) -> None:
    night = change_cell(3, "match", "", [*NIGHT_ROWS[:5], *build_rows("m9", "dev", "cleo")])
    assert collect_errors(night) == [
        "row 3, match: Enter the match ID here.",
        "row 4, deal: Missing: game 2. Number them from 1 without gaps.",
        "row 6, match: There is no match m9 here.",
    ]


def test_unfinished_match_is_refused_at_its_last_row(collect_errors: Any) -> None:
    assert collect_errors(NIGHT_ROWS[:-1]) == [
        "row 8: The match is not finished: 3 of 4 games are on the sheet."
    ]


def test_more_than_a_match_has_is_refused(collect_errors: Any) -> None:
    fifth = [*NIGHT_ROWS[4][:2], 5, *NIGHT_ROWS[4][3:]]
    (line,) = collect_errors([*NIGHT_ROWS[:5], fifth])
    assert line.startswith("row 6: ")


def test_other_result_than_there_is_is_refused(import_night: Any, collect_errors: Any) -> None:
    import_night(NIGHT_ROWS)
    said = "row 2: Match m1 already has another result: edit it on its page."
    assert collect_errors(change_cell(2, "bids 1", 15)) == [said]
    other_day = [HEADINGS, *build_rows("m1", "ann", "bob", format_today())]
    assert collect_errors(other_day) == [said]


@pytest.mark.parametrize("status", ["forfeit", "void"])
def test_match_that_was_decided_otherwise_keeps_that(collect_errors: Any, status: str) -> None:
    decided = {"status": status} | ({"absent": ["ann"]} if status == "forfeit" else {})
    import_document(
        build_league([], [{"id": "m1", "seats": ["ann", "bob"], **decided}], starts_on="2026-01-05")
    )
    assert collect_errors(NIGHT_ROWS) == ["row 2: Match m1 already has another result: edit it on its page."]


def test_nothing_comes_in_for_somebody_for_whom_nothing_is_to_count(
    import_night: Any, collect_errors: Any
) -> None:
    """A file with such a match is refused as a whole; other files are imported."""
    decision = withdraw_player("bob", get_latest_season("club"), "expunge")
    assert collect_errors(NIGHT_ROWS) == [
        "row 2: A player in this match has withdrawn and all their results were removed. Undo the withdrawal first."
    ]
    import_night([HEADINGS, *build_rows("m2", "Dev", "Cleo")])
    revoke(decision)
    assert import_night(NIGHT_ROWS, "--json").json["added"] == {"results": 1}


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-01-04", "2026-01-04 is before the season starts (2026-01-05)."),
        ("9999-01-01", "9999-01-01 is in the future; today is {today}."),
        ("05/01/2026", "Write the date like 2026-01-31 or 31.1.2026."),
    ],
)
def test_day_on_which_nothing_was_played_is_refused(collect_errors: Any, day: str, said: str) -> None:
    night = [HEADINGS, *build_rows("m1", "ann", "bob", day)]
    said = said.format(today=format_today())
    assert set(collect_errors(night)) <= {f"row {row}, played_on: {said}" for row in (2, 3, 4, 5)}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "There is nothing to import. Choose a file or paste cells."),
        (b"\x00\x01", "This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats."),
        (b"PK\x03\x04", "This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats."),
        (
            b"{}",
            "row 1: The first row must have the headings: match, deal, bids 1, tricks 1, bids 2, tricks 2.",
        ),
    ],
)
def test_what_is_no_such_file_is_refused(collect_errors: Any, content: bytes, line: str) -> None:
    assert collect_errors(content) == [line]


def test_where_nothing_is_open_there_is_nothing_to_report(import_night: Any) -> None:
    run_command("close_season", LEAGUE, "--void-missing")
    ran = import_night(NIGHT_ROWS)
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_file_that_is_not_there_is_told() -> None:
    ran = run_command("import_results", LEAGUE, "/nowhere/night.csv")
    assert ran.code == 1 and ran.err.startswith("/nowhere/night.csv: The file can't be read: ")


@pytest.mark.parametrize(
    "arguments", [(), ("league",), (LEAGUE,), (LEAGUE, "night.csv", "--template"), (LEAGUE, "a.csv", "b.csv")]
)
def test_wrong_usage_is_usage(arguments: tuple[str, ...]) -> None:
    ran = run_command("import_results", *arguments)
    assert (ran.code, ran.out) == (2, "") and ran.err


# --- the template


def test_template_is_the_line_of_headings() -> None:
    optional = "points 1,points 2,trump,caller,penalties seat,penalties kind,penalties deal"
    assert run_command("import_results", LEAGUE, "--template").out == f"{','.join(HEADINGS)},{optional}\n"
    assert run_command("import_results", LEAGUE, "--template", "--json").json["columns"][:9] == HEADINGS


def test_template_is_there_before_a_season_is_open() -> None:
    document = build_league("ann bob", [], state="draft", number=2)
    replace_at(document, "club.slug", "other")
    import_document(document)
    assert run_command("import_results", "other/league", "--template").out.startswith(",".join(HEADINGS))


# --- in bulk


def test_queries_grow_by_a_fixed_number_for_each_result(import_night: Any) -> None:
    def queries(night: list[list[Any]]) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert import_night(night).code == 0
        return len(captured)

    none = queries([HEADINGS, *([*row[:4], "", "", row[6]] for row in build_rows("m1", "ann", "bob"))])
    one = queries([HEADINGS, *build_rows("m1", "ann", "bob")])
    three = queries(
        [
            HEADINGS,
            *build_rows("m2", "dev", "cleo"),
            *build_rows("m3", "ann", "cleo"),
            *build_rows("m4", "bob", "dev"),
        ]
    )
    assert none <= 12
    assert three - one <= 2 * 7
