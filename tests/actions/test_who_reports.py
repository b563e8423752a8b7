"""Who may send a result in, correct it or take it back."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from league.actions.actor import STAFF_ROLES, Actor, NotPermitted
from league.actions.errors import EditConflict
from league.models import Club, Match, Player, Role, User
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, club_file, make_club, matches_of, member
from tests.actions.entering import changed_since, enter, everything, player_of, restore

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", sorted(STAFF_ROLES))
def test_those_who_help_in_the_club_enter_correct_and_take_back(role: Role) -> None:
    club = make_club()
    match, by = matches_of(club)[0], member(club, role)
    enter(match, base=0)
    assert enter(match, OTHER_SHEET, base=1, by=by).submission.by == by.user
    assert restore(match, 1, base=2, by=by).number == 3


def test_administrator_of_the_site_may_without_a_role() -> None:
    by = Actor(User.objects.create(email="admin@example.org", is_superuser=True, is_staff=True))
    assert enter(matches_of(make_club())[0], by=by).number == 1


# --- others


def a_stranger(match: Match) -> Actor:
    return Actor(User.objects.create(email="stranger@example.org"))


def a_member_of_another_club(match: Match) -> Actor:
    return member(make_club(slug="another"), Role.OWNER)


def a_player_of_another_match(match: Match) -> Actor:
    others = Player.objects.filter(club=match.club).exclude(seats__match=match)
    user = User.objects.create(email="player@example.org")
    others.update(user=user)
    return Actor(user)


def somebody_who_only_plays_in_the_club(match: Match) -> Actor:
    return member(match.club, Role.PLAYER)


def nobody(match: Match) -> Actor:
    return Actor(AnonymousUser())


OTHERS = [
    a_stranger,
    a_member_of_another_club,
    a_player_of_another_match,
    somebody_who_only_plays_in_the_club,
    nobody,
]


@pytest.mark.parametrize("who", OTHERS)
def test_others_may_not_and_nothing_is_kept_of_it(who: Any) -> None:
    match = matches_of(make_club())[0]
    by, key = who(match), uuid4()
    before = everything()
    with pytest.raises(NotPermitted):
        enter(match, by=by, key=key)
    assert changed_since(before) == set()
    enter(match, key=key)
    enter(match, OTHER_SHEET, base=1)
    before = everything()
    for attempt in (
        lambda: enter(match, base=2, by=by),
        lambda: enter(match, by=by),  # from an older one
        lambda: enter(match, by=by, key=key),  # known, but not theirs
        lambda: restore(match, 1, base=2, by=by),
    ):
        with pytest.raises(NotPermitted):
            attempt()
    assert changed_since(before) == set()


# --- players of the match


def test_player_reports_a_match_without_a_result_and_corrects_their_own_report() -> None:
    match = matches_of(make_club())[0]
    by = player_of(match)
    assert enter(match, by=by).submission.by == by.user
    assert enter(match, OTHER_SHEET, base=1, by=by).number == 2
    assert restore(match, 1, base=2, by=by).sheet == PRINTED_SHEET


@pytest.mark.parametrize("seat", [0, 1])
def test_player_does_not_correct_what_somebody_else_sent_in(seat: int) -> None:
    match = matches_of(make_club())[0]
    by = player_of(match, seat)
    enter(match, by=player_of(match, 1 - seat))
    before = everything()
    with pytest.raises(NotPermitted):
        enter(match, OTHER_SHEET, base=1, by=by)
    with pytest.raises(NotPermitted):
        restore(match, 1, base=1, by=by)
    assert changed_since(before) == set()


def test_players_say_ends_when_a_helper_has_corrected_it() -> None:
    club = make_club()
    match = matches_of(club)[0]
    by, key = player_of(match), uuid4()
    first = enter(match, by=by, key=key)
    enter(match, OTHER_SHEET, base=1, by=member(club, Role.SCORER))
    with pytest.raises(NotPermitted):
        enter(match, base=2, by=by)
    assert enter(match, by=by, key=key) == first  # what was answered stays answered


def test_player_who_was_late_by_a_moment_is_overtaken_and_what_they_sent_is_kept() -> None:
    match = matches_of(make_club())[0]
    enter(match, by=player_of(match, 0))
    before = everything()
    with pytest.raises(EditConflict) as overtaken:
        enter(match, OTHER_SHEET, by=player_of(match, 1))
    assert overtaken.value.sheet == OTHER_SHEET
    assert changed_since(before) == {"Submission"}


def test_both_the_substitute_and_whoever_they_sat_for_are_players_of_the_match() -> None:
    for who in ("substitute", "p1"):
        file = club_file(slug=who)
        match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
        match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
        match["sat"] = ["substitute", match["seats"][1]]
        club = make_club(file)
        user = User.objects.create(email=f"{who}@example.org")
        found = Match.objects.get(club=club, key=match["id"])
        Player.objects.filter(club=club, key=who if who == "substitute" else match["seats"][0]).update(
            user=user
        )
        with pytest.raises(EditConflict):
            enter(found, by=Actor(user))


def test_player_of_a_club_is_nobody_in_another_one() -> None:
    one: Club = make_club()
    by = player_of(matches_of(one)[0])
    with pytest.raises(NotPermitted):
        enter(matches_of(make_club(slug="another"))[0], by=by)
