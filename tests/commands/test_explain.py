"""`explain`: where a player's standing comes from.

The texts are tested in tests/rules.
"""

from typing import Any

import pytest

from league.models import Club
from tests.clubfile.documents import build_league, build_played_match, build_sheet_for_scores
from tests.commands.console import import_document, run_command, run_report

pytestmark = pytest.mark.django_db


def list_steps(step: Any) -> list[Any]:
    return [step, *(each for part in step["because"] for each in list_steps(part))]


def test_text_and_json_tell_the_same_tree(riverside_club: Club) -> None:
    ran = run_command("explain", "riverside/skuck-league", "hana", "--season", "1", "--json")
    steps = list_steps(ran.json)
    assert all(list(step) == ["what", "value", "because"] for step in steps)
    text = run_command("explain", "riverside/skuck-league", "hana", "--season", "1").out.splitlines()
    assert [line.strip() for line in text] == [step["what"] for step in steps]
    assert text[0] == "Hana Hirsch is 2nd of 4 in division B, season 1"
    standing = text[: text.index("  Awards of the season: 0")]
    assert standing[-8:] == [
        "  Ahead of Gus Gray",
        "    Same average: -1.1667",
        "    Same bids made: 4",
        "    Same head-to-head record: 0 won, score -7",
        "    Same wins: 1",
        "    By drawing of lots: " + standing[-3].removeprefix("    By drawing of lots: "),
        "  Hana Hirsch is promoted",
        "    2nd of 4 – promoted (top 2).",
    ]
    assert " against " in standing[-3]


def test_everyones_rank_is_the_reports(riverside_club: Club) -> None:
    for division in run_report("riverside/skuck-league")["divisions"]:
        for row in division["standings"]:
            tree = run_command("explain", "riverside/skuck-league", row["player"], "--json").json
            assert tree["value"] == row["rank"]
            *_others, below, moving = tree["because"]
            assert moving["what"].startswith("If the season ended now, ")
            if row["decided_by"]:
                assert below["because"][-1]["value"] == row["decided_by"] == below["value"]


def test_everyones_movement_is_the_reports(riverside_club: Club) -> None:
    for division in run_report("riverside/skuck-league", "--season", "2")["divisions"]:
        for row in division["standings"]:
            tree = run_command(
                "explain", "riverside/skuck-league", row["player"], "--season", "2", "--json"
            ).json
            *_others, moving, _awards = tree["because"]
            assert moving["value"] == row["movement"]


def test_everyones_awards_are_the_reports(riverside_club: Club) -> None:
    report = run_report("riverside/skuck-league", "--season", "2")
    for player in ("jo", "bob", "ivo", "ann"):
        tree = run_command("explain", "riverside/skuck-league", player, "--season", "2", "--json").json
        awards = tree["because"][-1]
        held = [award["value"] for award in report["awards"] if player in award["players"]]
        assert awards["value"] == len(held)
        assert [
            award["value"]
            for award in awards["because"]
            if " – won " in award["what"] or " – shared with " in award["what"]
        ] == held


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("club/league", "zoe"), "player: No player with the id zoe is entered in season 1."),
        (("club/league", "Ann"), "player: No player with the id Ann is entered in season 1."),
        (("club/league", "ann", "--season", "2"), "season: There is no season 2."),
        (("club/league", "ann", "--season", "-1"), "season: There is no season -1."),
        (("club/cup", "ann"), "competition: The club club has no competition cup."),
        (("other/league", "ann"), "club: There is no club other."),
    ],
)
def test_who_or_what_is_unknown_is_named(arguments: tuple[str, ...], line: str) -> None:
    import_document(
        build_league("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))])
    )
    ran = run_command("explain", *arguments, "--json")
    assert (ran.code, ran.out, ran.lines) == (1, "", [line])
