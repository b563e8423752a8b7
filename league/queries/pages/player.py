"""The page of a player: what they did in every competition, whom they met, and whom they meet next.

Everything is worked out from the seats and sheets of played matches; forfeits and voids are no play.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, OuterRef, Subquery
from django.utils.functional import Promise

from games import Game, fraction_text
from league.models import Competition, Entry, Player, Seat
from league.models.match import Status
from league.models.season import State
from league.queries.pages import player_matches
from league.queries.pages.charts import AverageChart
from league.queries.pages.not_installed import LeftOut, left_out
from league.queries.pages.player_matches import FORM, Bids, MatchRow, PlaceLine, Played, Rival, RivalRow
from league.queries.pages.record import Record, record
from league.queries.pages.season import Viewer
from league.queries.pages.words import Where, where_in, word
from league.rules.book import parsed_settings
from league.rules.figures import PAIR
from league.rules.standings import Row

NEXT = 10  # matches still to be played


@dataclass(frozen=True)
class NextMatch:
    key: str
    competition: str
    rivals: tuple[Rival, ...]
    due_on: date | None
    overdue: bool

    @property
    def is_pair(self) -> bool:
        return len(self.rivals) < PAIR


@dataclass(frozen=True)
class SeasonRow:
    """Where the player stood, or stands, in a season."""

    number: int
    state: str
    state_name: "str | Promise"
    division: str
    rank: int | None
    of: int  # so many are in the division
    played: int
    average: str | None
    left: bool


@dataclass(frozen=True)
class CompetitionPart:
    """One competition; its lists are empty where nothing has been played."""

    anchor: str
    slug: str
    name: str
    game: str
    deals: str  # what the game's players call them
    zeros: str
    bids_word: str
    has_zeros: bool
    two_handed: bool  # as far as they have played
    record: Record | None
    places: tuple[PlaceLine, ...]  # where more than two sat at a table
    seasons: tuple[SeasonRow, ...]  # the latest first
    form: tuple[MatchRow, ...]  # the last matches, the latest last
    matches: tuple[MatchRow, ...]
    rivals: tuple[RivalRow, ...]
    averages: AverageChart | None
    bids: Bids | None


@dataclass(frozen=True)
class PlayerPage:
    where: Where
    key: str
    name: str
    next: tuple[NextMatch, ...]
    parts: tuple[CompetitionPart, ...]  # where they last entered first
    left_out: tuple[LeftOut, ...]

    @property
    def has_several(self) -> bool:
        return len(self.parts) > 1


def find(club: str, key: str) -> Player | None:
    """1 query."""
    return Player.objects.select_related("club").filter(club__slug=club, key=key).first()


def page(player: Player, *, viewer: Viewer) -> PlayerPage:
    """All that the page shows. 3 queries, however much they played."""
    entries = _entries(player)
    seats = _seats(player)
    others = _others(player)
    rivals = {
        match: tuple(Rival(seat.player.key, seat.player.shown_to(viewer)) for seat in found)
        for match, found in others.items()
    }
    played: dict[int, list[Played]] = defaultdict(list)
    competitions = {entry.season.competition_id: entry.season.competition for entry in entries}
    for seat in seats:
        match = seat.match
        competition = match.division.season.competition
        competitions.setdefault(competition.pk, competition)
        if match.status == Status.PLAYED:
            found = Played(match, seat, tuple(others.get(match.pk, ())), rivals.get(match.pk, ()))
            played[competition.pk].append(found)
    missing = left_out([entry.season for entry in entries] + [seat.match.division.season for seat in seats])
    where = where_in(player.club)
    return PlayerPage(
        where=where,
        key=player.key,
        name=player.shown_to(viewer),
        next=tuple(_next(seats, rivals, where.today)),
        parts=tuple(
            _part(
                f"competition-{number}",
                competition,
                [entry for entry in entries if entry.season.competition_id == pk],
                played[pk],
            )
            for number, (pk, competition) in enumerate(competitions.items(), 1)
            if pk not in missing
        ),
        left_out=tuple(missing.values()),
    )


# --- reading


def _entries(player: Player) -> list[Entry]:
    """In every season that was opened, the latest first, each with how many are in its division. 1 query."""
    together = (
        Entry.objects.filter(division=OuterRef("division"))
        .order_by()
        .values("division")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return list(
        Entry.objects.filter(player=player)
        .exclude(season__state=State.DRAFT)
        .select_related("division", "season__competition", "standing")
        .annotate(of=Subquery(together))
        .order_by(F("season__starts_on").desc(nulls_last=True), "-season__number", "-stage", "season")
    )


def _seats(player: Player) -> list[Seat]:
    """Where they sit or sat, whoever's place it is: matches played and to be played, in that order. 1 query."""
    return list(
        Seat.objects.filter(player=player, match__status__in=(Status.PLAYED, Status.SCHEDULED))
        .exclude(match__division__season__state=State.DRAFT)
        .select_related("match__current", "match__division__season__competition")
        .order_by("match__current__played_on", "match__round", "match__table", "match__key")
    )


def _others(player: Player) -> dict[int, list[Seat]]:
    """Who else sits there, by match. 1 query."""
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__seats__player=player)
        .exclude(player=player)
        .select_related("player")
        .order_by("match", "number")
    ):
        found[seat.match_id].append(seat)
    return found


# --- telling


def _next(seats: Sequence[Seat], rivals: dict[int, tuple[Rival, ...]], today: date) -> Iterable[NextMatch]:
    """Matches of open seasons without a result: by day, those without one last."""
    waiting = [
        seat.match
        for seat in seats
        if seat.match.status == Status.SCHEDULED and seat.match.division.season.state == State.OPEN
    ]
    waiting.sort(key=lambda match: (match.due_on or date.max, match.round, match.table, match.key))
    for match in waiting[:NEXT]:
        yield NextMatch(
            key=match.key,
            competition=match.division.season.competition.name,
            rivals=rivals.get(match.pk, ()),
            due_on=match.due_on,
            overdue=match.due_on is not None and match.due_on < today,
        )


def _part(
    anchor: str, competition: Competition, entries: Sequence[Entry], played: Sequence[Played]
) -> CompetitionPart:
    game = _game(competition, entries, played)
    matches = player_matches.rows(played, game)
    return CompetitionPart(
        anchor=anchor,
        slug=competition.slug,
        name=competition.name,
        game=game.name,
        deals=word(game, "deals"),
        zeros=word(game, "zeros"),
        bids_word=word(game, "bids"),
        has_zeros=game.zeros,
        two_handed=all(match.size <= PAIR for match in played),
        record=record(player_matches.sums(played), game, figures=player_matches.figures(played, game)),
        places=player_matches.places(played),
        seasons=tuple(_season(entry) for entry in entries),
        form=matches[-FORM:],
        matches=matches,
        rivals=player_matches.head_to_head(played),
        averages=player_matches.averages(played, game),
        bids=player_matches.bids(played, game),
    )


def _game(competition: Competition, entries: Sequence[Entry], played: Sequence[Played]) -> Game:
    """The game of the season they were last in: an earlier one may have been another."""
    seasons = [entry.season for entry in entries[:1]] + [one.match.division.season for one in played[-1:]]
    source = seasons[0].settings if seasons else (competition.game, competition.options, competition.rules)
    return parsed_settings(*source).game


def _season(entry: Entry) -> SeasonRow:
    standing = getattr(entry, "standing", None)
    row = Row("", 0, deals=standing.deals, score=standing.score) if standing else Row("", 0)
    state = State(entry.season.state)
    return SeasonRow(
        number=entry.season.number,
        state=state.value,
        state_name=state.label,
        division=entry.division.name,
        rank=standing.rank if standing else None,
        of=entry.of,  # type: ignore[attr-defined]
        played=standing.played if standing else 0,
        average=fraction_text(row.average),
        left=entry.left,
    )
