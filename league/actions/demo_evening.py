"""Begin the evening of a demo club in which all tables play the same cards.

It can't be in the club's file, which does not hold the deals of a tournament that is being played. See
docs/reference/commands.md, demo.
"""

from random import Random
from typing import Any
from uuid import uuid4

import games
from league.actions.boards import print_packs
from league.actions.result import submit_result
from league.actions.rounds import finish_round, pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.demo import evening
from league.demo.sheets import generate_sheet
from league.models import BoardSet, Club, Match, Player, Season
from league.principals import CONSOLE, Principal
from league.queries.boards import load_match_boards
from league.rules.duplicate.generator import compute_digest
from league.rules.duplicate.sheets import fill_in_cards
from league.rules.seasons.tournament_plans import build_rules
from league.rules.snapshot import JSON, Settings, parse_settings


def begin_evening(*, club: Club, organiser: Principal) -> Season:
    """Play a round of a new tournament and half of the next; the organiser has looked at the packs of both.

    The organiser is a member of the club who runs seasons, and does not play.
    """
    players = Player.objects.filter(club=club, user=None).order_by("key")  # no mail is sent about it
    draft = create_tournament(
        club=club,
        name=evening.NAME,
        game=evening.GAME,
        options={"deals": evening.DEALS},
        rules=build_rules(games.get(evening.GAME), "same-cards", evening.ROUNDS),
        names=list(players.values_list("name", flat=True)[: evening.PLAYERS]),
        by=CONSOLE,
    )
    Season.objects.filter(pk=draft.pk).update(draw_seed=evening.DRAW_SEED)
    BoardSet.objects.create(season=draft, seed=evening.DEAL_SEED, digest=compute_digest(evening.DEAL_SEED))
    season = Season.objects.for_page().get(pk=draft.pk)
    open_season(season=season, by=CONSOLE)
    for number in (evening.ROUND_OVER, evening.ROUND_IN_PLAY):
        pair_next_round(season=season, by=CONSOLE)
        print_packs(season=season, number=number, kind="open", by=organiser)
        publish_round(season=season, number=number, by=CONSOLE)
        _play_round(season, number, None if number == evening.ROUND_OVER else evening.TABLES_IN)
    return season


def _play_round(season: Season, number: int, tables: int | None) -> None:
    """Enter the results of so many tables, or of all; then the round is finished."""
    season = Season.objects.for_page().get(pk=season.pk)
    settings = parse_settings(*season.settings)
    matches = Match.objects.filter(round__stage__season=season, round__number=number).order_by("table")
    for match in matches.select_related("division__season__competition__club", "round")[:tables]:
        submit_result(
            match=match,
            sheet=_make_up_sheet(match, settings),
            by=CONSOLE,
            key=uuid4(),
            base=match.revision,
            played_on=match.club.today,
        )
    if tables is None:
        finish_round(season=season, number=number, by=CONSOLE)


def _make_up_sheet(match: Match, settings: Settings) -> JSON:
    """Return a sheet with what follows from the cards; with the seeds of the demo, they do not rule out the rest."""
    boards = load_match_boards(match, settings)
    known: Any = fill_in_cards({"deals": [{} for _board in boards]}, boards, settings)
    chance = Random(f"{match.table}/0")  # noqa: S311  (a demo, no secret)
    sheet = generate_sheet(settings, match.seats.count(), chance)
    deals = [{**deal, **own} for deal, own in zip(sheet["deals"], known["deals"], strict=True)]
    return {**sheet, "deals": deals}
