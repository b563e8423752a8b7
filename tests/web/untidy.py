"""A club of five and a substitute whose season runs, for pages that decide what no sheet says."""

import re
from typing import Any
from uuid import uuid4

from django.test import Client

from league.actions.result import submit_result
from league.actions.season import close_season
from league.models import Club, Entry, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.web.tables import rows

SEASON = "/riverside/league-1/1/"
GARBAGE = [
    "\x00",
    "a\x00",
    "x" * 5000,
    "-1",
    "9" * 30,
    "null",
    "\N{PILE OF POO}",
    '"><script>alert(1)</script>',
]


def play(*keys: str) -> None:
    """The first seat wins."""
    for key in keys:
        match = Match.objects.get(key=key)
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=match.revision)


def of(player: str) -> list[str]:
    """The matches of somebody's entry, by round."""
    own = Match.objects.filter(seats__entry__player__key=player).order_by("round__number", "table")
    return list(own.values_list("key", flat=True))


def entry(player: str) -> Entry:
    return Entry.objects.get(player__key=player)


def statuses(player: str) -> list[str]:
    return [Match.objects.get(key=key).status for key in of(player)]


def name(player: str, text: str) -> None:
    Player.objects.filter(key=player).update(name=text)


def owner_of(client: Client, club: Club) -> None:
    """Whoever is logged in there may run the club's seasons, too."""
    user = User.objects.get(pk=client.session["_auth_user_id"])
    Membership.objects.create(user=user, club=club, role=Role.OWNER)


def options(response: Any, field: str) -> list[str]:
    """The labels of a field that is chosen from a list."""
    html = response.content.decode()
    select = re.search(rf'<select name="{field}".*?</select>', html, re.DOTALL)
    assert select, field
    return [label.strip() for label in re.findall(r"<option[^>]*>([^<]*)</option>", select[0])]


def ranked(response: Any, table: int = 0) -> list[list[str]]:
    """The rows of the page's table of that number, without heads."""
    found: list[list[list[str]]] = []
    for row in rows(response):
        if row[0] in ("Rank", "Position", "Figure"):
            found.append([])
        elif found:
            found[-1].append(row)
    return found[table]


def chosen(response: Any, field: str) -> str:
    """The value of a field that is chosen from a list, or of the button of several that is pressed in."""
    html = response.content.decode()
    buttons = [
        tag for tag in re.findall(rf'<input type="radio" name="{field}"[^>]*>', html) if " checked" in tag
    ]
    select = re.search(rf'<select name="{field}".*?</select>', html, re.DOTALL)
    picked = re.findall(r"<option [^>]*selected>", select[0]) if select else buttons
    return str(re.findall(r'value="([^"]*)"', picked[0])[0]) if picked else ""


# Why a season takes no results and no decisions, by its state.
NOT_OPEN = {
    "draft": "The season has not started yet.",
    "closed": "The season is closed: its results can't be changed.",
}


def in_state(state: str, **shape: Any) -> Club:
    """Such a club whose season is a draft, or closed."""
    club = make_club(state="draft" if state == "draft" else "open", **shape)
    if state == "closed":
        close_season(season=Season.objects.get(competition__club=club), by=CONSOLE, missing="void")
    return club
