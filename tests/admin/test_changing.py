"""What may be changed in the admin site: by an action, recorded, and refused with a word at the field."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from league.actions.membership import remove_member
from league.models import Club, Competition, Event, Membership, Player, Role, User
from league.principals import CONSOLE
from tests.security.population import Population, fetch_stored_rows

BELL, TOO_LONG = "a\x07b", "x" * 81
NO_KEYS = ("0", "999999", "x", "-1", "9" * 30, "\x00")

# What a browser sends of the tables below the form, in which nothing can be typed.
UNTOUCHED = {
    f"{table}-{what}_FORMS": 0 for table in ("seasons", "memberships") for what in ("TOTAL", "INITIAL")
}


def page(row: Any, what: str = "change") -> str:
    return reverse(f"admin:league_{row._meta.model_name}_{what}", args=[row.pk])


def list_errors(response: Any) -> list[str]:
    """The errors of a form that came back."""
    assert response.status_code == 200
    lists = re.findall(r'<ul class="errorlist[^>]*>(.*?)</ul>', response.content.decode(), re.DOTALL)
    return [unescape(one) for found in lists for one in re.findall(r"<li>(.*?)</li>", found, re.DOTALL)]


def league_of(population: Population) -> Competition:
    return Competition.objects.get(club=population.club, slug="league-1")


def send(client: Client, row: Any, **typed: Any) -> Any:
    return client.post(page(row), typed | UNTOUCHED)


# --- what is typed is done by an action


def test_club_is_changed_recorded_and_its_pages_made_anew(
    population: Population, administrator: Client
) -> None:
    response = send(administrator, population.club, name="Flußufer", timezone="Europe/Berlin")
    assert response.status_code == 302
    club = Club.objects.get(pk=population.club.pk)
    assert (club.name, club.timezone, club.slug) == ("Flußufer", "Europe/Berlin", "riverside")
    assert club.revision != population.club.revision
    change = Event.objects.latest("pk")
    assert (change.action, change.noun, change.key) == ("change_club", "club", "riverside")
    assert (change.club, change.by) == (club, population.people["administrator"])
    assert change.before == {"name": "Riverside", "timezone": "UTC"}
    assert change.after == {"name": "Flußufer", "timezone": "Europe/Berlin"}


def test_competition_is_renamed(population: Population, administrator: Client) -> None:
    league = league_of(population)
    assert send(administrator, league, name="دوري").status_code == 302
    league.refresh_from_db()
    assert (league.name, league.slug) == ("دوري", "league-1")
    change = Event.objects.latest("pk")
    assert (change.action, change.before, change.after) == (
        *("rename", {"name": "League 1"}),
        {"name": "دوري"},
    )


def test_player_is_renamed_and_given_a_log_in_without_a_name_in_the_records(
    population: Population, administrator: Client
) -> None:
    player, user = Player.objects.get(club=population.club, key="p2"), population.people["stranger"]
    assert user
    assert send(administrator, player, name="Émile", user=user.pk).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.user) == ("Émile", user)
    change = Event.objects.latest("pk")
    assert (change.action, change.noun, change.key) == ("change_player", "player", "p2")
    assert (change.before, change.after) == ({"user": None}, {"user": user.pk, "renamed": True})


def test_role_is_changed_and_membership_ended(population: Population, administrator: Client) -> None:
    membership = Membership.objects.get(user=population.people["scorer"])
    assert send(administrator, membership, role=Role.ORGANISER).status_code == 302
    membership.refresh_from_db()
    assert membership.role == Role.ORGANISER
    assert administrator.post(page(membership, "delete"), {"post": "yes"}).status_code == 302
    assert not Membership.objects.filter(pk=membership.pk).exists()
    recorded = Event.objects.filter(noun="user", key=str(membership.user_id))
    assert recorded.count() == 2
    assert User.objects.filter(pk=membership.user_id).exists()


def test_user_is_changed(population: Population, administrator: Client) -> None:
    user = population.people["scorer"]
    assert user
    seen = Permission.objects.filter(codename__in=["view_club", "view_job"])
    typed = {"name": "Sam", "is_staff": "on", "user_permissions": [one.pk for one in seen]}
    assert send(administrator, user, **typed).status_code == 302
    user = User.objects.get(pk=user.pk)
    assert (user.name, user.is_active, user.is_staff, user.is_superuser) == ("Sam", False, True, False)
    assert set(user.user_permissions.all()) == set(seen)


def test_what_is_not_offered_cannot_be_sent(population: Population, administrator: Client) -> None:
    send(administrator, population.club, name="A", timezone="UTC", slug="elsewhere", revision=0)
    club = Club.objects.get(pk=population.club.pk)
    assert (club.slug, club.name) == ("riverside", "A")
    assert club.revision != population.club.revision
    user = population.people["scorer"]
    assert user
    send(administrator, user, name="", is_active="on", is_superuser="on", email="x@example.org")
    assert User.objects.filter(pk=user.pk, email=user.email, is_superuser=False).exists()


def test_what_was_not_changed_is_not_recorded(population: Population, administrator: Client) -> None:
    rows: tuple[tuple[Any, dict[str, Any]], ...] = (
        (population.club, {"name": "Riverside", "timezone": "UTC"}),
        (league_of(population), {"name": "League 1"}),
        (Player.objects.get(club=population.club, key="p2"), {"name": "Player p2", "user": ""}),
        (Membership.objects.get(user=population.people["scorer"]), {"role": "scorer"}),
    )
    before = fetch_stored_rows()
    for row, typed in rows:
        assert send(administrator, row, **typed).status_code == 302, row
        assert fetch_stored_rows() == before, row


# --- what a club file could not hold is refused here too


@pytest.mark.parametrize("noun", ["club", "competition", "player"])
def test_name_that_is_none_is_refused_and_still_there(
    population: Population, administrator: Client, noun: str
) -> None:
    rows: dict[str, Any] = {
        "club": population.club,
        "competition": league_of(population),
        "player": Player.objects.get(club=population.club, key="p2"),
    }
    before = fetch_stored_rows()
    for name in ("", "   ", BELL, "a\x00b", TOO_LONG, "a\u2028b", "\u200b"):
        response = send(administrator, rows[noun], name=name, timezone="UTC", user="")
        assert len(list_errors(response)) == 1, repr(name)
        assert 'id="id_name_error"' in response.content.decode(), repr(name)
        if name.strip() and "\x00" not in name:
            assert f'value="{name}"' in response.content.decode(), repr(name)
        assert fetch_stored_rows() == before, repr(name)


def test_time_zone_that_is_none_is_refused(population: Population, administrator: Client) -> None:
    before = fetch_stored_rows()
    for zone in ("", "Europe/Atlantis", "localtime", "../../etc/passwd", "x" * 999, "\x00"):
        assert len(list_errors(send(administrator, population.club, name="Riverside", timezone=zone))) == 1, (
            zone
        )
        assert fetch_stored_rows() == before, zone


def test_log_in_is_only_one_players_in_a_club(population: Population, administrator: Client) -> None:
    other, user = Player.objects.get(club=population.club, key="p2"), population.people["player"]
    assert user
    response = send(administrator, other, name="Other", user=user.pk)
    assert list_errors(response) == ["This account is already linked to p1."]
    assert 'value="Other"' in response.content.decode()
    assert not Player.objects.filter(name="Other").exists()


def test_log_in_that_is_none_is_refused(population: Population, administrator: Client) -> None:
    player = Player.objects.get(club=population.club, key="p2")
    for user in NO_KEYS:
        assert len(list_errors(send(administrator, player, name="Player p2", user=user))) == 1, user


def test_last_owner_stays(population: Population, administrator: Client) -> None:
    owner = Membership.objects.get(user=population.people["owner"])
    (sentence,) = list_errors(send(administrator, owner, role=Role.SCORER))
    assert "A club needs an owner." in sentence
    response = administrator.post(page(owner, "delete"), {"post": "yes"}, follow=True)
    assert "A club needs an owner." in response.content.decode()
    assert Membership.objects.filter(pk=owner.pk, role=Role.OWNER).exists()


def test_role_that_is_none_is_refused(population: Population, administrator: Client) -> None:
    membership = Membership.objects.get(user=population.people["scorer"])
    for role in ("", "king", "\x00", "x" * 999):
        assert len(list_errors(send(administrator, membership, role=role))) == 1, role


@pytest.mark.parametrize(("left_out", "field"), [("is_active", "is_active"), ("is_staff", "is_staff")])
def test_administrators_cannot_shut_themselves_out(
    population: Population, administrator: Client, left_out: str, field: str
) -> None:
    typed = {"name": "administrator", "is_active": "on", "is_staff": "on"}
    del typed[left_out]
    (sentence,) = list_errors(send(administrator, population.people["administrator"], **typed))
    assert "You can't suspend your own account." in sentence
    assert administrator.get("/-/admin/").status_code == 200


def test_permission_that_is_none_is_refused(population: Population, administrator: Client) -> None:
    for permission in NO_KEYS:
        typed = {"name": "Sam", "is_active": "on", "user_permissions": permission}
        assert len(list_errors(send(administrator, population.people["scorer"], **typed))) == 1, permission


def test_member_who_was_removed_meanwhile_is_told_of(
    population: Population, administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league.admin.people import MembershipAdmin

    scorer = Membership.objects.get(user=population.people["scorer"])

    def gone(admin: object, request: object, row: Membership) -> None:
        Membership.objects.filter(pk=row.pk).delete()
        remove_member(membership=Membership(pk=scorer.pk, club=scorer.club, user=scorer.user), by=CONSOLE)

    monkeypatch.setattr(MembershipAdmin, "delete_model", gone)
    response = administrator.post(page(scorer, "delete"), {"post": "yes"}, follow=True)
    assert response.status_code == 200
    assert "This person is no longer a member of the club." in response.content.decode()


def test_owner_who_loses_the_right_meanwhile_removes_nobody(
    population: Population, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league.admin.people import MembershipAdmin

    user = User.objects.get(email="organiser@example.org")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__endswith="_membership"))
    monkeypatch.setattr(MembershipAdmin, "can_edit", lambda *_: True)
    scorer = Membership.objects.get(user=population.people["scorer"])
    assert population.client("organiser").post(page(scorer, "delete"), {"post": "yes"}).status_code == 403
    assert Membership.objects.filter(pk=scorer.pk).exists()


def test_name_of_a_user_is_one_that_can_be_read(population: Population, administrator: Client) -> None:
    typed = {"name": BELL, "is_active": "on"}
    assert len(list_errors(send(administrator, population.people["scorer"], **typed))) == 1
    assert send(administrator, population.people["scorer"], **(typed | {"name": ""})).status_code == 302


# --- staff who are not administrators


@pytest.fixture
def staff(population: Population) -> Client:
    """An organiser of the riverside club whom the site's administrators let see and change clubs."""
    user = User.objects.get(email="organiser@example.org")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_club", "change_club"]))
    return population.client("organiser")


def test_staff_see_what_they_were_given(population: Population, staff: Client) -> None:
    assert staff.get("/-/admin/league/club/").status_code == 200
    assert staff.get("/-/admin/league/job/").status_code == 403
    assert staff.get(page(population.people["owner"])).status_code == 403


def test_staff_change_only_clubs_in_which_they_may(population: Population, staff: Client) -> None:
    assert send(staff, population.club, name="Changed", timezone="UTC").status_code == 302
    other = Club.objects.get(slug="lakeside")
    assert 'name="name"' not in staff.get(page(other)).content.decode()
    assert send(staff, other, name="Changed", timezone="UTC").status_code == 403
    assert Club.objects.get(slug="lakeside").name == "Lakeside"


def test_staff_who_lose_the_right_meanwhile_are_refused(
    population: Population, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league.admin.clubs import ClubAdmin

    monkeypatch.setattr(ClubAdmin, "can_edit", lambda *_: True)  # as it was when the page was asked for
    other = Club.objects.get(slug="lakeside")
    assert send(staff, other, name="Changed", timezone="UTC").status_code == 403
    assert Club.objects.get(slug="lakeside").name == "Lakeside"
