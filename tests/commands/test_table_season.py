"""A season at tables of three and four, from its file to the next season.

Every expected figure was worked out by hand.
"""

import json
from typing import Any

import pytest

from league.actions.statistics import refresh_statistics
from league.models import Competition, Seat, Statistics
from tests.clubfile.documents import replace_at
from tests.commands.console import collect_import_errors, import_document, run_command, run_export, run_report
from tests.rules.table_club import build_table_club

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
FIRST_MATCH = "competitions.0.seasons.0.divisions.0.matches.0"
# rank, player, played, won, drawn, lost, deals, score, average, decided by; beside them their points
STANDINGS = [
    ((1, "ann", 3, 2, 0, 1, 6, 22, "3.6667", "head-to-head"), 8),
    ((2, "finn", 3, 2, 0, 1, 7, 12, "1.7143", "head-to-head"), 8),
    ((3, "bob", 3, 0, 1, 2, 6, 3, "0.5000", "head-to-head"), 8),
    ((4, "gus", 3, 0, 1, 2, 7, 2, "0.2857", "points"), 8),
    ((5, "dev", 3, 1, 0, 2, 6, 12, "2.0000", "head-to-head"), 6),
    ((6, "eva", 3, 0, 0, 3, 10, 1, "0.1000", "points"), 6),
    ((7, "cleo", 3, 0, 0, 3, 6, 5, "0.8333", None), 5),
]
NAMES = ("rank", "player", "played", "won", "drawn", "lost", "deals", "score", "average", "decided_by")


def list_standings_rows(told: Any) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in NAMES) for row in told["divisions"][0]["standings"]]


def explain_player(player: str) -> Any:
    return run_command("explain", LEAGUE, player, "--json").json


def list_reasons(step: Any, beginning: str) -> list[str]:
    """Return what the step that begins with this text follows from."""
    [matching] = [reason for reason in step["because"] if reason["what"].startswith(beginning)]
    return [reason["what"] for reason in matching["because"]]


def test_report_gives_what_was_worked_out_by_hand() -> None:
    import_document(build_table_club())
    report = run_report(LEAGUE)
    assert list_standings_rows(report) == [row for row, _points in STANDINGS]
    assert not {"zeros", "style", "level", "bid_average", "points"} & set(
        report["divisions"][0]["standings"][0]
    )
    rows = Competition.objects.get().seasons.get().entries.values_list("player__key", "standing__points")
    assert dict(rows) == {row[1]: points for row, points in STANDINGS}
    assert run_command("verify", "club").code == 0


def test_places_of_every_seat_are_in_the_file_that_comes_out_and_it_comes_in_again() -> None:
    import_document(build_table_club())
    out = run_export("club")
    matches = {
        match["id"]: match.get("result")
        for match in json.loads(out)["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    }
    assert matches["m1"] == {"scores": [11, 2, 1, 1], "places": [1, 2, 3, 3]}
    assert matches["m2"] == {"scores": [0, 12, 0], "places": [2, 1, 2]}
    assert matches["m4"] is matches["m6"] is matches["m7"] is None
    assert "added" not in {kind for kind, counts in import_document(out).items() if counts}
    assert run_export("club") == out


def test_claimed_place_that_the_sheet_does_not_give_is_refused() -> None:
    import_document(build_table_club())
    wrong = json.loads(run_export("club"))
    place = f"{FIRST_MATCH}.result.places.3"
    assert collect_import_errors(replace_at(wrong, place, 4)) == [
        f"{place}: The file claims 4, its sheets give 3."
    ]


def test_explanation_tells_places_points_and_who_was_met() -> None:
    import_document(build_table_club())
    step = explain_player("bob")
    assert step["what"] == "Bob is 3rd of 7 in division A, season 1"
    assert list_reasons(step, "Average 0.5000") == [
        "2nd of 4 with Ann, Cleo, Dev, 2 (m1)",
        "Shared first by forfeit with Dev, Gus, no score (m4)",
        "Shared 3rd of 4 with Dev, Gus, Eva, 1 (m5)",
    ]
    assert list_reasons(step, "Points: 8") == [
        "Match m1: 3 for 2nd at a table of 4",
        "Match m4: 3 for shared 1st at a table of 3",
        "Match m5: 2 for shared 3rd at a table of 4",
    ]
    assert list_reasons(step, "Behind Finn") == [
        "Same points: 8",
        "By head-to-head record at shared tables: 2 won, score 12 against 0 won, score 3",
    ]
    assert list_reasons(explain_player("finn"), "Points: 8")[2] == "Match m6: 3 for 1st at a table of 3"
    assert list_reasons(explain_player("cleo"), "Points: 5")[2] == "Match m6: 0, absent (table of 3)"
    alone = "First by forfeit with Ann, Cleo, no score (m6)"
    assert alone in list_reasons(explain_player("finn"), "Average 1.7143")
    assert "Absent from the match with Finn, Ann, 0 (m6)" in list_reasons(
        explain_player("cleo"), "Average 0.8333"
    )


def test_points_that_the_committee_took_are_among_them() -> None:
    document = build_table_club()
    entry = document["competitions"][0]["seasons"][0]["divisions"][0]["entries"][0]
    entry["penalties"] = [{"points": 3, "score": 0, "reason": "late"}]
    import_document(document)
    assert list_standings_rows(run_report(LEAGUE))[5][1] == "ann"
    assert list_reasons(explain_player("ann"), "Points: 5")[-1] == "Penalty (3 off the points): late"


def test_substitutes_hands_and_figures_are_their_own() -> None:
    import_document(build_table_club())
    refresh_statistics(competition=Competition.objects.get().pk)
    rows = {statistics.player.key: statistics for statistics in Statistics.objects.select_related("player")}
    assert [(rows[key].played, rows[key].score, rows[key].lost) for key in ("bob", "zoe", "eva")] == [
        (1, 2, 1),
        (1, 1, 1),
        (3, 1, 3),
    ]
    assert rows["ann"].figures == {"best": 11, "out": 0, "sweeps": 2, "trickless": 0, "tricks": 22}
    assert rows["eva"].figures == {"best": 1, "out": 0, "sweeps": 0, "trickless": 7, "tricks": 6}
    assert rows["finn"].figures["best"] == 12 and rows["finn"].figures["trickless"] == 3


def test_figure_that_is_not_what_the_sheet_gives_is_found() -> None:
    import_document(build_table_club())
    seat = Seat.objects.get(match__key="m1", number=1)
    seat.figures = seat.figures | {"tricks": 3}
    seat.save()
    assert run_command("verify", "club", "--json").json["differences"] == [
        {"path": f"{FIRST_MATCH}.seats.1.figures.tricks", "claimed": 3, "recomputed": 2}
    ]


def test_season_is_closed_and_the_next_one_made_and_undone() -> None:
    import_document(build_table_club({"id": "m8", "seats": ["ann", "bob", "cleo"], "round": 5}))
    closing = run_command("close_season", LEAGUE)
    assert closing.code == 1 and "ann – bob – cleo" in closing.err
    assert run_command("close_season", LEAGUE, "--void-missing").code == 0
    assert [row[:-1] for row in list_standings_rows(run_report(LEAGUE))] == [
        row[:-1] for row, _points in STANDINGS
    ]
    made = run_command("roll_over", LEAGUE, "--json", "--add", "zoe").json
    assert made["divisions"][0]["entries"] == ["ann", "finn", "bob", "gus", "dev", "eva", "cleo", "zoe"]
    assert run_command("verify", "club").code == 0
    assert run_command("roll_over", LEAGUE, "--undo").code == 0
    assert run_command("verify", "club").code == 0


def test_nobody_at_a_table_is_a_loss_for_all_without_points() -> None:
    import_document(build_table_club({"id": "m8", "seats": ["ann", "bob", "cleo"], "round": 5}))
    assert run_command("close_season", LEAGUE, "--forfeit-missing").code == 0
    lost = {row[1]: row[5] for row in list_standings_rows(run_report(LEAGUE))}
    assert (lost["ann"], lost["bob"], lost["cleo"]) == (2, 3, 4)
    assert not Seat.objects.filter(match__key="m8").exclude(figures={}, deals=0).exists()
    assert "Match m8: 0, absent (table of 3)" in list_reasons(explain_player("ann"), "Points: 8")
    assert run_command("verify", "club").code == 0


def test_no_division_of_the_next_season_is_too_small_for_a_table() -> None:
    document = build_table_club(state="closed")
    document["competitions"][0]["rules"] = document["competitions"][0]["rules"] | {"division_size": 3}
    entries = document["competitions"][0]["seasons"][0]["divisions"][0]["entries"]
    entries[6]["left"] = entries[5]["left"] = True
    import_document(document)
    sizes = [
        len(division["entries"]) for division in run_command("roll_over", LEAGUE, "--json").json["divisions"]
    ]
    assert sizes == [5]  # three and two, were it a game for two
    assert run_command("roll_over", LEAGUE, "--undo").code == 0
    sizes = [
        len(division["entries"])
        for division in run_command("roll_over", LEAGUE, "--json", "--add", "zoe").json["divisions"]
    ]
    assert sizes == [3, 3]
    assert run_command("open_season", LEAGUE).code == 0
