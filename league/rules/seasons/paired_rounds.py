"""The rounds of a division as pairing systems and tie-breaks see them (docs/reference/pairing.md, Club files)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from games import Invalid
from games.problems import _
from league.rules.duplicate.rounds import build_table_deals
from league.rules.pairing.bracket import MAX_PLAYERS, MIN_PLAYERS, count_wins
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import (
    ByeKind,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    TableDeals,
)
from league.rules.pairing.table_knockout import compute_survived, count_table_rounds
from league.rules.pairing.tables import compute_tournament_sizes
from league.rules.pairing.tie_keys import TieKey
from league.rules.records import DivisionKey, MatchRecord, RoundKey
from league.rules.settings import MOVEMENT, Rules
from league.rules.snapshot import ClubSnapshot, Settings
from league.rules.standings.paired_field import PairedField
from league.rules.standings.points import compute_seats
from league.rules.standings.totals import PAIR_SIZE, SeatResult
from league.rules.validation import CheckedSnapshot, build_problem


def build_history(checked: CheckedSnapshot, division: DivisionKey) -> tuple[PastRound, ...]:
    """Return the published rounds of a division, from the first; points are those of the rules.

    A void match is none: its players have not met.
    """
    return checked.keep(("history", division), lambda: _build_history(checked, division))


def _build_history(checked: CheckedSnapshot, division: DivisionKey) -> tuple[PastRound, ...]:
    snapshot = checked.snapshot
    settings = snapshot.get_settings(snapshot.seasons[division.season]).for_stage(division.stage)
    seeds = {entry.player: entry.seed for entry in snapshot.get_entries(division)} if settings.tie_key else {}
    tables: dict[int, list[PastTable]] = {}
    void: dict[int, set[str]] = {}
    for match in snapshot.get_matches(division):
        if match.status == "void":
            void.setdefault(match.round, set()).update(match.seats)
        else:
            tables.setdefault(match.round, []).append(_build_table(checked, match, settings, seeds))
    byes = {
        number: dict(_list_byes(snapshot, division, number)) for number in _list_numbers(snapshot, division)
    }
    last = max([*tables, *(number for number, given in byes.items() if given)], default=0)
    return tuple(
        PastRound(
            tuple(join_legs(tables.get(number, ()), settings.tie_key)),
            byes.get(number, {}),
            frozenset(void.get(number, ())),
        )
        for number in range(1, last + 1)
    )


def build_paired_field(checked: CheckedSnapshot, division: DivisionKey) -> PairedField:
    """Return the division for tie-breaks. Raises games.Invalid for larger tables, and two opponents in a round."""
    snapshot = checked.snapshot
    settings = snapshot.get_settings(snapshot.seasons[division.season]).for_stage(division.stage)
    history = build_history(checked, division)
    if any(len(table.entries) != PAIR_SIZE for past in history for table in past.tables):
        sentence = _("Tie-breaks by opponents are for two at a table.")
        raise Invalid(build_problem("division", "not-two-at-a-table", sentence))
    _check_seated_once(history)
    entries = [
        PairingEntry(entry.player, entry.seed, withdrawn=entry.left)
        for entry in snapshot.get_entries(division)
    ]
    return build_field(entries, history, settings.rules)


def count_rounds(players: int, settings: Settings) -> int:
    """Return how many rounds are announced when a tournament starts; games.Invalid where a bracket has no such size."""
    rules = settings.rules
    if cut := settings.table_cut:
        return count_table_rounds(players, cut)
    if not rules.is_bracket:
        return rules.rounds or 1
    return build_bracket(str(rules.pairing), players, rules.bracket_options).rounds


def build_survived(
    entered: Iterable[PairingEntry], history: Sequence[PastRound], settings: Settings
) -> dict[str, Fraction] | None:
    """Return how far each has come in a knockout at larger tables; None of any other."""
    cut = settings.table_cut
    if cut is None:
        return None
    by_seed = sorted(entered, key=lambda entry: (entry.seed, entry.id))
    gone = {entry.id for entry in by_seed if entry.withdrawn}
    return compute_survived([entry.id for entry in by_seed], history, gone, cut.go_on)


def build_field(entered: Iterable[PairingEntry], history: Sequence[PastRound], rules: Rules) -> PairedField:
    """Return entries and their rounds for tie-breaks, with points by outcome."""
    by_seed = sorted(entered, key=lambda entry: (entry.seed, entry.id))
    entries = [entry.id for entry in by_seed]
    bracket = None
    if rules.is_bracket and MIN_PLAYERS <= len(entries) <= MAX_PLAYERS:
        bracket = build_bracket(str(rules.pairing), len(entries), rules.bracket_options)
    win, draw, loss = map(Fraction, (rules.points.win, rules.points.draw, rules.points.loss))
    gone = {entry.id for entry in by_seed if entry.withdrawn}
    return PairedField(entries, history, win=win, draw=draw, loss=loss, bracket=bracket, gone=gone)


def replace_results(
    history: Sequence[PastRound],
    matches: Sequence[Sequence[SeatResult]],
    tie_key: TieKey | None,
    seeds: Mapping[str, int],
) -> tuple[PastRound, ...]:
    """Return the rounds with the results of these matches, from the first; a table that has none is still playing.

    `seeds` are those of the players, for the key that decides level ties.
    """
    results: dict[frozenset[str], list[Sequence[SeatResult]]] = {}
    for match in matches:
        results.setdefault(frozenset(seat.entry for seat in match), []).append(match)

    def replace_table(table: PastTable) -> PastTable:
        of_these = results.get(frozenset(table.entries), [])
        legs, of_these[:] = of_these[: table.legs], of_these[table.legs :]
        if len(legs) < table.legs:
            return replace(table, points=(None,) * len(table.entries), tie_values=())
        built = (_build_leg(table.entries, match, tie_key, seeds) for match in legs)
        return replace(next(join_legs(built, tie_key)), deals=table.deals)

    return tuple(replace(past, tables=tuple(map(replace_table, past.tables))) for past in history)


def build_pairing_input(
    checked: CheckedSnapshot, division: DivisionKey, round_number: int | None = None
) -> PairingInput:
    """Return what a round of a division is paired from: the next round unless another is named.

    From an earlier round are absent those who have a bye in it that they asked for, and who stand nowhere in it.
    Raises games.Invalid where the round does not follow one that has been paired.
    """
    snapshot = checked.snapshot
    season = snapshot.seasons[division.season]
    settings = snapshot.get_settings(season).for_stage(division.stage)
    history = build_history(checked, division)
    _check_seated_once(history)
    number = len(history) + 1 if round_number is None else round_number
    if not 1 <= number <= len(history) + 1:
        sentence = _("Only rounds 1 to {most} can be paired, not {round}: the others come later.")
        raise Invalid(build_problem("round", "round", sentence, round=number, most=len(history) + 1))
    record = snapshot.rounds.get(RoundKey(division.season, division.stage, number))
    entries = tuple(
        PairingEntry(entry.player, entry.seed, entry.team, withdrawn=entry.left)
        for entry in snapshot.get_entries(division)
    )
    announced = max([number, len(history), *_list_numbers(snapshot, division)])
    if record and not record.is_published:
        absences: Mapping[str, ByeKind] = {bye.entry: bye.kind for bye in record.byes}
    else:
        absences = _list_absences(entries, history[number - 1], settings) if number <= len(history) else {}
    return build_input(
        entries,
        history[: number - 1],
        settings,
        absences=absences,
        rounds=announced,
        draw_seed=season.lot or 0,
    )


def take_rounds(history: Sequence[PastRound], count: int) -> tuple[PastRound, ...]:
    """Return the first so many rounds; one of which nothing is left, as all of it is void, is there without tables."""
    return tuple(history[number] if number < len(history) else PastRound(()) for number in range(count))


def build_input(
    entries: Sequence[PairingEntry],
    history: Sequence[PastRound],
    settings: Settings,
    *,
    absences: Mapping[str, ByeKind],
    rounds: int,
    draw_seed: int,
) -> PairingInput:
    """Return what a round is paired from, with the sizes of its tables.

    Entries that have withdrawn are left out, but for a bracket and a movement, which follow from all of them.
    """
    ids = {entry.id for entry in entries if not entry.withdrawn}
    is_fixed = settings.rules.is_knockout or settings.rules.pairing == MOVEMENT
    absent = {entry: kind for entry, kind in absences.items() if entry in ids}
    return PairingInput(
        entries=tuple(entry for entry in entries if is_fixed or not entry.withdrawn),
        history=tuple(history),
        rounds=rounds,
        draw_seed=draw_seed,
        absences=absent,
        table_sizes=_compute_sizes(len(ids) - len(absent), settings),
        cut=settings.table_cut,
        win=Fraction(settings.rules.points.compute_bye_points("full", settings.table_size)),
        bracket=settings.rules.bracket_options,
    )


def build_fitting_input(
    entries: Iterable[PairingEntry], now: PastRound, gone: Collection[str], settings: Settings
) -> PairingInput:
    """Return what a published round of a knockout at larger tables is fitted by, but for its history.

    `gone` have withdrawn by now, or had when it was paired; those of them who sit in it did so later.
    """
    seated = {entry for table in now.tables for entry in table.entries}
    return build_input(
        [replace(entry, withdrawn=entry.id in gone and entry.id not in seated) for entry in entries],
        (),
        settings,
        absences={entry: bye.kind for entry, bye in now.byes.items() if bye.kind != "pairing"},
        rounds=0,
        draw_seed=0,
    )


def _check_seated_once(history: Sequence[PastRound]) -> None:
    """Raise games.Invalid where an entry sits at two tables of a round, as in a league it may."""
    for number, past in enumerate(history, 1):
        seats = Counter(entry for table in past.tables for entry in table.entries)
        for entry, count in seats.items():
            if count > 1:
                sentence = _(
                    "{player} has two opponents in round {round}: only rounds with one can be paired."
                )
                raise Invalid(build_problem("round", "two-tables", sentence, player=entry, round=number))


def _compute_sizes(players: int, settings: Settings) -> tuple[int, ...]:
    """Return the sizes of a round's tables; none for two at a table."""
    if settings.table_size == PAIR_SIZE:
        return ()
    if settings.rules.is_table_knockout:  # they follow from who is left
        return (settings.table_size,)
    game = settings.game
    if settings.rules.same_cards:  # who is left over sits out
        return (settings.table_size,) * (players // settings.table_size)
    most = game.most_seats(settings.options)
    return compute_tournament_sizes(players, settings.table_size, game.min_seats, most)


def _list_numbers(snapshot: ClubSnapshot, division: DivisionKey) -> list[int]:
    return [each.number for each in snapshot.get_rounds(division.season) if each.stage == division.stage]


def _list_byes(snapshot: ClubSnapshot, division: DivisionKey, number: int) -> Iterator[tuple[str, PastBye]]:
    """Yield the byes of a published round; those of any other are only asked for."""
    entered = {entry.player for entry in snapshot.get_entries(division)}
    record = snapshot.rounds[RoundKey(division.season, division.stage, number)]
    for bye in record.byes if record.is_published else ():
        if bye.entry in entered:
            yield bye.entry, PastBye(bye.kind, Fraction(bye.points))


def _build_table(
    checked: CheckedSnapshot, match: MatchRecord, settings: Settings, seeds: Mapping[str, int]
) -> PastTable:
    scored = compute_seats(checked, match)
    given = {seat.entry: Fraction(seat.points) for seat in scored}
    points = tuple(given[entry] if match.is_finished else None for entry in match.seats)
    deals = _build_deals(checked.snapshot, match, scored) if settings.rules.same_cards else None
    values = measure_seats(scored, settings.tie_key, seeds) if match.status == "played" else ()
    return PastTable(match.seats, points, played=match.status != "forfeit", tie_values=values, deals=deals)


def measure_seats(
    seats: Iterable[SeatResult], tie_key: TieKey | None, seeds: Mapping[str, int]
) -> tuple[int | None, ...]:
    """Return the value of each seat of a match that was played by the key that decides level ties, if there is one."""
    if tie_key is None:
        return ()
    return tuple(tie_key.measure(seat.score, seat.figures, seeds.get(seat.entry, 0)) for seat in seats)


def _build_deals(snapshot: ClubSnapshot, match: MatchRecord, scored: Sequence[SeatResult]) -> TableDeals:
    """Return what is compared of the deals of a match."""
    boards = snapshot.seasons[match.division.season].boards
    rulings = [
        (ruling.deals, ruling.shares)
        for ruling in (boards.rulings if boards else ())
        if ruling.match == match.id
    ]
    return build_table_deals([(seat.deal_scores, seat.absent) for seat in scored], rulings)


def join_legs(tables: Iterable[PastTable], tie_key: TieKey | None = None) -> Iterator[PastTable]:
    """Yield the tables of a round, with the points and wins of several legs; it was played if one of them was.

    Legs that were not played count nothing by the key that decides level ties.
    """
    legs: dict[frozenset[str], list[PastTable]] = {}
    for table in tables:
        legs.setdefault(frozenset(table.entries), []).append(table)
    for of_table in legs.values():
        first = of_table[0]
        if len(of_table) == 1:
            yield first
            continue
        of_legs = [dict(zip(leg.entries, leg.points, strict=True)) for leg in of_table]
        points = [
            [of_leg[entry] or Fraction(0) for entry in first.entries]
            for of_leg in of_legs
            if None not in of_leg.values()
        ]
        is_finished = len(points) == len(of_table)
        values = [dict(zip(leg.entries, leg.tie_values, strict=True)) for leg in of_table if leg.tie_values]
        of_seats = [[of_leg[entry] for entry in first.entries] for of_leg in values]
        yield PastTable(
            first.entries,
            tuple(sum(of_seat, Fraction(0)) for of_seat in zip(*points, strict=True))
            if is_finished
            else (None,) * len(first.entries),
            played=any(leg.played for leg in of_table),
            legs=len(of_table),
            wins=count_wins(points) if len(first.entries) == PAIR_SIZE else (),
            tie_values=tie_key.add_up(of_seats) if tie_key and of_seats and is_finished else (),
        )


def _build_leg(
    entries: tuple[str, ...], match: Sequence[SeatResult], tie_key: TieKey | None, seeds: Mapping[str, int]
) -> PastTable:
    """Return a match by other seats, those of the first leg."""
    by_entry = {seat.entry: seat for seat in match}
    seats = [by_entry[entry] for entry in entries]
    played = not any(seat.absent for seat in match)
    values = measure_seats(seats, tie_key, seeds) if played else ()
    return PastTable(entries, tuple(Fraction(seat.points) for seat in seats), played, tie_values=values)


def _list_absences(
    entries: Sequence[PairingEntry], paired: PastRound, settings: Settings
) -> Mapping[str, ByeKind]:
    """Return who was not to be paired in a round that has been paired, with the bye that they got.

    Who stands nowhere in it was not there; in a bracket they are out, or wait for an opponent.
    """
    seated = {entry for table in paired.tables for entry in table.entries}
    absent: dict[str, ByeKind] = {}
    for entry in entries:
        bye = paired.byes.get(entry.id)
        if bye and bye.kind != "pairing":
            absent[entry.id] = bye.kind
        elif bye is None and entry.id not in seated and not settings.rules.is_knockout:
            absent[entry.id] = "zero"
    return absent
