"""Awards and commands: granted on closing, revoked on reopening, derived values of files, `verify`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

import games
from games import registry
from league.actions.award import recompute_competition_awards
from league.actions.season import close_season, reopen_season
from league.demo.large import build_club_file
from league.models import Award, Club, Job, Match, Player, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.tasks import run_jobs
from tests.actions.decisions import freeze_day
from tests.actions.seasons import count_statements, get_latest_season, reload_season
from tests.actions.submissions import enter_result
from tests.clubfile.documents import (
    RIVERSIDE,
    build_club,
    build_competition,
    build_division,
    build_league,
    build_played_match,
    build_season,
    build_sheet,
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
    run_on_file,
    run_report,
)
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
SKUCK_LEAGUE = "riverside/skuck-league"
WON = build_sheet((1, -2), (1, -2), (1, -2), (1, -2))  # by the first, a hawk; the second is a dove
LOST = build_sheet((2, -1), (2, -1), (2, -1), (2, -1))
BOOLIE = build_sheet((0, -1), (0, -1), (0, -1), (0, -1))
LOW = build_sheet((-3, -1), (-3, -1), (-3, -1), (-3, -1))  # the first is a dove
FIRST, SECOND = (f"competitions.0.seasons.{number}.report.awards" for number in (0, 1))


def report_awards(number: int | None = None, *flags: str, league: str = LEAGUE) -> list[Any]:
    chosen = () if number is None else ("--season", str(number))
    told: list[Any] = run_report(league, *chosen, *flags)["awards"]
    return told


def list_holders(number: int, *flags: str) -> dict[str, str]:
    return {award["category"]: " ".join(award["players"]) for award in report_awards(number, *flags)}


def build_two_seasons(
    first: Any, second: Any, *, states: tuple[str, str] = ("closed", "closed"), **more: Any
) -> Any:
    """Build a club in which Ann and Bob meet once in each of two seasons.

    `first` and `second` are the sheets; without one the match is still to be played.
    """
    seasons = []
    for number, sheet in enumerate((first, second), 1):
        match = build_played_match(f"m{number}", "ann bob", sheet, on=f"2026-0{number}-06") if sheet else None
        scheduled = {"id": f"m{number}", "seats": ["ann", "bob"]}
        group = build_division("ann bob", [match or scheduled])
        seasons.append(
            build_season(
                group, number=number, state=states[number - 1], starts_on=f"2026-0{number}-01", **more
            )
        )
    return build_club(build_competition(*seasons, rules={"promoted": 0}))


def list_differences() -> dict[str, tuple[Any, Any]]:
    return {
        difference.path: (difference.claimed, difference.recomputed)
        for difference in verify_club(get_latest_season("club").competition.club)
    }


# --- given and taken


def test_closing_gives_them_and_opening_again_takes_them() -> None:
    import_document(build_league("ann bob", [build_played_match("m1", "ann bob", BOOLIE)]))
    before = run_export("club")
    assert report_awards() == [] and not Award.objects.exists()
    assert run_command("close_season", LEAGUE).code == 0
    assert {"category": "boolie", "players": ["ann"], "value": "1", "season": 1} in report_awards()
    claimed = json.loads(run_export("club"))["competitions"][0]["seasons"][0]["report"]["awards"]
    assert claimed == report_awards()
    assert run_command("verify", "club").code == 0
    reopen_season(season=get_latest_season("club"), by=CONSOLE)
    assert report_awards() == [] and not Award.objects.exists()
    assert run_export("club") == before


def test_rolling_over_gives_them_and_taking_that_back_takes_them() -> None:
    import_document(build_league("ann bob", [build_played_match("m1", "ann bob", BOOLIE)]))
    assert run_command("roll_over", LEAGUE).code == 0
    assert list_holders(1)["master"] == "ann"
    assert run_command("verify", "club").code == 0
    assert run_command("roll_over", LEAGUE, "--undo").code == 0
    assert report_awards(1) == [] and not Award.objects.exists()


def test_what_closing_decides_is_no_match_that_was_played() -> None:
    to_play = [{"id": f"m{number}", "seats": ["ann", "bob"]} for number in (2, 3)]
    import_document(build_league("ann bob", [build_played_match("m1", "ann bob", WON), *to_play]))
    assert run_command("close_season", LEAGUE, "--forfeit-missing").code == 0
    assert list_holders(1)["best-win-rate-hawk"] == "ann"
    assert run_command("verify", "club").code == 0


def test_closing_takes_as_many_queries_for_many_players_as_for_few() -> None:
    counts = []
    for players in (8, 60):
        document = json.loads(build_club_file(players))
        document["competitions"][0]["seasons"][0]["state"] = "open"
        import_document(document)
        with count_statements() as queries:
            close_season(season=get_latest_season(f"large-{players}"), by=CONSOLE)
        counts.append(queries[0])
    assert counts[0] == counts[1] <= 24


def test_people_read_who_has_which() -> None:
    import_document(build_league("ann bob", [build_played_match("m1", "ann bob", WON)], state="closed"))
    lines = run_command("report", LEAGUE).out.splitlines()
    assert lines[lines.index("Awards") :] == [
        "Awards",
        "category                value    players",
        "best-average-hawk       -1.0000  ann    ",
        "highest-zero-rate-hawk  0.0000   ann    ",
        "best-win-rate-hawk      1.0000   ann    ",
        "best-average-dove       -2.0000  bob    ",
        "highest-zero-rate-dove  0.0000   bob    ",
        "best-win-rate-dove      0.0000   bob    ",
    ]
    import_document(build_league("ann bob", [], number=2))
    assert "Awards" not in run_command("report", LEAGUE).out


# --- files


def test_wrong_claims_are_refused_and_with_recompute_told_and_replaced() -> None:
    with discard_changes():
        import_document(RIVERSIDE)
        right = run_export("riverside")
    wrong = replace_at(json.loads(right), f"{FIRST}.0.players.1", "kim")
    assert collect_import_errors(wrong) == [
        f'{FIRST}.0.players.1: The file claims "kim", its sheets give "jo".'
    ]
    ran = run_import(wrong, "--recompute")
    assert ran.code == 0 and f'{FIRST}.0.players.1: claimed "kim", the sheets give "jo"' in ran.lines
    assert run_export("riverside") == right
    assert run_command("verify", "riverside").code == 0


def test_claims_of_a_season_are_compared_with_the_clubs_earlier_ones_too() -> None:
    """The second season alone makes Ann a dove; with her earlier bids she is a hawk."""
    whole = build_two_seasons(build_sheet(*[(9, -1)] * 4), LOW)
    with discard_changes():
        import_document(whole)
        claiming = json.loads(run_export("club"))
    del claiming["competitions"][0]["seasons"][0]
    wrong = collect_import_errors(claiming)
    assert (
        f'{FIRST}.0.category: The file claims "best-average-hawk", its sheets give "best-average-dove".'
        in wrong
    )
    del whole["competitions"][0]["seasons"][1]
    import_document(whole)
    assert import_document(claiming)["added"] == {"seasons": 1, "divisions": 1, "entries": 2, "matches": 1}
    assert list_holders(2)["best-average-hawk"] == "ann"
    assert run_command("verify", "club").code == 0


def test_another_result_of_an_earlier_season_gives_later_ones_other_awards() -> None:
    document = build_two_seasons(build_sheet(*[(9, -1)] * 4), LOW)
    import_document(document)
    assert list_holders(2)["best-average-hawk"] == "ann"
    low = build_played_match("m1", "ann bob", LOW, revision=2, on="2026-01-06")
    del document["competitions"][0]["seasons"][1]
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"] = [low]
    assert import_document(document)["changed"] == {"matches": 1}
    assert "best-average-hawk" not in list_holders(2)
    assert verify_club(get_latest_season("club").competition.club) == []


def test_season_that_a_file_opens_again_has_none() -> None:
    document = build_two_seasons(WON, LOST)
    import_document(document)
    import_document(replace_at(document, "competitions.0.seasons.1.state", "open"))
    assert report_awards(2) == [] and report_awards(1) != []
    assert run_command("verify", "club").code == 0


def test_same_file_again_changes_nothing(riverside_club: Club) -> None:
    before = fetch_all_rows()
    assert "changed" not in {
        kind for kind, counts in import_document(run_export("riverside")).items() if counts
    } - {"unchanged"}
    assert fetch_all_rows() == before


def test_verify_of_a_file_checks_them_where_it_holds_all_earlier_seasons(riverside_club: Club) -> None:
    whole = json.loads(run_export("riverside"))
    wrong = replace_at(whole, f"{SECOND}.0.value", "9.0000")
    found_differences = run_on_file("verify", wrong, "--json").json["differences"]
    assert found_differences == [{"path": f"{SECOND}.0.value", "claimed": "9.0000", "recomputed": "0.3333"}]
    del wrong["competitions"][0]["seasons"][0]
    assert run_on_file("verify", wrong).code == 0
    wrong_place = replace_at(wrong, "competitions.0.seasons.0.report.divisions.0.standings.0.rank", 9)
    [difference] = run_on_file("verify", wrong_place, "--json").json["differences"]
    assert difference["path"].endswith(".standings.0.rank")


# --- as of a day


def test_before_it_was_closed_nobody_had_one() -> None:
    import_document(
        build_league("ann bob", [build_played_match("m1", "ann bob", BOOLIE)], starts_on="2026-01-01")
    )
    with freeze_day(2):
        assert run_command("close_season", LEAGUE).code == 0
    closed = report_awards(1)
    assert closed and json.loads(export_club_file(get_latest_season("club").competition.club))
    assert report_awards(1, "--as-of", "2026-03-01") == []
    assert report_awards(1, "--as-of", "2026-03-02") == closed
    with freeze_day(4):
        reopen_season(season=get_latest_season("club"), by=CONSOLE)
    assert report_awards(1, "--as-of", "2026-03-03") == closed
    assert report_awards(1, "--as-of", "2026-03-04") == report_awards(1) == []


def test_whose_matches_did_not_all_count_yet_needs_as_many_as_the_rules_ask_for() -> None:
    matches = [build_played_match(f"m{day}", "ann bob", BOOLIE, on=f"2026-01-{day:02}") for day in (1, 2, 3)]
    late = build_played_match("m9", "ann bob", BOOLIE, on="2026-03-09")
    more: Any = {"state": "closed", "starts_on": "2026-01-01", "ends_on": "2026-02-01"}
    import_document(build_league("ann bob", [*matches, late], **more))
    then = list_holders(1, "--as-of", "2026-03-08")
    assert "boolie" in then and "master" not in then
    assert list_holders(1, "--as-of", "2026-03-09") == list_holders(1)
    assert list_holders(1)["master"] == "ann"


# --- stated anew


def test_seasons_closed_before_there_were_awards_get_them_by_a_job() -> None:
    import_document(build_two_seasons(WON, LOST))
    right, whole = (
        list(reload_season(get_latest_season("club")).divisions.values_list("revision", flat=True)),
        run_export("club"),
    )
    Award.objects.all().delete()
    now = timezone.now()
    job = Job.objects.create(
        kind="state-awards",
        arguments={"competition": get_latest_season("club").competition_id},
        created_at=now,
        due_at=now,
    )
    assert verify_club(get_latest_season("club").competition.club) == []  # they are still to come
    run_jobs()
    job.refresh_from_db()
    assert (job.state, run_export("club")) == ("done", whole)
    revisions = list(reload_season(get_latest_season("club")).divisions.values_list("revision", flat=True))
    assert revisions > right  # pages are made anew
    before = fetch_all_rows()
    recompute_competition_awards(competition=get_latest_season("club").competition_id)
    assert fetch_all_rows() == before


def test_result_of_an_earlier_season_that_goes_on_changes_what_was_closed_out_of_turn() -> None:
    import_document(build_two_seasons(None, LOW, states=("open", "closed")))
    run_jobs()
    assert "best-average-hawk" not in list_holders(2)
    enter_result(Match.objects.get(key="m1"), build_sheet(*[(9, -1)] * 4))
    assert verify_club(get_latest_season("club").competition.club) == []  # a job is left
    run_jobs()
    assert list_holders(2)["best-average-hawk"] == "ann"
    assert not Job.objects.exclude(state="done").exists()
    assert verify_club(get_latest_season("club").competition.club) == []


def test_result_of_the_latest_season_leaves_no_such_job() -> None:
    import_document(build_two_seasons(WON, None, states=("closed", "open")))
    enter_result(Match.objects.get(key="m2"))
    run_jobs()
    assert not Job.objects.filter(kind="state-awards").exists()


def test_game_that_is_not_installed_any_more_leaves_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    import_document(build_two_seasons(WON, LOST))
    before = fetch_all_rows()
    monkeypatch.setattr(registry, "_load_games", dict)
    recompute_competition_awards(competition=get_latest_season("club").competition_id)
    assert fetch_all_rows() == before


def test_earlier_season_of_a_game_that_is_gone_is_no_part_of_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = games.get("hucklebuck")
    document = build_two_seasons(None, LOW, states=("open", "closed"))
    first = document["competitions"][0]["seasons"][0]
    first |= {"game": other.key, "options": {}, "rules": {"promoted": 0}}
    first["divisions"] = [build_division("ann bob cleo", [{"id": "m1", "seats": ["ann", "bob", "cleo"]}])]
    document["players"].append({"id": "cleo", "name": "Cleo"})
    import_document(document)
    right = report_awards(2)
    installed = {game.key: game for game in games.installed() if game.key != other.key}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)
    assert report_awards(2) == right != []


# --- what is kept, and wrong


def test_verify_finds_what_was_not_given_and_what_was_given_wrong() -> None:
    import_document(build_two_seasons(WON, None, states=("closed", "open")))
    with discard_changes():
        Award.objects.filter(category="best-win-rate-hawk").update(value="0.5000")
        assert list_differences() == {f"{FIRST}.2.value": ("0.5000", "1.0000")}
    with discard_changes():
        Award.objects.filter(category="best-win-rate-dove").delete()
        assert list_differences()[f"{FIRST}.5.players.0"] == (None, "bob")
    with discard_changes():
        _create_award("bob", season=1, place=9)
        assert list_differences()[f"{FIRST}.6.players.0"] == ("bob", None)
    _create_award("bob", season=2, place=1)  # which is open, and has no result
    assert list_differences()[f"{SECOND}.0.players.0"] == ("bob", None)


def _create_award(player: str, *, season: int, place: int) -> None:
    Award.objects.create(
        season=Season.objects.get(number=season),
        place=place,
        category="boolie",
        player=Player.objects.get(key=player),
        value="1",
    )


def test_riverside_is_told_as_its_secretary_told_it() -> None:
    import_document(load_riverside())
    for number, right in enumerate(load_riverside_reports(), 1):
        assert run_report(SKUCK_LEAGUE, "--season", str(number)) == right
