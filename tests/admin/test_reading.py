"""Lists and pages of the admin site: all of them open, at a fixed number of queries, and nothing else is written."""

from __future__ import annotations

from importlib import import_module
from itertools import cycle, islice
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

from league.models import (
    Award,
    Club,
    Decision,
    Event,
    Invitation,
    Job,
    Membership,
    Player,
    Remark,
    Report,
    Season,
    SiteText,
    Submission,
    User,
    Variant,
)
from tests.actions.clubs import PRINTED_SHEET, build_club_file, list_matches, make_club
from tests.security.population import Population

import_module("config.urls")  # which registers the pages
OURS = [model for model in admin.site._registry if model._meta.app_label in ("league", "axes")]
NOUNS = [model._meta.model_name for model in OURS]
GARBAGE = ["x", "\x00", "-1", "9" * 30]


def place(model: Any, page: str, *parts: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=parts)


def test_nouns_are_those_of_the_league_and_the_locked_log_ins() -> None:
    assert set(admin.site._registry) == set(OURS)
    assert {"club", "membership", "player", "season", "match", "result", "job", "event", "user"} < set(NOUNS)


def test_nothing_is_added_deleted_or_changed_past_the_actions(
    population: Population, administrator: Client
) -> None:
    for model in OURS:
        row = model._default_manager.order_by("pk")[0]
        shown = administrator.get(place(model, "changelist")).content.decode()
        assert "delete_selected" not in shown and "addlink" not in shown, model
        assert administrator.post(place(model, "add")).status_code == 403, model
        if model not in (Membership, Club, User):  # these have pages of their own that delete
            deleted = administrator.post(place(model, "delete", row.pk), {"post": "yes"})
            assert deleted.status_code == 403, model
        assert model._default_manager.filter(pk=row.pk).exists(), model


def test_every_page_opens_for_whoever_may_only_read(population: Population) -> None:
    user = User.objects.get(email="stranger@example.org")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = population.client("stranger")
    for model in OURS:
        row = model._default_manager.order_by("pk")[0]
        response = client.get(place(model, "change", row.pk))
        assert response.status_code == 200, model
        assert 'name="_save"' not in response.content.decode(), model
        assert client.post(place(model, "change", row.pk), {"name": "x"}).status_code == 403, model


def find_faults(client: Client, where: str, queries: list[dict[str, str]], *expected: int) -> list[str]:
    """Ask for a page in several ways; name those that are answered otherwise. What raises an error is one: 500."""
    client.raise_request_exception = False
    found = ((query, client.get(where, query).status_code) for query in queries)
    return [f"{where} {query}: {status}" for query, status in found if status not in expected]


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.full) for first in range(1, len(GARBAGE)))]
)
def test_garbage_is_no_error_of_ours(population: Population, administrator: Client, first: int) -> None:
    """Each question gets the next kind of it; in a full run, all."""
    client, wrong = administrator, []
    kinds = islice(cycle(GARBAGE), first, None)
    for model in OURS:
        registered: Any = admin.site._registry[model]
        filters = [one[0] if isinstance(one, tuple) else one for one in registered.list_filter]
        names = ["q", "o", "at__year", *filters]
        names += [f"{name}__{how}" for name in filters for how in ("exact", "id__exact")]
        if model is Event:  # these are the same in all lists
            names += ["p", "all", "e", "nonsense"]
        lists = [{name: next(kinds)} for name in names]
        wrong += find_faults(client, place(model, "changelist"), lists, 200, 302, 400)
        for page in ("change", "history", "delete"):
            wrong += find_faults(client, place(model, page, next(kinds)), [{}], 200, 302, 403, 404)
        garbage = next(kinds)
        sent = {"action": garbage, "_selected_action": garbage, "index": garbage}
        if (status := client.post(place(model, "changelist"), sent).status_code) not in (200, 302, 400):
            wrong.append(f"{model} {sent}: {status}")
    assert not wrong, "\n".join(wrong)


def test_garbage_for_the_choice_of_a_user_is_no_error_of_ours(
    population: Population, administrator: Client
) -> None:
    whole = {"app_label": "league", "model_name": "player", "field_name": "user"}
    queries = [whole | {name: garbage} for name in ("term", "page", *whole) for garbage in GARBAGE]
    where = reverse("admin:autocomplete")
    assert find_faults(administrator, where, queries, 200, 400, 403, 404) == []


def test_very_long_search_is_no_error_of_ours(population: Population, administrator: Client) -> None:
    term = "x" * 60_000  # longer than SQLite looks for
    assert administrator.get(place(Player, "changelist"), {"q": term}).status_code == 200
    field = {"app_label": "league", "model_name": "player", "field_name": "user"}
    assert administrator.get(reverse("admin:autocomplete"), field | {"term": term}).status_code == 200


def test_object_that_is_asked_for_by_no_field_is_found_by_its_id(
    population: Population, administrator: Client
) -> None:
    for model in OURS:
        row = model._default_manager.order_by("pk")[0]
        assert administrator.get(place(model, "change", row.pk), {"_to_field": ""}).status_code == 200, model


def test_what_the_list_does_not_show_cannot_be_asked_for_letter_by_letter(
    population: Population, administrator: Client
) -> None:
    for noun, lookups in (
        ("league_user", ("password__startswith", "password", "memberships__club")),
        ("league_membership", ("user__password__startswith",)),
        ("league_player", ("user__password__startswith", "name__startswith")),
        ("league_event", ("by__password__startswith",)),
        ("league_job", ("arguments__x",)),
        ("league_submission", ("content__contains",)),
        ("axes_accessattempt", ("post_data__contains", "get_data__contains", "http_accept__contains")),
    ):
        queries = [{lookup: "a"} for lookup in lookups]
        assert find_faults(administrator, reverse(f"admin:{noun}_changelist"), queries, 400) == []


def test_decision_shows_its_reason_and_note_and_is_found_by_the_reason(
    population: Population, administrator: Client
) -> None:
    decision = Decision.objects.select_related("remark").get()
    assert decision.remark
    decision.remark.text, decision.remark.note = "Nobody had the <key>", "It was Ann"
    decision.remark.save()
    for search, is_found in (("the <key>", True), ("was Ann", False)):
        found = administrator.get(place(Decision, "changelist"), {"q": search}).content.decode()
        assert (place(Decision, "change", decision.pk) in found) == is_found, search
    page = administrator.get(place(Decision, "change", decision.pk)).content.decode()
    assert "Nobody had the &lt;key&gt;" in page and "It was Ann" in page
    decision.remark.delete()
    assert administrator.get(place(Decision, "change", decision.pk)).status_code == 200


def test_what_the_list_shows_can_be_asked_for(population: Population, administrator: Client) -> None:
    for noun, query in (
        ("league_user", {"is_staff__exact": "1"}),
        ("league_user", {"email__startswith": "owner"}),
        ("league_membership", {"club__id__exact": "1", "role__exact": "owner"}),
        ("league_event", {"noun__exact": "club", "key__exact": "riverside", "at__year": "2026"}),
        ("league_division", {"season__competition__id__exact": "1"}),
        ("league_result", {"id__exact": "1"}),
    ):
        assert find_faults(administrator, reverse(f"admin:{noun}_changelist"), [query], 200) == []


# --- queries


def many(number: int) -> None:
    """So many rows more of every noun: a club of so many leagues, each with a match that was played, and more clubs."""
    now = timezone.now()
    file = build_club_file(slug="many", entries=2, competitions=number)
    for competition in file["competitions"]:
        (match,) = competition["seasons"][0]["divisions"][0]["matches"]
        match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    matches = list_matches(make_club(file))
    seasons = Season.objects.filter(competition__club__slug="many")
    names = [f"club-{one}" for one in range(number)]
    clubs = Club.objects.bulk_create(Club(slug=name, name=name) for name in names)
    users = User.objects.bulk_create(User(email=f"{name}@example.org") for name in names)
    pairs = list(zip(clubs, users, strict=True))
    players = Player.objects.bulk_create(
        Player(club=club, key="p1", name="P", user=user) for club, user in pairs
    )
    Membership.objects.bulk_create(Membership(club=club, user=user, role="scorer") for club, user in pairs)
    Variant.objects.bulk_create(
        Variant(club=club, key="short", name="Short", game="skuck", options={"deals": 2}) for club in clubs
    )
    sent = {"email": "x@example.org", "role": "player", "made_at": now, "expires_at": now}
    Invitation.objects.bulk_create(Invitation(club=club, by=user, **sent) for club, user in pairs)
    done = {"at": now, "action": "import_club", "noun": "club"}
    Event.objects.bulk_create(Event(club=club, by=user, key=club.slug, **done) for club, user in pairs)
    refused = {"at": now, "base": 0, "content": "{}", "verdict": "refused"}
    Submission.objects.bulk_create(
        Submission(match=match, key=uuid4(), by=user, **refused)
        for match, user in zip(matches, users, strict=True)
    )
    Job.objects.bulk_create(Job(kind="refresh-statistics", created_at=now, due_at=now) for _ in range(number))
    decided = {"kind": "forfeit", "at": now, "on": now.date()}
    remarks = Remark.objects.bulk_create(Remark(club=club, text="x") for club in clubs)
    Decision.objects.bulk_create(
        Decision(season=season, player=player, match=match, by=user, remark=remark, **decided)
        for season, player, match, user, remark in zip(seasons, players, matches, users, remarks, strict=True)
    )
    Award.objects.bulk_create(
        Award(season=season, player=player, place=1, category="x", value="1")
        for season, player in zip(seasons, players, strict=True)
    )
    Report.objects.bulk_create(Report(text="x", made_at=now) for _ in range(number))
    AccessAttempt.objects.bulk_create(
        AccessAttempt(username=name, ip_address="127.0.0.1", failures_since_start=1) for name in names
    )


def queries(client: Client, model: Any) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert client.get(place(model, "changelist")).status_code == 200
    return len(counted)


def test_lists_take_as_many_queries_for_a_hundred_rows_as_for_few(
    population: Population, administrator: Client
) -> None:
    few = {model.__name__: queries(administrator, model) for model in OURS}
    rows = {model.__name__: model._default_manager.count() for model in OURS}
    many(100)
    assert {model.__name__: queries(administrator, model) for model in OURS} == few
    grow = [model for model in OURS if model is not SiteText]  # of these there are three
    few_rows = [
        model.__name__ for model in grow if model._default_manager.count() < rows[model.__name__] + 100
    ]
    assert not few_rows, f"Make a hundred rows of {few_rows} in many()."
