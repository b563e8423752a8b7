"""The input of a division's ranking, as it is stored at the seats: no sheet is read again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from league.models import Decision, DecisionKind, Division, Entry, Season, Seat
from league.models.match import MatchStatus
from league.queries.ladder import load_ladder_inputs
from league.queries.paired_rounds import (
    SEAT_COLUMNS,
    SEAT_ORDER,
    TIE_COLUMNS,
    build_histories,
    load_table_deals,
)
from league.queries.schedule import get_division_settings
from league.rules.duplicate.comparison import EntryTotal
from league.rules.duplicate.rounds import compare_same_cards, get_means
from league.rules.pairing.ladder import LadderInput
from league.rules.pairing.protocol import PairingEntry, PastRound
from league.rules.records import FIRST_STAGE
from league.rules.seasons.carry_over import carries_over, pick_carried
from league.rules.seasons.paired_rounds import build_field, build_survived, replace_results
from league.rules.seasons.rollover import DivisionStandings
from league.rules.settings import Rules
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings import ranking, totals
from league.rules.standings.paired_field import PairedField
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import StandingsInput
from league.rules.standings.totals import COUNTED_SEAT_COLUMNS, SeatResult

FINISHED = (MatchStatus.PLAYED, MatchStatus.FORFEIT)
Matches = list[list[SeatResult]]
# What is counted of a seat, first what may decide level ties, too.
OTHER_COLUMNS = tuple(name for name in COUNTED_SEAT_COLUMNS if name not in TIE_COLUMNS)
COUNTED_COLUMNS = (*TIE_COLUMNS[:2], *OTHER_COLUMNS)


@dataclass(frozen=True)
class DivisionResults:
    """The input of a division's ranking: its entries, with their penalties, and its finished matches.

    A plan may rank the division by other entries or matches before anything is written.
    """

    division: Division
    settings: Settings
    draw_seed: int
    entries: Sequence[Entry]
    matches: Matches
    history: Sequence[PastRound] = ()  # where rounds are paired
    ladder: LadderInput | None = None
    carried: Sequence[Sequence[SeatResult]] = ()  # matches of the groups that count in a final, too

    @property
    def players(self) -> dict[int, str]:
        """Return the players' keys by the id of their entry."""
        return {entry.pk: entry.player.key for entry in self.entries}

    @property
    def field(self) -> PairedField | None:
        """Return the entries and their rounds, where these are paired in twos."""
        if not self.settings.is_paired_in_twos:
            return None
        return build_field(_build_pairing_entries(self.entries), self.history, self.settings.rules)

    @property
    def compared(self) -> Mapping[str, EntryTotal] | None:
        """Return what the comparison gives each player, where all tables play the same cards."""
        return compare_same_cards(self.history, self.settings)

    def rank(self, matches: Matches | None = None, *, leaving: Entry | None = None) -> list[RankedEntry]:
        """Rank the entries by their matches, or by these instead; a ladder as if this entry left it now."""
        own = self.matches if matches is None else matches
        counting = [*own, *map(list, self.carried)]
        history = self.history
        if matches is not None:
            seeds = {entry.player.key: entry.seed for entry in self.entries}
            history = replace_results(history, matches, self.settings.tie_key, seeds)
        ranked_from = _build_standings_input(
            self.entries,
            counting,
            self.settings,
            draw_seed=self.draw_seed,
            history=history,
        )
        if self.ladder:
            ladder = self.ladder.withdraw(leaving.player.key) if leaving else self.ladder
            ranked_from = replace(ranked_from, ladder=ladder.list_places())
        return list(ranking.rank_entries(ranked_from, self.settings.rules.ranking))

    def build_standings(
        self, matches: Matches | None = None, *, leaving: Entry | None = None
    ) -> DivisionStandings:
        """Return the ranked division, which was read with its stage, with players who have left or are about to."""
        left = {entry.player.key for entry in self.entries if entry.left or entry == leaving}
        return DivisionStandings(
            self.division.level,
            self.division.name,
            tuple(self.rank(matches, leaving=leaving)),
            frozenset(left),
            self.division.stage.number,
        )


def load_division_standings(division: Division, season: Season) -> DivisionResults:
    """Load the input of a division's ranking, with the stored standing of each entry; 2 queries.

    3 of paired rounds, 5 with the same cards, 4 of a ladder or of a final with results of the groups. The season was
    read with its competition.
    """
    settings = get_division_settings(division, season)
    entries = list(_with_penalty_totals(Entry.objects.filter(division=division).select_related("standing")))
    players = {entry.pk: entry.player.key for entry in entries}
    seats = Seat.objects.filter(match__division=division)
    if settings.rules.pairs_rounds:
        matches, histories = _load_paired(seats, players, settings, pk=division.pk)
    else:
        matches, histories = _list_finished_matches(seats, players), {}
    history = histories.get(division.pk, ())
    ladder = _load_ladders(season, [division], {division.pk: entries}, settings.rules).get(division.pk)
    carried = _load_carried(season, division, entries)
    return DivisionResults(
        division, settings, season.draw_seed, entries, matches[division.pk], history, ladder, carried
    )


def _load_carried(
    season: Season, division: Division, entries: Sequence[Entry]
) -> Sequence[Sequence[SeatResult]]:
    """Return the matches of the groups that count in a division of the final; 2 queries there, else none."""
    if season.current_stage == FIRST_STAGE:
        return ()
    if not carries_over(parse_settings(*season.settings).rules, division.stage.number):
        return ()
    of_groups = dict(
        Entry.objects.filter(season=season, stage__number=FIRST_STAGE).values_list("pk", "player__key")
    )
    seats = Seat.objects.filter(entry__in=of_groups)
    matches = _list_finished_matches(seats, of_groups)
    players = [entry.player.key for entry in entries]
    return pick_carried((match for own in matches.values() for match in own), players)


def load_season_standings(season: Season, divisions: Sequence[Division]) -> list[DivisionResults]:
    """Load the input of the ranking of each of a season's divisions.

    2 queries, 3 of paired rounds, 5 with the same cards, 4 of a ladder. The season was read with its competition, the
    divisions with their stages.
    """
    settings = {division.pk: get_division_settings(division, season) for division in divisions}
    entries = list(_with_penalty_totals(Entry.objects.filter(season=season)))
    players = {entry.pk: entry.player.key for entry in entries}
    seats = Seat.objects.filter(match__division__season=season)
    paired = next((each for each in reversed(settings.values()) if each.rules.pairs_rounds), None)
    if paired:
        matches, histories = _load_paired(seats, players, paired, season=season)
    else:
        matches, histories = _list_finished_matches(seats, players), {}
    groups: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in entries:
        groups[entry.division_id].append(entry)
    rules = next((each.rules for each in settings.values()), None)
    ladders = _load_ladders(season, divisions, groups, rules)
    of_groups = [
        match
        for division in divisions
        if division.stage.number == FIRST_STAGE
        for match in matches[division.pk]
    ]
    of_tournament = parse_settings(*season.settings).rules if season.finalists else None
    return [
        DivisionResults(
            division,
            settings[division.pk],
            season.draw_seed,
            groups[division.pk],
            matches[division.pk],
            histories.get(division.pk, ()),
            ladders.get(division.pk),
            pick_carried(of_groups, [entry.player.key for entry in groups[division.pk]])
            if of_tournament and carries_over(of_tournament, division.stage.number)
            else (),
        )
        for division in divisions
    ]


def _load_ladders(
    season: Season,
    divisions: Sequence[Division],
    entries: Mapping[int, Sequence[Entry]],
    rules: Rules | None,
) -> Mapping[int, LadderInput]:
    """Return the ladder of each division, where the season is a ladder, of a single stage; 2 queries, else none."""
    if rules is None or not rules.is_ladder:
        return {}
    return load_ladder_inputs(season, divisions, entries, rules.ladder_rules)


def _sum_penalties(name: str) -> Coalesce:
    """Return an expression for what an entry's penalties take off, of their `points` or `score`."""
    penalties = Decision.objects.active().filter(kind=DecisionKind.PENALTY, entry=OuterRef("pk"))
    amount = Cast(KeyTextTransform(name, "detail"), IntegerField())
    total = penalties.order_by().values("entry").annotate(total=Sum(amount)).values("total")
    return Coalesce(Subquery(total), 0)


PENALTY_TOTALS = {"points_off": _sum_penalties("points"), "score_off": _sum_penalties("score")}


def _with_penalty_totals(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Load with entries their players, and the sums of their penalties as `points_off` and `score_off`."""
    return entries.select_related("player").annotate(**PENALTY_TOTALS)


def _load_paired(
    seats: QuerySet[Seat], players: Mapping[int, str], settings: Settings, **divisions: Any
) -> tuple[defaultdict[int, Matches], Mapping[int, Sequence[PastRound]]]:
    """Return the finished matches by division, as `_list_finished_matches`, and the rounds.

    2 queries, 4 where all tables play the same cards. `divisions` are the conditions by which the seats were selected,
    of a division.
    """
    columns = (*SEAT_COLUMNS, *TIE_COLUMNS, "entry", *OTHER_COLUMNS)
    rows = list(seats.order_by(*SEAT_ORDER).values_list(*columns))
    deals = load_table_deals(**divisions) if settings.rules.same_cards else {}
    needed = len(SEAT_COLUMNS) + (len(TIE_COLUMNS) if settings.tie_key else 0)
    histories = build_histories((row[:needed] for row in rows), settings.tie_key, deals, **divisions)
    finished = (
        (division, match, entry, score, figures, *others)
        for division, _number, match, status, _player, _points, score, figures, _seed, entry, *others in rows
        if status in FINISHED
    )
    return _group_seats(finished, players), histories


def _list_finished_matches(seats: QuerySet[Seat], players: Mapping[int, str]) -> defaultdict[int, Matches]:
    """Return the finished matches among these seats, by division; `players` are ids by entry. 1 query."""
    finished = seats.filter(match__status__in=FINISHED).order_by("match", "number")
    columns = ("match__division", "match", "entry", *COUNTED_COLUMNS)
    return _group_seats(finished.values_list(*columns), players)


def _group_seats(seats: Iterable[tuple[Any, ...]], players: Mapping[int, str]) -> defaultdict[int, Matches]:
    """Return matches by division from division, match, entry and COUNTED_COLUMNS of each seat."""
    matches: dict[int, dict[int, list[SeatResult]]] = {}
    for division, match, entry, *figures in seats:
        seat = SeatResult(players[entry], **dict(zip(COUNTED_COLUMNS, figures, strict=True)))
        matches.setdefault(division, {}).setdefault(match, []).append(seat)
    return defaultdict(list, {division: list(own.values()) for division, own in matches.items()})


def _build_pairing_entries(entries: Sequence[Entry]) -> list[PairingEntry]:
    return [PairingEntry(entry.player.key, entry.seed, withdrawn=entry.left) for entry in entries]


def _build_standings_input(
    entries: Sequence[Entry],
    matches: Matches,
    settings: Settings,
    *,
    draw_seed: int,
    history: Sequence[PastRound],
) -> StandingsInput:
    places = [
        totals.DivisionEntry(entry.player.key, entry.seed, entry.points_off, entry.score_off, entry.lot)
        for entry in entries
    ]
    bye_points: Counter[str] = Counter()
    for past in history:
        for entry, bye in past.byes.items():
            bye_points[entry] += int(bye.points)
    paired = None
    if settings.is_paired_in_twos:
        paired = build_field(_build_pairing_entries(entries), history, settings.rules)
    compared, rules = get_means(compare_same_cards(history, settings)), settings.rules
    rows = totals.compute_totals(places, matches, settings.ranked_figures, bye_points)
    return StandingsInput(
        totals.add_comparison(rows, rules.ranking[0], compared),
        matches,
        draw_seed=draw_seed,
        forfeit_score=rules.forfeit_score,
        rested=frozenset(bye_points),
        paired=paired,
        compared=compared,
        survived=build_survived(_build_pairing_entries(entries), history, settings),
        fewest=settings.fewest_figures,
        apart=frozenset(entry.player.key for entry in entries if entry.guest) if rules.guests else (),
    )
