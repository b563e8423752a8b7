"""Rows of each kind that came with the migrations from 0060 on, and what was there before, on a way back and forth.

All make the journey together: migrating takes longer than everything else here, however many rows there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.concurrency.installation import Installation, create_installation

BEFORE_ALL = "0059"
BEFORE_MERGES = "0076"
BEFORE_CLOSED_REQUESTS = "0077"
MAKE_ROWS = """
from datetime import timedelta
from django.utils import timezone
from league.actions.erasure import erase_players
from league.actions.guests import set_guests
from league.actions.merge import merge_players
from league.actions.player import add_players, forget_player, set_retired
from league.actions.sheet_draft import save_sheet_draft
from league.models import Club, JoinRequest, Player, User
from league.principals import CONSOLE
from tests.actions.clubs import list_matches, make_club
from tests.actions.registrations import make_registration, register_from_mail
from tests.actions.submissions import enter_result

# 0060 and 0070: addresses of registrations, and marks of guests
season = make_registration(Club.objects.create(slug="open", name="Open"), 4, limit=4)
register_from_mail(season, "Zoe")
registered = season.registrations.order_by("pk").values_list("player__key", flat=True)
set_guests(season=season, guests=registered[:2], by=CONSOLE)

# 0067: sheets that are not finished
matches = list_matches(make_club(slug="sheets"))
enter_result(matches[0])
save_sheet_draft(match=matches[1], texts={"played_on": "2026-01-05"}, by=CONSOLE, base=0)

# 0071: clubs and players that not everyone sees
for slug, change in (("short", {"privacy": "short-names"}), ("private", {"privacy": "members"}), ("hiding", {})):
    make_club(slug=slug, entries=2)
    Club.objects.filter(slug=slug).update(**change)
Player.objects.filter(club__slug="hiding", key="p1").update(visibility="hidden")

# 0073, 0074 and 0077: players who were anonymised, merged, retired
club = make_club(slug="people")
[again] = add_players(club=club, names=["Player p2 again"], namesakes=False, by=CONSOLE)
merge_players(kept=Player.objects.get(club=club, key="p2"), merged=again, reason="The same", by=CONSOLE)
forget_player(player=Player.objects.get(club=club, key="p1"), by=CONSOLE)
erase_players()
set_retired(player=Player.objects.get(club=club, key="p3"), retired=True, by=CONSOLE)

# 0075 and 0078: requests to join
for state in ("open", "approved", "refused", "withdrawn", "linked"):
    user = User.objects.create_user(f"{state}@example.org", name=state)
    answered = None if state == "open" else timezone.now()
    JoinRequest.objects.create(club=club, user=user, name=state, state=state, made_at=timezone.now(),
                               answered_at=answered)
"""
# Accounts that have been linked otherwise: their open requests stayed open before they were closed.
LINK_ACCOUNT = """
from league.models import Club, JoinRequest, Player
asked = JoinRequest.objects.get(user__name="open")
Player.objects.filter(club=asked.club, key="p4").update(user=asked.user)
elsewhere = Club.objects.get(slug="open")
JoinRequest.objects.create(club=elsewhere, user=asked.user, name="elsewhere", made_at=asked.made_at)
"""
PRINT_ROWS = """
import hashlib, json
from league.models import Club, Entry, Event, JoinRequest, Player, PlayerMerge, Registration, SheetDraft
from league.queries.club import export_club_file, verify_club
clubs = Club.objects.order_by("slug")
registrations = Registration.objects.in_order()
people = Player.objects.filter(club__slug="people").order_by("pk")
print(json.dumps({
    "suspended": [club.slug for club in clubs if club.suspended_at],
    "privacy": {club.slug: club.privacy for club in clubs},
    "hidden": Player.objects.exclude(visibility="name").count(),
    "registrations": [list(row) for row in registrations.values_list("player__name", "state")],
    "addresses": [row.email for row in registrations if row.email],
    "guests": Registration.objects.filter(guest=True).count(),
    "sheets": SheetDraft.objects.count(),
    "file of sheets": hashlib.sha256(export_club_file(clubs.get(slug="sheets"))).hexdigest(),
    "differences": [str(found) for club in clubs for found in verify_club(club)],
    "events": Event.objects.count(),
    "people": [list(row) for row in people.values_list("key", "name")],
    "retired": list(people.exclude(retired_on=None).values_list("key", flat=True)),
    "lots": Entry.objects.exclude(lot="").count(),
    "merges": list(PlayerMerge.objects.values_list("detail", flat=True)),
    "requests": dict(JoinRequest.objects.values_list("name", "state")),
}))
"""
# As they were called when two records were joined.
PRINT_JOINS = """
import json
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT detail FROM league_playerjoin")
    details = [detail for (detail,) in cursor.fetchall()]
print(json.dumps({"joins": [detail if isinstance(detail, dict) else json.loads(detail) for detail in details]}))
"""

Rows = Mapping[str, Any]


@pytest.fixture(scope="module")
def journey(
    migrated_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Rows]]:
    """Provide what the rows were before, while open requests could stay open, once closed, and after the way back."""
    with create_installation(tmp_path_factory.mktemp("carried"), original=migrated_installation) as house:

        def migrate(*to: str) -> None:
            house.run_manage("migrate", *to, "--verbosity", "0")

        def read_rows() -> Rows:
            printed = house.run_manage("shell", "-c", PRINT_ROWS)
            rows: Rows = json.loads(printed.splitlines()[-1])
            return rows

        house.run_manage("shell", "-c", MAKE_ROWS)
        found = {"before": read_rows()}
        migrate("league", BEFORE_MERGES)
        found["joined"] = json.loads(house.run_manage("shell", "-c", PRINT_JOINS).splitlines()[-1])
        migrate("league", BEFORE_CLOSED_REQUESTS)
        house.run_manage("shell", "-c", LINK_ACCOUNT)
        found["left open"] = read_rows()
        migrate()
        found["closed"] = read_rows()
        migrate("league", BEFORE_ALL)
        migrate()
        found["after"] = read_rows()
        yield found


def test_nothing_else_changes(journey: Mapping[str, Rows]) -> None:
    for name in ("registrations", "file of sheets", "people", "differences", "events"):
        assert journey["after"][name] == journey["before"][name], name
    assert journey["before"]["differences"] == []


def test_registrations_stay_without_addresses_and_nobody_is_a_guest(journey: Mapping[str, Rows]) -> None:
    """Going back deletes the addresses: an older release does not know when they are to be deleted."""
    before, after = journey["before"], journey["after"]
    assert len(before["registrations"]) == 5 and before["registrations"][-1] == ["Zoe", "waiting"]
    assert (before["addresses"], after["addresses"]) == (["zoe@guests.example"], [])
    assert (before["guests"], after["guests"]) == (2, 0)


def test_unfinished_sheets_go_with_their_table(journey: Mapping[str, Rows]) -> None:
    assert (journey["before"]["sheets"], journey["after"]["sheets"]) == (1, 0)


def test_private_clubs_are_suspended_when_going_back_and_the_others_stay_public(
    journey: Mapping[str, Rows],
) -> None:
    before, after = journey["before"], journey["after"]
    assert before["suspended"] == []
    assert after["suspended"] == ["hiding", "private", "short"]
    assert set(after["privacy"].values()) == {"public"} and before["hidden"] == 1 and after["hidden"] == 0


def test_players_stay_anonymised_and_merged_while_what_undoes_it_goes(journey: Mapping[str, Rows]) -> None:
    before, after = journey["before"], journey["after"]
    assert ["former-player-1", "Former player 1"] in after["people"]
    assert (before["lots"], len(before["merges"]), before["retired"]) == (1, 1, ["p3"])
    assert (after["lots"], after["merges"], after["retired"]) == (0, [], [])


def test_merges_were_joins_and_say_the_same_again(journey: Mapping[str, Rows]) -> None:
    [merge], [join] = journey["before"]["merges"], journey["joined"]["joins"]
    assert join == {"joins" if name == "merges" else name: value for name, value in merge.items()} != merge
    assert journey["closed"]["merges"] == [merge]


def test_requests_are_forgotten_when_going_back_and_those_of_linked_accounts_closed_when_going_forth(
    journey: Mapping[str, Rows],
) -> None:
    states = {state: state for state in ("open", "approved", "refused", "withdrawn", "linked")}
    assert journey["before"]["requests"] == states
    withdrawn = states | {"linked": "withdrawn"}
    assert journey["left open"]["requests"] == withdrawn | {"elsewhere": "open"}
    assert journey["closed"]["requests"] == withdrawn | {"open": "linked", "elsewhere": "open"}
    assert journey["after"]["requests"] == {}
