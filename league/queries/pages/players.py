"""The list of a club's players: where each plays now, and their record in every competition they played in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, Q, Sum, Window
from django.db.models.functions import DenseRank

from games import Game
from league.models import Club, Competition, Entry, Player, Season, Seat
from league.models.match import MatchStatus, SeatOutcome
from league.models.season import SeasonState
from league.queries.pages.not_installed import LeftOut, left_out
from league.queries.pages.record import SUMS, Record, record
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in
from league.rules.snapshot import parse_settings


@dataclass(frozen=True)
class PlayerRow:
    """A player in one competition; where they never entered or played any, alone."""

    key: str
    name: str
    mine: bool  # the reader's own
    competition: str = ""
    competition_name: str = ""
    season: int | None = None  # the latest, where they are in it
    division: str = ""
    played: int = 0
    won: int = 0
    average: Decimal | None = None
    level: str = ""
    grade: str = ""

    @property
    def by_name(self) -> str:
        """What names are sorted by."""
        return self.name.casefold()


@dataclass(frozen=True)
class PlayersPage:
    where: Where
    rows: tuple[PlayerRow, ...]  # by name
    players: int
    has_competitions: bool  # more than one
    has_levels: bool
    left_out: tuple[LeftOut, ...]


def find(slug: str) -> Club | None:
    """1 query."""
    return Club.objects.filter(slug=slug).first()


def page(club: Club, *, viewer: Viewer) -> PlayersPage:
    """Everybody. 4 queries, however many there are."""
    latest = _latest(club)
    missing = left_out(latest)
    competitions = {
        season.competition_id: (season.competition, parse_settings(*season.settings).game)
        for season in latest
        if season.competition_id not in missing
    }
    now = _now(club)
    records = _records(club, competitions)
    rows: list[PlayerRow] = []
    players = list(Player.objects.filter(club=club))
    for player in players:
        alone = PlayerRow(
            key=player.key,
            name=player.get_name_for(viewer),
            mine=viewer.pk is not None and player.user_id == viewer.pk,
        )
        rows += list(_rows(alone, player.pk, competitions, now, records)) or [alone]
    rows.sort(key=lambda row: (row.by_name, row.key, row.competition_name))
    return PlayersPage(
        where=where_in(club),
        rows=tuple(rows),
        players=len(players),
        has_competitions=len({row.competition for row in rows} - {""}) > 1,
        has_levels=any(row.level for row in rows),
        left_out=tuple(missing.values()),
    )


# --- reading

Place = tuple[int, int]  # a player in a competition


def _latest(club: Club) -> list[Season]:
    """The latest season of each competition. 1 query."""
    newest_first = Window(DenseRank(), partition_by=F("competition"), order_by=F("number").desc())
    return list(
        Season.objects.filter(competition__club=club)
        .exclude(state=SeasonState.DRAFT)
        .annotate(newest=newest_first)
        .filter(newest=1)
        .select_related("competition")
        .order_by("competition__name", "competition__slug")
    )


def _now(club: Club) -> Mapping[Place, Entry]:
    """Who is in the latest season of each competition, in the last stage they reached. 1 query."""
    newest_first = Window(
        DenseRank(), partition_by=F("season__competition"), order_by=F("season__number").desc()
    )
    entries = (
        Entry.objects.filter(season__competition__club=club)
        .exclude(season__state=SeasonState.DRAFT)
        .annotate(newest=newest_first)
        .filter(newest=1)
        .select_related("division", "season")
        .order_by("stage")
    )
    return {(entry.player_id, entry.season.competition_id): entry for entry in entries}


def _records(club: Club, competitions: Mapping[int, tuple[Competition, Game]]) -> Mapping[Place, Record]:
    """What everybody did in each competition's played matches, from the seats they sat in; drafts do not count.
    1 query."""
    competition = "match__division__season__competition"
    sums: Any = (
        Seat.objects.filter(match__club=club, match__status=MatchStatus.PLAYED)
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .order_by()
        .values("player", competition)
        .annotate(
            played=Count("pk"),
            **{
                name: Count("pk", filter=Q(outcome=outcome))
                for name, outcome in (
                    ("won", SeatOutcome.WIN),
                    ("drawn", SeatOutcome.DRAW),
                    ("lost", SeatOutcome.LOSS),
                )
            },
            **{f"all_{name}": Sum(name) for name in SUMS[4:]},
        )
    )
    found: dict[Place, Record] = {}
    for row in sums:
        if row[competition] in competitions:
            named = {name.removeprefix("all_"): value for name, value in row.items()}
            told = record(named, competitions[row[competition]][1])
            if told:
                found[row["player"], row[competition]] = told
    return found


# --- telling


def _rows(
    alone: PlayerRow,
    player: int,
    competitions: Mapping[int, tuple[Competition, Game]],
    now: Mapping[Place, Entry],
    records: Mapping[Place, Record],
) -> Iterator[PlayerRow]:
    for pk, (competition, _game) in competitions.items():
        entry, told = now.get((player, pk)), records.get((player, pk))
        if entry or told:
            yield PlayerRow(
                key=alone.key,
                name=alone.name,
                mine=alone.mine,
                competition=competition.slug,
                competition_name=competition.name,
                season=entry.season.number if entry else None,
                division=entry.division.name if entry else "",
                **(_figures(told) if told else {}),
            )


def _figures(told: Record) -> dict[str, Any]:
    return {
        "played": told.played,
        "won": told.won,
        "average": Decimal(told.average) if told.average else None,
        "level": told.level,
        "grade": told.grade,
    }
