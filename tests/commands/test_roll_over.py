"""`roll_over`: the next season, its preview, newcomers, and undoing it."""

from typing import Any

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connections

from league.models import Competition
from tests.actions.seasons import build_league_file
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    load_riverside,
    replace_at,
)
from tests.commands.console import fetch_all_rows, import_document, run_command, run_export

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
RIVERSIDE = "riverside/skuck-league"


@pytest.mark.parametrize("number", [1, 2])
def test_the_next_season_of_riverside(number: int) -> None:
    file = load_riverside()
    wanted = file["competitions"][0]["seasons"][number]["divisions"]
    del file["competitions"][0]["seasons"][number:]
    import_document(file)
    made = run_command("roll_over", RIVERSIDE, "--json").json
    opened = run_command("open_season", RIVERSIDE, "--json").json
    assert (made["season"], made["state"], opened["state"]) == (number + 1, "draft", "open")
    assert made["divisions"] == opened["divisions"]
    assert [(division["level"], division["name"], division["entries"]) for division in made["divisions"]] == [
        (division["level"], division["name"], [entry["player"] for entry in division["entries"]])
        for division in wanted
    ]
    assert run_command("verify", "riverside").code == 0


@pytest.mark.parametrize("flag", ["--forfeit-missing", "--void-missing"])
@pytest.mark.parametrize("newcomers", [[], ["--add", "zoe", "--add", "abe"]], ids=["nobody new", "two new"])
def test_the_preview_is_the_same_answer_and_changes_nothing(flag: str, newcomers: list[str]) -> None:
    import_document(build_league_file([4, 4, 4], unplayed=2, newcomers="abe zoe"))
    before = fetch_all_rows()
    preview = run_command("roll_over", LEAGUE, "--json", "--preview", flag, *newcomers)
    assert (preview.code, preview.err) == (0, "")
    assert fetch_all_rows() == before
    done = run_command("roll_over", LEAGUE, "--json", flag, *newcomers)
    assert done.out == preview.out
    assert (done.json["season"], done.json["state"]) == (2, "draft")


def test_people_read_from_where_to_where_and_why() -> None:
    divisions = [
        build_division(
            [{"player": "ann"}, {"player": "bob"}, {"player": "carl", "left": True}],
            [build_played_match("m1", "ann bob", build_sheet_for_scores(-6, -4))],
        ),
        build_division(
            "cleo dev", [build_played_match("m2", "cleo dev", build_sheet_for_scores(-4, -6))], level=2
        ),
    ]
    import_document(
        build_club(build_competition(build_season(*divisions), rules={"promoted": 1}), players="zoe")
    )
    preview = run_command("roll_over", LEAGUE, "--preview", "--add", "zoe").out.splitlines()
    lines = run_command("roll_over", LEAGUE, "--add", "zoe").out.splitlines()
    assert preview[0] == "club/league, season 2 (draft), preview"
    assert lines[0] == "club/league, season 2 (draft)"
    assert preview[1:] == lines[1:]
    beginnings = [line.split(":")[0] for line in lines[1:]]
    assert beginnings == [
        *("", "Division A", "Bob (bob), stays in A", "Ann (ann), stays in A", "Cleo (cleo), from B to A"),
        *("", "Division B", "Dev (dev), stays in B", "Zoe (zoe), new in B"),
        *("", "Not in it any more", "Carl (carl)"),
    ]
    assert all(line.endswith(".") for line in lines[1:] if ":" in line)


def test_undo_answers_with_the_season_before_and_gives_back_the_same_bytes() -> None:
    import_document(build_league_file([4, 4], unplayed=1, newcomers="zoe"))
    before = run_export("club")
    assert run_command("roll_over", LEAGUE, "--void-missing", "--add", "zoe").code == 0
    assert run_command("open_season", LEAGUE).code == 0
    assert run_export("club") != before
    undone = run_command("roll_over", LEAGUE, "--undo", "--json")
    assert (undone.code, undone.err) == (0, "")
    assert (undone.json["season"], undone.json["state"]) == (1, "open")
    assert [division["entries"] for division in undone.json["divisions"]] == [
        ["p001", "p002", "p003", "p004"],
        ["p005", "p006", "p007", "p008"],
    ]
    assert run_export("club") == before
    assert run_command("verify", "club").code == 0


def test_of_undoing_people_read_what_there_is_now() -> None:
    import_document(build_league_file([3]))
    assert run_command("roll_over", LEAGUE).code == 0
    assert run_command("roll_over", LEAGUE, "--undo").out.splitlines() == [
        "Rollover undone: season 2 has been deleted.",
        "club/league, season 1 (open)",
        "Division A: p001, p002, p003",
    ]


@pytest.mark.parametrize(
    ("flags", "lines"),
    [
        (
            [],
            [
                "matches.d1m6: Division A, round 3, p003 – p001: no result yet.",
                "matches.d2m6: Division B, round 3, p007 – p005: no result yet.",
            ],
        ),
        (["--undo"], ["season: No season has been created by a rollover."]),
        (
            ["--void-missing", "--add", "nobody", "--add", "p001"],
            [
                "newcomers.0: The club has no player with the ID nobody.",
                "newcomers.1: p001 is already in season 1.",
            ],
        ),
    ],
    ids=["missing", "nothing to undo", "newcomers"],
)
@pytest.mark.parametrize("preview", [[], ["--preview"]], ids=["done", "previewed"])
def test_refusals_are_lines_and_nothing_changes(
    flags: list[str], lines: list[str], preview: list[str]
) -> None:
    import_document(build_league_file([4, 4], unplayed=1))
    before = fetch_all_rows()
    ran = run_command("roll_over", LEAGUE, *flags, *([] if "--undo" in flags else preview))
    assert (ran.code, ran.out, ran.lines) == (1, "", lines)
    assert fetch_all_rows() == before


def test_a_second_time_names_the_season_that_is_there() -> None:
    import_document(build_league_file([4, 4]))
    assert run_command("roll_over", LEAGUE).code == 0
    before = fetch_all_rows()
    for flags in ([], ["--preview"]):
        ran = run_command("roll_over", LEAGUE, *flags)
        assert ran.lines == ["season: Season 2 has already been created from season 1."]
        assert (ran.code, ran.out) == (1, "")
    assert fetch_all_rows() == before


def test_before_any_season_has_been_opened() -> None:
    import_document(replace_at(build_league_file([4], unplayed=6), "competitions.0.seasons.0.state", "draft"))
    ran = run_command("roll_over", LEAGUE)
    assert (ran.code, ran.lines) == (1, ["season: No season has started yet."])


@pytest.mark.parametrize(
    "flags",
    [
        ("--forfeit-missing", "--void-missing"),
        ("--undo", "--preview"),
        ("--undo", "--add", "zoe"),
        ("--undo", "--void-missing"),
        ("--add",),
    ],
    ids=" ".join,
)
def test_flags_that_contradict_each_other_are_wrong_usage(flags: tuple[str, ...]) -> None:
    import_document(build_league_file([4, 4], unplayed=1, newcomers="zoe"))
    before = fetch_all_rows()
    ran = run_command("roll_over", LEAGUE, *flags)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err
    assert fetch_all_rows() == before


@pytest.mark.parametrize("flags", [("--undo", "--preview"), ("--forfeit-missing", "--void-missing")])
def test_the_exit_code_of_wrong_usage_is_two(
    flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends as under `manage.py`, but in this process, whose connection stays open."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    with pytest.raises(SystemExit) as end:
        load_command_class(get_commands()["roll_over"], "roll_over").run_from_argv(
            ["manage.py", "roll_over", LEAGUE, *flags]
        )
    printed = capsys.readouterr()
    assert (end.value.code, printed.out) == (2, "")
    assert printed.err


def mark_leavers(document: Any, *divisions: str) -> Any:
    """Mark all entries of these divisions as left, except the first few.

    `B1` leaves one in division B.
    """
    for part in document["competitions"][0]["seasons"][0]["divisions"]:
        for named in divisions:
            if part["level"] == "ABC".index(named[0]) + 1:
                for entry in part["entries"][int(named[1:]) :]:
                    entry["left"] = True
    return document


def test_where_nobody_would_be_left_there_is_no_next_season() -> None:
    import_document(mark_leavers(build_league_file([3, 3], newcomers="zoe"), "A0", "B0"))
    before = fetch_all_rows()
    for flags in ([], ["--preview"]):
        ran = run_command("roll_over", LEAGUE, *flags)
        assert (ran.code, ran.out) == (1, "")
        assert ran.lines == [
            "season: All players of season 1 have withdrawn. Add new players to the next season."
        ]
    assert fetch_all_rows() == before
    assert run_command("roll_over", LEAGUE, "--add", "zoe").code == 0


@pytest.mark.parametrize("preview", [[], ["--preview"]], ids=["done", "previewed"])
@pytest.mark.parametrize(
    ("sizes", "leaving", "moving", "said"),
    [
        ([4, 4], ["B3"], 2, []),
        (
            [3, 3],
            ["B2"],
            3,
            ["Division B: 3 promoted and 0 relegated, but this division has only 2 players."],
        ),
        ([4], ["A1"], 1, ["Division A: A division needs at least 2 players; this one has 1."]),
    ],
)
def test_a_season_that_could_not_be_opened_is_told_of(
    sizes: list[int], leaving: list[str], moving: int, said: list[str], preview: list[str]
) -> None:
    import_document(
        mark_leavers(build_league_file(sizes, rules={"promoted": moving, "relegated": moving}), *leaving)
    )
    reasons = [
        line.partition(": ")[2]
        for line in run_command("roll_over", LEAGUE, *preview).out.splitlines()
        if line.startswith("It can't be started yet: ")
    ]
    assert reasons == said
    if not preview:
        assert (run_command("open_season", LEAGUE).code == 0) == (said == [])


def test_programs_read_nothing_of_that() -> None:
    import_document(mark_leavers(build_league_file([4]), "A1"))
    assert "started" not in run_command("roll_over", LEAGUE, "--json").out


def test_it_is_told_by_the_rules_of_the_next_season() -> None:
    import_document(build_league_file([3, 3]))
    Competition.objects.update(rules=Competition.objects.get().rules | {"promoted": 4, "relegated": 4})
    lines = run_command("roll_over", LEAGUE, "--preview").out.splitlines()
    assert [line.partition(": ")[0] for line in lines[1:3]] == ["It can't be started yet"] * 2
