"""Who may enter a result, correct it or undo it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError, EditConflict
from league.models import Club, Match, Membership, Player, Role, User
from league.permissions import STAFF_ROLES
from league.principals import Person, Principal, Visitor
from tests.actions.clubs import (
    OTHER_SHEET,
    PRINTED_SHEET,
    build_club_file,
    list_matches,
    make_club,
    make_member,
)
from tests.actions.submissions import (
    enter_result,
    fetch_result_rows,
    find_changed_models,
    get_player_actor,
    restore_version,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", sorted(STAFF_ROLES))
def test_those_who_help_in_the_club_enter_correct_and_undo(role: Role) -> None:
    club = make_club()
    match, by = list_matches(club)[0], make_member(club, role)
    enter_result(match, base=0)
    assert enter_result(match, OTHER_SHEET, base=1, by=by).submission.by == by.user
    assert restore_version(match, 1, base=2, by=by).number == 3


def test_administrator_of_the_site_may_without_a_role() -> None:
    by = Person(User.objects.create(email="admin@example.org", is_superuser=True, is_staff=True))
    assert enter_result(list_matches(make_club())[0], by=by).number == 1


# --- others


def make_stranger(match: Match) -> Principal:
    return Person(User.objects.create(email="stranger@example.org"))


def make_other_clubs_owner(match: Match) -> Principal:
    return make_member(make_club(slug="another"), Role.OWNER)


def make_other_matchs_player(match: Match) -> Principal:
    others = Player.objects.filter(club=match.club).exclude(seats__match=match)
    user = User.objects.create(email="player@example.org")
    others.update(user=user)
    return Person(user)


def make_club_player(match: Match) -> Principal:
    return make_member(match.club, Role.PLAYER)


def make_anonymous(match: Match) -> Principal:
    return Visitor()


OUTSIDERS = [
    make_stranger,
    make_other_clubs_owner,
    make_other_matchs_player,
    make_club_player,
    make_anonymous,
]


@pytest.mark.parametrize("who", OUTSIDERS)
def test_others_may_not_and_nothing_is_kept_of_it(who: Any) -> None:
    match = list_matches(make_club())[0]
    by, key = who(match), uuid4()
    before = fetch_result_rows()
    with pytest.raises(PermissionDenied):
        enter_result(match, by=by, key=key)
    assert find_changed_models(before) == set()
    enter_result(match, key=key)
    enter_result(match, OTHER_SHEET, base=1)
    before = fetch_result_rows()
    for attempt in (
        lambda: enter_result(match, base=2, by=by),
        lambda: enter_result(match, by=by),  # from an older one
        lambda: enter_result(match, by=by, key=key),  # known, but not theirs
        lambda: restore_version(match, 1, base=2, by=by),
    ):
        with pytest.raises(PermissionDenied):
            attempt()
    assert find_changed_models(before) == set()


def test_who_has_lost_the_role_gets_the_answers_again_that_they_had() -> None:
    club = make_club()
    match, by = list_matches(club)[0], make_member(club, Role.SCORER)
    accepted, refused, overtaken = uuid4(), uuid4(), uuid4()
    first = enter_result(match, by=by, key=accepted)
    for key, base, error in ((refused, 7, ActionError), (overtaken, 0, EditConflict)):
        with pytest.raises(error):
            enter_result(match, by=by, key=key, base=base)
    Membership.objects.all().delete()
    by = Person(by.user)
    before = fetch_result_rows()
    assert enter_result(match, by=by, key=accepted) == first
    for key, error in ((refused, ActionError), (overtaken, EditConflict)):
        with pytest.raises(error):
            enter_result(match, by=by, key=key)
    with pytest.raises(PermissionDenied):
        enter_result(match, by=by)
    assert find_changed_models(before) == set()


# --- players of the match


def test_player_reports_a_match_without_a_result_and_corrects_their_own_report() -> None:
    match = list_matches(make_club())[0]
    by = get_player_actor(match)
    assert enter_result(match, by=by).submission.by == by.user
    assert enter_result(match, OTHER_SHEET, base=1, by=by).number == 2
    assert restore_version(match, 1, base=2, by=by).sheet == PRINTED_SHEET


@pytest.mark.parametrize("seat", [0, 1])
def test_player_does_not_correct_what_somebody_else_sent_in(seat: int) -> None:
    match = list_matches(make_club())[0]
    by = get_player_actor(match, seat)
    enter_result(match, by=get_player_actor(match, 1 - seat))
    before = fetch_result_rows()
    with pytest.raises(PermissionDenied):
        enter_result(match, OTHER_SHEET, base=1, by=by)
    with pytest.raises(PermissionDenied):
        restore_version(match, 1, base=1, by=by)
    assert find_changed_models(before) == set()


def test_players_say_ends_when_a_helper_has_corrected_it() -> None:
    club = make_club()
    match = list_matches(club)[0]
    by, key = get_player_actor(match), uuid4()
    first = enter_result(match, by=by, key=key)
    enter_result(match, OTHER_SHEET, base=1, by=make_member(club, Role.SCORER))
    with pytest.raises(PermissionDenied):
        enter_result(match, base=2, by=by)
    assert enter_result(match, by=by, key=key) == first  # what was answered stays answered


def test_player_who_was_late_by_a_moment_is_overtaken_and_what_they_sent_is_kept() -> None:
    match = list_matches(make_club())[0]
    enter_result(match, by=get_player_actor(match, 0))
    before = fetch_result_rows()
    with pytest.raises(EditConflict) as overtaken:
        enter_result(match, OTHER_SHEET, by=get_player_actor(match, 1))
    assert overtaken.value.sheet == OTHER_SHEET
    assert find_changed_models(before) == {"Submission"}


def test_both_the_substitute_and_whoever_they_sat_for_are_players_of_the_match() -> None:
    for who in ("substitute", "p1"):
        file = build_club_file(slug=who)
        match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
        match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
        match["sat"] = ["substitute", match["seats"][1]]
        club = make_club(file)
        user = User.objects.create(email=f"{who}@example.org")
        imported = Match.objects.get(club=club, key=match["id"])
        Player.objects.filter(club=club, key=who if who == "substitute" else match["seats"][0]).update(
            user=user
        )
        with pytest.raises(EditConflict):
            enter_result(imported, by=Person(user))


def test_player_of_a_club_is_nobody_in_another_one() -> None:
    one: Club = make_club()
    by = get_player_actor(list_matches(one)[0])
    with pytest.raises(PermissionDenied):
        enter_result(list_matches(make_club(slug="another"))[0], by=by)
