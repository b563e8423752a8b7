"""Registration for a tournament: opening, registering, the waiting list, check-in, and who plays when it starts."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from league.actions.club import import_club
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.actions.guests import set_guests
from league.actions.registration import (
    check_in,
    close_registration,
    limit_registration,
    open_registration,
    register_players,
    register_self,
    set_teams,
    withdraw_registration,
)
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Club, Entry, Event, Match, Player, Registration, Role, Season
from league.principals import CONSOLE, Visitor
from league.queries.club import export_club_file, verify_club
from league.queries.registration import list_registrations, list_starting_divisions
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import make_club, make_member
from tests.actions.registrations import list_states, make_account, make_registration
from tests.actions.tournaments import NAMES, get_key, make_tournament, reread
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season(club: Club) -> Season:
    """Four players registered, with four places."""
    return make_registration(club, 4, limit=4)


def find_problem(act: Callable[..., Any], **arguments: Any) -> tuple[str, str]:
    with pytest.raises(ActionError) as refused:
        act(**{"by": CONSOLE, **arguments})
    (problem,) = refused.value.problems
    return problem.path, problem.code


def list_entries(season: Season) -> list[tuple[str, str]]:
    """Return the ids and teams of those who play, by seed."""
    entries = Entry.objects.filter(season=season).order_by("seed")
    return list(entries.values_list("player__key", "team"))


def list_players(season: Season) -> list[str]:
    return [player for player, _team in list_entries(season)]


def start(season: Season) -> Season:
    open_season(season=reread(season), by=CONSOLE)
    return reread(season)


# --- opening and closing


def test_players_of_the_draft_are_registered_when_registration_opens(season: Season) -> None:
    assert season.registration_open and season.takes_registrations
    assert list_states(season) == {get_key(name): "entered" for name in NAMES[:4]}


def test_registration_is_closed_opened_again_and_ends_by_itself(season: Season) -> None:
    close_registration(season=season, by=CONSOLE)
    assert not reread(season).registration_open
    past = timezone.now() - timedelta(minutes=1)
    limit_registration(season=season, limit=None, closes_at=past, by=CONSOLE)
    open_registration(season=season, by=CONSOLE)
    assert reread(season).takes_registrations and reread(season).registration_closes_at is None
    limit_registration(season=season, limit=None, closes_at=past, by=CONSOLE)
    assert reread(season).registration_open and not reread(season).takes_registrations
    events = Event.objects.filter(action__endswith="_registration").order_by("pk")
    assert [event.action for event in events] == [
        "open_registration",
        "close_registration",
        "limit_registration",
        "open_registration",
        "limit_registration",
    ]


def test_league_takes_no_registrations() -> None:
    make_club(state="draft")
    league = Season.objects.get()
    for act in (open_registration, register_players):
        assert find_problem(act, season=league) == ("season", "not-a-tournament")


def test_nothing_is_changed_once_the_tournament_has_started(club: Club) -> None:
    running = make_tournament(club, 4)
    arguments: dict[Any, dict[str, Any]] = {
        open_registration: {},
        close_registration: {},
        limit_registration: {"limit": 3, "closes_at": None},
        register_players: {"names": ["Zoe"]},
        withdraw_registration: {"player": "ann-archer"},
        check_in: {"player": "ann-archer"},
        set_teams: {"teams": {}},
    }
    for act, more in arguments.items():
        assert find_problem(act, season=running, **more) == ("season", "started")
    assert find_problem(register_self, season=running, by=make_account(get_key(NAMES[0]))) == (
        "season",
        "started",
    )


@pytest.mark.parametrize("limit", [0, -1, 100_001])
def test_limit_is_a_number_of_places(season: Season, limit: int) -> None:
    found = find_problem(limit_registration, season=season, limit=limit, closes_at=None)
    assert found == ("limit", "out-of-range")


# --- registering


def test_organiser_registers_players_and_new_names_in_order(season: Season, club: Club) -> None:
    limit_registration(season=season, limit=6, closes_at=None, by=CONSOLE)
    known = Player.objects.create(club=club, key="known", name="Known Player")
    register_players(
        season=season,
        players=[known.key],
        names=["New Person", "Late Comer"],
        by=make_member(club, Role.ORGANISER),
    )
    states = list(list_states(season).items())[4:]
    assert states == [
        ("known", "entered"),
        (get_key("New Person"), "entered"),
        (get_key("Late Comer"), "waiting"),
    ]


def test_organiser_registers_after_the_closing_time_and_while_it_is_closed(season: Season) -> None:
    close_registration(season=season, by=CONSOLE)
    limit_registration(season=season, limit=None, closes_at=timezone.now(), by=CONSOLE)
    register_players(season=season, names=["At The Door"], by=CONSOLE)
    assert list_states(season)[get_key("At The Door")] == "entered"


def test_many_players_take_as_many_queries_as_few(season: Season, club: Club) -> None:
    counts = []
    for batch in ("a", "b" * 30):
        keys = [f"{sign}{number}" for number, sign in enumerate(batch)]
        Player.objects.bulk_create([Player(club=club, key=key, name=key) for key in keys])
        with CaptureQueriesContext(connection) as queries:
            register_players(season=season, players=keys, by=CONSOLE)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    event = Event.objects.filter(action="register").latest("pk")
    assert event.after and len(event.after["waiting"]) == 30


def test_names_and_players_are_refused_at_their_places(season: Season, club: Club) -> None:
    assert find_problem(register_players, season=season, names=["Zoe", NAMES[0]]) == (
        "names.1",
        "registered-already",
    )
    assert find_problem(register_players, season=season, names=["Zoe", "zoe"]) == ("names.1", "twice")
    assert find_problem(register_players, season=season, players=["zoe"]) == ("players.0", "unknown-player")
    player = Player.objects.create(club=club, key="zoe", name="Zoe")
    assert find_problem(register_players, season=season, players=["zoe"], names=["Zoe"]) == (
        "names.0",
        "twice",
    )
    assert find_problem(register_players, season=season, players=[get_key(NAMES[0])]) == (
        "players.0",
        "registered-already",
    )
    assert not player.registrations.exists()


def test_player_registers_once_and_withdraws(season: Season, club: Club) -> None:
    Player.objects.create(club=club, key="zoe", name="Zoe")
    zoe = make_account("zoe")
    assert register_self(season=season, by=zoe).state == "waiting"
    assert find_problem(register_self, season=season, by=zoe) == ("player", "registered-already")
    withdraw_registration(season=season, player="zoe", by=zoe)
    assert list_states(season)["zoe"] == "withdrawn"
    assert find_problem(withdraw_registration, season=season, player="zoe", by=zoe) == (
        "player",
        "not-registered",
    )
    register_self(season=season, by=zoe)
    assert list_states(season)["zoe"] == "waiting"


def test_player_comes_too_late(season: Season, club: Club) -> None:
    Player.objects.create(club=club, key="zoe", name="Zoe")
    zoe = make_account("zoe")
    limit_registration(season=season, limit=None, closes_at=timezone.now(), by=CONSOLE)
    assert find_problem(register_self, season=season, by=zoe) == ("season", "too-late")
    close_registration(season=season, by=CONSOLE)
    assert find_problem(register_self, season=season, by=zoe) == ("season", "registration-closed")


def test_player_registers_and_withdraws_only_themselves(season: Season, club: Club) -> None:
    ann = make_account(get_key(NAMES[0]))
    bob = get_key(NAMES[1])
    assert find_problem(withdraw_registration, season=season, player=bob, by=ann) == ("player", "not-yours")
    assert find_problem(register_self, season=season) == ("player", "not-yours")
    stranger = make_member(make_club(slug="another"), Role.OWNER)
    scorer = make_member(club, Role.SCORER)
    for by in (stranger, scorer, Visitor()):
        with pytest.raises(PermissionDenied):
            register_self(season=season, by=by)
    for by in (ann, scorer):
        for act, more in (
            (register_players, {"names": ["Zoe"]}),
            (check_in, {"player": bob}),
            (open_registration, {}),
        ):
            with pytest.raises(PermissionDenied):
                act(season=season, by=by, **more)


# --- the waiting list


def test_waiting_list_moves_up_in_order_of_registering(season: Season) -> None:
    register_players(season=season, names=["Zoe", "Yan", "Xia"], by=CONSOLE)
    zoe, yan, xia = map(get_key, ("Zoe", "Yan", "Xia"))
    withdraw_registration(season=season, player=zoe, by=CONSOLE)
    register_players(season=season, names=["Zoe"], by=CONSOLE)  # behind the others now
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    states = list_states(season)
    assert (states[yan], states[xia], states[zoe]) == ("entered", "waiting", "waiting")
    limit_registration(season=season, limit=5, closes_at=None, by=CONSOLE)
    states = list_states(season)
    assert (states[xia], states[zoe]) == ("entered", "waiting")
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    assert "waiting" not in list_states(season).values()


def test_lower_limit_takes_nobody_out_and_lets_nobody_in(season: Season) -> None:
    limit_registration(season=season, limit=2, closes_at=None, by=CONSOLE)
    assert set(list_states(season).values()) == {"entered"}
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    assert list_states(season)[get_key("Zoe")] == "waiting"


# --- check-in


def test_check_in_is_noted_once_and_taken_back(season: Season) -> None:
    ann = get_key(NAMES[0])
    for _time in range(2):
        check_in(season=season, player=ann, by=CONSOLE)
    assert list_states(season)[ann] == "checked-in"
    assert Event.objects.filter(action="check_in").count() == 1
    check_in(season=season, player=ann, is_there=False, by=CONSOLE)
    assert list_states(season)[ann] == "entered"


def test_only_who_has_a_place_is_checked_in(season: Season) -> None:
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    zoe = get_key("Zoe")
    assert find_problem(check_in, season=season, player=zoe) == ("player", "no-place")
    assert find_problem(check_in, season=season, player="unknown") == ("player", "not-registered")
    withdraw_registration(season=season, player=zoe, by=CONSOLE)
    assert find_problem(check_in, season=season, player=zoe) == ("player", "no-place")


def test_place_of_a_player_who_is_there_stays_taken(season: Season) -> None:
    for name in NAMES[:4]:
        check_in(season=season, player=get_key(name), by=CONSOLE)
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    assert list_states(season)[get_key("Zoe")] == "waiting"


# --- the start


def test_registered_players_are_entered_by_seed_and_newcomers_behind(season: Season) -> None:
    limit_registration(season=season, limit=6, closes_at=None, by=CONSOLE)
    register_players(season=season, names=["Zoe", "Yan", "Xia"], by=CONSOLE)
    withdraw_registration(season=season, player=get_key(NAMES[1]), by=CONSOLE)
    running = start(season)
    assert running.is_open and not running.registration_open
    wanted = [NAMES[0], NAMES[2], NAMES[3], "Zoe", "Yan", "Xia"]
    assert list_players(running) == [get_key(name) for name in wanted]


def test_only_who_has_been_checked_in_is_entered(season: Season) -> None:
    for name in (NAMES[3], NAMES[2], NAMES[0]):
        check_in(season=season, player=get_key(name), by=CONSOLE)
    running = start(season)
    assert list_players(running) == [get_key(name) for name in (NAMES[0], NAMES[2], NAMES[3])]


def test_waiting_list_is_not_entered(season: Season) -> None:
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    assert get_key("Zoe") not in list_players(start(season))


def test_tournament_starts_from_registrations_alone(club: Club) -> None:
    season = make_registration(club)
    register_players(season=season, names=NAMES[:3], by=CONSOLE)
    running = start(season)
    assert running.divisions.get().name == "Open"
    assert list_players(running) == [get_key(name) for name in NAMES[:3]]


@pytest.mark.parametrize("players", [0, 1])
def test_too_few_registered_players_do_not_start(club: Club, players: int) -> None:
    season = make_registration(club, 4)
    for name in NAMES[players:4]:
        withdraw_registration(season=season, player=get_key(name), by=CONSOLE)
    path, code = find_problem(open_season, season=season)
    assert (path, code) == ("divisions.0.entries", "too-few-entries")
    assert reread(season).is_draft and reread(season).registration_open


def test_round_robin_gets_its_schedule_from_the_registrations(club: Club) -> None:
    season = make_registration(club, 4, kind="round-robin", rounds=3)
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    running = start(season)
    assert Match.objects.filter(division__season=running).count() == 10


def test_teams_reach_the_entries(season: Season) -> None:
    ann, bob = map(get_key, NAMES[:2])
    set_teams(season=season, teams={ann: " Archers ", bob: "Archers"}, by=CONSOLE)
    set_teams(season=season, teams={ann: "Archers", bob: ""}, by=CONSOLE)
    running = start(season)
    assert dict(list_entries(running)) == {
        get_key(name): "Archers" if name == NAMES[0] else "" for name in NAMES[:4]
    }


def test_team_is_a_name(season: Season) -> None:
    ann = get_key(NAMES[0])
    assert find_problem(set_teams, season=season, teams={ann: "x" * 81}) == (f"teams.{ann}", "name-length")


def test_no_guests_as_before_register_nobody(season: Season) -> None:
    Registration.objects.filter(season=season).delete()
    before = Event.objects.count()
    set_guests(season=season, guests=(), by=CONSOLE)
    assert (Registration.objects.filter(season=season).count(), Event.objects.count()) == (0, before)


def test_guests_are_registered_in_no_team_and_enter_as_guests(season: Season) -> None:
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    register_players(season=season, names=["Gast One", "Gast Two"], guests=True, by=CONSOLE)
    guests = Registration.objects.filter(season=season, guest=True)
    assert [row.player.name for row in guests.select_related("player").in_order()] == ["Gast One", "Gast Two"]
    one, two = (row.player.key for row in guests.select_related("player").in_order())
    found = find_problem(set_teams, season=season, teams={one: "Archers", two: ""})
    assert found == (f"teams.{one}", "guest-in-team")
    ann = get_key(NAMES[0])
    set_teams(season=season, teams={ann: "Archers"}, by=CONSOLE)
    assert find_problem(set_guests, season=season, guests={ann}) == (f"guests.{ann}", "guest-in-team")
    set_guests(season=season, guests={two}, by=CONSOLE)
    open_season(season=reread(season), by=CONSOLE)
    entered = Entry.objects.filter(season=season, guest=True).values_list("player__key", flat=True)
    assert list(entered) == [two]
    assert verify_club(season.competition.club) == []


def test_player_put_into_the_draft_by_hand_plays(season: Season, club: Club) -> None:
    Player.objects.create(club=club, key="zoe", name="Zoe")
    players = ("zoe", *(get_key(name) for name in NAMES[:4]))
    assign_divisions(season=season, divisions=[DivisionAssignment("Open", players)], by=CONSOLE)
    assert [each.player for each in list_registrations(season, reader=AnonymousUser()).entered][-1] == "zoe"
    assert list_players(start(season))[0] == "zoe"


def test_check_in_needs_no_open_registration(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "swiss", 1)
    season = create_tournament(
        club=club, name="Spring Open", game="skuck", rules=rules, names=NAMES[:4], by=CONSOLE
    )
    check_in(season=season, player=get_key(NAMES[3]), by=CONSOLE)
    assert not reread(season).registration_open
    check_in(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    assert list_players(start(season)) == [get_key(NAMES[0]), get_key(NAMES[3])]


def test_newcomers_fill_up_the_smallest_of_the_groups(club: Club) -> None:
    season = make_registration(club, 7, kind="round-robin", groups=2)
    keys = [get_key(name) for name in NAMES[:7]]
    divided = [DivisionAssignment("Group A", tuple(keys[:5])), DivisionAssignment("Group B", tuple(keys[5:]))]
    assign_divisions(season=season, divisions=divided, by=CONSOLE)
    register_players(season=season, names=NAMES[7:11], by=CONSOLE)
    newcomers = [get_key(name) for name in NAMES[7:11]]
    assert list_starting_divisions(season) == [
        ("Group A", (*keys[:5], newcomers[3])),
        ("Group B", (*keys[5:], *newcomers[:3])),
    ]


def test_several_divisions_keep_their_players(club: Club) -> None:
    season = make_registration(club, 4, rounds=1)
    keys = [get_key(name) for name in NAMES[:4]]
    wanted = [DivisionAssignment("Masters", tuple(keys[:2])), DivisionAssignment("Others", tuple(keys[2:]))]
    assign_divisions(season=season, divisions=wanted, by=CONSOLE)
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    running = start(season)
    sizes = {division.name: division.entries.count() for division in running.divisions.all()}
    assert sizes == {"Masters": 2, "Others": 3}


# --- files


def test_registrations_are_in_no_club_file_and_stay_when_one_is_imported(season: Season, club: Club) -> None:
    register_players(season=season, names=["Zoe"], by=CONSOLE)
    before = list_states(season)
    content = export_club_file(club)
    assert b"regist" not in content
    import_club(content, by=CONSOLE)
    assert list_states(season) == before and export_club_file(club) == content


def test_file_that_starts_the_tournament_ends_registration(season: Season, club: Club) -> None:
    file = json.loads(export_club_file(club))
    file["competitions"][0]["seasons"][0] |= {"state": "open"}
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert reread(season).is_open and not reread(season).registration_open
