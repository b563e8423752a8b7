"""`import_club` into an existing club: newer revisions, and what can no longer be changed."""

import json
from typing import Any

import pytest

from league.models import Result, Round, Seat
from tests.clubfile.documents import (
    build_changed_match_league,
    build_club,
    build_competition,
    build_forfeited_match,
    build_league,
    build_pair_league,
    build_played_match,
    build_sheet_for_scores,
    load_riverside,
    replace_at,
)
from tests.commands.console import collect_import_errors, import_document, run_command, run_export, run_report
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


# --- revisions


def test_a_higher_revision_becomes_the_result_that_counts() -> None:
    import_document(build_pair_league())
    corrected = build_changed_match_league(sheet=build_sheet_for_scores(-6, -4), revision=2)
    assert import_document(corrected)["changed"] == {"matches": 1}
    assert [row["player"] for row in run_report(LEAGUE)["divisions"][0]["standings"]] == ["bob", "ann"]
    assert [result.number for result in Result.objects.order_by("number")] == [1, 2]
    assert [seat.score for seat in Seat.objects.order_by("number")] == [-6, -4]
    assert run_command("verify", "club").code == 0
    assert import_document(corrected)["changed"] == {}


def test_revisions_may_have_gaps_and_a_match_may_be_decided_otherwise() -> None:
    import_document(build_pair_league())
    import_document(build_league("ann bob", [build_forfeited_match("m1", "ann bob", "bob", revision=7)]))
    assert [result.number for result in Result.objects.order_by("number")] == [1, 7]
    assert run_report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -20
    assert run_command("verify", "club").code == 0


def test_an_older_revision_is_refused() -> None:
    import_document(build_changed_match_league(revision=3))
    assert collect_import_errors(build_changed_match_league(revision=2)) == [
        "competitions.0.seasons.0.divisions.0.matches.0.revision: "
        "The club already has revision 3 of this match; the file has only 2."
    ]
    scheduled = build_league("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}])
    [line] = collect_import_errors(scheduled)
    assert line.endswith("The club already has revision 3 of this match; the file has only 0.")


@pytest.mark.parametrize(
    "other",
    [
        {"sheet": build_sheet_for_scores(-4, -7)},
        {"played_on": "2026-01-07"},
        {"due_on": "2026-01-07"},
        {"seats": ["bob", "ann"]},
        {"sat": ["cleo", "bob"]},
        {"round": 2},
    ],
)
def test_the_same_revision_with_other_content_is_refused(other: Any) -> None:
    document = build_pair_league()
    document["players"].append({"id": "cleo", "name": "Cleo"})
    import_document(document)
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0] |= other
    assert collect_import_errors(document) == [
        "competitions.0.seasons.0.divisions.0.matches.0: "
        "The club has a different revision 1 of this match. A correction needs the next number."
    ]


def test_a_round_that_no_match_is_in_any_more_goes() -> None:
    match = {"id": "m1", "seats": ["ann", "bob"]}
    import_document(build_league("ann bob", [match]))
    import_document(build_league("ann bob", [{**match, "round": 2}]))
    assert list(Round.objects.values_list("number", flat=True)) == [2]


def test_a_sheet_that_says_the_same_in_other_words_is_the_same() -> None:
    import_document(build_pair_league())
    spelt_out = {"penalties": [], **build_sheet_for_scores(-4, -6)}
    assert import_document(build_changed_match_league(sheet=spelt_out, revision=1, table=1))["changed"] == {}


def test_a_match_id_that_the_club_has_in_another_season_is_refused() -> None:
    import_document(build_league("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}]))
    other = build_league(
        "ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5), revision=9)], number=2
    )
    assert collect_import_errors(other) == [
        "competitions.0.seasons.0.divisions.0.matches.0.id: "
        "This match ID is already used in league, season 1."
    ]


# --- what is fixed once a season has been opened


@pytest.mark.parametrize("own", [False, True])
def test_changing_a_competition_leaves_opened_seasons_alone(own: bool) -> None:
    document = load_riverside()
    opened = document["competitions"][0]["seasons"]
    if own:
        for one in opened:
            one["rules"] = document["competitions"][0]["rules"]
            one["game"], one["options"] = "skuck", {}
    import_document(document)
    reports = [
        run_command("report", "riverside/skuck-league", "--season", number, "--json").out for number in "123"
    ]
    document["competitions"][0]["rules"] = {"ranking": ["lot"], "promoted": 1, "forfeit_score": None}
    document["competitions"][0]["options"] = {"deals": 6}
    assert import_document(document)["changed"] == {"competitions": 1}
    del document["competitions"][0]["seasons"]
    assert import_document(document)["changed"] == {}
    for number, told in zip("123", reports, strict=True):
        assert run_command("report", "riverside/skuck-league", "--season", number, "--json").out == told
    assert run_command("verify", "riverside").code == 0
    with discard_changes():
        once = run_export("riverside")
        assert json.loads(once)["competitions"][0]["seasons"][0]["rules"]["ranking"][0] == "average"
        assert import_document(once)["changed"] == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("lot", 8), ("options", {"deals": 6}), ("rules", {"ranking": ["lot"]}), ("state", "draft")],
)
def test_an_opened_seasons_settings_cannot_change(name: str, value: Any) -> None:
    document = build_league("ann bob", [], lot=7)
    import_document(document)
    replace_at(document, f"competitions.0.seasons.0.{name}", value)
    [line] = collect_import_errors(document)
    assert line.startswith(f"competitions.0.seasons.0.{name}: The season has started")


def test_a_season_that_leaves_its_settings_out_keeps_what_it_has() -> None:
    own = build_league("ann bob", [], lot=7, options={"deals": 3})
    import_document(replace_at(own, "competitions.0.seasons.0.rules", {"ranking": ["lot"]}))
    assert import_document(build_league("ann bob", []))["changed"] == {}
    season = json.loads(run_export("club"))["competitions"][0]["seasons"][0]
    assert (season["lot"], season["options"], season["rules"]["ranking"]) == (7, {"deals": 3}, ["lot"])


def test_a_draft_follows_its_competition_and_is_fixed_when_it_is_opened() -> None:
    matches = [
        build_forfeited_match("m1", "ann bob", "bob"),
        build_played_match("m2", "ann bob", build_sheet_for_scores(-4, -6)),
    ]
    import_document(build_league("ann bob", matches, state="draft"))
    assert run_report(LEAGUE, "--season", "1")["divisions"][0]["standings"][1]["score"] == -26
    changed = build_club(build_competition(rules={"forfeit_score": -1}), players="ann bob")
    assert import_document(changed)["changed"] == {"competitions": 1}
    assert run_report(LEAGUE, "--season", "1")["divisions"][0]["standings"][1]["score"] == -10
    assert run_command("verify", "club").lines == []
    opened = build_league([], [], state="open", rules={"forfeit_score": -1})
    replace_at(opened, "competitions.0.seasons.0.rules", {"forfeit_score": -2})
    assert import_document(opened)["changed"] == {"seasons": 1}
    assert run_report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -14
    assert run_command("verify", "club").lines == []
    import_document(build_club(build_competition(rules={"forfeit_score": -9}), players="ann bob"))
    assert run_report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -14


def test_a_draft_whose_sheets_the_new_options_do_not_fit_keeps_its_competition_as_it_is() -> None:
    import_document(build_pair_league(state="draft"))
    [line] = collect_import_errors(build_club(build_competition(options={"deals": 5}), players="ann bob"))
    assert line.endswith("The match is not finished: 4 of 5 games are on the sheet.")
