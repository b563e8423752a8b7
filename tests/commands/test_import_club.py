"""`import_club`: a club comes in from a file, all of it or nothing."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Change, Club, Division, Entry, Job, Match, Player, Result, Season, Seat, Submission
from tests.commands.console import everything, export, imported, importing, refused, report, run, taken_back
from tests.rules.clubs import (
    RICH,
    RIVERSIDE,
    club,
    competition,
    division,
    even,
    forfeit,
    league,
    played,
    put,
    riverside,
    riverside_reports,
    season,
    sheet,
)

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def pair(**more: Any) -> Any:
    """Two players who have met once."""
    return league("ann bob", [played("m1", "ann bob", even(-4, -6))], **more)


def with_match(**more: Any) -> Any:
    document = pair()
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0] |= more
    return document


# --- in, out, and in again


def test_riverside_comes_in_and_is_reported_as_its_secretary_says() -> None:
    assert imported(RIVERSIDE) == {
        "added": {
            **{"clubs": 1, "players": 16, "competitions": 1, "seasons": 3},
            **{"divisions": 12, "entries": 48, "matches": 72},
        },
        "changed": {},
        "unchanged": {},
    }
    for expected in riverside_reports():
        told = report("riverside/skuck-league", "--season", str(expected["season"]))
        assert json.dumps(told) == json.dumps(expected)  # key for key, in order
    assert report("riverside/skuck-league")["season"] == 3


@pytest.mark.parametrize("document", [RIVERSIDE, RICH, pair()], ids=["riverside", "rich", "small"])
def test_an_export_comes_in_to_an_empty_database_and_goes_out_as_the_same_bytes(document: Any) -> None:
    slug = (json.loads(document) if isinstance(document, bytes) else document)["club"]["slug"]
    with taken_back():
        imported(document)
        first = export(slug)
        assert export(slug) == first
        assert imported(first).keys() == {"added", "changed", "unchanged"}
    assert not Club.objects.exists()
    imported(first)
    assert export(slug) == first


@pytest.mark.parametrize("document", [RIVERSIDE, RICH], ids=["riverside", "rich"])
def test_the_same_file_again_changes_nothing(document: Any) -> None:
    added = imported(document)["added"]
    before = everything()
    again = imported(document)
    assert again == {"added": {}, "changed": {}, "unchanged": added}
    assert everything() == before
    slug = "riverside" if document is RIVERSIDE else "club"
    assert imported(export(slug)) == again
    assert everything() == before


def test_each_decided_match_is_recorded_as_a_revision_like_any_result() -> None:
    imported(RICH)
    decided = Match.objects.exclude(status="scheduled")
    assert {match.key: match.revision for match in decided} == {"z9": 3, "m9": 1, "m2": 1, "m3": 1, "d2": 1}
    for match in decided:
        assert match.current is not None and match.current.number == match.revision
        assert match.current.submission.verdict == "accepted"
    assert Result.objects.count() == Submission.objects.count() == 5
    [change] = Change.objects.all()
    assert (change.action, change.noun, change.key, change.by) == ("import_club", "club", "club", None)
    assert [job.arguments for job in Job.objects.all()] == [
        {"competition": Match.objects.get(key="m9").division.season.competition_id}
    ]


def test_people_are_told_what_came_in() -> None:
    ran = importing(pair())
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "added: 1 clubs, 2 players, 1 competitions, 1 seasons, 1 divisions, 2 entries, 1 matches",
        "changed: nothing",
        "unchanged: nothing",
    ]


# --- a file that holds a part of the club


def test_a_partial_file_replaces_what_it_names_and_leaves_the_rest_alone() -> None:
    imported(RIVERSIDE)
    before = json.loads(export("riverside"))
    part = {
        "format": "boolie-club/1",
        "club": {"slug": "riverside", "name": "Riverside", "timezone": "America/Toronto"},
        "players": [{"id": "ann", "name": "Ann Archer-Aalto"}, {"id": "zoe", "name": "Zoë"}],
    }
    assert imported(part) == {
        "added": {"players": 1},
        "changed": {"clubs": 1, "players": 1},
        "unchanged": {},
    }
    before["club"]["name"] = "Riverside"
    before["players"][0]["name"] = "Ann Archer-Aalto"
    before["players"].append({"id": "zoe", "name": "Zoë"})
    assert json.loads(export("riverside")) == before


def test_fields_left_out_of_a_record_take_their_defaults() -> None:
    document = pair()
    document["club"]["timezone"] = "Asia/Tokyo"
    put(document, "competitions.0.seasons.0.divisions.0.name", "First")
    put(document, "competitions.0.rules", {"min_matches": 1})
    imported(document)
    assert imported(pair())["changed"] == {"clubs": 1, "competitions": 1, "divisions": 1}
    out = json.loads(export("club"))
    assert out["club"]["timezone"] == "UTC"
    assert out["competitions"][0]["rules"]["min_matches"] == 4
    assert out["competitions"][0]["seasons"][0]["divisions"][0]["name"] == "A"


def test_one_match_of_a_season_changes_its_standings() -> None:
    imported(
        league("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}, {"id": "m2", "seats": ["bob", "ann"]}])
    )
    part = league([], [played("m1", "ann bob", even(-4, -6))])
    assert imported(part)["changed"] == {"matches": 1}
    rows = report(LEAGUE)["divisions"][0]["standings"]
    assert [(row["player"], row["score"]) for row in rows] == [("ann", -4), ("bob", -6)]
    assert run("verify", "club").code == 0


def test_a_scheduled_match_may_be_seated_and_dated_anew() -> None:
    imported(league("ann bob cleo", [{"id": "m1", "seats": ["ann", "bob"]}]))
    anew = {"id": "m1", "seats": ["cleo", "ann"], "due_on": "2026-05-05", "round": 2, "table": 3}
    assert imported(league("ann bob cleo", [anew]))["changed"] == {"matches": 1}
    assert json.loads(export("club"))["competitions"][0]["seasons"][0]["divisions"][0]["matches"] == [
        {
            **{"id": "m1", "round": 2, "table": 3, "seats": ["cleo", "ann"], "due_on": "2026-05-05"},
            **{"status": "scheduled", "revision": 0},
        }
    ]
    assert Seat.objects.count() == 2


def two_divisions(upper: str, lower: str, matches: list[Any]) -> Any:
    rules = {"promoted": 0}
    return club(competition(season(division(upper), division(lower, matches, level=2)), rules=rules))


def test_an_entry_named_in_another_division_moves() -> None:
    imported(two_divisions("ann bob cleo", "dev eva", []))
    assert imported(two_divisions("ann bob", "cleo dev eva", []))["changed"] == {"entries": 3}
    first, second = json.loads(export("club"))["competitions"][0]["seasons"][0]["divisions"]
    assert [entry["player"] for entry in first["entries"]] == ["ann", "bob"]
    assert [entry["player"] for entry in second["entries"]] == ["cleo", "dev", "eva"]
    assert Entry.objects.count() == 5
    assert run("verify", "club").code == 0


def test_the_division_that_an_entry_leaves_is_a_new_revision_of_itself() -> None:
    imported(two_divisions("ann bob cleo", "dev eva", []))
    before = Division.objects.get(level=1).revision
    part = two_divisions("", "dev eva cleo", [])
    assert imported(part)["changed"] == {"entries": 1}
    assert Division.objects.get(level=1).revision == before + 1


def test_an_entry_whose_matches_stay_behind_is_refused() -> None:
    imported(two_divisions("ann bob", "dev eva cleo", [played("m1", "dev cleo", even(-4, -5))]))
    [line] = refused(two_divisions("ann bob cleo", "dev eva", []))
    assert line.endswith("cleo is not entered in this division.")


def test_an_entry_moves_with_its_matches() -> None:
    match = {"id": "m1", "seats": ["dev", "cleo"]}
    imported(two_divisions("ann bob", "dev eva cleo", [match]))
    rules = {"promoted": 0}
    moved = club(
        competition(season(division("ann bob dev cleo", [match]), division("eva", level=2)), rules=rules)
    )
    assert imported(moved)["changed"] == {"entries": 3, "matches": 1}
    assert run("verify", "club").code == 0


# --- revisions


def test_a_higher_revision_becomes_the_result_that_counts() -> None:
    imported(pair())
    corrected = with_match(sheet=even(-6, -4), revision=2)
    assert imported(corrected)["changed"] == {"matches": 1}
    assert [row["player"] for row in report(LEAGUE)["divisions"][0]["standings"]] == ["bob", "ann"]
    assert [result.number for result in Result.objects.order_by("number")] == [1, 2]
    assert [seat.score for seat in Seat.objects.order_by("number")] == [-6, -4]
    assert run("verify", "club").code == 0
    assert imported(corrected)["changed"] == {}


def test_revisions_may_have_gaps_and_a_match_may_be_decided_otherwise() -> None:
    imported(pair())
    imported(league("ann bob", [forfeit("m1", "ann bob", "bob", revision=7)]))
    assert [result.number for result in Result.objects.order_by("number")] == [1, 7]
    assert report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -20
    assert run("verify", "club").code == 0


def test_an_older_revision_is_refused() -> None:
    imported(with_match(revision=3))
    assert refused(with_match(revision=2)) == [
        "competitions.0.seasons.0.divisions.0.matches.0.revision: "
        "The club has revision 3 of this match already, the file only 2."
    ]
    scheduled = league("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}])
    [line] = refused(scheduled)
    assert line.endswith("The club has revision 3 of this match already, the file only 0.")


@pytest.mark.parametrize(
    "other",
    [
        {"sheet": even(-4, -7)},
        {"played_on": "2026-01-07"},
        {"due_on": "2026-01-07"},
        {"seats": ["bob", "ann"]},
        {"sat": ["cleo", "bob"]},
        {"round": 2},
    ],
)
def test_the_same_revision_with_other_content_is_refused(other: Any) -> None:
    document = pair()
    document["players"].append({"id": "cleo", "name": "Cleo"})
    imported(document)
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0] |= other
    assert refused(document) == [
        "competitions.0.seasons.0.divisions.0.matches.0: "
        "The club has another revision 1 of this match; a correction takes the next number."
    ]


def test_a_sheet_that_says_the_same_in_other_words_is_the_same() -> None:
    imported(pair())
    spelt_out = {"penalties": [], **even(-4, -6)}
    assert imported(with_match(sheet=spelt_out, revision=1, table=1))["changed"] == {}


def test_a_match_id_that_the_club_has_in_another_season_is_refused() -> None:
    imported(league("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}]))
    other = league("ann bob", [played("m1", "ann bob", even(-4, -5), revision=9)], number=2)
    assert refused(other) == [
        "competitions.0.seasons.0.divisions.0.matches.0.id: "
        "The club has this id for a match of league, season 1."
    ]


# --- what is fixed once a season has been opened


@pytest.mark.parametrize("own", [False, True])
def test_changing_a_competition_leaves_opened_seasons_alone(own: bool) -> None:
    document = riverside()
    opened = document["competitions"][0]["seasons"]
    if own:
        for one in opened:
            one["rules"] = document["competitions"][0]["rules"]
            one["game"], one["options"] = "skuck", {}
    imported(document)
    reports = [run("report", "riverside/skuck-league", "--season", number, "--json").out for number in "123"]
    document["competitions"][0]["rules"] = {"ranking": ["lot"], "promoted": 1, "forfeit_score": None}
    document["competitions"][0]["options"] = {"deals": 6}
    assert imported(document)["changed"] == {"competitions": 1}
    del document["competitions"][0]["seasons"]
    assert imported(document)["changed"] == {}
    for number, told in zip("123", reports, strict=True):
        assert run("report", "riverside/skuck-league", "--season", number, "--json").out == told
    assert run("verify", "riverside").code == 0
    with taken_back():
        once = export("riverside")
        assert json.loads(once)["competitions"][0]["seasons"][0]["rules"]["ranking"][0] == "average"
        assert imported(once)["changed"] == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("lot", 8), ("options", {"deals": 6}), ("rules", {"ranking": ["lot"]}), ("state", "draft")],
)
def test_an_opened_seasons_settings_cannot_change(name: str, value: Any) -> None:
    document = league("ann bob", [], lot=7)
    imported(document)
    put(document, f"competitions.0.seasons.0.{name}", value)
    [line] = refused(document)
    assert line.startswith(f"competitions.0.seasons.0.{name}: The season has been opened")


def test_a_season_that_leaves_its_settings_out_keeps_what_it_has() -> None:
    own = league("ann bob", [], lot=7, options={"deals": 3})
    imported(put(own, "competitions.0.seasons.0.rules", {"ranking": ["lot"]}))
    assert imported(league("ann bob", []))["changed"] == {}
    kept = json.loads(export("club"))["competitions"][0]["seasons"][0]
    assert (kept["lot"], kept["options"], kept["rules"]["ranking"]) == (7, {"deals": 3}, ["lot"])


def test_a_draft_follows_its_competition_and_is_fixed_when_it_is_opened() -> None:
    matches = [forfeit("m1", "ann bob", "bob"), played("m2", "ann bob", even(-4, -6))]
    imported(league("ann bob", matches, state="draft"))
    assert report(LEAGUE, "--season", "1")["divisions"][0]["standings"][1]["score"] == -26
    changed = club(competition(rules={"forfeit_score": -1}), players="ann bob")
    assert imported(changed)["changed"] == {"competitions": 1}
    assert report(LEAGUE, "--season", "1")["divisions"][0]["standings"][1]["score"] == -10
    assert run("verify", "club").lines == []
    opened = league([], [], state="open", rules={"forfeit_score": -1})
    put(opened, "competitions.0.seasons.0.rules", {"forfeit_score": -2})
    assert imported(opened)["changed"] == {"seasons": 1}
    assert report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -14
    assert run("verify", "club").lines == []
    imported(club(competition(rules={"forfeit_score": -9}), players="ann bob"))
    assert report(LEAGUE)["divisions"][0]["standings"][1]["score"] == -14


def test_a_draft_whose_sheets_the_new_options_do_not_fit_keeps_its_competition_as_it_is() -> None:
    imported(pair(state="draft"))
    [line] = refused(club(competition(options={"deals": 5}), players="ann bob"))
    assert line.endswith("The match is not finished: 4 of 5 games are on the sheet.")


# --- dry runs and claims


def test_a_dry_run_says_what_would_be_and_changes_nothing() -> None:
    dry = importing(RIVERSIDE, "--dry-run", "--json")
    assert not any(everything().values())
    assert dry.out == importing(RIVERSIDE, "--json").out
    corrected = riverside()
    corrected["players"][0]["name"] = "Anna"
    before = everything()
    assert imported(corrected, "--dry-run")["changed"] == {"players": 1}
    assert everything() == before
    assert importing(put(riverside(), "format", 1), "--dry-run").code == 1


def claiming() -> Any:
    with taken_back():
        imported(RIVERSIDE)
        return json.loads(export("riverside"))


SEASON = "competitions.0.seasons.0"
CLAIMS = [
    (f"{SEASON}.divisions.0.matches.0.result.scores.0", -2, "-3"),
    (f"{SEASON}.divisions.0.matches.0.result.places", [1], "2"),
    (f"{SEASON}.report.divisions.0.standings.1.decided_by", "lot", '"average"'),
    (f"{SEASON}.report.divisions.0.standings.0.average", "9.0000", '"0.0000"'),
    (f"{SEASON}.report.divisions.1.standings.3.style", "neutral", '"hawk"'),
    (f"{SEASON}.report.prizes", 7, "null"),
    (f"{SEASON}.report.awards", ["best"], "null"),
]
LEAF = {f"{SEASON}.divisions.0.matches.0.result.places": ".1", f"{SEASON}.report.awards": ".0"}


@pytest.mark.parametrize(("place", "claimed", "recomputed"), CLAIMS)
def test_a_claim_that_the_sheets_do_not_bear_out_is_refused(
    place: str, claimed: Any, recomputed: str
) -> None:
    document = put(claiming(), place, claimed)
    [line] = refused(document)
    assert line.startswith(f"{place}{LEAF.get(place, '')}: The file claims ")
    assert line.endswith(f"its sheets give {recomputed}.")
    recomputing = importing(document, "--recompute", "--json")
    assert recomputing.code == 0
    assert [line.split(": ")[0] for line in recomputing.lines] == [f"{place}{LEAF.get(place, '')}"]
    assert sum(recomputing.json["added"].values()) > 100
    assert json.loads(export("riverside")) == claiming()
    assert run("verify", "riverside").code == 0


def test_claims_are_compared_with_the_files_sheets_and_the_clubs() -> None:
    matches = [{"id": "m1", "seats": ["ann", "bob"]}, {"id": "m2", "seats": ["bob", "ann"]}]
    imported(league("ann bob", matches))
    imported(league([], [played("m1", "ann bob", even(-4, -6))]))
    both = league([], [played("m2", "bob ann", even(-7, -8))])
    with taken_back():
        imported(both)
        claim = json.loads(export("club"))["competitions"][0]["seasons"][0]["report"]
    put(both, "competitions.0.seasons.0.report", claim)
    with taken_back():
        imported(both)
    claim["divisions"][0]["standings"][0]["score"] = -7  # as if the club had no m1
    assert len(refused(both)) == 1


# --- mistakes


def test_every_mistake_is_a_line_with_its_path_and_nothing_changes() -> None:
    imported(RIVERSIDE)
    document = riverside()
    put(document, "players.0.name", "")
    put(document, "competitions.0.seasons.0.divisions.0.matches.0.sheet.deals.1.tricks.0", 12)
    put(document, "competitions.0.seasons.0.divisions.0.matches.1.seats.0", "dev")
    put(document, "competitions.0.seasons.2.lot", 1)
    lines = refused(document)
    assert [line.split(": ")[0] for line in lines] == [
        "players.0.name",
        "competitions.0.seasons.0.divisions.0.matches.0.sheet.deals.1.tricks",
        "competitions.0.seasons.2.lot",
        "competitions.0.seasons.0.divisions.0.matches.1",
    ]
    assert lines[1].endswith("Tricks must total 27, not 26.")


def test_a_hundred_mistakes_are_told_and_no_more() -> None:
    document = riverside()
    for player in document["players"]:
        player |= {f"x{number}": 0 for number in range(10)}
    lines = refused(document)
    assert len(lines) == 100
    assert lines[0] == "players.0.x0: Unknown field: x0."


def test_a_mistake_is_one_line_whatever_the_file_calls_its_fields() -> None:
    document = pair()
    document["club"]["a\nb\x1b[2J"] = 1
    document["competitions"][0]["game"] = "ches\u2028s"
    assert refused(document) == [
        "club.a\\u000ab\\u001b[2J: Unknown field: a\\u000ab\\u001b[2J.",
        "competitions.0.game: No game called ches\\u2028s is installed.",
    ]


def test_what_is_wrong_with_three_seasons_for_one_reason_is_said_once() -> None:
    document = put(riverside(), "competitions.0.rules.relegated", 1)
    assert refused(document) == [
        "competitions.0.rules.relegated: As many go down as go up: promoted is 2, relegated is 1."
    ]


@pytest.mark.parametrize("flags", [(), ("--dry-run",), ("--recompute",), ("--json",)])
@pytest.mark.parametrize("written", [b"", b"\xff", b"[]", b'{"format": NaN}', b"{}"])
def test_what_is_no_club_file_is_refused(written: bytes, flags: tuple[str, ...]) -> None:
    refused(written, *flags)


def test_a_file_that_is_not_there_or_is_none_is_said() -> None:
    for name in ("/nowhere/club.json", "/tmp"):
        ran = run("import_club", name)
        assert ran.code == 1
        assert ran.err.startswith(f"{name}: The file cannot be read: ")


def test_dates_may_be_as_far_as_dates_go() -> None:
    document = pair(starts_on="0001-01-01", ends_on="9999-12-31", state="closed")
    imported(document)
    assert json.loads(export("club"))["competitions"][0]["seasons"][0]["ends_on"] == "9999-12-31"
    assert report(LEAGUE, "--as-of", "9999-12-30")["state"] == "open"


def test_a_club_may_have_empty_parts() -> None:
    imported(
        club(competition(season(division("", level=9)), season(number=2)), competition(slug="b", name="B"))
    )
    assert (Player.objects.count(), Season.objects.count(), Division.objects.count()) == (0, 2, 1)
    assert report(LEAGUE, "--season", "1")["divisions"] == [{"level": 9, "name": "I", "standings": []}]
    assert report(LEAGUE, "--season", "2")["divisions"] == []
    for command in (("report", LEAGUE), ("verify", "club")):
        assert run(*command).code == 0


def test_two_zeros_and_a_disqualification_come_in_like_any_sheet() -> None:
    spoiled = {**sheet((0, 0)), "penalties": [{"seat": 0, "kind": "miscount"}] * 3}
    imported(league("ann bob", [played("m1", "ann bob", spoiled)]))
    first, _second = report(LEAGUE)["divisions"][0]["standings"]
    assert first["player"] == "bob"
    assert run("verify", "club").code == 0


# --- in bulk


def queries(document: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        imported(document)
    return len(captured)


def large(players: int) -> Any:
    from league.demo.large import club_file

    return club_file(players)


def test_queries_grow_only_by_chunks_of_rows() -> None:
    """SQLite takes 999 values at once: 76 seats, the widest rows."""
    small = queries(large(8))
    rows = sum(map(len, everything().values()))
    many = queries(large(680)) - small
    rows = sum(map(len, everything().values())) - rows
    assert rows > 7000
    assert many <= rows / 70
    with CaptureQueriesContext(connection) as again:
        imported(large(680))
    assert len(again) <= 20
