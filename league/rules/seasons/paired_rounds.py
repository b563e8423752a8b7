"""The rounds of a division as pairing systems and tie-breaks see them (docs/reference/pairing.md, Club files)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from games import Invalid
from games.problems import _
from league.rules.pairing.protocol import ByeKind, PairingEntry, PairingInput, PastBye, PastRound, PastTable
from league.rules.pairing.tables import compute_tournament_sizes
from league.rules.records import DivisionKey, MatchRecord, RoundKey
from league.rules.seasons.report import compute_match_seats
from league.rules.snapshot import ClubSnapshot, Settings
from league.rules.standings.paired_field import PairedField
from league.rules.standings.totals import PAIR_SIZE
from league.rules.validation import CheckedSnapshot, build_problem


def build_history(checked: CheckedSnapshot, division: DivisionKey) -> tuple[PastRound, ...]:
    """Return the rounds of a division that have matches or byes, from the first; points are those of the rules.

    A void match is none: its players have not met.
    """
    snapshot = checked.snapshot
    settings = snapshot.get_settings(snapshot.seasons[division.season])
    matches: dict[int, list[MatchRecord]] = {}
    for match in snapshot.get_matches(division):
        matches.setdefault(match.round, []).append(match)
    byes = {
        number: dict(_list_byes(snapshot, division, number)) for number in _list_numbers(snapshot, division)
    }
    last = max([*matches, *(number for number, given in byes.items() if given)], default=0)
    return tuple(
        PastRound(tuple(_build_tables(checked, matches.get(number, ()), settings)), byes.get(number, {}))
        for number in range(1, last + 1)
    )


def build_paired_field(checked: CheckedSnapshot, division: DivisionKey) -> PairedField:
    """Return the division for tie-breaks. Raises games.Invalid for larger tables, and two opponents in a round."""
    snapshot = checked.snapshot
    settings = snapshot.get_settings(snapshot.seasons[division.season])
    history = build_history(checked, division)
    if any(len(table.entries) != PAIR_SIZE for past in history for table in past.tables):
        sentence = _("Tie-breaks by opponents are for two at a table.")
        raise Invalid(build_problem("division", "not-two-at-a-table", sentence))
    _check_seated_once(history)
    points = settings.rules.points
    entries = [entry.player for entry in snapshot.get_entries(division)]
    return PairedField(entries, history, win=Fraction(points.win), draw=Fraction(points.draw))


def build_pairing_input(
    checked: CheckedSnapshot, division: DivisionKey, round_number: int | None = None
) -> PairingInput:
    """Return what a round of a division is paired from: the next round unless another is named.

    From an earlier round are absent those who have a bye in it that they asked for, and who stand nowhere in it.
    Raises games.Invalid where the round does not follow one that has been paired.
    """
    snapshot = checked.snapshot
    season = snapshot.seasons[division.season]
    settings = snapshot.get_settings(season)
    history = build_history(checked, division)
    _check_seated_once(history)
    number = len(history) + 1 if round_number is None else round_number
    if not 1 <= number <= len(history) + 1:
        sentence = _("Only rounds 1 to {most} can be paired, not {round}: the others come later.")
        raise Invalid(build_problem("round", "round", sentence, round=number, most=len(history) + 1))
    announced = max([number, len(history), *_list_numbers(snapshot, division)])
    entries = tuple(
        PairingEntry(entry.player, entry.seed, withdrawn=entry.left)
        for entry in snapshot.get_entries(division)
    )
    absences = _list_absences(entries, history[number - 1]) if number <= len(history) else {}
    present = sum(not entry.withdrawn and entry.id not in absences for entry in entries)
    return PairingInput(
        entries=entries,
        history=history[: number - 1],
        rounds=announced,
        draw_seed=season.lot or 0,
        absences=absences,
        table_sizes=_compute_sizes(present, settings),
        win=Fraction(settings.rules.points.win),
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
    game = settings.game
    most = game.most_seats(settings.options)
    return compute_tournament_sizes(players, settings.table_size, game.min_seats, most)


def _list_numbers(snapshot: ClubSnapshot, division: DivisionKey) -> list[int]:
    return [each.number for each in snapshot.get_rounds(division.season) if each.stage == division.stage]


def _list_byes(snapshot: ClubSnapshot, division: DivisionKey, number: int) -> Iterator[tuple[str, PastBye]]:
    entered = {entry.player for entry in snapshot.get_entries(division)}
    for bye in snapshot.rounds[RoundKey(division.season, division.stage, number)].byes:
        if bye.entry in entered:
            yield bye.entry, PastBye(bye.kind, Fraction(bye.points))


def _build_tables(
    checked: CheckedSnapshot, matches: Sequence[MatchRecord], settings: Settings
) -> Iterator[PastTable]:
    """Yield the tables of a round; the points of several legs are added up."""
    tables: dict[frozenset[str], list[MatchRecord]] = {}
    for match in matches:
        if match.status != "void":
            tables.setdefault(frozenset(match.seats), []).append(match)
    for legs in tables.values():
        seats = legs[0].seats
        points: list[Fraction | None] = [Fraction(0)] * len(seats)
        for match in legs:
            given = {
                seat.entry: Fraction(seat.points)
                for seat in compute_match_seats(match, checked.scores.get(match.id), settings)
            }
            for place, entry in enumerate(seats):
                before = points[place]
                points[place] = None if before is None or not match.is_finished else before + given[entry]
        played = any(match.status != "forfeit" for match in legs)
        yield PastTable(seats, tuple(points), played)


def _list_absences(entries: Sequence[PairingEntry], paired: PastRound) -> Mapping[str, ByeKind]:
    """Return who was not to be paired in a round that has been paired, with the bye that they got."""
    seated = {entry for table in paired.tables for entry in table.entries}
    absent: dict[str, ByeKind] = {}
    for entry in entries:
        bye = paired.byes.get(entry.id)
        if bye and bye.kind != "pairing":
            absent[entry.id] = bye.kind
        elif bye is None and entry.id not in seated:
            absent[entry.id] = "zero"
    return absent
