"""What people do with their own account: name, address, leaving a club, deleting the account."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from league.actions.account import (
    change_address,
    change_name,
    choose_language,
    delete_account,
    leave_club,
)
from league.actions.club import create_club
from league.actions.errors import ActionError
from league.actions.invitation import accept_invitation, invite_member
from league.actions.player import forget_player
from league.actions.report import report_problem
from league.actions.result import submit_result
from league.actions.suspension import suspend_club
from league.actions.user import change_user
from league.models import Club, Event, Invitation, Job, Membership, Player, Report, Result, Role, User
from league.principals import CONSOLE, Person, Principal, Visitor
from tests.actions.clubs import PRINTED_SHEET, list_matches, make_club, make_member
from tests.actions.refusals import list_codes
from tests.log_lines import LogLines
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
OPHELIA = "ophelia@example.org"
Commit = Callable[..., AbstractContextManager[Any]]


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Principal:
    return make_member(club, Role.OWNER)


@scenario
def ophelia(club: Club) -> Principal:
    """A scorer and player of the club, whose address is proved."""
    actor = make_member(club, Role.SCORER, OPHELIA)
    assert actor.user
    User.objects.filter(pk=actor.user_id).update(name="Ophelia Zephyr")
    actor.user.refresh_from_db()
    EmailAddress.objects.update_or_create(
        user=actor.user, email=OPHELIA, defaults={"primary": True, "verified": True}
    )
    Player.objects.filter(club=club, key="p1").update(user=actor.user, name="Ophelia Zephyr")
    return actor


def get_account(by: Principal) -> User:
    assert by.user
    return User.objects.get(pk=by.user_id)


def find_change(action: str) -> Event:
    return Event.objects.get(action=action)


# --- name


def test_name_of_the_account_changes_and_the_player_keeps_theirs(ophelia: Principal) -> None:
    change_name(name="Ophelia Z.", by=ophelia)
    assert get_account(ophelia).name == "Ophelia Z."
    assert Player.objects.get(user=ophelia.user).name == "Ophelia Zephyr"


@pytest.mark.parametrize("name", ["", "x" * 81, "two\nlines", "\u200b"])
def test_bad_name_changes_nothing(ophelia: Principal, name: str) -> None:
    with pytest.raises(ActionError) as refused:
        change_name(name=name, by=ophelia)
    assert [problem.path for problem in refused.value.problems] == ["name"]
    assert get_account(ophelia).name == "Ophelia Zephyr"


def test_language_that_there_is_not_is_refused_with_those_that_there_are(ophelia: Principal) -> None:
    choose_language(language="de", by=ophelia)
    with pytest.raises(ActionError) as refused:
        choose_language(language="fr", by=ophelia)
    assert list_codes(refused) == [("language", "language")]
    assert str(refused.value.problems[0].message) == "There is no language fr. There are: en, de."
    assert get_account(ophelia).language == "de"


def test_nobody_without_an_account_changes_a_name() -> None:
    for by in (CONSOLE, Visitor()):
        with pytest.raises(PermissionDenied):
            change_name(name="Nobody", by=by)


# --- address


def test_new_address_counts_and_the_old_one_is_told(
    ophelia: Principal, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        change_address(email="Zephyr@Example.org", by=ophelia)
    assert get_account(ophelia).email == "zephyr@example.org"
    kept = EmailAddress.objects.filter(user=ophelia.user).values_list("email", "primary", "verified")
    assert list(kept) == [("zephyr@example.org", True, True)]
    (sent,) = mail.outbox
    assert sent.to == [OPHELIA] and "zephyr" not in f"{sent.subject} {sent.body}".lower()


def test_other_sessions_end_with_the_old_address(ophelia: Principal) -> None:
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.force_login(get_account(ophelia))
    change_address(email="zephyr@example.org", by=ophelia, keep_session=here.session.session_key)
    assert here.get("/-/my/").status_code == 200
    assert elsewhere.get("/-/my/").status_code == 302


@pytest.mark.parametrize("is_proved", [True, False])
def test_address_of_another_account_is_refused(ophelia: Principal, is_proved: bool) -> None:
    other = User.objects.create_user("bob@example.org")
    if is_proved:  # also where it is not the one that the account is called by
        User.objects.filter(pk=other.pk).update(email="bobby@example.org")
        EmailAddress.objects.update_or_create(
            user=other, email="bob@example.org", defaults={"verified": True}
        )
    with pytest.raises(ActionError) as refused:
        change_address(email="BOB@example.org", by=ophelia)
    assert list_codes(refused) == [("email", "taken")]
    assert get_account(ophelia).email == OPHELIA


# --- leaving


def test_who_leaves_has_no_role_and_no_player_and_the_player_stays(club: Club, ophelia: Principal) -> None:
    leave_club(club=club, by=ophelia)
    assert not Membership.objects.filter(user=ophelia.user).exists()
    player = Player.objects.get(club=club, key="p1")
    assert (player.user, player.name) == (None, "Ophelia Zephyr")
    change = find_change("leave_club")
    assert (change.by, change.noun, change.key) == (ophelia.user, "user", str(get_account(ophelia).pk))
    assert (change.before, change.after) == ({"role": "scorer", "players": ["p1"]}, None)


def test_club_may_have_set_that_the_name_goes(club: Club, ophelia: Principal) -> None:
    Club.objects.update(hides_former_players=True)
    Player.objects.filter(key="p2").update(name="Former player 1")
    before = club.revision
    leave_club(club=club, by=ophelia)
    assert Player.objects.get(club=club, key="p1").name == "Former player 2"
    assert find_change("leave_club").after == {"renamed": ["p1"]}
    assert Club.objects.get().revision != before


def test_player_without_a_role_may_leave_too(club: Club, ophelia: Principal) -> None:
    Membership.objects.filter(user=ophelia.user).delete()
    leave_club(club=club, by=ophelia)
    assert Player.objects.get(club=club, key="p1").user is None


def test_leaving_twice_is_refused(club: Club, ophelia: Principal) -> None:
    leave_club(club=club, by=ophelia)
    with pytest.raises(ActionError) as refused:
        leave_club(club=club, by=ophelia)
    assert list_codes(refused) == [("", "no-member")]
    assert Event.objects.filter(action="leave_club").count() == 1


def test_last_owner_does_not_leave(club: Club, owner: Principal) -> None:
    with pytest.raises(ActionError) as refused:
        leave_club(club=club, by=owner)
    assert list_codes(refused) == [("role", "last-owner")]
    assert Membership.objects.filter(user=owner.user).exists()


def test_open_invitations_of_who_leaves_end(club: Club, owner: Principal) -> None:
    second = make_member(club, Role.OWNER, "second@riverside.example")
    invite_member(club=club, email="eve@example.org", role="owner", by=second)
    leave_club(club=club, by=second)
    assert not Invitation.objects.pending(timezone.now()).exists()


def test_nobody_without_an_account_leaves(club: Club) -> None:
    with pytest.raises(PermissionDenied):
        leave_club(club=club, by=CONSOLE)


# --- a player whose person asked


def test_owner_replaces_a_name_once(club: Club, owner: Principal, ophelia: Principal) -> None:
    player = Player.objects.get(club=club, key="p1")
    assert forget_player(player=player, by=owner) == "Former player 1"
    assert forget_player(player=player, by=owner) == "Former player 1"
    change = find_change("forget_player")
    assert (change.key, change.before, change.after) == ("p1", {"user": ophelia.user_id}, {"renamed": True})


def test_only_owners_replace_names(club: Club, ophelia: Principal) -> None:
    for by in (ophelia, make_member(club, Role.ORGANISER)):
        with pytest.raises(PermissionDenied):
            forget_player(player=Player.objects.get(club=club, key="p1"), by=by)


# --- deleting


def leave_traces(club: Club, by: Principal, invited_by: Principal) -> None:
    """Have the account's address and name written wherever they may stand."""
    user = get_account(by)
    Client().force_login(user)
    EmailAddress.objects.create(user=user, email="ophelia.old@example.org")
    submit_result(match=list_matches(club)[0], sheet=PRINTED_SHEET, by=by, key=uuid4(), base=0)
    elsewhere = make_club(slug="another")
    accepted = invite_member(club=elsewhere, email=OPHELIA, role="player", by=CONSOLE)
    accept_invitation(invitation=accepted, by=by)
    invite_member(club=make_club(slug="third"), email=OPHELIA, role="scorer", by=CONSOLE)
    invite_member(club=club, email="eve@example.org", role="player", by=invited_by)
    AccessAttempt.objects.create(username=OPHELIA, ip_address="203.0.113.9", failures_since_start=1)
    now = timezone.now()
    Job.objects.create(kind="x", created_at=now, due_at=now, error=f"SMTPRecipientsRefused({OPHELIA})")
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=str(user),
        action_flag=CHANGE,
    )


def find_traces(*texts: str) -> list[str]:
    """Return the tables and columns in which any of these texts stands."""
    return [
        f"{model._meta.label}.{name}"
        for model in apps.get_models()
        for row in model._base_manager.values()
        for name, value in row.items()
        if any(text in str(value).lower() for text in texts)
    ]


def test_nothing_of_a_deleted_account_is_left(club: Club, owner: Principal, ophelia: Principal) -> None:
    Club.objects.update(hides_former_players=True)
    leave_traces(club, ophelia, owner)
    assert len(set(find_traces("ophelia"))) >= 8
    delete_account(user=get_account(ophelia), by=ophelia)
    assert find_traces("ophelia") == []
    user = get_account(ophelia)
    assert user.deleted_at and not (user.is_active or user.name or user.has_usable_password())
    assert str(user) == "deleted account"


def test_what_refers_to_a_deleted_account_stays(club: Club, owner: Principal, ophelia: Principal) -> None:
    leave_traces(club, ophelia, owner)
    delete_account(user=get_account(ophelia), by=ophelia)
    assert Result.objects.get().submission.by == ophelia.user
    assert Player.objects.get(club=club, key="p1").name == "Ophelia Zephyr"  # as the club has it
    changes = Event.objects.filter(action="delete_account").order_by("club")
    assert [(change.club.slug, change.before) for change in changes] == [
        ("riverside", {"role": "scorer", "players": ["p1"]}),
        ("another", {"role": "player", "players": []}),
    ]
    assert {change.by for change in changes} == {ophelia.user}
    pending = Invitation.objects.pending(timezone.now())
    assert [invitation.email for invitation in pending] == ["eve@example.org"]


def test_deleting_twice_changes_nothing_more(ophelia: Principal) -> None:
    delete_account(user=get_account(ophelia), by=ophelia)
    before = User.objects.values().get(pk=get_account(ophelia).pk)
    delete_account(user=get_account(ophelia), by=CONSOLE)
    assert User.objects.values().get(pk=get_account(ophelia).pk) == before
    assert Event.objects.filter(action="delete_account").count() == 1


def test_deleted_account_is_told_by_mail_and_in_the_log(
    ophelia: Principal, log_lines: LogLines, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(user=get_account(ophelia), by=ophelia)
    (sent,) = mail.outbox
    assert sent.to == [OPHELIA] and "You have deleted your account" in sent.body
    assert log_lines.find("delete account", "league.members")
    assert not any("phelia" in text for text in log_lines.texts)


def test_address_of_a_deleted_account_makes_a_new_one(
    club: Club, owner: Principal, ophelia: Principal
) -> None:
    delete_account(user=get_account(ophelia), by=ophelia)
    again = User.objects.create_user(OPHELIA)
    EmailAddress.objects.update_or_create(user=again, email=OPHELIA, defaults={"verified": True})
    invited = invite_member(club=club, email=OPHELIA, role="player", by=owner)
    assert accept_invitation(invitation=invited, by=Person(again)).role == "player"


def test_who_only_claims_an_address_does_not_end_its_invitations(club: Club, owner: Principal) -> None:
    invite_member(club=club, email="ann@example.org", role="player", by=owner)
    squatter = User.objects.create_user("ann@example.org")
    delete_account(user=squatter, by=Person(squatter))
    (invitation,) = Invitation.objects.pending(timezone.now())
    assert invitation.email == "ann@example.org"


def test_last_owner_hands_over_before_the_account_is_deleted(
    club: Club, owner: Principal, ophelia: Principal
) -> None:
    with pytest.raises(ActionError) as refused:
        delete_account(user=get_account(owner), by=owner)
    assert list_codes(refused) == [("", "last-owner")]
    assert "Riverside" in str(refused.value.problems[0].message)
    Membership.objects.filter(user=ophelia.user).update(role=Role.OWNER)
    delete_account(user=get_account(owner), by=owner)
    assert list(Membership.objects.values_list("user", flat=True)) == [get_account(ophelia).pk]


def test_nobody_hands_over_a_club_that_is_suspended(club: Club, owner: Principal, ophelia: Principal) -> None:
    suspend_club(club=club, reason="Abuse", by=CONSOLE)
    delete_account(user=get_account(owner), by=owner)
    assert list(Membership.objects.values_list("user", flat=True)) == [get_account(ophelia).pk]


def test_address_in_reports_is_deleted_with_the_account(club: Club, ophelia: Principal) -> None:
    for email in (OPHELIA.upper(), "else@example.org"):
        report_problem(page="/", text="This is an insult.", email=email, sender="192.0.2.1")
    delete_account(user=get_account(ophelia), by=ophelia)
    assert sorted(Report.objects.values_list("email", flat=True)) == ["", "else@example.org"]


def test_club_of_one_is_left_without_an_owner(club: Club, owner: Principal) -> None:
    delete_account(user=get_account(owner), by=owner)
    assert Club.objects.get() == club and not Membership.objects.exists()


def test_administrator_deletes_the_account_of_a_last_owner(
    club: Club, owner: Principal, ophelia: Principal
) -> None:
    administrator = Person(User.objects.create_superuser("root@example.org"))
    delete_account(user=get_account(owner), by=administrator)
    assert get_account(owner).deleted_at
    assert find_change("delete_account").by == administrator.user


def test_last_administrator_stays() -> None:
    root = User.objects.create_superuser("root@example.org")
    for by in (Person(root), CONSOLE):
        with pytest.raises(ActionError) as refused:
            delete_account(user=root, by=by)
        assert list_codes(refused) == [("", "last-administrator")]
    User.objects.create_superuser("second@example.org")
    delete_account(user=root, by=Person(root))
    assert not User.objects.get(pk=root.pk).is_superuser


def test_nobody_deletes_another_account(owner: Principal, ophelia: Principal) -> None:
    for by in (owner, Visitor()):
        with pytest.raises(PermissionDenied):
            delete_account(user=get_account(ophelia), by=by)


def test_deleted_account_does_nothing_any_more(club: Club, owner: Principal, ophelia: Principal) -> None:
    """It was logged in, in a request that is still running."""
    invited = invite_member(club=make_club(slug="another"), email="eve@example.org", role="owner", by=CONSOLE)
    delete_account(user=get_account(ophelia), by=CONSOLE)
    attempts: list[Callable[[], Any]] = [
        lambda: change_name(name="Again", by=ophelia),
        lambda: change_address(email="again@example.org", by=ophelia),
        lambda: create_club(name="Foxes", slug="", zone="UTC", by=ophelia),
        lambda: accept_invitation(invitation=invited, by=ophelia),
    ]
    for attempt in attempts:
        with pytest.raises(PermissionDenied):
            attempt()


def test_deleted_account_is_not_brought_back(ophelia: Principal) -> None:
    delete_account(user=get_account(ophelia), by=ophelia)
    with pytest.raises(ActionError) as refused:
        change_user(
            user=get_account(ophelia), name="", is_active=True, is_staff=False, permissions=[], by=CONSOLE
        )
    assert list_codes(refused) == [("", "deleted")]
