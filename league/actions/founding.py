"""The last step of founding a club, which serves for each further league of it: a game becomes a draft season."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction

from games import Game, Invalid, UnknownGame
from league.actions.actor import Actor
from league.actions.competition import find_game, start_competition, too_small
from league.actions.draft import Arranged, arrange, start_season
from league.actions.errors import Refused
from league.actions.schedule import make_schedule
from league.models import Club, Player, Season
from league.rules import dividing
from league.rules import fixtures as laying
from league.rules.book import JSON, Settings, parse_settings
from league.rules.drawn import build_table_draw
from league.rules.movement import PlannedDivision
from league.rules.settings import Rules


def found_league(
    *, club: Club, name: str, game: str, rules: JSON, by: Actor, options: Mapping[str, Any] | None = None
) -> Season:
    """Makes a competition and its first season: a draft in which everybody of the club plays, divided in order of the
    list, with its matches, but without days. Where `rules` do not say how large divisions are, that follows from the
    game and their number.

    Raises NotPermitted; Refused for what `start_competition` refuses, and where so many players cannot be divided so.
    """
    by.must("run-seasons", club)
    rules = _sized(club, find_game(game), rules)
    _prepare(club, game, {**(options or {})}, rules)
    with transaction.atomic():
        competition = start_competition(club=club, name=name, game=game, rules=rules, options=options, by=by)
        season = start_season(competition=competition, by=by)
        settings = parse_settings(game, competition.options, competition.rules)
        divided = _divided(club, settings)
        arrange(season=season, divisions=[Arranged(one.name, one.players) for one in divided], by=by)
        make_schedule(season=season, dates=None, tables=None, remind_days=0, by=by)
        return season


def _sized(club: Club, game: Game, rules: JSON) -> JSON:
    players = Player.objects.filter(club=club).count()
    size = dividing.compute_default_size(players, rules.get("table_size") or game.table_size)
    return {"division_size": size} | rules


def _prepare(club: Club, game: str, options: JSON, rules: JSON) -> None:
    """Looks for the seating before anything is locked, as `actions.schedule.prepare` does."""
    with suppress(Refused, Invalid, UnknownGame):
        settings = parse_settings(game, options, rules)
        if drawn := build_table_draw(settings, draw_seed=0):
            groups = [
                laying.DivisionPlayers(one.level, one.name, one.players) for one in _divided(club, settings)
            ]
            laying.build_fixtures(groups, settings.rules.meetings, dates=None, tables=None, drawing=drawn)


def _divided(club: Club, settings: Settings) -> list[PlannedDivision]:
    """Everybody of the club, in order of the list. 1 query. Raises Refused."""
    players = list(Player.objects.filter(club=club).order_by("pk").values_list("key", flat=True))
    return dividing.divide_in_order(players, _sizes(len(players), settings.rules, settings.game))


def _sizes(players: int, rules: Rules, game: Game) -> list[int]:
    unfit = list(too_small(rules, round(players / rules.division_size)))
    if unfit:
        raise Refused(*unfit)
    try:
        return dividing.compute_division_sizes(players, rules, dividing.get_min_division_size(game))
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None
