"""The last step of founding a club, which serves for each further league of it: a game becomes a draft season."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction

from games import Game, Invalid, UnknownGame
from league.actions.actor import Actor
from league.actions.competition import check_division_count, create_competition, find_game
from league.actions.draft import DivisionAssignment, assign_divisions, create_season
from league.actions.errors import ActionError
from league.actions.schedule import make_schedule
from league.models import Club, Player, Season
from league.rules import dividing
from league.rules import fixtures as laying
from league.rules.book import JSON, Settings, parse_settings
from league.rules.drawn import build_table_draw
from league.rules.movement import PlannedDivision
from league.rules.settings import Rules


def create_league(
    *, club: Club, name: str, game: str, rules: JSON, by: Actor, options: Mapping[str, Any] | None = None
) -> Season:
    """Makes a competition and its first season: a draft in which everybody of the club plays, divided in order of the
    list, with its matches, but without days. Where `rules` do not say how large divisions are, that follows from the
    game and their number.

    Raises NotPermitted; Refused for what `start_competition` refuses, and where so many players cannot be divided so.
    """
    by.require("run-seasons", club)
    rules = _add_division_size(club, find_game(game), rules)
    _precompute_seating(club, game, {**(options or {})}, rules)
    with transaction.atomic():
        competition = create_competition(club=club, name=name, game=game, rules=rules, options=options, by=by)
        season = create_season(competition=competition, by=by)
        settings = parse_settings(game, competition.options, competition.rules)
        divided = _divide_players(club, settings)
        assign_divisions(
            season=season, divisions=[DivisionAssignment(one.name, one.players) for one in divided], by=by
        )
        make_schedule(season=season, dates=None, tables=None, remind_days=0, by=by)
        return season


def _add_division_size(club: Club, game: Game, rules: JSON) -> JSON:
    players = Player.objects.filter(club=club).count()
    size = dividing.compute_default_size(players, rules.get("table_size") or game.table_size)
    return {"division_size": size} | rules


def _precompute_seating(club: Club, game: str, options: JSON, rules: JSON) -> None:
    """Looks for the seating before anything is locked, as `actions.schedule.prepare` does."""
    with suppress(ActionError, Invalid, UnknownGame):
        settings = parse_settings(game, options, rules)
        if drawn := build_table_draw(settings, draw_seed=0):
            groups = [
                laying.DivisionPlayers(one.level, one.name, one.players)
                for one in _divide_players(club, settings)
            ]
            laying.build_fixtures(groups, settings.rules.meetings, dates=None, tables=None, drawing=drawn)


def _divide_players(club: Club, settings: Settings) -> list[PlannedDivision]:
    """Everybody of the club, in order of the list. 1 query. Raises Refused."""
    players = list(Player.objects.filter(club=club).order_by("pk").values_list("key", flat=True))
    return dividing.divide_in_order(
        players, _compute_division_sizes(len(players), settings.rules, settings.game)
    )


def _compute_division_sizes(players: int, rules: Rules, game: Game) -> list[int]:
    unfit = list(check_division_count(rules, round(players / rules.division_size)))
    if unfit:
        raise ActionError(*unfit)
    try:
        return dividing.compute_division_sizes(players, rules, dividing.get_min_division_size(game))
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
