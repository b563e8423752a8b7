"""The TRF report of a division of a club, at tables of two (docs/reference/pairing.md, TRF)."""

from collections.abc import Mapping
from fractions import Fraction

from league.rules.pairing.protocol import PastRound, PastTable
from league.rules.records import DivisionKey
from league.rules.seasons.paired_rounds import build_history, build_paired_field
from league.rules.standings.crosstable import rank_field
from league.rules.standings.totals import PAIR_SIZE
from league.rules.validation import CheckedSnapshot
from league.trf.report import (
    BLACK,
    BYE_CODES,
    WHITE,
    PointSystem,
    ReportedPlayer,
    ReportedRound,
    TournamentReport,
)

NAME_LINE = "012"


def build_report(checked: CheckedSnapshot, key: DivisionKey) -> TournamentReport:
    """Return the report. Raises games.Invalid for larger tables, and for two opponents in a round.

    Starting numbers are the places by seed. The first seat has white. Byes and results are worth what the season's
    points say, or what TRF derives from them.
    """
    snapshot = checked.snapshot
    season = snapshot.seasons[key.season]
    points = snapshot.get_settings(season).rules.points
    field = build_paired_field(checked, key)
    history = build_history(checked, key)
    entries = snapshot.get_entries(key)
    seeds = {entry.player: entry.seed for entry in entries}
    numbers = {entry.player: number for number, entry in enumerate(entries, 1)}
    ranks = {standing.entry: standing.rank for standing in rank_field(field, seeds)}
    competition = snapshot.competitions[season.competition]
    rounds = [each.number for each in snapshot.get_rounds(key.season) if each.stage == key.stage]
    announced = max(rounds, default=0)
    return TournamentReport(
        players=tuple(
            ReportedPlayer(
                numbers[entry.player],
                snapshot.players[entry.player].name,
                tuple(_build_round(past, entry.player, numbers) for past in history),
                points=Fraction(field.points[entry.player], field.scale),
                rank=ranks[entry.player],
            )
            for entry in entries
        ),
        rounds=announced if announced > len(history) else None,  # else nobody knows whether more are to come
        points=PointSystem(
            win=Fraction(points.compute_points("win", 1, PAIR_SIZE, absent=False)),
            draw=Fraction(points.compute_points("draw", 1, PAIR_SIZE, absent=False)),
            loss=Fraction(points.compute_points("loss", 2, PAIR_SIZE, absent=False)),
            absence=Fraction(points.compute_points("loss", 2, PAIR_SIZE, absent=True)),
        ),
        absent=frozenset(numbers[entry.player] for entry in entries if entry.left),
        details={NAME_LINE: (f"{competition.name} {season.name or season.number}",)},
    )


def _build_round(past: PastRound, entry: str, numbers: Mapping[str, int]) -> ReportedRound | None:
    if bye := past.byes.get(entry):
        return ReportedRound(None, "", BYE_CODES[bye.kind])
    for table in past.tables:
        if entry in table.entries:
            seat = table.entries.index(entry)
            opponent = numbers[table.entries[1 - seat]]
            return ReportedRound(opponent, (WHITE, BLACK)[seat], _get_result(table, seat))
    return None


def _get_result(table: PastTable, seat: int) -> str:
    """Return the code of a result: who has more points has won; empty without one."""
    own, other = table.points[seat], table.points[1 - seat]
    if own is None or other is None:
        return ""
    if not table.played:
        return "+" if own > other else "-"
    return "=" if own == other else "1" if own > other else "0"
