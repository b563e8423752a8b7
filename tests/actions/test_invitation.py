"""Invitations: made, mailed, withdrawn and accepted; each for one person, once, for two weeks."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.invitation import accept_invitation, invite_member, mail_invitation, withdraw_invitation
from league.actions.proof import mark_proved
from league.models import Club, Event, Invitation, Job, Membership, Player, Role, User
from league.principals import CONSOLE, Person, Principal, Visitor
from league.queries.invitation import build_mailed_token, build_token, find_invitation, is_mailed
from league.tasks import run_jobs
from tests.actions.clubs import make_club, make_member
from tests.actions.refusals import list_codes
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
ANN = "ann@example.org"


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Principal:
    return make_member(club, Role.OWNER)


@scenario
def ann() -> Principal:
    return make_proved(ANN, "Ann Archer")


def make_proved(email: str, name: str = "") -> Principal:
    user = User.objects.create_user(email, name=name)
    mark_proved(user)
    return Person(user)


def invite_ann(club: Club, role: str = "scorer", email: str = ANN, **more: Any) -> Invitation:
    return invite_member(club=club, email=email, role=role, by=CONSOLE, **more)


def get_player(club: Club, key: str = "p1") -> Player:
    return Player.objects.get(club=club, key=key)


@contextmanager
def travel_days(days: float) -> Iterator[None]:
    then = timezone.now() + timedelta(days=days)
    with patch.object(timezone, "now", return_value=then):
        yield


# --- inviting


def test_invitation_is_mailed_with_its_link_and_told_without_the_address(
    club: Club, owner: Principal
) -> None:
    assert owner.user
    owner.user.name = "Olga\nBcc: everybody@example.org <b>"
    owner.user.save()
    made = invite_member(
        club=club, email=" Ann@Example.org", role="scorer", by=owner, player=get_player(club)
    )
    assert (made.email, made.role, made.by) == (ANN, "scorer", owner.user)
    change = Event.objects.get(action="invite")
    assert (change.noun, change.key, change.after) == (
        "invitation",
        str(made.pk),
        {"role": "scorer", "player": "p1"},
    )
    assert Job.objects.get(kind="mail-invitation").arguments == {"invitation": made.pk}
    run_jobs()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([ANN], "Your invitation to a club on Boolie")
    assert f"http://localhost:8000/-/invitations/{build_mailed_token(made)}/" in sent.body
    assert "Olga" in sent.body and "<b> invites you to Riverside" in sent.body
    assert set(sent.message().keys()) == {
        "Content-Type",
        "MIME-Version",
        "Content-Transfer-Encoding",
        "Subject",
        "From",
        "To",
        "Date",
        "Message-ID",
    }


def test_mail_of_somebody_who_may_invite_nobody_any_more_fails_and_is_not_tried_again(
    club: Club, owner: Principal
) -> None:
    assert owner.user
    invite_member(club=club, email=ANN, role="scorer", by=owner)
    User.objects.filter(pk=owner.user.pk).update(is_active=False)
    run_jobs()
    job = Job.objects.get(kind="mail-invitation")
    assert (job.state, job.attempts) == ("failed", 1)
    assert job.error == "The person who started this no longer has the right to do it."
    assert mail.outbox == []


def test_name_of_a_club_with_a_line_break_makes_no_header(club: Club) -> None:
    Club.objects.update(name="Ours\r\nBcc: all@example.org")
    mail_invitation(invitation=invite_ann(club).pk)
    assert mail.outbox[0].subject == "Your invitation to a club on Boolie"
    assert mail.outbox[0].message()["Bcc"] is None
    assert "invited to Ours Bcc: all@ example. org on Boolie" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Win at http://evil.example/x", "Win at http: //evil. example/x"),
        ("www.evil.example", "www. evil. example"),
        ("mailto:anna@evil.example", "mailto: anna@ evil. example"),
        ("evil。example", "evil。 example"),
        ("St. Mary's  Club", "St. Mary's Club"),
    ],
)
def test_name_in_an_invitation_becomes_no_link(club: Club, owner: Principal, name: str, shown: str) -> None:
    Club.objects.update(name=name)
    User.objects.update(name=name)
    made = invite_member(club=club, email=ANN, role="scorer", by=owner)
    mail_invitation(invitation=made.pk)
    (sent,) = mail.outbox
    assert f"{shown} invites you to {shown} on Boolie" in sent.body
    assert re.findall(r"\S+[.:@。/]\w+\S*", str(sent.body).replace(shown, "")) == [
        f"http://localhost:8000/-/invitations/{build_mailed_token(made)}/"
    ]
    assert not re.search(r"[.:@。](?=[\w/])", shown)
    assert "evil" not in sent.subject and "Mary" not in sent.subject


def test_same_again_is_one_invitation_mailed_three_times_an_hour_apart(club: Club) -> None:
    made = invite_ann(club)
    for hours, mails in ((0, 1), (0.9, 1), (1.1, 2), (2, 2), (2.2, 3), (5, 3), (300, 3)):
        with travel_days(hours / 24):
            assert invite_ann(club, email="ANN@example.org") == made
        assert Job.objects.filter(kind="mail-invitation").count() == mails, hours
    assert Event.objects.filter(action="invite").count() == 1


def test_another_role_is_another_invitation(club: Club) -> None:
    assert invite_ann(club) != invite_ann(club, role="player")


@pytest.mark.parametrize("how", ["withdrawn", "used", "over", "gone"])
def test_no_mail_for_an_invitation_that_counts_no_more(club: Club, ann: Principal, how: str) -> None:
    made = invite_ann(club)
    if how == "withdrawn":
        withdraw_invitation(invitation=made, by=CONSOLE)
    if how == "used":
        accept_invitation(invitation=made, by=ann)
    with travel_days(15 if how == "over" else 0):
        mail_invitation(invitation=0 if how == "gone" else made.pk)
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"email": "ann"}, ("email", "email")),
        ({"email": ""}, ("email", "email")),
        ({"role": "king"}, ("role", "choice")),
        ({"email": "owner@riverside.example"}, ("email", "member-already")),
    ],
)
def test_what_is_wrong_is_told_and_nobody_is_invited(
    club: Club, owner: Principal, sent: dict[str, str], code: tuple[str, str]
) -> None:
    with pytest.raises(ActionError) as refused:
        invite_ann(club, **sent)
    assert list_codes(refused) == [code]
    assert not Invitation.objects.exists() and not Job.objects.filter(kind="mail-invitation").exists()


def test_player_with_an_account_or_of_another_club_is_not_given_away(club: Club, ann: Principal) -> None:
    Player.objects.filter(club=club, key="p1").update(user=ann.user)
    with pytest.raises(ActionError) as refused:
        invite_ann(club, player=get_player(club))
    assert list_codes(refused) == [("player", "player-taken")]
    with pytest.raises(ActionError) as refused:
        invite_ann(club, player=get_player(make_club(slug="another")))
    assert list_codes(refused) == [("player", "unknown-player")]


def test_member_is_invited_as_the_player_that_they_are(club: Club, owner: Principal) -> None:
    assert owner.user
    made = invite_ann(club, role="player", email="owner@riverside.example", player=get_player(club))
    mark_proved(owner.user)
    accept_invitation(invitation=made, by=owner)
    assert get_player(club).user == owner.user
    assert Membership.objects.get(user=owner.user).role == "owner"


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.PLAYER])
def test_only_owners_invite_and_take_back(club: Club, role: Role) -> None:
    made = invite_ann(club)
    for by in (make_member(club, role), make_member(make_club(slug="another"), Role.OWNER)):
        with pytest.raises(PermissionDenied):
            invite_member(club=club, email=ANN, role="owner", by=by)
        with pytest.raises(PermissionDenied):
            withdraw_invitation(invitation=made, by=by)


def test_right_that_was_lost_meanwhile_counts_no_more(club: Club, owner: Person) -> None:
    made = invite_ann(club)
    assert owner.roles
    Membership.objects.filter(user=owner.user).update(role="scorer")
    with pytest.raises(PermissionDenied):
        invite_member(club=club, email="eve@example.org", role="owner", by=owner)
    with pytest.raises(PermissionDenied):
        withdraw_invitation(invitation=made, by=owner)
    assert list(Invitation.objects.pending(timezone.now())) == [made]


# --- taking back


def test_withdrawn_invitation_counts_no_more(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    for _again in range(2):
        withdraw_invitation(invitation=made, by=CONSOLE)
    assert Event.objects.filter(action="withdraw_invitation").count() == 1
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=ann)
    assert list_codes(refused) == [("", "withdrawn")]
    assert not Membership.objects.exists()


def test_used_invitation_is_not_taken_back(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    accept_invitation(invitation=made, by=ann)
    with pytest.raises(ActionError) as refused:
        withdraw_invitation(invitation=made, by=CONSOLE)
    assert list_codes(refused) == [("", "used")]


# --- following


def test_who_follows_becomes_a_member_and_the_player(club: Club, ann: Principal) -> None:
    made = invite_ann(club, role="player", player=get_player(club))
    membership = accept_invitation(invitation=made, by=ann)
    assert (membership.user, membership.role) == (ann.user, "player")
    assert get_player(club).user == ann.user
    change = Event.objects.get(action="accept_invitation")
    assert change.by == ann.user
    assert (change.before, change.after) == (None, {"role": "player", "player": "p1"})
    assert "ann@" not in str(list(Event.objects.values())) and "Archer" not in str(
        list(Event.objects.values())
    )


def test_twice_by_the_same_person_is_once(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    assert accept_invitation(invitation=made, by=ann) == accept_invitation(invitation=made, by=ann)
    assert Event.objects.filter(action="accept_invitation").count() == 1


def test_it_is_good_for_one_person(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    accept_invitation(invitation=made, by=ann)
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=make_proved("bob@example.org"))
    assert list_codes(refused) == [("", "used")]


def test_who_was_removed_does_not_come_back_by_the_old_link(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    accept_invitation(invitation=made, by=ann).delete()
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=ann)
    assert list_codes(refused) == [("", "used")]


def test_it_is_over_after_two_weeks(club: Club, ann: Principal) -> None:
    made = invite_ann(club)
    with travel_days(13.9):
        assert Invitation.objects.pending(timezone.now()).exists()
    with travel_days(14.1), pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=ann)
    assert list_codes(refused) == [("", "expired")]


@pytest.mark.parametrize(
    ("has", "offered", "then"),
    [("owner", "player", "owner"), ("scorer", "organiser", "organiser"), ("player", "player", "player")],
)
def test_nobody_is_lowered_by_an_invitation(
    club: Club, ann: Principal, has: str, offered: str, then: str
) -> None:
    assert ann.user
    Membership.objects.create(club=club, user=ann.user, role=has)
    made = invite_ann(club, role=offered, player=get_player(club))
    assert accept_invitation(invitation=made, by=ann).role == then
    assert Membership.objects.count() == 1


def test_player_who_is_somebody_else_meanwhile_is_refused_and_nothing_is_done(
    club: Club, ann: Principal
) -> None:
    made = invite_ann(club, player=get_player(club))
    other = User.objects.create_user("bob@example.org")
    Player.objects.filter(club=club, key="p1").update(user=other)
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=ann)
    assert list_codes(refused) == [("player", "player-taken")]
    made.refresh_from_db()
    assert made.accepted_at is None and not Membership.objects.exists() and get_player(club).user == other


def test_nobody_becomes_two_players_of_a_club(club: Club, ann: Principal) -> None:
    Player.objects.filter(club=club, key="p2").update(user=ann.user)
    elsewhere = make_club(slug="another")
    Player.objects.filter(club=elsewhere, key="p2").update(user=ann.user)
    made = invite_ann(club, player=get_player(club))
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=ann)
    assert list_codes(refused) == [("player", "player-has-user")]
    made.refresh_from_db()
    assert made.accepted_at is None and not Membership.objects.exists() and get_player(club).user is None
    Player.objects.filter(club=club).update(user=None)  # elsewhere they may be somebody
    assert accept_invitation(invitation=made, by=ann).user == ann.user == get_player(club).user


@pytest.mark.parametrize(
    ("email", "is_proved", "code"),
    [("bob@example.org", True, "another-address"), ("Ann@example.org", False, "unproved")],
)
def test_nobody_joins_but_who_has_proved_that_the_invited_address_is_theirs(
    club: Club, email: str, is_proved: bool, code: str
) -> None:
    made = invite_ann(club)
    by = make_proved(email) if is_proved else Person(User.objects.create_user(email))
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=made, by=by)
    assert list_codes(refused) == [("", code)]
    assert "@" not in str(refused.value.problems[0].message)
    assert not Membership.objects.exists() and not Player.objects.exclude(user=None).exists()


@pytest.mark.parametrize("by", [CONSOLE, Visitor()])
def test_nobody_in_particular_cannot_join(club: Club, by: Principal) -> None:
    with pytest.raises(PermissionDenied):
        accept_invitation(invitation=invite_ann(club), by=by)


# --- the link


def test_link_cannot_be_made_up(club: Club) -> None:
    made = invite_ann(club)
    signed = build_token(made)
    assert find_invitation(signed) == made == find_invitation(build_mailed_token(made))
    assert is_mailed(build_mailed_token(made)) and not is_mailed(signed)
    number, _dot, signature = build_mailed_token(made).partition(".")
    for wrong in (
        f"{int(number) + 1}.{signature}",
        "",
        ".",
        "1",
        signed[:-1],
        signed.upper(),
        f"{made.pk + 1}.{signed.partition('.')[2]}",
        "é.ü",
        "1:x",
    ):
        assert find_invitation(wrong) is None
    made.delete()
    assert find_invitation(signed) is None
