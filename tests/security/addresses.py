"""All URLs of the site, with the rows of the role table that cover them."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.models import (
    Decision,
    Invitation,
    Job,
    JoinRequest,
    Membership,
    ScreenLink,
    Season,
    User,
    Variant,
)
from league.models.notification import MATCH_DUE
from league.queries.invitation import build_token
from league.queries.notifications import build_switch_token
from league.queries.registration import build_mail_token
from league.queries.rollover_job import ROLLOVER_JOB
from league.queries.screen_link import build_screen_url
from tests.security.population import Population
from tests.security.role_table import ROWS, Outcome, Row

LOG_IN_PREFIXES = ("/-/log-in/?next=", "/-/admin/login/?next=")


def list_addresses(resolver: URLResolver | None = None, namespace: str = "") -> Iterator[str]:
    """Yield the name of every URL, or its pattern if it has no name."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from list_addresses(pattern, namespace + inner)
        else:
            assert isinstance(pattern, URLPattern)
            yield namespace + (pattern.name or str(pattern.pattern))


def find_rows(name: str) -> list[Row]:
    """Return the rows with exactly this name, or else those whose pattern it matches."""
    return [row for row in ROWS if row.name == name] or [row for row in ROWS if fnmatchcase(name, row.name)]


def list_requests() -> list[tuple[str, Row]]:
    return [(name, row) for name in dict.fromkeys(list_addresses()) for row in find_rows(name)]


def build_address(name: str, row: Row, population: Population) -> str:
    return reverse(name, args=[_find_part(name, part, population) for part in row.parts.values()])


def _find_part(name: str, part: Any, population: Population) -> Any:
    if part == "member":
        return Membership.objects.get(user=population.people["scorer"]).pk
    if part == "invitation":
        return Invitation.objects.get().pk
    if part == "join_request":
        return JoinRequest.objects.get().pk
    if part == "variant":
        return Variant.objects.get(club=population.club).pk
    if part == "decision":
        return Decision.objects.get().pk
    if part == "job":
        return Job.objects.get(kind=ROLLOVER_JOB).pk
    if part == "token" and name == "switch-notifications":
        return build_switch_token(User.objects.get(email="player@example.org"), [MATCH_DUE])
    if part == "token" and name == "mail-registration":
        season = Season.objects.get(competition__slug="evening", competition__club=population.club)
        return build_mail_token(season, "guest@example.org")
    if part == "token" and name == "hall-screen":
        link = ScreenLink.objects.get()
        return build_screen_url(link, Season.objects.for_page().get(pk=link.season_id)).split("/")[-2]
    if part == "token":
        return build_token(Invitation.objects.get())
    if part == "first":
        app, model, *_page = name.removeprefix("admin:").split("_")
        row = apps.get_model(app, model)._default_manager.order_by("pk").first()
        assert row, f"There is no {model} to ask {name} for: make one in tests/security/population.py."
        return row.pk
    return part


def get_outcome(response: Any) -> Outcome:
    where = response.headers.get("Location", "")
    holds = response.status_code == 200 and b'name="held"' in response.content
    return "log-in" if holds or where.startswith(LOG_IN_PREFIXES) else response.status_code
