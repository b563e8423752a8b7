"""Opening a draft: its schedule, its lot, the rules it keeps, and what prevents it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions.rollover import roll_over_season
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.models import Club, Competition, Job, Match, Role, Season, Standing, Statistics
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.opening import find_opening_blockers
from league.rules.pairing.nights import Deadlines
from league.tasks import run_jobs
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_unplayed_matches,
    make_league,
    open_draft,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_played_match,
    load_riverside,
)
from tests.clubfile.documents import build_season as season_of
from tests.commands.console import import_document
from tests.scenarios import discard_changes, scenario

pytestmark = pytest.mark.django_db


def make_unscheduled_draft(*divisions: JSON, rules: JSON | None = None, **more: Any) -> Season:
    """Make a draft without a schedule."""
    file = build_club(build_competition(season_of(*divisions, state="draft"), rules=rules or {}, **more))
    return get_latest_season(make_club(file))


def make_two_divisions() -> Season:
    return make_unscheduled_draft(
        build_division("ann bob cleo dev"), build_division("eva finn gus hana", level=2)
    )


@scenario
def season() -> Season:
    return make_two_divisions()


# --- what it does


@pytest.mark.parametrize("number", [1, 2])
def test_the_schedule_of_riverside_is_what_opening_gives(number: int) -> None:
    file = load_riverside()
    wanted = file["competitions"][0]["seasons"][number]
    del file["competitions"][0]["seasons"][number:]
    made = open_draft(roll_over_season(season=get_latest_season(make_club(file)), by=CONSOLE))
    for level, one in enumerate(wanted["divisions"], 1):
        matches = Match.objects.filter(division__season=made, division__level=level)
        assert [
            (match.key, match.round.number, match.table, list_seated_entries(match))
            for match in matches.order_by("round__number", "table")
        ] == [(match["id"], match["round"], match["table"], match["seats"]) for match in one["matches"]]
    assert_club_is_sound(made)


def list_seated_entries(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("entry__player__key", flat=True))


def test_results_can_be_entered_from_now_on() -> None:
    season = open_draft(make_two_divisions())
    assert (season.state, season.opened_on) == (SeasonState.OPEN, timezone.localdate())
    assert enter_result(list_unplayed_matches(season)[0]).number == 1
    assert_club_is_sound(season)


def test_everybody_has_a_place_in_the_standings() -> None:
    season = open_draft(make_two_divisions())
    assert sorted(fetch_standings(season).values()) == sorted([(rank, "", "") for rank in range(1, 5)] * 2)


def test_it_keeps_the_rules_it_was_opened_with() -> None:
    season = open_draft(
        make_unscheduled_draft(build_division("ann bob cleo"), rules={"promoted": 1, "meetings": 2})
    )
    before = (season.game, season.options, season.rules)
    in_full = {"deals": 4, "third_renege_disqualifies": False, "time_penalties": False}
    assert before == (*("skuck", in_full), Competition.objects.get().rules)
    import_document(build_club(build_competition(rules={"promoted": 2}, options={"deals": 6})))
    season = reload_season(season)
    assert (season.game, season.options, season.rules) == before == season.settings
    assert season.settings[2] != season.competition.rules
    assert_club_is_sound(season)


def test_a_number_for_lots_is_drawn_unless_there_is_one() -> None:
    drawn = set()
    for _ in range(3):
        with discard_changes():
            drawn.add(open_draft(make_two_divisions()).draw_seed)
    assert len(drawn) == 3 and min(drawn) > 0
    given = build_league_file([4], state="draft", lot=20260105, unplayed=6)
    assert open_draft(get_latest_season(make_club(given))).draw_seed == 20260105


def test_matches_that_are_there_stay_as_they_are() -> None:
    season = make_league([4, 4], state="draft", unplayed=6)
    before = list(Match.objects.order_by("pk").values())
    open_draft(season)
    assert list(Match.objects.order_by("pk").values()) == before


def test_results_of_the_draft_count_now_and_by_its_lot() -> None:
    """Everybody has won once, so only lots decide who is first.

    They are drawn from the number drawn on opening.
    """
    circle = [
        build_played_match(f"m{at}", seats, PRINTED_SHEET)
        for at, seats in enumerate(("ann bob", "bob cleo", "cleo ann"))
    ]
    season = make_unscheduled_draft(
        build_division("ann bob cleo", circle), rules={"ranking": ["wins", "lot"]}
    )
    run_jobs()
    assert not Statistics.objects.exists()
    firsts = set()
    for lot in range(1, 9):
        with discard_changes():
            Season.objects.filter(pk=season.pk).update(draw_seed=lot)
            firsts.add(Standing.objects.get(entry__season=open_draft(season), rank=1).entry.player.key)
            assert verify_club(season.competition.club) == []
    assert len(firsts) > 1
    open_draft(season)
    assert_club_is_sound(season)
    run_jobs()
    assert set(Statistics.objects.values_list("played", flat=True)) == {2}


def test_those_who_have_a_match_to_play_will_be_reminded(season: Season) -> None:
    due = timezone.localdate() + timedelta(days=30)
    make_schedule(season=season, dates=Deadlines(due), tables=None, remind_days=3, by=CONSOLE)
    assert not Job.objects.filter(kind="remind-players").exists()
    open_draft(season)
    days = set(Match.objects.values_list("due_on", flat=True))
    assert Job.objects.filter(kind="remind-players").count() == len(days) > 0


def test_it_is_recorded_and_pages_are_made_anew(season: Season) -> None:
    by = make_member(season.competition.club, Role.ORGANISER)
    open_season(season=season, by=by)
    [change] = list_changes(season)
    assert (change.action, change.noun, change.key, change.by) == (
        *("open_season", "season", "league/1"),
        by.user,
    )
    assert (change.before, change.after) == ({"state": "draft"}, {"state": "open"})
    assert season.competition.club.revision != Club.objects.get(pk=season.competition.club.pk).revision


# --- what is refused


@pytest.mark.parametrize("state", ["open", "closed"])
def test_only_a_draft_can_be_opened(state: str) -> None:
    season = make_league([4], state=state)
    assert collect_problem_codes(open_season, season=season, by=CONSOLE) == [("season", "not-a-draft")]


@pytest.mark.parametrize(
    ("divisions", "rules", "problems"),
    [
        ([], {}, [("divisions", "no-divisions")]),
        (["ann"], {}, [("divisions.0.entries", "too-few-entries")]),
        (["ann bob", ""], {"promoted": 1}, [("divisions.1.entries", "too-few-entries")]),
        (["ann bob", "cleo dev eva"], {"promoted": 3}, [("divisions.0.entries", "division-too-small")]),
        (
            ["ann bob cleo", "dev", "eva finn"],
            {"promoted": 2},
            [("divisions.1.entries", "too-few-entries")],
        ),
        (["ann bob", "cleo dev"], {"promoted": 1, "relegated": 2}, [("rules.relegated", "numbers-differ")]),
        (
            ["ann", "cleo dev"],
            {"promoted": 0, "relegated": 1},
            [("divisions.0.entries", "too-few-entries"), ("rules.relegated", "numbers-differ")],
        ),
    ],
)
def test_what_cannot_work(divisions: list[str], rules: JSON, problems: list[tuple[str, str]]) -> None:
    season = make_unscheduled_draft(
        *(build_division(entries, level=level) for level, entries in enumerate(divisions, 1)), rules=rules
    )
    assert [(problem.path, problem.code) for problem in find_opening_blockers(season)] == problems
    assert collect_problem_codes(open_season, season=season, by=CONSOLE) == problems


def test_a_tournament_has_no_promotion_that_could_not_work() -> None:
    season = make_unscheduled_draft(
        build_division("ann bob cleo"), rules={"promoted": 1, "relegated": 2}, kind="tournament"
    )
    assert open_draft(season).state == SeasonState.OPEN


def test_a_game_that_is_not_installed_any_more(season: Season) -> None:
    Competition.objects.update(game="gone")
    assert collect_problem_codes(open_season, season=reload_season(season), by=CONSOLE) == [
        ("game", "unknown-game")
    ]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER, None])
def test_only_those_who_run_seasons_open_them(season: Season, role: Role | None) -> None:
    other = make_club(build_club_file(slug="other"))
    by = make_member(season.competition.club, role) if role else make_member(other, Role.OWNER)
    with pytest.raises(PermissionDenied):
        open_season(season=season, by=by)
    assert reload_season(season).state == SeasonState.DRAFT


# --- what it costs


def test_the_queries_grow_only_by_bulk_chunks() -> None:
    costs = []
    for divisions in (10, 100):
        file = build_league_file([4] * divisions, state="draft")
        file["club"]["slug"] = f"club-{divisions}"
        for one in file["competitions"][0]["seasons"][0]["divisions"]:
            one["matches"] = []
        season = get_latest_season(make_club(file))
        with count_statements() as cost:
            open_season(season=season, by=CONSOLE)
        costs.append(cost)
    (few, few_bulk), (many, many_bulk) = costs
    assert few == many
    assert many_bulk - few_bulk <= (360 + 540 + 1080) / 50  # standings, matches, seats
