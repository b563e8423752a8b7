"""What a night's results are read by: the matches of a season, and who plays in them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.utils.translation import gettext

from league.models import Match, Player, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.season_head import Viewer
from league.rules.snapshot import Settings
from league.spreadsheets.cells import PlayerNames
from league.spreadsheets.import_rows import ImportContext
from league.spreadsheets.match_lookup import MatchLookup, SeasonMatch


def known(season: Season, settings: Settings, viewer: Viewer | None) -> ImportContext:
    """By what a file of results is read: names as this viewer may read them. 3 queries."""
    fixtures = fixtures_of(season)
    return ImportContext(
        layout=settings.layout,
        deal=settings.game.words.get("deal", "deal"),
        lookup=MatchLookup(fixtures, people_in(fixtures, season, viewer)),
        least=min((len(one.seats) for one in fixtures), default=settings.table_size),
        most=settings.game.most_seats(settings.options),
        translate=gettext,
    )


def people_in(fixtures: Iterable[SeasonMatch], season: Season, viewer: Viewer | None) -> PlayerNames:
    """Everybody who plays in these matches, or sits there for others. 1 query."""
    ids = {id for one in fixtures for id in one.seat_by_player}
    players = Player.objects.filter(club=season.competition.club_id, key__in=ids)
    return PlayerNames({player.key: player.get_name_for(viewer) for player in players})


def fixtures_of(season: Season) -> list[SeasonMatch]:
    """All matches, in order of round, division and table. 2 queries."""
    seated: dict[int, list[tuple[str, str]]] = defaultdict(list)
    seats = Seat.objects.filter(match__division__season=season).order_by("match", "number")
    for match, entry, player in seats.values_list("match", "entry__player__key", "player__key"):
        seated[match].append((entry, player))
    matches: Any = Match.objects.filter(division__season=season)
    in_order = matches.order_by("round", "division__stage", "division__level", "table", "key")
    return [
        SeasonMatch(
            id=key,
            round=round,
            seats=tuple(entry for entry, _player in seated[pk]),
            sat=tuple(player for _entry, player in seated[pk]),
            due_on=due_on,
            played_on=played_on,
            waits=status == MatchStatus.SCHEDULED,
        )
        for pk, key, round, due_on, played_on, status in in_order.values_list(
            "pk", "key", "round", "due_on", "current__played_on", "status"
        )
    ]


def tables(season: Season, keys: Collection[str]) -> dict[str, list[Seat]]:
    """The seats of these matches, by their ids, with everything that a result of theirs needs. 1 query."""
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season, match__key__in=keys)
        .order_by("match", "number")
        .select_related(
            "match__division__season__competition__club", "match__current", "entry__player", "player"
        )
    ):
        seats[seat.match.key].append(seat)
    return seats
