"""Preparing a season: an empty draft, and assigning players to divisions."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

import games
from games import Problem
from league.actions.draft import DivisionAssignment, assign_divisions, create_season
from league.actions.errors import ActionError
from league.actions.result import submit_result
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Division, Entry, Event, Match, Player, Role, Season, Seat, User
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.draft import compute_draft_digest
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.actions.decisions import list_penalties
from tests.actions.tournaments import NAMES
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


def get_draft(club: Club) -> Season:
    return Season.objects.get(competition__club=club, state="draft")


def make_draft(**shape: Any) -> Season:
    return get_draft(make_club(state="draft", **shape))


def build_assignment(*groups: str) -> list[DivisionAssignment]:
    return [DivisionAssignment("ABCDEFG"[level], tuple(group.split())) for level, group in enumerate(groups)]


def list_lineup(season: Season) -> list[tuple[int, str, list[str]]]:
    return [
        (
            division.level,
            division.name,
            [entry.player.key for entry in division.entries.order_by("seed").select_related("player")],
        )
        for division in Division.objects.filter(season=season).order_by("level")
    ]


def collect_problems(season: Season, *wanted: DivisionAssignment) -> list[Problem]:
    before = list_lineup(season)
    with pytest.raises(ActionError) as refused:
        assign_divisions(season=season, divisions=wanted, by=CONSOLE)
    assert list_lineup(season) == before
    return list(refused.value.problems)


@scenario
def season() -> Season:
    return make_draft()


@scenario
def season_of_six() -> Season:
    return make_draft(entries=6)


# --- start_season


def test_a_season_begins_as_an_empty_draft_with_the_next_number() -> None:
    club = make_club()
    competition = Competition.objects.get(club=club)
    revision = club.revision
    season = create_season(competition=competition, by=make_member(club, Role.ORGANISER))
    assert (season.number, season.state, season.game, season.draw_seed) == (2, "draft", "", 0)
    club.refresh_from_db()
    assert club.revision != revision
    change = Event.objects.get(action="start_season")
    assert (change.noun, change.key, change.club) == ("season", "league-1/2", club)


def test_there_is_one_draft_at_a_time(season: Season) -> None:
    with pytest.raises(ActionError) as refused:
        create_season(competition=season.competition, by=CONSOLE)
    (problem,) = refused.value.problems
    assert problem.code == "draft-already" and "Season 1" in str(problem.message)
    assert Season.objects.count() == 1


def test_no_season_has_a_number_that_no_club_file_could_hold() -> None:
    file = build_club_file()
    file["competitions"][0]["seasons"][0]["number"] = 1_000_000
    club = make_club(file)
    with pytest.raises(ActionError, match="Seasons can't have a higher number"):
        create_season(competition=Competition.objects.get(club=club), by=CONSOLE)


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_those_who_run_seasons_start_and_arrange_them(role: Role) -> None:
    club = make_club(state="draft")
    by = make_member(club, role)
    season = get_draft(club)
    before = list_lineup(season)
    with pytest.raises(PermissionDenied):
        create_season(competition=season.competition, by=by)
    with pytest.raises(PermissionDenied):
        assign_divisions(season=season, divisions=build_assignment("p1 p2"), by=by)
    assert list_lineup(season) == before and Season.objects.count() == 1
    assert not Event.objects.exclude(action="import_club").exists()


def test_the_organiser_of_another_club_may_not(season: Season) -> None:
    by = make_member(make_club(slug="lakeside"), Role.OWNER)
    with pytest.raises(PermissionDenied):
        assign_divisions(season=season, divisions=build_assignment("p1 p2"), by=by)


# --- arrange


def test_everybody_comes_where_they_are_put(season_of_six: Season) -> None:
    season = season_of_six
    assign_divisions(season=season, divisions=build_assignment("p6 p2 p4", "p1 substitute"), by=CONSOLE)
    assert list_lineup(season) == [(1, "A", ["p6", "p2", "p4"]), (2, "B", ["p1", "substitute"])]
    assert [entry.seed for entry in Entry.objects.order_by("division__level", "seed")] == [1, 2, 3, 1, 2]
    assert not Match.objects.exists() and not Seat.objects.exists()
    change = Event.objects.get(action="arrange")
    assert (change.key, change.before, change.after) == ("league-1/1", {"sizes": [6]}, {"sizes": [3, 2]})
    assert verify_club(season.competition.club) == []


def test_what_was_sent_in_for_its_matches_in_vain_goes_with_them(season: Season) -> None:
    match = Match.objects.order_by("pk").first()
    assert match
    with pytest.raises(ActionError):
        submit_result(match=match, sheet={"deals": "?"}, by=CONSOLE, key=uuid4(), base=0)
    assign_divisions(season=season, divisions=build_assignment("p1 p2"), by=CONSOLE)
    assert not Match.objects.exists()


def test_other_names_alone_leave_the_matches() -> None:
    season = make_draft(divisions=2)
    matches = list(Match.objects.order_by("pk").values_list("key", "division"))
    assign_divisions(
        season=season,
        divisions=[
            DivisionAssignment("Première", ("p1", "p2", "p3", "p4")),
            DivisionAssignment("B", ("p5", "p6", "p7", "p8")),
        ],
        by=CONSOLE,
    )
    assert [name for _level, name, _players in list_lineup(season)] == ["Première", "B"]
    assert list(Match.objects.order_by("pk").values_list("key", "division")) == matches


def test_the_same_again_changes_nothing(season: Season) -> None:
    wanted = build_assignment("p2 p1", "p3 p4")
    assign_divisions(season=season, divisions=wanted, by=CONSOLE)
    before = export_club_file(season.competition.club)
    assign_divisions(season=season, divisions=wanted, by=CONSOLE)
    assert export_club_file(season.competition.club) == before
    assert Event.objects.filter(action="arrange").count() == 1


def test_what_was_not_there_when_it_was_looked_at_is_not_replaced_unseen(season_of_six: Season) -> None:
    season = season_of_six
    seen = compute_draft_digest([("Division 1", ("p1", "p2", "p3", "p4", "p5", "p6"))], has_matches=True)
    assign_divisions(season=season, divisions=build_assignment("p1 p2 p3", "p4 p5 p6"), by=CONSOLE, seen=seen)
    with pytest.raises(ActionError) as refused:
        assign_divisions(season=season, divisions=build_assignment("p1 p2", "p4 p5"), by=CONSOLE, seen=seen)
    assert [problem.code for problem in refused.value.problems] == ["changed-meanwhile"]
    assert len(list_lineup(season)[0][2]) == 3
    # A line-up that is already so is not refused, whoever made it.
    assign_divisions(season=season, divisions=build_assignment("p1 p2 p3", "p4 p5 p6"), by=CONSOLE, seen=seen)
    now = compute_draft_digest([("A", ("p1", "p2", "p3")), ("B", ("p4", "p5", "p6"))], has_matches=False)
    assign_divisions(season=season, divisions=build_assignment("p1 p2", "p4 p5"), by=CONSOLE, seen=now)
    assert [players for _level, _name, players in list_lineup(season)] == [["p1", "p2"], ["p4", "p5"]]


def test_what_a_committee_decided_stays_with_the_player() -> None:
    file = build_club_file(state="draft")
    penalties = [{"points": 0, "score": 2, "reason": "Came late."}]
    entries = file["competitions"][0]["seasons"][0]["divisions"][0]["entries"]
    entries[1] |= {"left": True, "penalties": penalties}
    season = get_draft(make_club(file))
    assign_divisions(season=season, divisions=build_assignment("p3 p4", "p2 p1"), by=CONSOLE)
    entry = Entry.objects.get(player__key="p2")
    assert entry.division.name == "B" and entry.left and list_penalties("p2", season) == penalties
    assert not Entry.objects.get(player__key="p1").left


def test_a_draft_can_be_emptied(season: Season) -> None:
    assign_divisions(season=season, divisions=[], by=CONSOLE)
    assert list_lineup(season) == []


@pytest.mark.parametrize(
    ("wanted", "path", "code"),
    [
        (build_assignment("p1 p2", "p3"), "divisions.1.players", "division-too-small"),
        (build_assignment("p1 p2", "p3 p1"), "divisions.1.players.1", "twice"),
        (build_assignment("p1 p2 p1"), "divisions.0.players.2", "twice"),
        (build_assignment("p1 p2", "nobody p3"), "divisions.1.players.0", "unknown-player"),
        ([DivisionAssignment("A", ("p1", "\0"))], "divisions.0.players.1", "unknown-player"),
        ([DivisionAssignment("A", ("p1", "\ud800"))], "divisions.0.players.1", "unknown-player"),
        ([DivisionAssignment("", ("p1", "p2"))], "divisions.0.name", "name-length"),
        ([DivisionAssignment("   ", ("p1", "p2"))], "divisions.0.name", "name-blank"),
        ([DivisionAssignment("A\0", ("p1", "p2"))], "divisions.0.name", "control-character"),
        ([DivisionAssignment("\ud800", ("p1", "p2"))], "divisions.0.name", "control-character"),
        ([DivisionAssignment("A" * 81, ("p1", "p2"))], "divisions.0.name", "name-length"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(
    wanted: list[DivisionAssignment], path: str, code: str
) -> None:
    assert [(problem.path, problem.code) for problem in collect_problems(make_draft(), *wanted)] == [
        (path, code)
    ]


def test_players_of_another_club_are_unknown() -> None:
    lakeside = make_club(slug="lakeside")
    Player.objects.create(club=lakeside, key="lena", name="Lena")
    (problem,) = collect_problems(make_draft(), *build_assignment("p1 lena"))
    assert problem.code == "unknown-player"


def test_more_than_a_thousand_divisions_are_refused() -> None:
    many = [DivisionAssignment("A", (f"x{level}", f"y{level}")) for level in range(1001)]
    (problem,) = collect_problems(make_draft(), *many)
    assert (problem.path, problem.code) == ("divisions", "too-many-divisions")


def test_a_season_that_somebody_else_has_undone_is_gone() -> None:
    season = Season.objects.create(competition=Competition.objects.get(club=make_club()), number=2)
    Season.objects.filter(pk=season.pk).delete()
    (problem,) = collect_problems(season, *build_assignment("p1 p2"))
    assert problem.code == "gone"


def test_a_season_that_was_opened_stays_as_it_is() -> None:
    season = Season.objects.get(competition__club=make_club(state="open"))
    (problem,) = collect_problems(season, *build_assignment("p1 p2"))
    assert problem.code == "not-a-draft"


def test_a_draft_with_results_stays_as_it_is() -> None:
    file = build_club_file(state="draft")
    match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    season = get_draft(make_club(file))
    (problem,) = collect_problems(season, *build_assignment("p1 p2"))
    assert problem.code == "draft-has-results"
    assert Match.objects.count() == 6


def test_sizes_that_its_rules_cannot_play_may_be_put_down(season_of_six: Season) -> None:
    season = season_of_six
    Competition.objects.update(rules={"promoted": 3, "relegated": 3})
    assign_divisions(season=season, divisions=build_assignment("p1 p2", "p3 p4"), by=CONSOLE)
    assert len(list_lineup(season)) == 2


def test_who_lost_the_right_while_they_waited_for_the_lock_is_told() -> None:
    club = make_club(state="draft")
    by = make_member(club, Role.ORGANISER)
    assert by.roles  # as the page knew them
    User.objects.filter(email="organiser@riverside.example").update(is_active=False)
    with pytest.raises(PermissionDenied):
        assign_divisions(season=get_draft(club), divisions=build_assignment("p1 p2"), by=by)


def test_a_large_league_takes_as_many_queries_as_a_small_one() -> None:
    counts = []
    for slug, number in (
        ("small", 2),
        ("large", 22),
    ):  # SQLite takes the entries of more in several statements
        season = make_draft(slug=slug, divisions=number)
        keys = [f"p{player}" for player in range(4 * number, 0, -1)]
        wanted = [DivisionAssignment("X", tuple(keys[start : start + 4])) for start in range(0, len(keys), 4)]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assign_divisions(season=season, divisions=wanted, by=CONSOLE)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 29, counts


def test_a_seed_twice_in_a_group_is_refused_with_both_players() -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    rules = build_rules(games.get("skuck"), "groups", 0, 2)
    season = create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=NAMES[:8], by=CONSOLE)
    groups = [[name.lower().replace(" ", "-") for name in NAMES[at : at + 4]] for at in (0, 4)]

    def assign(*seeds: tuple[int | None, ...]) -> list[Problem]:
        return collect_problems(
            season,
            *(
                DivisionAssignment(name, tuple(group), typed)
                for name, group, typed in zip("AB", groups, seeds, strict=True)
            ),
        )

    [problem] = assign((1, 2, 3, 4), (1, None, 2, 2))
    assert (problem.path, problem.code) == ("divisions.1.seeds.3", "seed-twice")
    assert str(problem.message).startswith("Gil Grant and Hal Hunt both have seed 2. Give one of them")
    assert "such as 5" in str(problem.message)
