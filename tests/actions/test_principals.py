"""Each action requires a principal."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import date
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

import league.actions
from league.actions.decisions.penalty import penalise_entry
from league.actions.draft import DivisionAssignment
from league.actions.invitation import invite_member
from league.actions.report import report_problem
from league.actions.variant import save_variant
from league.models import Entry, Job, JoinRequest, Match, Player, PlayerMerge, Role, Season, User
from league.models.site_text import SiteTextKind
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.actions.clubs import PRINTED_SHEET, make_club, make_member
from tests.scenarios import scenario
from tests.security.population import fetch_stored_rows

# Steps of an action that has asked, in its transaction; and a job, which acts for whom its argument names.
STEPS = {
    *("claim_results", "run_rollover", "write_confirmations"),
    *("detach_account", "finalise", "log_event", "change", "decide", "withdraw_invitations"),
    *("withdraw_member_invitations", "withdraw_sent_invitations", "open_submission"),
    *("enter_registered", "change_rounds", "link_player"),
}


def find_actions() -> Iterator[Any]:
    for module in pkgutil.iter_modules(league.actions.__path__, "league.actions."):
        for name, action in inspect.getmembers(import_module(module.name), inspect.isfunction):
            is_own = action.__module__ == module.name and not name.startswith("_") and name not in STEPS
            if is_own and "by" in inspect.signature(action).parameters:
                yield pytest.param(action, id=f"{module.name.rpartition('.')[2]}.{name}")


@scenario
def arguments() -> dict[str, Any]:
    """Return something right for every parameter that an action has."""
    club = make_club()
    owner = make_member(club, Role.OWNER)
    season = Season.objects.select_related("competition__club").get()
    entry = Entry.objects.select_related("season__competition__club", "player", "division").first()
    match = Match.objects.select_related("division__season__competition__club").first()
    assert entry and match
    division = entry.division
    division.season = season
    decision = penalise_entry(entry=entry, points=0, score=1, reason="Late", by=CONSOLE)
    return {
        "club": club,
        "season": season,
        "competition": season.competition,
        "match": match,
        "entry": entry,
        "division": division,
        "player": Player.objects.get(club=club, key="p4"),
        "players": ["p1", "p2"],
        "kept": Player.objects.get(club=club, key="p4"),
        "merged": Player.objects.get(club=club, key="p3"),
        "merge": PlayerMerge(club=club, kept=Player.objects.get(club=club, key="p4")),
        "retired": True,
        "substitute": Player.objects.get(club=club, key="p4"),
        "decision": decision,
        "membership": owner.user.memberships.get(),
        "invitation": invite_member(club=club, email="ann@example.org", role="scorer", by=CONSOLE),
        "join_request": JoinRequest.objects.create(
            club=club, user=owner.user, name="Zoe", made_at=timezone.now()
        ),
        "variant": save_variant(club=club, name="Mine", game="skuck", options={}, by=CONSOLE),
        "user": User.objects.create_user("bob@example.org"),
        "report": report_problem(page="/", text="Bad", email="", sender="192.0.2.1"),
        "job": Job.objects.create(kind="x", created_at=timezone.now(), due_at=timezone.now()),
        "job_id": 1,
        "names": ["Zoe"],
        "namesakes": False,
        "name": "Zoe",
        "slug": "",
        "language": "de",
        "zone": "UTC",
        "game": "skuck",
        "rules": {},
        "options": {},
        "email": "eve@example.org",
        "role": "scorer",
        "reason": "Why",
        "why": "Why",
        "points": 0,
        "score": 1,
        "absent": [0],
        "base": 0,
        "outcome": "stand",
        "seat": 0,
        "sheet": PRINTED_SHEET,
        "texts": {},
        "deal": 0,
        "field": "bids",
        "key": uuid4(),
        "number": 1,
        "level": 1,
        "challenger": "p1",
        "challenged": "p2",
        "wanted": {},
        "visibility": "hidden",
        "link": 1,
        "submission": 1,
        "is_entered_right": True,
        "rows": [],
        "dates": None,
        "tables": None,
        "remind_days": 0,
        "due_on": None,
        "arranged_on": None,
        "venue": "",
        "table": 1,
        "first": "p1",
        "second": "p2",
        "rounds": 3,
        "minutes": 30,
        "limit": None,
        "closes_at": None,
        "teams": {},
        "guests": (),
        "day": date(2026, 1, 1),
        "to": date(2026, 1, 2),
        "divisions": [DivisionAssignment("A", ("p1", "p2"))],
        "kind": SiteTextKind.IMPRINT,
        "text": "Text",
        "is_active": True,
        "is_staff": False,
        "permissions": [],
        "username": "x",
        "ip_address": "192.0.2.1",
        "content": export_club_file(club),
    }


@pytest.mark.parametrize("action", list(find_actions()))
def test_no_action_takes_the_absence_of_a_principal_for_one(
    action: Callable[..., object], arguments: dict[str, Any]
) -> None:
    needed = {name: arguments[name] for name in inspect.signature(action).parameters if name in arguments}
    before = fetch_stored_rows()
    with pytest.raises(TypeError, match="None is no principal"):
        action(**needed, by=None)
    assert fetch_stored_rows() == before
