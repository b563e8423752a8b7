"""`verify`: stored and derived values against what the score sheets say."""

import json
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from league.actions.job import enqueue
from league.models import Club, Competition, Division, Entry, Job, Match, Player, Seat, Standing, Statistics
from league.models.job import JobState
from league.rules.standings.totals import BID_TOTAL, BIDS, BIDS_MADE
from tests.clubfile.documents import CLUB_WITH_EVERYTHING, RIVERSIDE, build_league, load_riverside, replace_at
from tests.commands.console import import_document, run_command, run_export, run_on_file
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
SEASON = "competitions.0.seasons.0"
ROW = f"{SEASON}.report.divisions.0.standings.0"  # ann
MATCH = f"{SEASON}.divisions.0.matches.0"  # ann against dev


def verify_json(*arguments: str) -> list[dict[str, Any]]:
    ran = run_command("verify", *arguments, "--json")
    assert list(ran.json) == ["ok", "differences"]
    assert ran.json["ok"] == (ran.json["differences"] == []) == (ran.code == 0)
    differences: list[dict[str, Any]] = ran.json["differences"]
    return differences


def build_difference(path: str, claimed: Any, recomputed: Any) -> dict[str, Any]:
    return {"path": path, "claimed": claimed, "recomputed": recomputed}


@pytest.mark.parametrize(("document", "slug"), [(RIVERSIDE, "riverside"), (CLUB_WITH_EVERYTHING, "club")])
def test_what_came_in_well_is_clean(document: Any, slug: str) -> None:
    import_document(document)
    assert verify_json(slug) == []
    ran = run_command("verify", slug)
    assert (ran.code, ran.out, ran.err) == (0, "All scores and standings match the sheets.\n", "")
    assert run_on_file("verify", run_export(slug)).code == 0
    assert run_on_file("verify", document).code == 0


def test_a_file_needs_no_database(riverside_club: Club, django_db_blocker: DjangoDbBlocker) -> None:
    document = json.loads(run_export("riverside"))
    with django_db_blocker.block():
        for claimed, differences in ((-3, []), (5, [build_difference(f"{MATCH}.result.scores.0", 5, -3)])):
            ran = run_on_file("verify", replace_at(document, f"{MATCH}.result.scores.0", claimed), "--json")
            assert (ran.code, ran.err) == (int(claimed == 5), "")
            assert ran.json == {"ok": claimed == -3, "differences": differences}


# --- what somebody changed in the database


def get_anns_rows(model: Any) -> Any:
    entry = {"entry__player__key": "ann", "entry__season__number": 1}
    return model.objects.filter(**entry, **({"match__key": "m1"} if model is Seat else {}))


def test_changed_standings_are_found(riverside_club: Club) -> None:
    for change, differences in (
        (
            {
                **{"decided_by": "lot", "won": 2, "drawn": 1, "deals": 13, "score": 6},
                **{"movement": "promoted", "points": 99},
                "figures": {BIDS: 24, BIDS_MADE: 7, BID_TOTAL: 168},
            },
            [
                build_difference(f"{ROW}.decided_by", "lot", "average"),
                build_difference(f"{ROW}.won", 2, 3),
                build_difference(f"{ROW}.drawn", 1, 0),
                build_difference(f"{ROW}.deals", 13, 12),
                build_difference(f"{ROW}.score", 6, 0),
                build_difference(f"{ROW}.zeros", 7, 6),
                build_difference(f"{ROW}.movement", "promoted", "stays"),
                build_difference(f"{SEASON}.divisions.0.entries.0.points", 99, 6),
                build_difference(f"{SEASON}.divisions.0.entries.0.bids", 24, 12),
                build_difference(f"{SEASON}.divisions.0.entries.0.bid_total", 168, 167),
            ],
        ),
        (
            {"decided_by": "", "movement": ""},
            [
                build_difference(f"{ROW}.decided_by", None, "average"),
                build_difference(f"{ROW}.movement", None, "stays"),
            ],
        ),
        (
            {"rank": 7},  # the rows are written in another order then
            [
                build_difference(f"{SEASON}.report.divisions.0.standings.3.rank", 7, 4),
                build_difference(f"{SEASON}.report.divisions.0.standings.3.player", "ann", "cleo"),
            ],
        ),
    ):
        with discard_changes():
            assert get_anns_rows(Standing).update(**change) == 1
            found = verify_json("riverside")
            assert [each for each in differences if each not in found] == []
    get_anns_rows(Standing).update(deals=13)
    assert run_command("verify", "riverside").out.splitlines()[0].startswith(f"{ROW}.deals: ")


def test_a_missing_standing_is_found(riverside_club: Club) -> None:
    get_anns_rows(Standing).delete()
    assert build_difference(f"{SEASON}.report.divisions.0.standings.3.rank", None, 4) in verify_json(
        "riverside"
    )


def test_changed_seats_are_found(riverside_club: Club) -> None:
    change = {
        **{"score": 9, "place": 2, "outcome": "loss", "figures": {BIDS: 5, BIDS_MADE: 3}},
        **{"deals": 3, "absent": True, "points": 1, "deal_scores": [9]},
    }
    assert get_anns_rows(Seat).update(**change) == 1
    differences = verify_json("riverside")
    for each in (
        build_difference(f"{MATCH}.result.scores.0", 9, -3),
        build_difference(f"{MATCH}.result.places.0", 2, 1),
        build_difference(f"{MATCH}.seats.0.score", 9, -3),
        build_difference(f"{MATCH}.seats.0.outcome", "loss", "win"),
        build_difference(f"{MATCH}.seats.0.bids", 5, 4),
        build_difference(f"{MATCH}.seats.0.bids_made", 3, 2),
        build_difference(f"{MATCH}.seats.0.bid_total", 0, 57),
        build_difference(f"{MATCH}.seats.0.deals", 3, 4),
        build_difference(f"{MATCH}.seats.0.absent", True, False),
        build_difference(f"{MATCH}.seats.0.points", 1, 2),
        build_difference(f"{MATCH}.seats.0.deal_scores.0", 9, -5),
        build_difference(f"{MATCH}.seats.0.deal_scores.3", None, 0),
    ):
        assert each in differences


def test_somebody_else_put_in_a_seat_is_found(riverside_club: Club) -> None:
    get_anns_rows(Seat).update(player=Entry.objects.get(player__key="pia", season__number=1).player)
    assert verify_json("riverside") == [build_difference(f"{MATCH}.sat.0", "pia", "ann")]


def test_a_changed_standing_of_a_season_without_results_is_found() -> None:
    import_document(build_league("ann bob", []))
    Standing.objects.filter(entry__player__key="bob").update(rank=1, score=5)
    place = "competitions.0.seasons.0.divisions.0.entries.1"
    assert verify_json("club") == [
        build_difference(f"{place}.rank", 1, 2),
        build_difference(f"{place}.score", 5, 0),
    ]


def test_a_movement_that_is_kept_while_the_season_is_open_is_found(riverside_club: Club) -> None:
    Standing.objects.filter(entry__player__key="jo", entry__season__number=3).update(movement="stays")
    place = "competitions.0.seasons.2.report.divisions.0.standings.0.movement"
    assert verify_json("riverside") == [build_difference(place, "stays", None)]


@pytest.mark.parametrize(("state", "kept", "recomputed"), [("open", "promoted", ""), ("closed", "", "stays")])
def test_a_wrong_movement_in_a_season_without_results_is_found(
    state: str, kept: str, recomputed: str
) -> None:
    import_document(build_league("ann bob", [], state=state))
    Standing.objects.filter(entry__player__key="bob").update(movement=kept)
    place = "competitions.0.seasons.0.divisions.0.entries.1.movement"
    assert verify_json("club") == [build_difference(place, kept, recomputed)]


def test_a_result_of_a_later_series_that_counts_is_found(riverside_club: Club) -> None:
    Match.objects.filter(key="m1").update(generation=0)
    assert [difference["path"] for difference in verify_json("riverside")] == ["matches.m1.revision"]


def test_a_match_in_a_strange_division_is_found(riverside_club: Club) -> None:
    other = Match.objects.get(key="m1").division.season.divisions.get(level=4)
    Match.objects.filter(key="m1").update(division=other)
    paths = [difference["path"] for difference in verify_json("riverside")]
    assert f"{SEASON}.divisions.3.matches.0.seats.0" in paths


def test_rows_that_hang_nowhere_are_told_rather_than_tripped_over(riverside_club: Club) -> None:
    import_document({**load_riverside(), "club": {"slug": "other", "name": "Other"}})
    strange = Division.objects.get(season__competition__club__slug="other", season__number=1, level=1)
    with discard_changes():
        Match.objects.filter(club__slug="riverside", key="m1").update(
            division=strange, round=strange.stage.rounds.get(number=1)
        )
        assert "matches.m1.division" in [difference["path"] for difference in verify_json("riverside")]
    with discard_changes():
        match = Match.objects.get(club__slug="riverside", key="m1")
        bob = match.division.entries.get(player__key="bob")
        Seat.objects.create(match=match, number=2, entry=bob, player=bob.player)
        assert [difference["path"] for difference in verify_json("riverside")] == ["matches.m1.seats.2"]


def test_a_penalty_that_changes_the_standings_behind_their_back_is_found(riverside_club: Club) -> None:
    entry = Entry.objects.get(player__key="ann", season__number=1)
    entry.season.decisions.create(
        kind="penalty", origin="file", player=entry.player, entry=entry, detail={"points": 0, "score": 100}
    )
    assert build_difference(f"{ROW}.player", "ann", "dev") in verify_json("riverside")


# --- what somebody claims in a file


def test_a_wrong_claim_in_a_file_is_told_with_both_sides() -> None:
    with discard_changes():
        import_document(RIVERSIDE)
        document = json.loads(run_export("riverside"))
    replace_at(document, f"{ROW}.average", "1.0000")
    ran = run_on_file("verify", document, "--json")
    assert ran.code == 1
    assert ran.json == {"ok": False, "differences": [build_difference(f"{ROW}.average", "1.0000", "0.0000")]}
    ran = run_on_file("verify", document)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == f'{ROW}.average: claimed "1.0000", the sheets give "0.0000"\n'


def test_a_file_that_is_wrong_in_itself_is_bad_input() -> None:
    ran = run_on_file("verify", replace_at(load_riverside(), f"{MATCH}.sheet.deals.0.tricks.0", 0), "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [f"{MATCH}.sheet.deals.0.tricks: Tricks add up to 16 – they must total 27."]
    assert run_on_file("verify", b"nonsense").code == 1


def test_what_is_neither_a_file_nor_a_club_is_said() -> None:
    ran = run_command("verify", "nowhere.json")
    assert (ran.code, ran.lines) == (1, ["club: There is no club nowhere.json."])


# --- statistics, which no file has


def get_statistics(player: str = "ann") -> Any:
    return Statistics.objects.filter(player__key=player, competition__slug="skuck-league")


ANNS_STATISTICS = "competitions.skuck-league.statistics.ann"


def test_changed_statistics_are_found_at_their_places(counted_club: Club) -> None:
    assert verify_json("riverside") == []
    changes = {
        "details.form.7.outcome": "win",
        "details.games.skuck.best.score": 99,
        "details.games.skuck.bids.14": 8,
        "details.rivals.dev.won": 2,
        "details.streaks.winning.matches": 4,
        "details.streaks.unbeaten.first": "m4",
        "figures.boolies": 5,
        "deals": 33,
    }
    row = get_statistics().get()
    whole = {"details": row.details, "figures": row.figures, "deals": row.deals}
    expected = []
    for place, kept in changes.items():
        right: Any = whole
        for step in place.split("."):
            right = right[int(step)] if isinstance(right, list) else right[step]
        expected.append(build_difference(f"{ANNS_STATISTICS}.{place}", kept, right))
        replace_at(whole, place, kept)
    get_statistics().update(**whole)
    assert sorted(verify_json("riverside"), key=lambda each: str(each["path"])) == sorted(
        expected, key=lambda each: str(each["path"])
    )


def test_a_bid_too_many_and_a_rival_too_few_are_found(counted_club: Club) -> None:
    row = get_statistics().get()
    row.details["games"]["skuck"]["bids"]["27"] = 1
    del row.details["rivals"]["dev"]
    get_statistics().update(details=row.details)
    differences = verify_json("riverside")
    assert build_difference(f"{ANNS_STATISTICS}.details.games.skuck.bids.27", 1, None) in differences
    assert build_difference(f"{ANNS_STATISTICS}.details.rivals.dev.played", None, 2) in differences


def test_statistics_that_are_missing_or_nobodys_are_found(counted_club: Club) -> None:
    get_statistics().delete()
    nobody = Player.objects.create(club=Club.objects.get(), key="nobody", name="No Body")
    Statistics.objects.create(player=nobody, competition=Competition.objects.get())
    row = {"played": 8, "won": 4, "drawn": 1, "lost": 3}
    assert verify_json("riverside") == [
        build_difference(ANNS_STATISTICS, None, row),
        build_difference(ANNS_STATISTICS.replace("ann", "nobody"), dict.fromkeys(row, 0), None),
    ]


def test_statistics_are_passed_over_while_a_job_has_them_to_count(counted_club: Club) -> None:
    get_statistics().update(details={})
    job = enqueue("refresh-statistics", competition=Competition.objects.get().pk)
    for state in (JobState.WAITING, JobState.RUNNING):
        Job.objects.filter(pk=job.pk).update(state=state)
        assert verify_json("riverside") == []
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED)
    assert verify_json("riverside")
    for state in (JobState.WAITING, JobState.RUNNING):
        Job.objects.filter(pk=job.pk).update(arguments={"competition": 0}, state=state)
        assert verify_json("riverside")
