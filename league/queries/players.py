"""The players of a club: where each plays now, with their totals in every competition they played in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from games import Level, fraction_text
from league.models import Club, Competition, Entry, Player, Season, Seat, User
from league.models.match import MatchStatus, SeatOutcome
from league.models.season import SeasonState
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import BID_KEYS, EntryTotals

SUMS = ("deals", "score")
OUTCOMES = {"won": SeatOutcome.WIN, "drawn": SeatOutcome.DRAW, "lost": SeatOutcome.LOSS}


@dataclass(frozen=True)
class PlayerRow:
    """A player in a competition; without a competition if they never entered or played in any.

    `entry` is their place in its newest season, where they are in that, and `totals` is over all its seasons.
    """

    player: Player
    name: str
    competition: Competition | None = None
    entry: Entry | None = None
    totals: EntryTotals | None = None
    level: Level | None = None

    @property
    def sort_key(self) -> tuple[str, str, str]:
        return self.folded_name, self.player.key, self.competition_name

    @property
    def folded_name(self) -> str:
        return self.name.casefold()

    @property
    def competition_name(self) -> str:
        return self.competition.name if self.competition else ""

    @property
    def division(self) -> str:
        return self.entry.division.name if self.entry and not self.entry.division.is_whole_field else ""

    @property
    def played(self) -> int:
        return self.totals.played if self.totals else 0

    @property
    def won(self) -> int:
        return self.totals.won if self.totals else 0

    @property
    def average(self) -> Decimal | None:
        """Return the average with four decimals."""
        text = fraction_text(self.totals.average) if self.totals else None
        return Decimal(text) if text else None


def build_totals(sums: Mapping[str, Any]) -> EntryTotals:
    """Build the totals that these columns make; they are no entry's, so they have no points."""
    return EntryTotals("", 0, **{name: sums[name] for name in ("played", *OUTCOMES, *SUMS, "figures")})


def list_newest_seasons(club: Club) -> Sequence[Season]:
    """Return the newest season of each competition that has an opened season, by its name. 1 query."""
    seasons = Season.objects.filter(competition__club=club).without_drafts().newest().for_page()
    return list(seasons.order_by("competition__name", "competition__slug"))


def list_players(
    club: Club, seasons: Sequence[Season], *, reader: User | AnonymousUser
) -> Sequence[PlayerRow]:
    """Return a row for every player and competition of these newest seasons, by the name the reader sees. 3 queries."""
    games = {season.pk: parse_settings(*season.settings).game for season in seasons}
    entries = _find_entries(seasons)
    totals = _add_up_seats(club)
    rows: list[PlayerRow] = []
    for player in club.players.all():
        name = player.get_name_for(reader)
        own: list[PlayerRow] = []
        for season in seasons:
            entry = entries.get((player.pk, season.pk))
            total = totals.get((player.pk, season.competition_id))
            if entry or total:
                level = games[season.pk].level_of(total.average) if total else None
                own.append(PlayerRow(player, name, season.competition, entry, total, level))
        rows += own or [PlayerRow(player, name)]
    return sorted(rows, key=lambda row: row.sort_key)


def _find_entries(seasons: Sequence[Season]) -> Mapping[tuple[int, int], Entry]:
    """Return the entries of these seasons, in the last stage reached, by player and season. 1 query."""
    by_pk = {season.pk: season for season in seasons}
    found = {}
    for entry in (
        Entry.objects.filter(season__in=by_pk).select_related("division__stage").order_by("stage__number")
    ):
        entry.season = entry.division.season = by_pk[entry.season_id]  # with its competition and club
        found[entry.player_id, entry.season_id] = entry
    return found


def _add_up_seats(club: Club) -> Mapping[tuple[int, int], EntryTotals]:
    """Return the totals of played matches, from the seats the players sat in, by player and competition. 1 query."""
    competition = "match__division__season__competition"
    played: Any = (
        Seat.objects.filter(match__club=club, match__status=MatchStatus.PLAYED)
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .order_by()
        .values("player", competition)
        .annotate(
            played=Count("pk"),
            **{name: Count("pk", filter=Q(outcome=outcome)) for name, outcome in OUTCOMES.items()},
            **{f"all_{name}": Sum(name) for name in SUMS},
            **{key: Sum(Cast(KeyTextTransform(key, "figures"), IntegerField())) for key in BID_KEYS},
        )
    )
    return {
        (row["player"], row[competition]): build_totals(
            {name.removeprefix("all_"): value for name, value in row.items()}
            | {"figures": {key: row[key] or 0 for key in BID_KEYS}}
        )
        for row in played
    }
