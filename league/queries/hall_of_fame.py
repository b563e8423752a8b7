"""Who won the closed seasons of a competition, and its records over all of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef

from games import Text
from games.problems import _
from league.models import Award, Competition, Entry, Player, Season, Seat, Stage
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules.seasons.awards import has_enough
from league.rules.seasons.records import MatchSeat, compute_records
from league.rules.snapshot import parse_settings

MAX_NAMED = 50  # holders of a record
AWARDS_LABEL = _("Most awards")


@dataclass(frozen=True)
class RecordHolder:
    """A holder of a record, and the match that made it; of a streak also the match that began it.

    No single match made the record of the most awards: `season` is that of the last award.
    """

    player: Player
    season: Season
    made: MatchSeat | None = None
    since: MatchSeat | None = None


@dataclass(frozen=True)
class RecordRow:
    """A record with its holders, those who reached it first before others; `unnamed` more have no place among them."""

    key: str
    kind: str
    label: Text
    value: int | Fraction
    holders: Sequence[RecordHolder]
    unnamed: int = 0


def list_champions(competition: Competition) -> Mapping[int, Sequence[Player]]:
    """Return the winners of the first division of each closed season's last stage, by the season's id. 1 query.

    A season of which the first division never played has no winner, nor has a tournament that ended in its groups.
    """
    champions: dict[int, list[Player]] = defaultdict(list)
    later = Stage.objects.filter(season=OuterRef("season"), number__gt=OuterRef("stage__number"))
    for entry in (
        Entry.objects.filter(
            ~Exists(later),
            season__competition=competition,
            season__state=SeasonState.CLOSED,
            division__level=1,
            standing__rank=1,
            standing__played__gt=0,
        )
        .select_related("player__club", "season")
        .order_by("seed", "player__key")
    ):
        if not entry.season.ends_without_winner:
            champions[entry.season_id].append(entry.player)
    return champions


def list_records(competition: Competition, seasons: Sequence[Season]) -> list[RecordRow]:
    """Return the records of a competition's opened seasons, newest first. 3 queries.

    Of several games that were played in it, they are those of the last; awards count for all games.
    """
    game = parse_settings(*seasons[0].settings).game
    by_number = {season.number: season for season in seasons if season.game == game.key}
    seats, proven = _read_seats(competition, by_number)
    found = compute_records(game, seats, proven)
    named = {holder.player for record in found for holder in record.holders[:MAX_NAMED]}
    players = Player.objects.for_page().in_bulk(named)
    return [
        *(
            RecordRow(
                record.key,
                record.kind,
                record.label,
                record.value,
                [
                    RecordHolder(
                        players[holder.player], by_number[holder.made.season], holder.made, holder.since
                    )
                    for holder in record.holders[:MAX_NAMED]
                ],
                unnamed=len(record.holders[MAX_NAMED:]),
            )
            for record in found
        ),
        *_find_most_awards(competition, {season.pk: season for season in seasons}),
    ]


def _read_seats(
    competition: Competition, seasons: Mapping[int, Season]
) -> tuple[list[MatchSeat], set[tuple[int, int]]]:
    """Return the seats of all matches played in these seasons, by number, and the averages that are proven. 1 query.

    An average is proven once its season is closed, by the rule that awards have.
    """
    seats: list[MatchSeat] = []
    played, waiting = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    rows = Seat.objects.filter(
        match__division__season__competition=competition, match__division__season__number__in=list(seasons)
    ).values_list(
        "match__division__season__number",
        "entry__player",
        "match__status",
        *("match__current__played_on", "match__division__stage__number", "match__round__number"),
        *("match__table", "match__key", "player"),
        *("outcome", "score", "deals", "figures"),
    )
    for season, entry, status, *row in rows:
        waiting[season, entry] += status == MatchStatus.SCHEDULED
        if status == MatchStatus.PLAYED:
            played[season, entry] += 1
            played_on, stage, round_number, table, match, player, *figures = row
            place = (stage, round_number, table, match)
            seats.append(MatchSeat(season, played_on, *place, player, entry, *figures))
    rules = {
        number: parse_settings(*season.settings).rules
        for number, season in seasons.items()
        if season.is_closed
    }
    proven = {
        key
        for key, count in played.items()
        if key[0] in rules and has_enough(rules[key[0]], count, waiting[key])
    }
    return seats, proven


def _find_most_awards(competition: Competition, seasons: Mapping[int, Season]) -> list[RecordRow]:
    """Return the record of the most awards, if any was given; holders from an earlier season come first. 1 query."""
    awards: dict[Player, list[int]] = defaultdict(list)  # the season of each
    for award in (
        Award.objects.filter(season__competition=competition, season__state=SeasonState.CLOSED)
        .select_related("player__club")
        .order_by("season__number", "place")
    ):
        awards[award.player].append(award.season_id)
    most = max(map(len, awards.values()), default=0)
    holders = [RecordHolder(player, seasons[own[-1]]) for player, own in awards.items() if len(own) == most]
    holders.sort(key=lambda holder: (holder.season.number, holder.player.pk))
    label, unnamed = Text(AWARDS_LABEL), len(holders[MAX_NAMED:])
    return [RecordRow("awards", "awards", label, most, holders[:MAX_NAMED], unnamed)] if most else []
