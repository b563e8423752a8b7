"""A year of evenings: the runnings of a competition in a calendar year, ranked together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser

from games import Game
from league.models import Competition, Entry, Season, User
from league.models.season import SeasonState
from league.rules.records import FIRST_STAGE
from league.rules.settings import YearRules
from league.rules.snapshot import Settings
from league.rules.standings.teams import list_team_keys
from league.rules.standings.years import YearRow, rank_year


@dataclass(frozen=True)
class Cell:
    """What an evening brought a player, of the first key; None where the player was not there."""

    value: int | None
    is_counted: bool


@dataclass(frozen=True)
class MonthTotal:
    """What the evenings of a month brought a player, of the first key, and whether it is the best of the month."""

    value: int
    is_best: bool


@dataclass(frozen=True)
class Year:
    """A year's ranking; `keys` are what is added up, and `last` the standings of the latest evening, by rank."""

    year: int
    years: Sequence[int]  # all that have evenings, the latest first
    evenings: Sequence[Season]  # by day
    game: Game
    keys: Sequence[str]
    unit: str  # the key by whose name the first of them goes
    rules: YearRules
    rows: Sequence[YearRow]
    names: dict[str, str]
    guests: frozenset[str]  # who were guests the last time they came
    apart: frozenset[str]  # those of them who rank apart
    links: dict[str, str]  # the ends of the addresses of the players' pages, for the reader
    public_keys: dict[str, str]  # the players in files that anyone may read
    last: Sequence[Entry]
    last_day: date | None

    @property
    def tells_needed(self) -> bool:
        """Whether it is known what a player needs to gain a place."""
        return any(row.needed is not None for row in self.rows)

    @property
    def months(self) -> list[date]:
        """Return the first day of each month that has evenings."""
        return sorted({evening.began_on.replace(day=1) for evening in self.evenings if evening.began_on})

    @property
    def by_month(self) -> list[tuple[YearRow, str, str, list[MonthTotal | None]]]:
        """Return each player's row, name, link, and what each month brought, all evenings counted; None if away."""
        months = self.months
        sums = [(row, self._add_up_months(row)) for row in self.rows]
        ranked = [of for row, of in sums if row.player not in self.apart]
        most = {month: max((of[month] for of in ranked if month in of), default=None) for month in months}
        return [
            (
                row,
                self.names[row.player],
                self.links[row.player],
                [
                    MonthTotal(of[month], row.player not in self.apart and of[month] == most[month])
                    if month in of
                    else None
                    for month in months
                ],
            )
            for row, of in sums
        ]

    def _add_up_months(self, row: YearRow) -> dict[date, int]:
        totals: dict[date, int] = {}
        for number, values in row.evenings.items():
            if day := self.evenings[number].began_on:
                month = day.replace(day=1)
                totals[month] = totals.get(month, 0) + values[0]
        return totals

    @property
    def listed(self) -> list[tuple[YearRow, str, str, list[Cell]]]:
        """Return each player's row, name, and what each evening brought."""
        return [
            (row, self.names[row.player], self.links[row.player], self._list_cells(row)) for row in self.rows
        ]

    def _list_cells(self, row: YearRow) -> list[Cell]:
        return [
            Cell(row.evenings[number][0] if number in row.evenings else None, number in row.counted)
            for number, _evening in enumerate(self.evenings)
        ]


def find_year(
    competition: Competition, settings: Settings, year: int | None, *, reader: User | AnonymousUser
) -> Year | None:
    """Return a year of a competition's evenings, or the latest; None if it has none. 2 queries.

    An evening is of the year in which it starts, or was opened where it has no day; drafts are none, nor are evenings
    of another game.
    """
    opened = sorted(
        (
            season
            for season in competition.seasons.exclude(state=SeasonState.DRAFT)
            if season.began_on and (season.game or competition.game) == competition.game
        ),
        key=lambda season: (season.began_on, season.number),
    )
    years = sorted({season.began_on.year for season in opened if season.began_on}, reverse=True)
    chosen = year if year is not None else next(iter(years), None)
    if chosen not in years:
        return None
    evenings = [season for season in opened if season.began_on and season.began_on.year == chosen]
    for evening in evenings:
        evening.competition = competition
    entries = list(
        Entry.objects.filter(season__in=evenings, stage__number=FIRST_STAGE, standing__played__gt=0)
        .select_related("player__club", "standing")
        .order_by("standing__rank", "seed")
    )
    by_evening = [
        {entry.player.key: entry.standing for entry in entries if entry.season_id == evening.pk}
        for evening in evenings
    ]
    was_guest = {
        entry.player.key: entry.guest
        for evening in evenings
        for entry in entries
        if entry.season_id == evening.pk
    }
    guests = frozenset(player for player, is_guest in was_guest.items() if is_guest)
    played = [number for number, rows in enumerate(by_evening) if rows]
    latest = evenings[played[-1]] if played else None
    return Year(
        year=chosen,
        years=years,
        evenings=evenings,
        game=settings.game,
        keys=list_team_keys(settings),
        unit=settings.get_shown_key(list_team_keys(settings)[0]),
        rules=settings.rules.evenings or YearRules(),
        rows=rank_year(by_evening, settings, guests),
        names={entry.player.key: entry.player.get_name_for(reader) for entry in entries},
        guests=guests,
        apart=guests if settings.rules.guests else frozenset(),
        links={entry.player.key: entry.player.get_link_for(reader) for entry in entries},
        public_keys={entry.player.key: entry.player.public_key for entry in entries},
        last=[entry for entry in entries if latest and entry.season_id == latest.pk],
        last_day=latest.began_on if latest else None,
    )
