"""The page of a player: what they did in every competition, whom they met, and whom they meet next.

What their matches add up to is read as a job keeps it; each match is told from its seats. Forfeits and voids are no
play; what was played and does not count any more is told, and counts in nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery

from games import Game
from league.models import Competition, Entry, Player, Seat, Statistics
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.pages import player_kept, player_matches, player_path
from league.queries.pages.awards import AwardLine, awards_of
from league.queries.pages.charts import AverageChart
from league.queries.pages.not_installed import LeftOut, left_out
from league.queries.pages.player_kept import Bids, Feat, PlaceLine, RivalRow
from league.queries.pages.player_matches import MatchRow, Played, Rival
from league.queries.pages.player_path import Path, Sizes
from league.queries.pages.record import Record
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in, word
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import PAIR_SIZE

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
        return len(self.rivals) < PAIR_SIZE


@dataclass(frozen=True)
class CompetitionPart:
    """One competition; its lists are empty where nothing has been played. What is kept may be a moment behind the
    matches."""

    anchor: str
    slug: str
    name: str
    game: str
    deals: str  # what the game's players call them
    zeros: str
    bids_word: str
    has_zeros: bool
    has_levels: bool
    two_handed: bool  # as far as they have played
    record: Record | None
    places: tuple[PlaceLine, ...]  # where more than two sat at a table
    path: Path
    form: tuple[MatchRow, ...]  # the last matches, the latest last
    feats: tuple[Feat, ...]
    awards: tuple[AwardLine, ...]  # the latest first
    matches: tuple[MatchRow, ...]
    rivals: tuple[RivalRow, ...]
    averages: AverageChart | None
    bids: Bids | None

    @property
    def counted(self) -> MatchRow | None:
        """The last match that counts."""
        return next((match for match in reversed(self.matches) if match.number), None)

    @property
    def has_uncounted(self) -> bool:
        return any(match.uncounted for match in self.matches)


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


@dataclass
class Matches:
    """What somebody played in a competition: what counts, and what does not any more."""

    played: list[Played] = field(default_factory=list)
    uncounted: list[Played] = field(default_factory=list)


def find(club: str, key: str) -> Player | None:
    """1 query."""
    return Player.objects.select_related("club").filter(club__slug=club, key=key).first()


def page(player: Player, *, viewer: Viewer) -> PlayerPage:
    """All that the page shows. 7 queries, however much they played."""
    entries = _entries(player)
    seats = _seats(player)
    others = _others(player)
    rivals = {
        match: tuple(Rival(seat.player.key, seat.player.get_name_for(viewer)) for seat in found)
        for match, found in others.items()
    }
    for_nothing = player_matches.played_for_nothing(player)
    competitions = {entry.season.competition_id: entry.season.competition for entry in entries}
    matches: dict[int, Matches] = defaultdict(Matches)
    for seat in seats:
        match, result = seat.match, for_nothing.get(seat.match_id)
        competition = match.division.season.competition
        if match.status == MatchStatus.PLAYED or result:
            competitions.setdefault(competition.pk, competition)
            sitting = tuple(others.get(match.pk, ())), rivals.get(match.pk, ())
            told = Played(match, seat, *sitting, result or match.current)
            (matches[competition.pk].uncounted if result else matches[competition.pk].played).append(told)
        elif match.status == MatchStatus.SCHEDULED:
            competitions.setdefault(competition.pk, competition)
    missing = left_out([entry.season for entry in entries] + [seat.match.division.season for seat in seats])
    kept = _kept(player)
    awards = awards_of(player)
    divisions = player_path.sizes({entry.season.competition_id for entry in entries})
    where = where_in(player.club)
    return PlayerPage(
        where=where,
        key=player.key,
        name=player.get_name_for(viewer),
        next=tuple(_next(seats, rivals, where.today)),
        parts=tuple(
            _part(
                f"competition-{number}",
                competition,
                [entry for entry in entries if entry.season.competition_id == pk],
                matches[pk],
                kept.get(pk),
                divisions.get(pk, {}),
                [award for award in awards if award.competition == competition.slug],
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
        .exclude(season__state=SeasonState.DRAFT)
        .select_related("division", "season__competition", "standing")
        .annotate(of=Subquery(together))
        .order_by(F("season__starts_on").desc(nulls_last=True), "-season__number", "-stage", "season")
    )


def _seats(player: Player) -> list[Seat]:
    """Where they sit or sat, whoever's place it is: matches played, to be played, and decided. Without the sheets: what
    is told of those that count is kept. 1 query."""
    return list(
        Seat.objects.filter(player=player)
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .select_related("match__current__decision", "match__division__season__competition")
        .defer("match__current__sheet")
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


def _kept(player: Player) -> dict[int, Statistics]:
    """What a job keeps of all they played, by competition. 1 query."""
    return {
        kept.competition_id: kept
        for kept in Statistics.objects.filter(player=player).select_related("competition")
    }


# --- telling


def _next(seats: Sequence[Seat], rivals: dict[int, tuple[Rival, ...]], today: date) -> Iterable[NextMatch]:
    """Matches of open seasons without a result: by day, those without one last."""
    waiting = [
        seat.match
        for seat in seats
        if seat.match.status == MatchStatus.SCHEDULED and seat.match.division.season.state == SeasonState.OPEN
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
    anchor: str,
    competition: Competition,
    entries: Sequence[Entry],
    matches: Matches,
    kept: Statistics | None,
    divisions: Sizes,
    awards: Sequence[AwardLine],
) -> CompetitionPart:
    played = sorted(matches.played, key=lambda one: one.order)
    game = _game(competition, entries, played)
    rows = player_matches.rows(played, game, uncounted=matches.uncounted)
    counted = {row.key: row for row in rows if row.number}
    names = {rival.key: rival.name for one in played for rival in one.rivals}
    details: Mapping[str, Any] = kept.details if kept else {}
    return CompetitionPart(
        anchor=anchor,
        slug=competition.slug,
        name=competition.name,
        game=game.name,
        deals=word(game, "deals"),
        zeros=word(game, "zeros"),
        bids_word=word(game, "bids"),
        has_zeros=game.zeros,
        has_levels=bool(game.levels),
        two_handed=all(one.size <= PAIR_SIZE for one in (*played, *matches.uncounted)),
        record=player_kept.record_of(kept, game, played),
        places=player_kept.places(details),
        path=player_path.path(entries, divisions),
        form=player_kept.form(details, counted),
        feats=player_kept.feats(details, counted, game),
        awards=tuple(awards),
        matches=rows,
        rivals=player_kept.head_to_head(details, names),
        averages=player_matches.averages(played, game),
        bids=player_kept.bids(details, played, game),
    )


def _game(competition: Competition, entries: Sequence[Entry], played: Sequence[Played]) -> Game:
    """The game of the season they were last in: an earlier one may have been another."""
    seasons = [entry.season for entry in entries[:1]] + [one.match.division.season for one in played[-1:]]
    source = seasons[0].settings if seasons else (competition.game, competition.options, competition.rules)
    return parse_settings(*source).game
