"""`import_club`: a club is imported from a file, all or nothing."""

import json
from functools import cache
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Club, Division, Entry, Event, Job, Match, Player, Result, Season, Seat, Submission
from tests.clubfile.documents import (
    CLUB_WITH_EVERYTHING,
    RIVERSIDE,
    build_club,
    build_competition,
    build_division,
    build_league,
    build_pair_league,
    build_played_match,
    build_season,
    build_sheet,
    build_sheet_for_scores,
    load_riverside,
    load_riverside_reports,
    replace_at,
)
from tests.commands.console import (
    collect_import_errors,
    fetch_all_rows,
    import_document,
    run_command,
    run_export,
    run_import,
    run_report,
)
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


# --- in, out, and in again


def test_riverside_comes_in_and_is_reported_as_its_secretary_says() -> None:
    assert import_document(RIVERSIDE) == {
        "added": {
            **{"clubs": 1, "players": 16, "competitions": 1, "seasons": 3},
            **{"divisions": 12, "entries": 48, "matches": 72},
        },
        "changed": {},
        "unchanged": {},
    }
    for expected in load_riverside_reports():
        report = run_report("riverside/skuck-league", "--season", str(expected["season"]))
        assert json.dumps(report) == json.dumps(expected)  # key for key, in order
    assert run_report("riverside/skuck-league")["season"] == 3


@pytest.mark.parametrize(
    "document", [RIVERSIDE, CLUB_WITH_EVERYTHING, build_pair_league()], ids=["riverside", "rich", "small"]
)
def test_an_export_comes_in_to_an_empty_database_and_goes_out_as_the_same_bytes(document: Any) -> None:
    slug = (json.loads(document) if isinstance(document, bytes) else document)["club"]["slug"]
    with discard_changes():
        import_document(document)
        first = run_export(slug)
        assert run_export(slug) == first
        assert import_document(first).keys() == {"added", "changed", "unchanged"}
    assert not Club.objects.exists()
    import_document(first)
    assert run_export(slug) == first


@pytest.mark.parametrize("document", [RIVERSIDE, CLUB_WITH_EVERYTHING], ids=["riverside", "rich"])
def test_the_same_file_again_changes_nothing(document: Any) -> None:
    added = import_document(document)["added"]
    before = fetch_all_rows()
    again = import_document(document)
    assert again == {"added": {}, "changed": {}, "unchanged": added}
    assert fetch_all_rows() == before
    slug = "riverside" if document is RIVERSIDE else "club"
    assert import_document(run_export(slug)) == again
    assert fetch_all_rows() == before


def test_each_decided_match_is_recorded_as_a_revision_like_any_result() -> None:
    import_document(CLUB_WITH_EVERYTHING)
    decided = Match.objects.exclude(status="scheduled")
    assert {match.key: match.revision for match in decided} == {"z9": 3, "m9": 1, "m2": 1, "m3": 1, "d2": 1}
    for match in decided:
        assert match.current is not None and match.current.number == match.revision
        assert match.current.submission.verdict == "accepted"
    assert Result.objects.count() == Submission.objects.count() == 5
    [change] = Event.objects.all()
    assert (change.action, change.noun, change.key, change.by) == ("import_club", "club", "club", None)
    assert [job.arguments for job in Job.objects.all()] == [
        {"competition": Match.objects.get(key="m9").division.season.competition_id}
    ]


def test_people_are_told_what_came_in() -> None:
    ran = run_import(build_pair_league())
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "added: 1 clubs, 2 players, 1 competitions, 1 seasons, 1 divisions, 2 entries, 1 matches",
        "changed: nothing",
        "unchanged: nothing",
    ]


# --- a file that holds a part of the club


def test_a_partial_file_replaces_what_it_names_and_leaves_the_rest_alone(riverside_club: Club) -> None:
    before = json.loads(run_export("riverside"))
    part = {
        "format": "boolie-club/1",
        "club": {"slug": "riverside", "name": "Riverside", "timezone": "America/Toronto"},
        "players": [{"id": "ann", "name": "Ann Archer-Aalto"}, {"id": "zoe", "name": "Zoë"}],
    }
    assert import_document(part) == {
        "added": {"players": 1},
        "changed": {"clubs": 1, "players": 1},
        "unchanged": {},
    }
    before["club"]["name"] = "Riverside"
    before["players"][0]["name"] = "Ann Archer-Aalto"
    before["players"].append({"id": "zoe", "name": "Zoë"})
    assert json.loads(run_export("riverside")) == before


def test_fields_left_out_of_a_record_take_their_defaults() -> None:
    document = build_pair_league()
    document["club"]["timezone"] = "Asia/Tokyo"
    replace_at(document, "competitions.0.seasons.0.divisions.0.name", "First")
    replace_at(document, "competitions.0.rules", {"min_matches": 1})
    import_document(document)
    assert import_document(build_pair_league())["changed"] == {"clubs": 1, "competitions": 1, "divisions": 1}
    out = json.loads(run_export("club"))
    assert out["club"]["timezone"] == "UTC"
    assert out["competitions"][0]["rules"]["min_matches"] == 4
    assert out["competitions"][0]["seasons"][0]["divisions"][0]["name"] == "A"


def test_one_match_of_a_season_changes_its_standings() -> None:
    import_document(
        build_league(
            "ann bob", [{"id": "m1", "seats": ["ann", "bob"]}, {"id": "m2", "seats": ["bob", "ann"]}]
        )
    )
    part = build_league([], [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))])
    assert import_document(part)["changed"] == {"matches": 1}
    rows = run_report(LEAGUE)["divisions"][0]["standings"]
    assert [(row["player"], row["score"]) for row in rows] == [("ann", -4), ("bob", -6)]
    assert run_command("verify", "club").code == 0


def test_a_scheduled_match_may_be_seated_and_dated_anew() -> None:
    import_document(build_league("ann bob cleo", [{"id": "m1", "seats": ["ann", "bob"]}]))
    anew = {"id": "m1", "seats": ["cleo", "ann"], "due_on": "2026-05-05", "round": 2, "table": 3}
    assert import_document(build_league("ann bob cleo", [anew]))["changed"] == {"matches": 1}
    assert json.loads(run_export("club"))["competitions"][0]["seasons"][0]["divisions"][0]["matches"] == [
        {
            **{"id": "m1", "round": 2, "table": 3, "seats": ["cleo", "ann"], "due_on": "2026-05-05"},
            **{"status": "scheduled", "revision": 0},
        }
    ]
    assert Seat.objects.count() == 2


def build_two_divisions(upper: str, lower: str, matches: list[Any]) -> Any:
    rules = {"promoted": 0}
    return build_club(
        build_competition(
            build_season(build_division(upper), build_division(lower, matches, level=2)), rules=rules
        )
    )


def test_an_entry_named_in_another_division_moves() -> None:
    import_document(build_two_divisions("ann bob cleo", "dev eva", []))
    assert import_document(build_two_divisions("ann bob", "cleo dev eva", []))["changed"] == {"entries": 3}
    first, second = json.loads(run_export("club"))["competitions"][0]["seasons"][0]["divisions"]
    assert [entry["player"] for entry in first["entries"]] == ["ann", "bob"]
    assert [entry["player"] for entry in second["entries"]] == ["cleo", "dev", "eva"]
    assert Entry.objects.count() == 5
    assert run_command("verify", "club").code == 0


def test_the_division_that_an_entry_leaves_is_a_new_revision_of_itself() -> None:
    import_document(build_two_divisions("ann bob cleo", "dev eva", []))
    before = Division.objects.get(level=1).revision
    part = build_two_divisions("", "dev eva cleo", [])
    assert import_document(part)["changed"] == {"entries": 1}
    assert Division.objects.get(level=1).revision == before + 1


def test_an_entry_whose_matches_stay_behind_is_refused() -> None:
    import_document(
        build_two_divisions(
            "ann bob", "dev eva cleo", [build_played_match("m1", "dev cleo", build_sheet_for_scores(-4, -5))]
        )
    )
    [line] = collect_import_errors(build_two_divisions("ann bob cleo", "dev eva", []))
    assert line.endswith("cleo is not entered in this division.")


def test_an_entry_moves_with_its_matches() -> None:
    match = {"id": "m1", "seats": ["dev", "cleo"]}
    import_document(build_two_divisions("ann bob", "dev eva cleo", [match]))
    rules = {"promoted": 0}
    moved = build_club(
        build_competition(
            build_season(build_division("ann bob dev cleo", [match]), build_division("eva", level=2)),
            rules=rules,
        )
    )
    assert import_document(moved)["changed"] == {"entries": 3, "matches": 1}
    assert run_command("verify", "club").code == 0


# --- dry runs and claims


def test_a_dry_run_says_what_would_be_and_changes_nothing() -> None:
    dry = run_import(RIVERSIDE, "--dry-run", "--json")
    assert not any(fetch_all_rows().values())
    assert dry.out == run_import(RIVERSIDE, "--json").out
    corrected = load_riverside()
    corrected["players"][0]["name"] = "Anna"
    before = fetch_all_rows()
    assert import_document(corrected, "--dry-run")["changed"] == {"players": 1}
    assert fetch_all_rows() == before
    assert run_import(replace_at(load_riverside(), "format", 1), "--dry-run").code == 1


@cache
def export_riverside() -> bytes:
    with discard_changes():
        import_document(RIVERSIDE)
        return run_export("riverside")


def load_riverside_with_claims() -> Any:
    return json.loads(export_riverside())


SEASON = "competitions.0.seasons.0"
CLAIMS = [
    (f"{SEASON}.divisions.0.matches.0.result.scores.0", -2, "-3"),
    (f"{SEASON}.divisions.0.matches.0.result.places", [1], "2"),
    (f"{SEASON}.report.divisions.0.standings.1.decided_by", "lot", '"average"'),
    (f"{SEASON}.report.divisions.0.standings.0.average", "9.0000", '"0.0000"'),
    (f"{SEASON}.report.divisions.1.standings.3.style", "neutral", '"hawk"'),
    (f"{SEASON}.report.prizes", 7, "null"),
    (f"{SEASON}.report.awards.0.value", "9.0000", '"0.0000"'),
    (f"{SEASON}.report.awards.6.players", ["jo", "ann"], "null"),
]
LEAF_SUFFIXES = {
    f"{SEASON}.divisions.0.matches.0.result.places": ".1",
    f"{SEASON}.report.awards.6.players": ".1",
}


@pytest.mark.parametrize(("place", "claimed", "recomputed"), CLAIMS)
def test_a_claim_that_the_sheets_do_not_bear_out_is_refused(
    place: str, claimed: Any, recomputed: str
) -> None:
    [line] = collect_import_errors(replace_at(load_riverside_with_claims(), place, claimed))
    assert line.startswith(f"{place}{LEAF_SUFFIXES.get(place, '')}: The file claims ")
    assert line.endswith(f"its sheets give {recomputed}.")


def test_wrong_claims_are_told_and_replaced_where_that_is_asked_for() -> None:
    document = load_riverside_with_claims()
    for place, claimed, _recomputed in CLAIMS:
        replace_at(document, place, claimed)
    recomputing = run_import(document, "--recompute", "--json")
    assert recomputing.code == 0
    places = sorted(line.split(": ")[0] for line in recomputing.lines)
    assert places == sorted(
        f"{place}{LEAF_SUFFIXES.get(place, '')}" for place, _claimed, _recomputed in CLAIMS
    )
    assert sum(recomputing.json["added"].values()) > 100
    assert json.loads(run_export("riverside")) == load_riverside_with_claims()
    assert run_command("verify", "riverside").code == 0


def test_claims_are_compared_with_the_files_sheets_and_the_clubs() -> None:
    matches = [{"id": "m1", "seats": ["ann", "bob"]}, {"id": "m2", "seats": ["bob", "ann"]}]
    import_document(build_league("ann bob", matches))
    import_document(build_league([], [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))]))
    both = build_league([], [build_played_match("m2", "bob ann", build_sheet_for_scores(-7, -8))])
    with discard_changes():
        import_document(both)
        claim = json.loads(run_export("club"))["competitions"][0]["seasons"][0]["report"]
    replace_at(both, "competitions.0.seasons.0.report", claim)
    with discard_changes():
        import_document(both)
    claim["divisions"][0]["standings"][0]["score"] = -7  # as if the club had no m1
    assert len(collect_import_errors(both)) == 1


# --- mistakes


def test_every_mistake_is_a_line_with_its_path_and_nothing_changes(riverside_club: Club) -> None:
    document = load_riverside()
    replace_at(document, "players.0.name", "")
    replace_at(document, "competitions.0.seasons.0.divisions.0.matches.0.sheet.deals.1.tricks.0", 12)
    replace_at(document, "competitions.0.seasons.0.divisions.0.matches.1.seats.0", "dev")
    replace_at(document, "competitions.0.seasons.2.lot", 1)
    lines = collect_import_errors(document)
    assert [line.split(": ")[0] for line in lines] == [
        "players.0.name",
        "competitions.0.seasons.0.divisions.0.matches.0.sheet.deals.1.tricks",
        "competitions.0.seasons.2.lot",
        "competitions.0.seasons.0.divisions.0.matches.1",
    ]
    assert lines[1].endswith("Tricks add up to 26 – they must total 27.")


def test_a_hundred_mistakes_are_told_and_how_many_more_there_are() -> None:
    document = load_riverside()
    for player in document["players"]:
        player |= {f"x{number}": 0 for number in range(10)}
    lines = collect_import_errors(document)
    assert len(lines) == 101
    assert lines[0] == "players.0.x0: Unknown field: x0."
    assert lines[-1] == f"More errors, not listed: {10 * len(document['players']) - 100}."


def test_a_mistake_is_one_line_whatever_the_file_calls_its_fields() -> None:
    document = build_pair_league()
    document["club"]["a\nb\x1b[2J"] = 1
    document["competitions"][0]["game"] = "ches\u2028s"
    assert collect_import_errors(document) == [
        "club.a\\u000ab\\u001b[2J: Unknown field: a\\u000ab\\u001b[2J.",
        "competitions.0.game: No game called ches\\u2028s is installed.",
    ]


def test_what_is_wrong_with_three_seasons_for_one_reason_is_said_once() -> None:
    document = replace_at(load_riverside(), "competitions.0.rules.relegated", 1)
    assert collect_import_errors(document) == [
        "competitions.0.rules.relegated: Promoted (2) and relegated (1) must be the same number."
    ]


@pytest.mark.parametrize("flags", [(), ("--dry-run",), ("--recompute",), ("--json",)])
@pytest.mark.parametrize("written", [b"", b"\xff", b"[]", b'{"format": NaN}', b"{}"])
def test_what_is_no_club_file_is_refused(written: bytes, flags: tuple[str, ...]) -> None:
    collect_import_errors(written, *flags)


def test_a_file_that_is_not_there_or_is_none_is_said() -> None:
    for name in ("/nowhere/club.json", "/tmp"):
        ran = run_command("import_club", name)
        assert ran.code == 1
        assert ran.err.startswith(f"{name}: The file can't be read: ")


def test_dates_may_be_as_far_as_dates_go() -> None:
    document = build_pair_league(starts_on="0001-01-01", ends_on="9999-12-31", state="closed")
    import_document(document)
    assert json.loads(run_export("club"))["competitions"][0]["seasons"][0]["ends_on"] == "9999-12-31"
    assert run_report(LEAGUE, "--as-of", "9999-12-30")["state"] == "open"


def test_a_club_may_have_empty_parts() -> None:
    import_document(
        build_club(
            build_competition(build_season(build_division("", level=9)), build_season(number=2)),
            build_competition(slug="b", name="B"),
        )
    )
    assert (Player.objects.count(), Season.objects.count(), Division.objects.count()) == (0, 2, 1)
    assert run_report(LEAGUE, "--season", "1")["divisions"] == [{"level": 9, "name": "I", "standings": []}]
    assert run_report(LEAGUE, "--season", "2")["divisions"] == []
    for command in (("report", LEAGUE), ("verify", "club")):
        assert run_command(*command).code == 0


def test_two_zeros_and_a_disqualification_come_in_like_any_sheet() -> None:
    spoiled = {**build_sheet((0, 0)), "penalties": [{"seat": 0, "kind": "miscount"}] * 3}
    import_document(build_league("ann bob", [build_played_match("m1", "ann bob", spoiled)]))
    first, _second = run_report(LEAGUE)["divisions"][0]["standings"]
    assert first["player"] == "bob"
    assert run_command("verify", "club").code == 0


# --- in bulk


def count_queries(document: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        import_document(document)
    return len(captured)


def build_large_file(players: int) -> Any:
    from league.demo.large import build_club_file

    return build_club_file(players)


def test_queries_grow_only_by_chunks_of_rows() -> None:
    """SQLite takes 999 values in a statement: that is 76 seats, the widest rows."""
    small = count_queries(build_large_file(8))
    rows = sum(map(len, fetch_all_rows().values()))
    many = count_queries(build_large_file(340)) - small
    rows = sum(map(len, fetch_all_rows().values())) - rows
    assert rows > 3500
    assert many <= rows / 70
    with CaptureQueriesContext(connection) as again:
        import_document(build_large_file(340))
    assert len(again) <= 20
