"""`verify`: what is kept, or claimed, against what the sheets give."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from league.actions.job import later
from league.models import Club, Competition, Division, Entry, Job, Match, Player, Seat, Standing, Statistics
from league.models.job import JobState
from league.tasks import run_jobs
from tests.commands.console import export, imported, run, with_file
from tests.rules.clubs import RICH, RIVERSIDE, league, put, riverside
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db
SEASON = "competitions.0.seasons.0"
ROW = f"{SEASON}.report.divisions.0.standings.0"  # ann
MATCH = f"{SEASON}.divisions.0.matches.0"  # ann against dev


def told(*arguments: str) -> list[dict[str, Any]]:
    ran = run("verify", *arguments, "--json")
    assert list(ran.json) == ["ok", "differences"]
    assert ran.json["ok"] == (ran.json["differences"] == []) == (ran.code == 0)
    differences: list[dict[str, Any]] = ran.json["differences"]
    return differences


def difference(path: str, claimed: Any, recomputed: Any) -> dict[str, Any]:
    return {"path": path, "claimed": claimed, "recomputed": recomputed}


@pytest.mark.parametrize(("document", "slug"), [(RIVERSIDE, "riverside"), (RICH, "club")])
def test_what_came_in_well_is_clean(document: Any, slug: str) -> None:
    imported(document)
    assert told(slug) == []
    ran = run("verify", slug)
    assert (ran.code, ran.out, ran.err) == (0, "All is as the sheets give it.\n", "")
    assert with_file("verify", export(slug)).code == 0
    assert with_file("verify", document).code == 0


def test_a_file_needs_no_database(tmp_path: Any) -> None:
    imported(RIVERSIDE)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(export("riverside"))
    claim = put(json.loads(good.read_bytes()), f"{MATCH}.result.scores.0", 5)
    bad.write_text(json.dumps(claim))
    for path, code in ((good, 0), (bad, 1)):
        done = subprocess.run(
            [sys.executable, "manage.py", "verify", str(path), "--json"],
            capture_output=True,
            env={**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"},
        )
        assert (done.returncode, done.stderr) == (code, b"")
        differences = [] if code == 0 else [difference(f"{MATCH}.result.scores.0", 5, -3)]
        assert json.loads(done.stdout) == {"ok": code == 0, "differences": differences}


# --- what somebody changed in the database


def ann(model: Any) -> Any:
    entry = {"entry__player__key": "ann", "entry__season__number": 1}
    return model.objects.filter(**entry, **({"match__key": "m1"} if model is Seat else {}))


@pytest.mark.parametrize(
    ("change", "path", "claimed", "recomputed"),
    [
        ({"rank": 7}, None, None, None),
        ({"decided_by": "lot"}, f"{ROW}.decided_by", "lot", "average"),
        ({"decided_by": ""}, f"{ROW}.decided_by", None, "average"),
        ({"won": 2, "drawn": 1}, f"{ROW}.won", 2, 3),
        ({"deals": 13}, f"{ROW}.deals", 13, 12),
        ({"score": 6}, f"{ROW}.score", 6, 0),
        ({"bids_made": 7}, f"{ROW}.zeros", 7, 6),
        ({"movement": "promoted"}, f"{ROW}.movement", "promoted", "stays"),
        ({"movement": ""}, f"{ROW}.movement", None, "stays"),
        ({"points": 99}, f"{SEASON}.divisions.0.entries.0.points", 99, 6),
        ({"bids": 24}, f"{SEASON}.divisions.0.entries.0.bids", 24, 12),
        ({"bid_total": 168}, f"{SEASON}.divisions.0.entries.0.bid_total", 168, 167),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else "",
)
def test_a_changed_standing_is_found(
    change: dict[str, Any], path: str | None, claimed: Any, recomputed: Any
) -> None:
    imported(RIVERSIDE)
    assert ann(Standing).update(**change) == 1
    found = told("riverside")
    if path is None:  # the rows are written in another order then
        assert difference(f"{SEASON}.report.divisions.0.standings.3.rank", 7, 4) in found
        assert difference(f"{SEASON}.report.divisions.0.standings.3.player", "ann", "cleo") in found
    else:
        assert difference(path, claimed, recomputed) in found
        assert run("verify", "riverside").out.splitlines()[0].startswith(SEASON)


def test_a_missing_standing_is_found() -> None:
    imported(RIVERSIDE)
    ann(Standing).delete()
    assert difference(f"{SEASON}.report.divisions.0.standings.3.rank", None, 4) in told("riverside")


@pytest.mark.parametrize(
    ("change", "path", "claimed", "recomputed"),
    [
        ({"score": 9}, f"{MATCH}.result.scores.0", 9, -3),
        ({"place": 2}, f"{MATCH}.result.places.0", 2, 1),
        ({"score": 9}, f"{MATCH}.seats.0.score", 9, -3),
        ({"outcome": "loss"}, f"{MATCH}.seats.0.outcome", "loss", "win"),
        ({"bids": 5}, f"{MATCH}.seats.0.bids", 5, 4),
        ({"bids_made": 3}, f"{MATCH}.seats.0.bids_made", 3, 2),
        ({"bid_total": 0}, f"{MATCH}.seats.0.bid_total", 0, 57),
        ({"deals": 3}, f"{MATCH}.seats.0.deals", 3, 4),
        ({"absent": True}, f"{MATCH}.seats.0.absent", True, False),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else "",
)
def test_a_changed_seat_is_found(change: dict[str, Any], path: str, claimed: Any, recomputed: Any) -> None:
    imported(RIVERSIDE)
    assert ann(Seat).update(**change) == 1
    assert difference(path, claimed, recomputed) in told("riverside")


def test_somebody_else_put_in_a_seat_is_found() -> None:
    imported(RIVERSIDE)
    ann(Seat).update(player=Entry.objects.get(player__key="pia", season__number=1).player)
    assert told("riverside") == [difference(f"{MATCH}.sat.0", "pia", "ann")]


def test_a_changed_standing_of_a_season_without_results_is_found() -> None:
    imported(league("ann bob", []))
    Standing.objects.filter(entry__player__key="bob").update(rank=1, score=5)
    place = "competitions.0.seasons.0.divisions.0.entries.1"
    assert told("club") == [difference(f"{place}.rank", 1, 2), difference(f"{place}.score", 5, 0)]


def test_a_movement_that_is_kept_while_the_season_is_open_is_found() -> None:
    imported(RIVERSIDE)
    Standing.objects.filter(entry__player__key="jo", entry__season__number=3).update(movement="stays")
    place = "competitions.0.seasons.2.report.divisions.0.standings.0.movement"
    assert told("riverside") == [difference(place, "stays", None)]


@pytest.mark.parametrize(("state", "kept", "recomputed"), [("open", "promoted", ""), ("closed", "", "stays")])
def test_a_wrong_movement_in_a_season_without_results_is_found(
    state: str, kept: str, recomputed: str
) -> None:
    imported(league("ann bob", [], state=state))
    Standing.objects.filter(entry__player__key="bob").update(movement=kept)
    place = "competitions.0.seasons.0.divisions.0.entries.1.movement"
    assert told("club") == [difference(place, kept, recomputed)]


def test_a_result_of_a_later_series_that_counts_is_found() -> None:
    imported(RIVERSIDE)
    Match.objects.filter(key="m1").update(series=0)
    assert [one["path"] for one in told("riverside")] == ["matches.m1.revision"]


def test_a_match_in_a_strange_division_is_found() -> None:
    imported(RIVERSIDE)
    other = Match.objects.get(key="m1").division.season.divisions.get(level=4)
    Match.objects.filter(key="m1").update(division=other)
    paths = [one["path"] for one in told("riverside")]
    assert f"{SEASON}.divisions.3.matches.0.seats.0" in paths


def test_rows_that_hang_nowhere_are_told_rather_than_tripped_over() -> None:
    imported(RIVERSIDE)
    imported({**riverside(), "club": {"slug": "other", "name": "Other"}})
    strange = Division.objects.get(season__competition__club__slug="other", season__number=1, level=1)
    with rolled_back():
        Match.objects.filter(club__slug="riverside", key="m1").update(division=strange)
        assert "matches.m1.division" in [one["path"] for one in told("riverside")]
    with rolled_back():
        entry = Entry.objects.filter(division__season__competition__club__slug="riverside")
        first = entry.get(player__key="ann", season__number=1)
        Entry.objects.filter(pk=first.pk).update(season=strange.season)
        assert "entries.ann.season" in [one["path"] for one in told("riverside")]
    with rolled_back():
        match = Match.objects.get(club__slug="riverside", key="m1")
        bob = match.division.entries.get(player__key="bob")
        Seat.objects.create(match=match, number=2, entry=bob, player=bob.player)
        assert [one["path"] for one in told("riverside")] == ["matches.m1.seats.2"]


def test_a_penalty_that_changes_the_standings_behind_their_back_is_found() -> None:
    imported(RIVERSIDE)
    Entry.objects.filter(player__key="ann", season__number=1).update(
        penalties=[{"points": 0, "score": 100, "reason": ""}]
    )
    assert difference(f"{ROW}.player", "ann", "dev") in told("riverside")


# --- what somebody claims in a file


def test_a_wrong_claim_in_a_file_is_told_with_both_sides() -> None:
    with rolled_back():
        imported(RIVERSIDE)
        document = json.loads(export("riverside"))
    put(document, f"{ROW}.average", "1.0000")
    ran = with_file("verify", document, "--json")
    assert ran.code == 1
    assert ran.json == {"ok": False, "differences": [difference(f"{ROW}.average", "1.0000", "0.0000")]}
    ran = with_file("verify", document)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == f'{ROW}.average: claimed "1.0000", the sheets give "0.0000"\n'


def test_a_file_that_is_wrong_in_itself_is_bad_input() -> None:
    ran = with_file("verify", put(riverside(), f"{MATCH}.sheet.deals.0.tricks.0", 0), "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [f"{MATCH}.sheet.deals.0.tricks: Tricks must total 27, not 16."]
    assert with_file("verify", b"nonsense").code == 1


def test_what_is_neither_a_file_nor_a_club_is_said() -> None:
    ran = run("verify", "nowhere.json")
    assert (ran.code, ran.lines) == (1, ["club: There is no club nowhere.json here."])


# --- statistics, which no file has


@pytest.fixture
def counted() -> None:
    """The riverside club, when all that its statistics say has been counted."""
    imported(RIVERSIDE)
    run_jobs()
    assert told("riverside") == []


def statistics(player: str = "ann") -> Any:
    return Statistics.objects.filter(player__key=player, competition__slug="skuck-league")


ANNS = "competitions.skuck-league.statistics.ann"


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("details.form.7.outcome", "win"),
        ("details.games.skuck.best.score", 99),
        ("details.games.skuck.bids.14", 8),
        ("details.rivals.dev.won", 2),
        ("details.streaks.winning.matches", 4),
        ("details.streaks.unbeaten.first", "m4"),
        ("figures.boolies", 5),
        ("deals", 33),
    ],
)
def test_a_changed_statistic_is_found_at_its_place(counted: None, place: str, kept: Any) -> None:
    row = statistics().get()
    whole = {"details": row.details, "figures": row.figures, "deals": row.deals}
    right = whole
    for step in place.split("."):
        right = right[int(step)] if isinstance(right, list) else right[step]
    statistics().update(**put(whole, place, kept))
    assert told("riverside") == [difference(f"{ANNS}.{place}", kept, right)]


def test_a_bid_too_many_and_a_rival_too_few_are_found(counted: None) -> None:
    row = statistics().get()
    row.details["games"]["skuck"]["bids"]["27"] = 1
    del row.details["rivals"]["dev"]
    statistics().update(details=row.details)
    found = told("riverside")
    assert difference(f"{ANNS}.details.games.skuck.bids.27", 1, None) in found
    assert difference(f"{ANNS}.details.rivals.dev.played", None, 2) in found


def test_statistics_that_are_missing_or_nobodys_are_found(counted: None) -> None:
    statistics().delete()
    nobody = Player.objects.create(club=Club.objects.get(), key="nobody", name="No Body")
    Statistics.objects.create(player=nobody, competition=Competition.objects.get())
    row = {"played": 8, "won": 4, "drawn": 1, "lost": 3}
    assert told("riverside") == [
        difference(ANNS, None, row),
        difference(ANNS.replace("ann", "nobody"), dict.fromkeys(row, 0), None),
    ]


@pytest.mark.parametrize("state", [JobState.WAITING, JobState.RUNNING])
def test_statistics_are_passed_over_while_a_job_has_them_to_count(counted: None, state: str) -> None:
    statistics().update(details={})
    job = later("refresh-statistics", competition=Competition.objects.get().pk)
    Job.objects.filter(pk=job.pk).update(state=state)
    assert told("riverside") == []
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED)
    assert told("riverside")
    Job.objects.filter(pk=job.pk).update(arguments={"competition": 0}, state=state)
    assert told("riverside")
