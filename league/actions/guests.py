"""The guests of a tournament: players who play along without belonging to the club.

See docs/reference/ranking.md, Guests.
"""

from collections.abc import Collection, Iterator
from typing import Any

from django.db import models

from games import Problem
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key
from league.actions.errors import ActionError
from league.actions.registration import NOT_A_TOURNAMENT, build_guest_problem, register_entries
from league.actions.standings import recompute_standings
from league.models import Division, Entry, Registration, Season
from league.models.competition import CompetitionKind
from league.principals import Principal
from league.queries.result_checks import check_season_open
from league.rules.validation import build_problem


def set_guests(*, season: Season, guests: Collection[str], by: Principal) -> None:
    """Say which players of a tournament are guests, by their ids; no other player is.

    Before the start it is kept with the registrations, and players of the draft are registered. Once the tournament
    runs, its standings follow. Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at
    `guests.ID` for an unknown player and for a player in a team, for a league, and once the tournament has ended.
    """
    with change("set_guests", season, permission="run-seasons", by=by) as event:
        current = event.season
        if current.competition.kind != CompetitionKind.TOURNAMENT:
            raise ActionError(NOT_A_TOURNAMENT)
        if current.is_draft:
            registered = Registration.objects.filter(season=current)
            marked = registered.filter(guest=True).values_list("player__key", flat=True)
            if set(guests) == set(marked):
                return  # players of the draft would be registered without an event
            register_entries(current)
            changed = _mark(registered, guests)
        else:
            if problems := list(check_season_open(current)):
                raise ActionError(*problems)
            changed = _mark(Entry.objects.filter(season=current), guests)
            of_changed = Division.objects.filter(season=current, entries__player__key__in=changed)
            for division in of_changed.select_related("stage").distinct().order_by("pk"):
                division.season = current
                recompute_standings(division)
        if not changed:
            return
        before = {"guests": sorted(player for player, is_guest in changed.items() if not is_guest)}
        after = {"guests": sorted(player for player, is_guest in changed.items() if is_guest)}
        event.log("season", format_season_key(current), before, after)


def _mark(rows: models.QuerySet[Any], guests: Collection[str]) -> dict[str, bool]:
    """Mark the guests among registrations or entries; return who has changed, and to what. At most 2 queries."""
    found = list(rows.select_related("player"))
    if problems := list(_check_guests(found, guests)):
        raise ActionError(*problems)
    changed = [row for row in found if row.guest != (row.player.key in guests)]
    for row in changed:
        row.guest = not row.guest
    rows.model.objects.bulk_update(changed, ["guest"], batch_size=BATCH_SIZE)
    return {row.player.key: row.guest for row in changed}


def _check_guests(found: Collection[Any], guests: Collection[str]) -> Iterator[Problem]:
    teams = {row.player.key: row.team for row in found}
    for player in sorted(guests):
        if player not in teams:
            sentence = _("{player} doesn't play in this tournament.")
            yield build_problem(f"guests.{player}", "not-entered", sentence, player=player)
        elif team := teams[player]:
            yield build_guest_problem(f"guests.{player}", player, team)
