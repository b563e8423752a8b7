"""The last step of founding a club, which serves for each further league of it: a game becomes a draft season."""

from django.db import transaction

import games
from games import Invalid
from league.actions.actor import Actor
from league.actions.competition import start_competition, too_small
from league.actions.draft import Arranged, arrange, start_season
from league.actions.errors import Refused
from league.actions.schedule import make_schedule
from league.models import Club, Player, Season
from league.rules import dividing, settings
from league.rules.book import JSON
from league.rules.settings import Rules


@transaction.atomic
def found_league(*, club: Club, name: str, game: str, rules: JSON, by: Actor) -> Season:
    """Makes a competition and its first season: a draft in which everybody of the club plays, divided in order of the
    list. A game for two gets its matches as well, without days.

    Raises NotPermitted; Refused for what `start_competition` refuses, and where so many players cannot be divided so.
    """
    competition = start_competition(club=club, name=name, game=game, rules=rules, by=by)
    season = start_season(competition=competition, by=by)
    players = list(Player.objects.filter(club=club).order_by("pk").values_list("key", flat=True))
    played = games.get(game)
    divided = dividing.in_order(players, _sizes(len(players), settings.parse(competition.rules, played)))
    arrange(season=season, divisions=[Arranged(one.name, one.players) for one in divided], by=by)
    if played.max_seats == 2:
        make_schedule(season=season, dates=None, tables=None, remind_days=0, by=by)
    return season


def _sizes(players: int, rules: Rules) -> list[int]:
    unfit = list(too_small(rules, round(players / rules.division_size)))
    if unfit:
        raise Refused(*unfit)
    try:
        return dividing.sizes(players, rules)
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None
