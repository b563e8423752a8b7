"""The standings of a season's divisions, as they are or as they were at the end of a day."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Count

from games import Level, fraction_text
from league.models import Decision, DecisionKind, Division, Entry, Season, User
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.as_of import filter_standing
from league.queries.schedule import get_division_settings
from league.queries.snapshot import build_ranked_entry, read_snapshot
from league.queries.standings_input import load_season_standings
from league.rules.records import FIRST_STAGE, SeasonKey
from league.rules.seasons.report import compute_season_standings
from league.rules.seasons.rollover import DivisionStandings
from league.rules.seasons.zones import ZONE_BY_MOVEMENT, Zone, compute_zones
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import PAIR_SIZE, EntryTotals
from league.rules.validation import check_snapshot

StagePlayer = tuple[int, str]  # the number of a stage, and the id of a player who is entered in it

FORM_LENGTH = 5  # matches
FORM_WORDS: Mapping[str, str] = {"win": "won", "draw": "drawn", "loss": "lost"}
# In SQL, as a result makes readers wait for these: the ORM takes longer than the database.
OF_ZONES = """
    SELECT entry.division_id, division.level, player.key, entry.seed, entry."left", entry.lot,
    standing.rank, standing.played
    FROM league_entry entry
    JOIN league_division division ON division.id = entry.division_id
    JOIN league_player player ON player.id = entry.player_id
    LEFT JOIN league_standing standing ON standing.entry_id = entry.id
    WHERE entry.season_id = %s
    ORDER BY division.level, division.id, standing.rank, entry.seed, player.key
"""
# Closing may decide a match that has no day of its own.
OF_FORM = """
    SELECT last.entry_id, last.outcome FROM (
        SELECT seat.entry_id, seat.outcome, ROW_NUMBER() OVER (
            PARTITION BY seat.entry_id
            ORDER BY COALESCE(result.played_on, match.due_on, result.effective_from) DESC NULLS LAST,
            round.number DESC, match.key DESC
        ) AS back
        FROM league_seat seat
        JOIN league_match match ON match.id = seat.match_id
        JOIN league_division division ON division.id = match.division_id
        JOIN league_round round ON round.id = match.round_id
        LEFT JOIN league_result result ON result.id = match.current_id
        WHERE {of} IN ({chosen}) AND match.status IN ('played', 'forfeit') AND seat.outcome <> ''
    ) last WHERE last.back <= %s ORDER BY last.entry_id, last.back DESC
"""


@dataclass(frozen=True)
class StandingRow:
    """An entry in its division's table; without a rank in a draft, or before the season began.

    `decided_by` is the ranking key that puts it above the next row, `figures` are the game's own that are compared,
    and `form` is how the last matches that count here ended, with forfeits, the latest last. Guests who rank apart have
    a rank among themselves, and those who are not ranked none.
    """

    entry: Entry
    division: str
    name: str
    link: str  # the end of the address of their page, for the reader
    is_own: bool  # the reader's
    zone: Zone
    penalties: Sequence[Mapping[str, Any]]  # the committee's
    totals: EntryTotals
    figures: Sequence[int | Fraction | None]
    form: Sequence[str] = ()
    rank: int | None = None
    decided_by: str = ""
    shares_rank: bool = False  # with the next row
    average: Decimal | None = None
    level: Level | None = None
    style: str | None = None
    ranks_apart: bool = False

    @property
    def folded_name(self) -> str:
        return self.name.casefold()


@dataclass(frozen=True)
class DivisionTable:
    """The table of a division, with what it is played by: in a tournament's final that is other than in its groups."""

    division: Division
    settings: Settings
    rows: Sequence[StandingRow]

    def list_last(self) -> list[StandingRow]:
        """Return the row in the last place, or all rows that share it."""
        ranked = [row for row in self.rows if row.rank is not None and not row.ranks_apart]
        last = max((row.rank or 0 for row in ranked), default=0)
        return [row for row in ranked if row.rank == last]


def list_decisions(season: Season, as_of: date | None = None) -> list[Decision]:
    """Return the decisions that stand, or stood at the end of a day, in their order. 1 query."""
    decisions = Decision.objects.filter(season=season).in_order().select_related("remark")
    return filter_standing(decisions, as_of)


def list_standings(
    season: Season,
    decisions: Sequence[Decision],
    *,
    reader: User | AnonymousUser,
    as_of: date | None = None,
    only: Collection[int] | None = None,
    zones: Mapping[str, Zone] | None = None,
) -> list[DivisionTable]:
    """Return the table of every division, best first; those of a final come before those of the groups.

    `only` are the ids of those that are wanted, and without players are left out; the zones of an open season then have
    to be given, from `list_zones`: they depend on the other divisions. 3 queries, 2 for some divisions, 6 where rounds
    are paired in twos, 8 where all tables play the same cards.

    There is no form at larger tables, with 2 queries, and as of a day, with 11.

    `decisions` are those in force now, or on that day.
    """
    settings = parse_settings(*season.settings)
    entries = season.entries.select_related("player", "stage")
    if only is not None:
        entries = entries.filter(division__in=only).select_related("division__stage")
    ranks: Mapping[StagePlayer, RankedEntry]
    movements: Mapping[str, str]
    if as_of is None:
        entries = entries.select_related("standing")
        stored = [entry for entry in entries if hasattr(entry, "standing")]
        ranks = {_get_key(entry): build_ranked_entry(entry.standing) for entry in stored}
        movements = {entry.player.key: entry.standing.movement for entry in stored if entry.standing.movement}
        state = season.state
        form = _list_form(season, only) if settings.table_size == PAIR_SIZE else {}
    else:
        ranks, movements = _recompute(season, as_of)
        state, form = season.get_state_on(as_of), {}
    placed: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if as_of is None or not ranks or _get_key(entry) in ranks:  # leave out who came in later
            placed[entry.division_id].append(entry)
    penalties: dict[int | None, list[Mapping[str, Any]]] = defaultdict(list)
    for decision in decisions:
        if decision.kind == DecisionKind.PENALTY:
            penalties[decision.entry_id].append(decision.penalty)
    if only is not None:
        found = {entry.division_id: entry.division for entry in entries}
        divisions = sorted(found.values(), key=lambda division: (-division.stage.number, division.level))
    else:
        divisions = [
            division
            for division in season.divisions.select_related("stage").order_by("-stage__number", "level")
            if division.stage.number == FIRST_STAGE or division.pk in placed
        ]
    played_by = {division.pk: get_division_settings(division, season) for division in divisions}
    for own in placed.values():
        own.sort(key=lambda entry: _get_place(entry, ranks.get(_get_key(entry))))
    if zones is not None:
        pass
    elif state == SeasonState.CLOSED:
        zones = {player: ZONE_BY_MOVEMENT[movement] for player, movement in movements.items()}
    else:
        zones = _compute_zones(
            season, settings, [(division, placed[division.pk]) for division in divisions], ranks
        )
    is_paired = as_of is None and any(each.is_paired_in_twos for each in played_by.values())
    fields = {
        results.division.pk: results.field
        for results in (load_season_standings(season, divisions) if is_paired else ())
    }
    return [
        DivisionTable(
            division,
            played_by[division.pk],
            _build_rows(
                division,
                placed[division.pk],
                ranks,
                zones,
                penalties,
                form,
                played_by[division.pk],
                reader,
                fields.get(division.pk),
            ),
        )
        for division in divisions
    ]


def list_sizes(season: Season) -> list[tuple[Division, int]]:
    """Return the divisions that `list_standings` gives, with how many rows each has. 1 query."""
    divisions = season.divisions.select_related("stage").annotate(size=Count("entries"))
    return [
        (division, division.size)
        for division in divisions.order_by("-stage__number", "level")
        if division.stage.number == FIRST_STAGE or division.size
    ]


def list_zones(season: Season) -> dict[int, dict[str, Zone]]:
    """Return the current zones of an open season by division and player, of those who are in one. 1 query."""
    if season.competition.kind != CompetitionKind.LEAGUE:
        return {}
    rows = _fetch(OF_ZONES, season.pk)
    levels: dict[int, int] = {}
    ranked: dict[int, list[RankedEntry]] = defaultdict(list)
    left: dict[int, set[str]] = defaultdict(set)
    players = {}
    for pk, level, player, seed, has_left, lot, rank, played in rows:
        levels[pk] = level
        players[player] = pk
        if has_left:
            left[pk].add(player)
        if rank is not None:
            ranked[pk].append(RankedEntry(EntryTotals(player, seed, played, lot=lot), rank, None))
    standings = [
        DivisionStandings(level, "", tuple(ranked[pk]), frozenset(left[pk])) for pk, level in levels.items()
    ]
    zones: dict[int, dict[str, Zone]] = defaultdict(dict)
    for player, zone in compute_zones(
        standings, parse_settings(*season.settings).rules, season.draw_seed
    ).items():
        if zone:
            zones[players[player]][player] = zone
    return dict(zones)


def _get_key(entry: Entry) -> StagePlayer:
    return entry.stage.number, entry.player.key


def _recompute(season: Season, day: date) -> tuple[Mapping[StagePlayer, RankedEntry], Mapping[str, str]]:
    """Return the ranks that followed that day from the sheets, and the movements by player. 9 queries.

    There are none before the season began.
    """
    snapshot = read_snapshot(season.competition.club, as_of=day)
    key = SeasonKey(season.competition.slug, season.number)
    if not snapshot.seasons[key].is_opened:
        return {}, {}
    standings = compute_season_standings(check_snapshot(snapshot, [key]), key)
    ranks = {
        (division.stage, ranked.row.player): ranked
        for division in standings.divisions
        for ranked in division.ranked
    }
    return ranks, standings.movements


def _list_form(season: Season, only: Collection[int] | None) -> Mapping[int, Sequence[str]]:
    """Return how the last matches of each entry ended, the latest last. 1 query."""
    chosen = [season.pk] if only is None else list(only)
    of = "division.season_id" if only is None else "match.division_id"
    form: dict[int, list[str]] = defaultdict(list)
    for entry, outcome in _fetch(
        OF_FORM.format(of=of, chosen=", ".join(["%s"] * len(chosen))), *chosen, FORM_LENGTH
    ):
        form[entry].append(FORM_WORDS[outcome])
    return form


def _fetch(sql: str, *values: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _get_place(entry: Entry, ranked_entry: RankedEntry | None) -> tuple[int, int, str]:
    return ranked_entry.rank if ranked_entry else 0, entry.seed, entry.player.key


def _compute_zones(
    season: Season,
    settings: Settings,
    placed: Sequence[tuple[Division, Sequence[Entry]]],
    ranks: Mapping[StagePlayer, RankedEntry],
) -> Mapping[str, Zone]:
    """Return the current zones of the players who would go up or down; none outside a league."""
    if season.competition.kind != CompetitionKind.LEAGUE:
        return {}
    standings = [
        DivisionStandings(
            division.level,
            division.name,
            tuple(ranks[key] for key in map(_get_key, entries) if key in ranks),
            frozenset(entry.player.key for entry in entries if entry.left),
        )
        for division, entries in placed
    ]
    return compute_zones(standings, settings.rules, season.draw_seed)


def _build_rows(
    division: Division,
    entries: Sequence[Entry],
    ranks: Mapping[StagePlayer, RankedEntry],
    zones: Mapping[str, Zone],
    penalties: Mapping[int | None, Sequence[Mapping[str, Any]]],
    form: Mapping[int, Sequence[str]],
    settings: Settings,
    reader: User | AnonymousUser,
    field: PairedField | None,
) -> list[StandingRow]:
    game = settings.game
    tie_breaks = {
        key: _shorten(TIE_BREAKS[key].get_values(field))
        for key in settings.shown_keys
        if field and key in TIE_BREAKS
    }
    above_guests = sum(not entry.guest for entry in entries) if settings.rules.guests else 0
    rows = []
    below: RankedEntry | None = None
    for entry in reversed(entries):
        ranked = ranks.get(_get_key(entry))
        totals = ranked.row if ranked else EntryTotals(entry.player.key, entry.seed)
        average = fraction_text(totals.average)
        ranks_apart = entry.guest and settings.rules.guests is not None
        rank = ranked.rank if ranked else None
        if rank is not None and ranks_apart:
            rank = rank - above_guests if settings.rules.guests == "apart" else None
        rows.append(
            StandingRow(
                entry=entry,
                division=division.name,
                name=entry.player.get_name_for(reader),
                link=entry.player.get_link_for(reader),
                is_own=reader.pk is not None and entry.player.user_id == reader.pk,
                zone=zones.get(entry.player.key, ""),
                penalties=penalties.get(entry.pk, ()),
                totals=totals,
                figures=[
                    tie_breaks[key].get(entry.player.key) if key in tie_breaks else totals.get_figure(key)
                    for key in settings.shown_keys
                ],
                form=form.get(entry.pk, ()),
                rank=rank,
                ranks_apart=ranks_apart,
                decided_by=ranked.decided_by or "" if ranked else "",
                shares_rank=bool(ranked and below and ranked.rank == below.rank),
                average=Decimal(average) if average else None,
                level=game.level_of(totals.average),
                style=game.style_of(totals.bid_total, totals.bids),
            )
        )
        below = ranked
    return rows[::-1]


def _shorten(values: Mapping[str, Fraction]) -> Mapping[str, int | Fraction]:
    """Return whole numbers where all values are: 7 and not 7.00."""
    if all(value.denominator == 1 for value in values.values()):
        return {player: int(value) for player, value in values.items()}
    return values
