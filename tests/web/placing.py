"""Drafts whose players are put into divisions, and the form by which they are."""

import re
from typing import Any

from django.test import Client

from league.actions.draft import create_season
from league.actions.statistics import refresh_statistics
from league.models import Competition, Entry, Season
from league.principals import CONSOLE
from tests.actions.clubs import build_club_file, build_random_sheet, make_club

PAGE = "/riverside/league-1/{}/set-up/divisions/"
Typed = dict[str, str]


def a_draft(*, players: int = 8, rules: dict[str, Any] | None = None) -> Season:
    """A club of so many players and a substitute, and an empty draft."""
    file = build_club_file(entries=players)
    file["competitions"][0] |= {"seasons": []}
    if rules:
        file["competitions"][0]["rules"] = rules
    club = make_club(file)
    return create_season(competition=Competition.objects.get(club=club), by=CONSOLE)


def after_a_season() -> Season:
    """p1 to p8 have played, the later ones better than those before them in the same division; then a draft."""
    file = build_club_file(divisions=2)
    (season,) = file["competitions"][0]["seasons"]
    season["state"] = "closed"
    for division in season["divisions"]:
        for number, match in enumerate(division["matches"]):
            match |= {"status": "played", "played_on": "2026-01-06", "sheet": build_random_sheet(number)}
    competition = Competition.objects.get(club=make_club(file))
    refresh_statistics(competition=competition.pk)
    return create_season(competition=competition, by=CONSOLE)


def read_fields(page: Any) -> Typed:
    """What a browser would send of the form as it stands."""
    html = page.content.decode()
    form = html[html.index('<form method="post" class="placing"') :]
    found = {}
    for name, inside in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        found[name] = chosen[1] if chosen else ""
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r' name="([^"]+)"', tag), re.search(r' value="([^"]*)"', tag)
        if name and ("checkbox" not in tag or "checked" in tag):
            found[name[1]] = value[1] if value else ""
    return found


def placed(form: Typed) -> dict[str, str]:
    """By player: division and number, of those who are in one."""
    return {
        name.removeprefix("division-"): f"{level}/{form[name.replace('division', 'number', 1)]}"
        for name, level in form.items()
        if name.startswith("division-") and level
    }


def saved(season: Season) -> list[tuple[str, str]]:
    groups: dict[str, list[str]] = {}
    for entry in (
        Entry.objects.filter(season=season)
        .select_related("division", "player")
        .order_by("division__level", "seed")
    ):
        groups.setdefault(entry.division.name, []).append(entry.player.key)
    return [(name, " ".join(players)) for name, players in groups.items()]


def filled(client: Client, way: str, season: str = "1", **more: str) -> Any:
    page = PAGE.format(season)
    return client.post(page, read_fields(client.get(page)) | more | {"fill": way})
