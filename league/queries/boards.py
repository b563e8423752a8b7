"""The deals of a season in which all tables play the same cards: those that are public, and who has seen others.

Code that shows cards asks `find_public_board`: it knows no others (docs/reference/duplicate.md, Secrecy).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import Board
from league.models import (
    BoardSet,
    Decision,
    DecisionKind,
    Event,
    Match,
    RegistrationState,
    Round,
    Season,
    Seat,
)
from league.models.round import RoundState
from league.principals import Principal
from league.queries.paired_rounds import PUBLISHED
from league.rules.duplicate.boards import read_deal
from league.rules.duplicate.generator import deal_board
from league.rules.duplicate.rounds import get_round, list_boards
from league.rules.records import DealRecord
from league.rules.snapshot import Settings


def are_boards_public(rounds: Sequence[Round]) -> bool:
    """Return whether the last round that is announced is over: from then on all deals can be worked out."""
    return bool(rounds) and all(each.state == RoundState.FINISHED for each in rounds)


def is_over(season: Season, rounds: Sequence[Round]) -> bool:
    """Return whether no deal is to be played any more, so that the seed is public."""
    return season.is_closed or are_boards_public(rounds)


def is_public(season: Season, chosen: Round) -> bool:
    """Return whether the deals of a round may be seen: it is finished, or the season is closed."""
    return chosen.state == RoundState.FINISHED or (season.is_closed and chosen.state in PUBLISHED)


def find_practice_board(season: Season, settings: Settings) -> Board | None:
    """Return a deal to practise with, which follows from what is published; None before deals are drawn. 1 query."""
    drawn = BoardSet.objects.filter(season=season).first()
    return deal_board(settings.game, drawn.digest[:32], 1) if drawn else None


def list_public_rounds(season: Season) -> list[Round]:
    """Return the rounds whose deals may be seen, by number. 1 query."""
    rounds = Round.objects.filter(stage__season=season, state__in=PUBLISHED).order_by("number")
    return [each for each in rounds if is_public(season, each)]


def is_deal_public(season: Season, settings: Settings, number: int) -> bool:
    """Return whether there is such a deal, and its round is over. 1 query."""
    deals = settings.deals or 0
    rounds = {each.number for each in list_public_rounds(season)}
    return number >= 1 and deals > 0 and get_round(number, deals) in rounds


def find_public_board(season: Season, settings: Settings, number: int) -> Board | None:
    """Return a deal if its round is over; None where there is no such deal, or it isn't known here. 2 queries."""
    if not is_deal_public(season, settings, number):
        return None
    drawn = BoardSet.objects.filter(season=season).first()
    return deal_from(drawn, settings, number) if drawn else None


def deal_from(drawn: BoardSet, settings: Settings, number: int) -> Board | None:
    """Return a deal of a set, public or not; None where the set came without its seed and without this deal."""
    if drawn.seed:
        return deal_board(settings.game, drawn.seed, number)
    given = drawn.deals.get(str(number))
    return read_deal(settings.game, DealRecord.model_validate(given)) if given else None


def list_known_rounds(
    season: Season, settings: Settings, drawn: BoardSet | None
) -> list[tuple[Round, list[int]]]:
    """Return the rounds whose deals may be seen, with the deals that are known here; those without are left out.

    1 query.
    """
    if drawn is None:
        return []
    known = [
        (each, [number for number in list_boards(each.number, settings.deals or 0) if drawn.knows(number)])
        for each in list_public_rounds(season)
    ]
    return [(each, numbers) for each, numbers in known if numbers]


def load_match_boards(match: Match, settings: Settings) -> list[tuple[int, Board | None]]:
    """Return the deals of a match that was read with its division and season, by number, for its sheet.

    A deal is None where it is not known here, or ruled on: it may have been made up wrongly, so that the sheet says
    what its cards do not allow. Returns none where each table has its own cards; else 2 queries, or 3.
    """
    if not settings.rules.same_cards:
        return []
    drawn = BoardSet.objects.filter(season=match.division.season_id).first()
    if drawn is None:
        return []
    rulings = Decision.objects.active().filter(kind=DecisionKind.DEALS, match=match)
    ruled = {deal for detail in rulings.values_list("detail", flat=True) for deal in detail["deals"]}
    return [
        (number, None if index in ruled else deal_from(drawn, settings, number))
        for index, number in enumerate(list_boards(match.round.number, settings.deals or 0))
    ]


# --- who has seen cards


def list_playing_accounts(season: Season) -> set[int]:
    """Return the accounts of those who take part, are registered, or sit in for another player. 3 queries."""
    of_entries = season.entries.filter(left=False, player__user__isnull=False)
    registered = season.registrations.filter(player__user__isnull=False)
    sitting = Seat.objects.filter(match__division__season=season, player__user__isnull=False)
    return {
        *of_entries.values_list("player__user", flat=True),
        *registered.exclude(state=RegistrationState.WITHDRAWN).values_list("player__user", flat=True),
        *sitting.filter(entry__left=False).values_list("player__user", flat=True),
    }


def has_own_entry(season: Season, by: Principal) -> bool:
    """Return whether the account is that of a person who plays. 3 queries."""
    return by.user_id is not None and by.user_id in list_playing_accounts(season)


@dataclass(frozen=True)
class Look:
    """A print of packs: by whom, when, of which round, and whether they play."""

    by: str
    at: datetime
    round: int
    kind: str
    plays: bool


def list_earlier_digests(season: Season) -> list[tuple[datetime, str]]:
    """Return the digests of deals drawn before the present ones, each with when others took their place. 1 query."""
    key = f"{season.competition.slug}/{season.number}"
    drawn = Event.objects.filter(club=season.competition.club_id, action="draw_boards", key=key)
    return [
        (at, before["digest"])
        for at, before in drawn.order_by("at", "pk").values_list("at", "before")
        if before and before.get("digest")
    ]


def list_looks(season: Season) -> list[Look]:
    """Return who has printed packs of a season, newest first. 4 queries."""
    key = f"{season.competition.slug}/{season.number}"
    events = Event.objects.filter(club=season.competition.club_id, action="print_packs", key=key)
    taking_part = list_playing_accounts(season)
    return [
        Look(
            event.by.get_full_name() if event.by else event.principal,
            event.at,
            (event.after or {}).get("round", 0),
            (event.after or {}).get("packs", ""),
            (event.after or {}).get("packs") == "open" and event.by_id in taking_part,
        )
        for event in events.select_related("by").order_by("-at", "-pk")
    ]
