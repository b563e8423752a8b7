"""Creating a club by hand with its players and its first league, and changing the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games import Problem
from league.actions.club import RESERVED_SLUGS, create_club
from league.actions.competition import change_rules, create_competition, create_league
from league.actions.errors import ActionError
from league.actions.ids import IdGenerator
from league.actions.player import MAX_PLAYERS_AT_ONCE, add_players
from league.models import (
    Club,
    Competition,
    Event,
    Match,
    Membership,
    Player,
    RetiredSlug,
    Role,
    Season,
    User,
)
from league.principals import CONSOLE, Person, Principal, Visitor
from league.queries.snapshot import read_snapshot
from league.rules.snapshot import JSON
from tests.actions.clubs import make_member
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
SIXTEEN = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]


def make_account(name: str = "ada") -> Principal:
    return Person(User.objects.create(email=f"{name}@example.org", name=name))


def make_club_of_size(players: int) -> Club:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    add_players(
        club=club, names=[f"Player {number}" for number in range(players)], namesakes=False, by=CONSOLE
    )
    return club


def make_league_of_club(club: Club, **rules: Any) -> Season:
    return create_league(club=club, name="Tuesday League", game="skuck", rules=rules, by=CONSOLE)


def list_problem_codes(problems: tuple[Problem, ...]) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in problems]


@contextmanager
def suppress_problems_at(*places: str) -> Iterator[None]:
    try:
        yield
    except ActionError as refused:
        if [problem.path for problem in refused.problems] != [*places]:
            raise


def get_last_change() -> Event:
    return Event.objects.order_by("-pk")[0]


# --- the club


def test_founder_owns_the_club() -> None:
    ada = make_account()
    club = create_club(name="Red Foxes", slug="", zone="Europe/Berlin", by=ada)
    assert (club.slug, club.name, club.timezone) == ("red-foxes", "Red Foxes", "Europe/Berlin")
    assert [(membership.user, membership.role) for membership in Membership.objects.filter(club=club)] == [
        (ada.user, Role.OWNER)
    ]
    change = get_last_change()
    assert (change.action, change.key, change.by) == ("found_club", "red-foxes", ada.user)


def test_club_made_at_the_server_has_no_owner_yet() -> None:
    create_club(name="Red Foxes", slug="foxes", zone="UTC", by=CONSOLE)
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Red Foxes", ["red-foxes", "red-foxes-2", "red-foxes-3"]),
        ("Karten_Club Äöü", ["karten-club-aou", "karten-club-aou-2"]),
        ("سارة", ["club-1", "club-2", "club-3"]),
        ("---", ["club-1"]),
        ("W" * 80, ["w" * 80, "w" * 80 + "-2"]),
    ],
)
def test_address_is_made_from_the_name_and_numbered(name: str, slugs: list[str]) -> None:
    made = [create_club(name=name, slug="", zone="UTC", by=CONSOLE).slug for _slug in slugs]
    assert made == slugs


def test_of_the_addresses_of_others_only_those_that_begin_alike_are_read() -> None:
    for slug in ("foxes", "foxes-2", "red-foxes", "geese"):
        Club.objects.create(slug=slug, name=slug)
    RetiredSlug.objects.create(slug="ducks", retired_at=timezone.now())
    with patch("league.actions.club.IdGenerator", wraps=IdGenerator) as generator:
        assert create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE).slug == "foxes-3"
    read = {*generator.call_args.args[0]} - {*RESERVED_SLUGS}
    assert read == {"foxes", "foxes-2"}


def test_club_that_somebody_else_makes_at_the_same_moment_gets_the_next_number() -> None:
    Club.objects.create(slug="foxes", name="Others")
    with patch(
        "league.actions.club.IdGenerator", lambda _taken, word: IdGenerator([], word=word)
    ):  # as read a moment ago
        assert create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE).slug == "foxes-2"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ({"name": ""}, ("name", "name-length")),
        ({"name": "x" * 81}, ("name", "name-length")),
        ({"name": "a\x00b"}, ("name", "control-character")),
        ({"name": "a\ud800"}, ("name", "control-character")),
        ({"slug": "-"}, ("slug", "slug")),
        ({"slug": "a b"}, ("slug", "id")),
        ({"slug": "x" * 101}, ("slug", "id")),
        ({"slug": "FOXES"}, ("slug", "taken")),
        ({"zone": "Mars/Olympus"}, ("timezone", "timezone")),
        ({"zone": "localtime"}, ("timezone", "timezone")),
    ],
)
def test_club_that_cannot_be_is_refused(typed: dict[str, str], place: tuple[str, str]) -> None:
    Club.objects.create(slug="foxes", name="Others")
    with pytest.raises(ActionError) as refused:
        create_club(**({"name": "Foxes", "slug": "", "zone": "UTC"} | typed), by=make_account())
    assert list_problem_codes(refused.value.problems) == [place]
    assert Club.objects.count() == 1


def test_visitor_makes_no_club() -> None:
    with pytest.raises(PermissionDenied):
        create_club(name="Foxes", slug="", zone="UTC", by=Visitor())


# --- its players


def test_players_come_in_in_the_order_of_the_list() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    names = ["Kim Lee", "Ann Archer", "Zoë Ö", "سارة", "明月", "kim_lee 2"]
    revision = Club.objects.get().revision
    added = add_players(club=club, names=names, namesakes=False, by=CONSOLE)
    assert [player.key for player in added] == ["kim-lee", "ann-archer", "zoe-o", "p1", "p2", "kim-lee-2"]
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == names
    assert Club.objects.get().revision != revision
    assert (get_last_change().action, get_last_change().after) == ("add_players", {"players": 6})


def test_two_people_may_share_a_name_if_that_is_said() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    add_players(club=club, names=["Kim Lee"], namesakes=False, by=CONSOLE)
    names = ["Ann", "KIM  LEE", "Bob", "ann", "ＫＩＭ Lee"]
    with pytest.raises(ActionError) as refused:
        add_players(club=club, names=names, namesakes=False, by=CONSOLE)
    assert list_problem_codes(refused.value.problems) == [
        ("names.1", "known-name"),
        ("names.3", "twice"),
        ("names.4", "known-name"),
    ]
    assert Player.objects.count() == 1
    added = add_players(club=club, names=names, namesakes=True, by=CONSOLE)
    assert [player.key for player in added] == ["ann", "kim-lee-2", "bob", "ann-2", "kim-lee-3"]


def test_ids_that_differ_only_in_capitals_are_not_given() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    Player.objects.create(club=club, key="ANN", name="Somebody else")
    (added,) = add_players(club=club, names=["Ann"], namesakes=False, by=CONSOLE)
    assert added.key == "ann-2"


def test_wrong_names_are_refused_each_at_its_place() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        add_players(club=club, names=["Ann", "", "b\x07b", "x" * 81, "\ud800"], namesakes=False, by=CONSOLE)
    assert [path for path, _code in list_problem_codes(refused.value.problems)] == [
        f"names.{n}" for n in (1, 2, 3, 4)
    ]
    assert not Player.objects.exists()


def test_more_than_two_thousand_at_once_are_refused() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    with pytest.raises(ActionError, match="You can add at most 2000 players at once; these are 2001"):
        add_players(club=club, names=["Ann"] * (MAX_PLAYERS_AT_ONCE + 1), namesakes=True, by=CONSOLE)
    assert not Player.objects.exists()


def test_queries_grow_only_by_chunks() -> None:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    counted = []
    for count in (10, MAX_PLAYERS_AT_ONCE):
        with CaptureQueriesContext(connection) as queries:
            added = add_players(club=club, names=["سارة"] * count, namesakes=True, by=CONSOLE)
        counted.append(len(queries))
    assert (
        counted[1] - counted[0] < MAX_PLAYERS_AT_ONCE // 100
    )  # a chunk takes what the database takes at once
    assert added[-1].key == "p2010"


@given(st.lists(st.text(max_size=90), max_size=30), st.lists(st.text(max_size=90), max_size=10))
def test_ids_are_never_given_twice_and_always_ids(names: list[str], there: list[str]) -> None:
    ids = IdGenerator(there, word="p")
    given = [ids.generate(name) for name in names]
    assert len({key.lower() for key in (*given, *there)}) == len(given) + len({key.lower() for key in there})
    assert all(
        key.replace("-", "a").isalnum() and key.isascii() and len(key) <= 100 and key[0] != "-"
        for key in given
    )


# --- its first league


def test_sixteen_players_become_a_season_to_look_at() -> None:
    club = make_club_of_size(16)
    season = make_league_of_club(club)
    competition = season.competition
    assert (competition.slug, competition.name, competition.kind) == (
        "tuesday-league",
        "Tuesday League",
        "league",
    )
    assert (season.number, season.state) == (1, "draft")
    divisions = list(season.divisions.order_by("level"))
    assert [division.name for division in divisions] == ["A", "B", "C", "D"]
    keys = [entry.player.key for division in divisions for entry in division.entries.order_by("seed")]
    assert keys == [f"player-{number}" for number in range(16)]
    matches = Match.objects.filter(division__season=season)
    assert Counter(matches.values_list("division__name", flat=True)) == dict.fromkeys("ABCD", 6)
    assert set(matches.values_list("due_on", "status")) == {(None, "scheduled")}


def test_each_thing_of_a_new_league_has_the_event_by_which_it_is_found() -> None:
    make_league_of_club(make_club_of_size(8))
    assert list(Event.objects.order_by("pk").values_list("action", "key"))[-4:] == [
        ("start_competition", "tuesday-league"),
        ("start_season", "tuesday-league/1"),
        ("arrange", "tuesday-league/1"),
        ("make_schedule", "tuesday-league/1"),
    ]


def test_rules_that_are_not_chosen_are_the_games() -> None:
    rules = make_league_of_club(
        make_club_of_size(16), division_size=8, promoted=3, meetings=2
    ).competition.rules
    assert (rules["division_size"], rules["promoted"], rules["relegated"], rules["meetings"]) == (8, 3, 3, 2)
    assert rules["ranking"] == ["average", "zeros", "head-to-head", "wins", "lot"]
    assert rules["forfeit_score"] == -5
    assert Match.objects.count() == 2 * 2 * 28


def test_club_that_was_made_by_hand_can_be_taken_away_and_brought_back() -> None:
    club = make_club_of_size(5)
    make_league_of_club(club)
    book = read_snapshot(club)
    assert book and len(book.entries) == 5


def test_league_has_an_address_that_is_free() -> None:
    club = make_club_of_size(4)
    names = ["Matches", "Players", "Cup", "cup", "杯"]
    made = [create_competition(club=club, name=name, game="skuck", rules={}, by=CONSOLE) for name in names]
    assert [competition.slug for competition in made] == [
        "matches-2",
        "players-2",
        "cup",
        "cup-2",
        "league-1",
    ]


@pytest.mark.parametrize(
    ("players", "rules", "place", "said"),
    [
        (
            16,
            {"promoted": 3},
            "rules.promoted",
            "at most 2 can be promoted and relegated. For 3, a division needs 6",
        ),
        (8, {"promoted": 5}, "rules.promoted", "at most 4 can be promoted"),
        (5, {"division_size": 3, "promoted": 3}, "rules.promoted", "5 players are too few to promote 3"),
        (16, {"promoted": 1001}, "rules.promoted", "Can't be more than 1000."),
        (16, {"promoted": -1}, "rules.promoted", "Can't be less than 0."),
        (16, {"promoted": 1, "relegated": 2}, "rules.relegated", "must be the same number"),
        (16, {"division_size": 1}, "rules.division_size", "Can't be less than 2."),
        (16, {"meetings": 0}, "rules.meetings", "Can't be less than 1."),
        (16, {"meetings": "2"}, "rules.meetings", "whole number"),
        (16, {"nonsense": 2}, "rules.nonsense", "Unknown field"),
        (1, {}, "players", "at least 2 players; this one has 1"),
        (0, {}, "players", "at least 2 players; this one has 0"),
    ],
)
def test_settings_that_cannot_work_are_refused_and_nothing_is_left(
    players: int, rules: JSON, place: str, said: str
) -> None:
    club = make_club_of_size(players)
    changes = Event.objects.count()
    with pytest.raises(ActionError) as refused:
        make_league_of_club(club, **rules)
    assert [problem.path for problem in refused.value.problems] == [place]
    assert said in str(refused.value)
    assert not Competition.objects.exists() and Event.objects.count() == changes


@pytest.mark.parametrize("game", ["", "chess", "\x00", "SKUCK"])
def test_game_that_is_not_installed_is_refused(game: str) -> None:
    with pytest.raises(ActionError) as refused:
        create_league(club=make_club_of_size(4), name="Cup", game=game, rules={}, by=CONSOLE)
    assert list_problem_codes(refused.value.problems) == [("game", "unknown-game")]


@given(players=st.integers(2, 60), size=st.integers(2, 12), promoted=st.integers(0, 5))
def test_any_club_is_divided_or_told_why_not(players: int, size: int, promoted: int) -> None:
    with discard_changes(), suppress_problems_at("rules.promoted"):
        season = make_league_of_club(make_club_of_size(players), division_size=size, promoted=promoted)
        sizes = [division.entries.count() for division in season.divisions.order_by("level")]
        assert sum(sizes) == players and sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] <= 1


# --- who may


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_only_who_runs_seasons_adds_and_changes(role: Role) -> None:
    club = make_club_of_size(4)
    competition = create_competition(club=club, name="Cup", game="skuck", rules={}, by=CONSOLE)
    by = make_member(club, role)
    for act in (
        lambda: add_players(club=club, names=["Ann"], namesakes=False, by=by),
        lambda: create_competition(club=club, name="Cup", game="skuck", rules={}, by=by),
        lambda: create_league(club=club, name="Cup", game="skuck", rules={}, by=by),
        lambda: change_rules(competition=competition, rules={"meetings": 2}, by=by),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert (Player.objects.count(), Competition.objects.count()) == (4, 1)
    create_league(club=club, name="Other", game="skuck", rules={}, by=make_member(club, Role.ORGANISER))
