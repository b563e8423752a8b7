"""Lists and pages of the admin site: all of them open, at a fixed number of queries, and nothing else is written."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from axes.models import AccessAttempt
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.actions.actor import CONSOLE
from league.actions.match import submit_result
from league.models import (
    Award,
    Change,
    Decision,
    Invitation,
    Job,
    Match,
    Membership,
    Player,
    Season,
    Submission,
    User,
    Variant,
)
from tests.actions.clubs import PRINTED_SHEET, club_file, make_club
from tests.security.house import House

OURS = [model for model in admin.site._registry if model._meta.app_label in ("league", "axes")]
NOUNS = [model._meta.model_name for model in OURS]
GARBAGE = ["x", "\x00", "-1", "9" * 30]
every_noun = pytest.mark.parametrize("model", OURS, ids=NOUNS)


def place(model: Any, page: str, *parts: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=parts)


def test_nouns_are_those_of_the_league_and_the_locked_log_ins() -> None:
    assert set(admin.site._registry) == set(OURS)
    assert {"club", "membership", "player", "season", "match", "result", "job", "change", "user"} < set(NOUNS)


@every_noun
def test_nothing_is_added_deleted_or_changed_past_the_actions(
    house: House, administrator: Client, model: Any
) -> None:
    row = model._default_manager.order_by("pk")[0]
    shown = administrator.get(place(model, "changelist")).content.decode()
    assert "delete_selected" not in shown and "addlink" not in shown
    assert administrator.post(place(model, "add")).status_code == 403
    if model is not Membership:
        assert administrator.post(place(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model._default_manager.filter(pk=row.pk).exists()


@every_noun
def test_every_page_opens_for_whoever_may_only_read(house: House, model: Any) -> None:
    user = User.objects.get(email="stranger@example.org")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = house.client("stranger")
    row = model._default_manager.order_by("pk")[0]
    response = client.get(place(model, "change", row.pk))
    assert response.status_code == 200
    assert 'name="_save"' not in response.content.decode()
    assert client.post(place(model, "change", row.pk), {"name": "x"}).status_code == 403


@every_noun
@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_no_error_of_ours(house: House, administrator: Client, model: Any, garbage: str) -> None:
    filters: list[Any] = [
        one[0] if isinstance(one, tuple) else one for one in admin.site._registry[model].list_filter
    ]
    names = ["q", "o", "p", "all", "e", "nonsense", "at__year", *filters]
    names += [f"{name}__exact" for name in filters] + [f"{name}__id__exact" for name in filters]
    for name in names:
        response = administrator.get(place(model, "changelist"), {name: garbage})
        assert response.status_code in (200, 302, 400), name
    for page in ("change", "history", "delete"):
        assert administrator.get(place(model, page, garbage)).status_code in (200, 302, 403, 404)
    sent = {"action": garbage, "_selected_action": garbage, "index": garbage}
    assert administrator.post(place(model, "changelist"), sent).status_code in (200, 302, 400)


@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.parametrize("name", ["term", "page", "app_label", "model_name", "field_name"])
def test_garbage_for_the_choice_of_a_user_is_no_error_of_ours(
    house: House, administrator: Client, name: str, garbage: str
) -> None:
    asked = {"app_label": "league", "model_name": "player", "field_name": "user"} | {name: garbage}
    response = administrator.get(reverse("admin:autocomplete"), asked)
    assert response.status_code in (200, 400, 403, 404)


@pytest.mark.parametrize(
    ("noun", "lookup"),
    [
        ("league_user", "password__startswith"),
        ("league_user", "password"),
        ("league_user", "memberships__club"),
        ("league_membership", "user__password__startswith"),
        ("league_player", "user__password__startswith"),
        ("league_player", "name__startswith"),
        ("league_change", "by__password__startswith"),
        ("league_job", "arguments__x"),
        ("league_submission", "content__contains"),
        ("axes_accessattempt", "post_data__contains"),
        ("axes_accessattempt", "get_data__contains"),
        ("axes_accessattempt", "http_accept__contains"),
    ],
)
def test_what_the_list_does_not_show_cannot_be_asked_for_letter_by_letter(
    house: House, administrator: Client, noun: str, lookup: str
) -> None:
    assert administrator.get(reverse(f"admin:{noun}_changelist"), {lookup: "a"}).status_code == 400


@pytest.mark.parametrize(
    ("noun", "asked"),
    [
        ("league_user", {"is_staff__exact": "1"}),
        ("league_user", {"email__startswith": "owner"}),
        ("league_membership", {"club__id__exact": "1", "role__exact": "owner"}),
        ("league_change", {"noun__exact": "club", "key__exact": "riverside", "at__year": "2026"}),
        ("league_division", {"season__competition__id__exact": "1"}),
        ("league_result", {"id__exact": "1"}),
    ],
)
def test_what_the_list_shows_can_be_asked_for(
    house: House, administrator: Client, noun: str, asked: dict[str, str]
) -> None:
    assert administrator.get(reverse(f"admin:{noun}_changelist"), asked).status_code == 200


# --- queries


def many(number: int) -> None:
    """So many rows more of every noun."""
    now = timezone.now()
    for one in range(number):
        club = make_club(club_file(slug=f"club-{one}", entries=2))
        Variant.objects.create(club=club, key="short", name="Short", game="skuck", options={"deals": 2})
        user = User.objects.create(email=f"user-{one}@example.org")
        Membership.objects.create(club=club, user=user, role="scorer")
        Player.objects.filter(club=club, key="p1").update(user=user)
        match = Match.objects.get(club=club)
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
        Invitation.objects.create(
            club=club, email="x@example.org", role="player", made_at=now, expires_at=now, by=user
        )
        Submission.objects.create(
            match=match, key=uuid4(), by=user, at=now, base=0, content="{}", verdict="refused"
        )
        Change.objects.create(club=club, at=now, by=user, action="import_club", noun="club", key=club.slug)
        Job.objects.create(kind="refresh-statistics", created_at=now, due_at=now)
        season, player = Season.objects.get(competition__club=club), Player.objects.get(club=club, key="p1")
        about = {"season": season, "player": player}
        Decision.objects.create(
            **about, kind="forfeit", match=match, reason="x", by=user, at=now, on=now.date()
        )
        Award.objects.create(**about, place=1, category="x", value="1")
        AccessAttempt.objects.create(username=user.email, ip_address="127.0.0.1", failures_since_start=1)


def queries(client: Client, model: Any) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert client.get(place(model, "changelist")).status_code == 200
    return len(counted)


def test_lists_take_as_many_queries_for_a_hundred_rows_as_for_few(
    house: House, administrator: Client
) -> None:
    few = {model.__name__: queries(administrator, model) for model in OURS}
    rows = {model.__name__: model._default_manager.count() for model in OURS}
    many(100)
    assert {model.__name__: queries(administrator, model) for model in OURS} == few
    assert all(model._default_manager.count() >= rows[model.__name__] + 100 for model in OURS)
