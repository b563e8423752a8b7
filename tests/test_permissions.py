"""Who has a permission: people by their role and by what is theirs, parts of the installation, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions.confirmation import confirm_result
from league.actions.decisions.kinds import KINDS
from league.models import Club, DecisionKind, Match, Membership, Result, Role, Submission, User
from league.permissions import PERMISSIONS, EnteredResult, ResultReport, can, require, require_person
from league.principals import (
    CONSOLE,
    Person,
    System,
    Visitor,
    identify,
    read_principal,
    reload,
    write_principal,
)
from tests.actions.clubs import make_club, make_member
from tests.actions.seasons import list_unplayed_matches, make_league
from tests.actions.submissions import enter_result, get_player_actor

pytestmark = pytest.mark.django_db
OF_CLUBS = [name for name, permission in PERMISSIONS.items() if permission.roles and not permission.rule]


@pytest.mark.parametrize("name", OF_CLUBS)
@pytest.mark.parametrize("role", list(Role))
def test_role_counts_in_its_own_club(name: str, role: Role) -> None:
    club, other = make_club(), make_club(slug="another")
    by = make_member(club, role)
    assert can(by, name, club) == can(by, name, club.pk) == (role in PERMISSIONS[name].roles)
    assert not can(by, name, other)


@pytest.mark.parametrize("name", [*OF_CLUBS, "administer"])
def test_administrators_and_the_installation_have_every_permission_and_visitors_none(name: str) -> None:
    club = make_club()
    assert can(Person(User.objects.create_superuser("root@example.org")), name, club)
    assert can(System("reminders"), name, club)
    assert not can(Visitor(), name, club)


@pytest.mark.parametrize("nobody", [None, AnonymousUser(), "command line"])
def test_what_is_no_principal_is_an_error(nobody: Any) -> None:
    for ask in (lambda: can(nobody, "administer"), lambda: require_person(nobody)):
        with pytest.raises(TypeError):
            ask()


def test_account_is_deleted_by_its_owner() -> None:
    ann, bob = (Person(User.objects.create(email=f"{name}@example.org")) for name in ("ann", "bob"))
    assert can(ann, "delete-account", ann.user) and not can(bob, "delete-account", ann.user)
    with pytest.raises(PermissionDenied, match="delete-account"):
        require(bob, "delete-account", ann.user)


def test_only_people_do_what_takes_an_account() -> None:
    ann = Person(User.objects.create(email="ann@example.org"))
    assert require_person(ann) is ann
    for other in (Visitor(), CONSOLE):
        with pytest.raises(PermissionDenied):
            require_person(other)


def test_request_is_by_a_person_or_a_visitor() -> None:
    user = User.objects.create(email="ann@example.org")
    assert identify(user) == Person(user)
    assert identify(AnonymousUser()) == Visitor()


def test_job_acts_for_whoever_left_it_as_they_are_now() -> None:
    club = make_club()
    ann = make_member(club, Role.OWNER)
    assert read_principal(write_principal(CONSOLE)) == CONSOLE
    assert can(read_principal(write_principal(ann)), "run-seasons", club)
    Membership.objects.update(role=Role.SCORER)
    assert can(ann, "run-seasons", club) is False and ann.roles == {club.pk: Role.SCORER}
    User.objects.update(is_active=False)
    assert read_principal(ann.user_id) == reload(ann) == Visitor()


def test_argument_that_names_nobody_gives_no_right() -> None:
    assert read_principal(None) == Visitor()
    assert not can(read_principal(None), "see-staff-pages", Club(pk=1))
    with pytest.raises(TypeError):
        write_principal(Visitor())


def test_every_kind_of_decision_has_its_parts() -> None:
    """Else the first one of a new kind would break the page that lists it."""
    assert set(KINDS) == set(DecisionKind), "Say in league/actions/decisions/kinds.py what a kind does."


@pytest.mark.parametrize("kind", DecisionKind)
def test_scorers_decide_only_what_is_about_a_single_match(kind: DecisionKind) -> None:
    club = make_club(entries=1)
    is_of_match = kind in (DecisionKind.FORFEIT, DecisionKind.VOID, DecisionKind.SUBSTITUTE)
    allowed = {role for role in Role if can(make_member(club, role), f"decide-{kind}", club)}
    assert allowed == {Role.OWNER, Role.ORGANISER} | ({Role.SCORER} if is_of_match else set())


def test_players_of_the_club_and_organisers_register() -> None:
    club, other = make_club(), make_club(slug="another")
    ann = Person(User.objects.create(email="ann@example.org"))
    club.players.filter(key="p1").update(user=ann.user)
    assert can(ann, "register", club) and can(ann, "register", club.pk) and not can(ann, "register", other)
    assert {role for role in Role if can(make_member(club, role), "register", club)} == {
        Role.OWNER,
        Role.ORGANISER,
    }


def make_match(**rules: Any) -> Match:
    return list_unplayed_matches(make_league([4], unplayed=1, rules=rules))[0]


def get_report(match: Match) -> ResultReport:
    seats = match.seats.select_related("match", "player", "entry__player")
    return ResultReport(list(seats), Result.objects.filter(match=match).order_by("number").last())


def get_entered(match: Match) -> EnteredResult:
    return EnteredResult(get_report(match).seats, Submission.objects.get(match=match))


def test_result_of_a_match_is_reported_by_its_players_and_the_staff() -> None:
    match = make_match()
    players = [get_player_actor(match, seat) for seat in range(2)]
    assert all(can(by, "report-result", get_report(match)) for by in players)
    assert can(make_member(match.club, Role.SCORER), "report-result", get_report(match))
    stranger = Person(User.objects.create(email="stranger@example.org"))
    elsewhere = make_member(make_club(slug="another"), Role.OWNER)
    assert not any(can(by, "report-result", get_report(match)) for by in (stranger, elsewhere, Visitor()))


def test_player_corrects_only_their_own_report_and_only_until_it_is_confirmed() -> None:
    match = make_match()
    reporter, opponent = (get_player_actor(match, seat) for seat in range(2))
    enter_result(match, by=reporter)
    assert can(reporter, "report-result", get_report(match))
    assert not can(opponent, "report-result", get_report(match))
    confirm_result(match=match, submission=get_entered(match).submission.pk, by=opponent)
    assert not can(reporter, "report-result", get_report(match))
    assert can(make_member(match.club, Role.SCORER), "report-result", get_report(match))


@pytest.mark.parametrize("permission", ["confirm-result", "dispute-result"])
def test_result_is_answered_by_the_opponent_and_not_by_its_reporter(permission: str) -> None:
    match = make_match()
    reporter, opponent = (get_player_actor(match, seat) for seat in range(2))
    enter_result(match, by=reporter)
    entered = get_entered(match)
    assert can(opponent, permission, entered) and not can(reporter, permission, entered)
    # The account that entered it may have lost the player since: the seat is still its reporter's.
    heir = Person(User.objects.create(email="heir@example.org"))
    seat = next(seat for seat in entered.seats if seat.player_id == entered.submission.reporter_id)
    seat.player.user = seat.entry.player.user = heir.user
    assert not can(heir, permission, entered)


@pytest.mark.parametrize(("rules", "may_confirm"), [({"unconfirmed_results": "wait"}, True), ({}, False)])
def test_staff_confirm_what_waits_unless_they_entered_it_and_dispute_nothing(
    rules: dict[str, str], may_confirm: bool
) -> None:
    match = make_match(**rules)
    reporter = get_player_actor(match)
    enter_result(match, by=reporter)
    scorer = make_member(match.club, Role.SCORER)
    Membership.objects.create(club=match.club, user=reporter.user, role=Role.SCORER)
    assert can(scorer, "confirm-result", get_entered(match)) == may_confirm
    assert not can(Person(reporter.user), "confirm-result", get_entered(match))
    assert not can(scorer, "dispute-result", get_entered(match))


def test_club_is_restored_by_its_owner_unless_it_is_suspended() -> None:
    club = make_club()
    owner, organiser = make_member(club, Role.OWNER), make_member(club, Role.ORGANISER)
    assert can(owner, "restore-club", club) and not can(organiser, "restore-club", club)
    club.suspended_at = timezone.now()
    assert not can(owner, "restore-club", club)


def test_owner_of_a_deleted_club_may_still_ask_to_delete_it() -> None:
    club = make_club()
    owner, organiser = make_member(club, Role.OWNER), make_member(club, Role.ORGANISER)
    club.deleted_at = timezone.now()
    club.save()
    owner, organiser = Person(owner.user), Person(organiser.user)  # whose roles count for nothing now
    assert can(owner, "delete-club", club) and not can(organiser, "delete-club", club)
