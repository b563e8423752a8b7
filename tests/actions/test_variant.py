"""Agreeing on a game's options and saving them as a variant: by organisers, for future seasons."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.club import import_club
from league.actions.competition import change_options, create_competition, create_league
from league.actions.demo import RIVERSIDE
from league.actions.variant import remove_variant, save_variant, set_options
from league.models import Club, Competition, Event, Match, Role, Season, Variant
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.rules.records import MAX_VARIANTS
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.actions.seasons import collect_problem_codes
from tests.actions.test_create_club import get_last_change, make_club_of_size, make_league_of_club
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
LONG_OPTIONS = {"deals": 8}


def save_long_variant(club: Club, name: str = "Long", **more: Any) -> Variant:
    return save_variant(
        **{"club": club, "name": name, "game": "skuck", "options": LONG_OPTIONS, "by": CONSOLE, **more}
    )


@scenario
def club() -> Club:
    return make_club_of_size(4)


# --- what is played


def test_league_can_be_founded_with_a_games_options() -> None:
    season = create_league(
        club=make_club_of_size(4),
        name="Long League",
        game="skuck",
        rules={},
        options={"deals": 8, "time_penalties": False},
        by=CONSOLE,
    )
    assert season.competition.options == LONG_OPTIONS  # only what differs from the usual
    change = Event.objects.get(action="start_competition").after
    assert change and change["options"] == LONG_OPTIONS


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"deals": 0}, ("options.deals", "range")),
        ({"deals": "8"}, ("options.deals", "integer")),
        ({"jokers": 2}, ("options.jokers", "unknown-field")),
    ],
)
def test_options_that_are_not_the_games_are_refused(club: Club, options: Any, place: tuple[str, str]) -> None:
    founded = {"club": club, "name": "Cup", "game": "skuck", "by": CONSOLE, "options": options}
    assert collect_problem_codes(create_competition, rules={}, **founded) == [place]
    assert collect_problem_codes(save_variant, **founded) == [place]
    competition = make_league_of_club(club).competition
    assert collect_problem_codes(change_options, competition=competition, options=options, by=CONSOLE) == [
        place
    ]


def test_other_options_count_for_the_draft_and_keep_its_schedule() -> None:
    season = make_league_of_club(make_club_of_size(16))
    matches = set(Match.objects.values_list("pk", flat=True))
    change_options(competition=season.competition, options=LONG_OPTIONS, by=CONSOLE)
    assert Competition.objects.get().options == LONG_OPTIONS
    assert set(Match.objects.values_list("pk", flat=True)) == matches
    change = get_last_change()
    assert (change.action, change.key) == ("change_options", "tuesday-league")
    assert (change.before, change.after) == ({}, LONG_OPTIONS)


def test_what_is_left_out_is_as_usual_again() -> None:
    season = make_league_of_club(make_club_of_size(4))
    change_options(competition=season.competition, options=LONG_OPTIONS, by=CONSOLE)
    change_options(competition=season.competition, options={"deals": 4}, by=CONSOLE)
    assert Competition.objects.get().options == {}


def test_opened_seasons_keep_their_options() -> None:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    seasons = list(Season.objects.order_by("pk").values("options", "state"))
    change_options(competition=Competition.objects.get(), options=LONG_OPTIONS, by=CONSOLE)
    assert list(Season.objects.order_by("pk").values("options", "state")) == seasons
    assert verify_club(Club.objects.get()) == []


def test_same_options_change_nothing() -> None:
    season = make_league_of_club(make_club_of_size(4))
    changes, revision = Event.objects.count(), Club.objects.get().revision
    change_options(competition=season.competition, options={"deals": 4}, by=CONSOLE)
    assert (Event.objects.count(), Club.objects.get().revision) == (changes, revision)


def test_no_option_changes_where_a_draft_came_in_with_results() -> None:
    file = build_club_file(state="draft")
    matches = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[0] |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    competition = make_club(file).competitions.get()
    asked = {"competition": competition, "options": LONG_OPTIONS, "by": CONSOLE}
    assert collect_problem_codes(change_options, **asked) == [("options.deals", "draft-has-results")]
    assert collect_problem_codes(set_options, **asked, keep_as="Long") == [
        ("options.deals", "draft-has-results")
    ]


# --- the club's own


def test_variant_is_kept_with_a_key_made_from_its_name() -> None:
    club = make_club_of_size(0)
    revision = Club.objects.get().revision
    made = [save_long_variant(club, name).key for name in ("Long", "Lõng", "长", "LONG-2 games")]
    assert made == ["long", "long-2", "variant-1", "long-2-games"]
    change = get_last_change()
    assert (change.action, change.noun, change.key) == ("save_variant", "variant", "long-2-games")
    assert change.after == {"name": "LONG-2 games", "game": "skuck", "options": LONG_OPTIONS}
    assert Club.objects.get().revision != revision


def test_only_what_differs_from_the_usual_is_kept() -> None:
    assert save_long_variant(make_club_of_size(0), options={"deals": 4, "time_penalties": True}).options == {
        "time_penalties": True
    }


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"name": ""}, ("name", "name-length")),
        ({"name": "x" * 81}, ("name", "name-length")),
        ({"name": "a\x00b"}, ("name", "control-character")),
        ({"name": "lONG"}, ("name", "taken")),
        ({"name": "Skuck"}, ("name", "games-own")),
        ({"name": "hucklebuck TO 15", "game": "hucklebuck", "options": {}}, ("name", "games-own")),
        ({"game": "chess"}, ("game", "unknown-game")),
    ],
)
def test_variant_that_cannot_be_is_refused(asked: dict[str, Any], place: tuple[str, str]) -> None:
    club = make_club_of_size(0)
    save_long_variant(club)
    assert collect_problem_codes(save_long_variant, club=club, **{"name": "Other", **asked}) == [place]


def test_another_game_or_club_may_have_a_variant_of_the_same_name() -> None:
    clubs = [make_club_of_size(0), make_club_of_size(0)]
    made = [
        save_long_variant(clubs[0]),
        save_long_variant(clubs[1]),
        save_long_variant(clubs[0], game="hucklebuck", options={}),
    ]
    assert [variant.key for variant in made] == ["long", "long", "long-2"]


def test_a_hundred_and_first_variant_is_refused() -> None:
    club = make_club_of_size(0)
    Variant.objects.bulk_create(
        Variant(club=club, key=f"v{number}", name=f"V {number}", game="skuck")
        for number in range(MAX_VARIANTS)
    )
    assert collect_problem_codes(save_long_variant, club=club) == [("name", "too-many-variants")]


def test_removed_variant_is_gone_and_what_is_played_by_it_goes_on(club: Club) -> None:
    variant = save_long_variant(club)
    competition = make_league_of_club(club).competition
    change_options(competition=competition, options=variant.options, by=CONSOLE)
    remove_variant(variant=variant, by=CONSOLE)
    assert not Variant.objects.exists() and Competition.objects.get().options == LONG_OPTIONS
    change = get_last_change()
    assert (change.action, change.key) == ("remove_variant", "long")
    assert change.before == {"name": "Long", "game": "skuck", "options": LONG_OPTIONS}
    remove_variant(variant=Variant(pk=variant.pk, club=club), by=CONSOLE)  # twice is once
    assert get_last_change() == change


def test_what_is_agreed_on_and_its_name_are_kept_both_or_neither(club: Club) -> None:
    competition = make_league_of_club(club).competition
    save_long_variant(club)
    asked: dict[str, Any] = {"competition": competition, "options": {"deals": 6}, "by": CONSOLE}
    assert collect_problem_codes(set_options, **asked, keep_as="Long") == [("name", "taken")]
    set_options(**asked, keep_as="Six")
    assert Competition.objects.get().options == Variant.objects.get(key="six").options == {"deals": 6}


# --- who may


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_only_who_runs_seasons_says_what_is_played(club: Club, role: Role) -> None:
    competition, variant = make_league_of_club(club).competition, save_long_variant(club)
    changes, by = Event.objects.count(), make_member(club, role)
    for act in (
        lambda: change_options(competition=competition, options=LONG_OPTIONS, by=by),
        lambda: set_options(competition=competition, options=LONG_OPTIONS, keep_as="Mine", by=by),
        lambda: save_long_variant(club, "Mine", by=by),
        lambda: remove_variant(variant=variant, by=by),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert Event.objects.count() == changes
    organiser = make_member(club, Role.ORGANISER)
    set_options(competition=competition, options=LONG_OPTIONS, keep_as="Mine", by=organiser)
    remove_variant(variant=variant, by=organiser)
