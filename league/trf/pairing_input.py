"""What a round of a TRF tournament is paired from, and what its standings count (docs/reference/pairing.md, TRF)."""

from collections.abc import Iterator
from itertools import combinations

from games import Invalid
from games.problems import _
from league.rules.pairing.protocol import (
    ByeKind,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
)
from league.rules.validation import build_problem
from league.trf.report import (
    BLACK,
    BYE_KINDS,
    GAME_RESULTS,
    WHITE,
    ReportedPlayer,
    ReportedRound,
    TournamentReport,
)


def build_pairing_input(
    report: TournamentReport, round_number: int | None = None, draw_seed: int = 0
) -> PairingInput:
    """Return what a round is paired from: all that stood before it, the next round unless another is named.

    Entries are named by their starting numbers. Whoever asked for a bye is absent from the next round; from an earlier
    one, whoever was not paired in it. Raises games.Invalid where the round can't be paired.
    """
    number = report.paired_rounds + 1 if round_number is None else round_number
    check_round(report, number)
    return PairingInput(
        entries=build_entries(report),
        history=build_history(report, number - 1),
        rounds=report.rounds or max(number, report.paired_rounds),
        draw_seed=draw_seed,
        absences=dict(list_absences(report, number)),
        forbidden=frozenset(list_forbidden_pairs(report, number)),
        win=report.points.win,
    )


def check_round(report: TournamentReport, number: int) -> None:
    """Raise games.Invalid unless the round follows one that has been played, and no acceleration changes it."""
    most = report.paired_rounds + 1
    if report.rounds is not None and number > report.rounds:
        sentence = _("Round {round} is more than the {rounds} that are announced.")
        raise Invalid(build_problem("round", "too-many-rounds", sentence, round=number, rounds=report.rounds))
    if not 1 <= number <= most:
        sentence = _("Only rounds 1 to {most} can be paired, not {round}: the others come later.")
        raise Invalid(build_problem("round", "round", sentence, round=number, most=most))
    if report.accelerated_line is not None:
        sentence = _("Rounds with acceleration can't be paired. Without this line they can.")
        raise Invalid(build_problem(f"line {report.accelerated_line}", "acceleration", sentence))


def build_entries(report: TournamentReport) -> tuple[PairingEntry, ...]:
    """Return the players as entries; their starting numbers are ids and seeds."""
    return tuple(PairingEntry(str(player.number), seed=player.number) for player in report.players)


def build_history(report: TournamentReport, rounds: int | None = None) -> tuple[PastRound, ...]:
    """Return the first so many rounds, by default all that have been paired; white has seat 0."""
    count = report.paired_rounds if rounds is None else rounds
    return tuple(build_round(report, number) for number in range(1, count + 1))


def build_round(report: TournamentReport, number: int) -> PastRound:
    tables = []
    byes = {}
    players = {player.number: player for player in report.players}
    for player in report.players:
        played = report.get_round(player, number)
        if played is None or played.opponent is None:
            kind = BYE_KINDS[played.result] if played else "zero"
            byes[str(player.number)] = PastBye(kind, report.points.get_bye_points(kind))
            continue
        other = report.get_round(players[played.opponent], number)
        if other and has_seat_0(player.number, played, other):
            results = (played.result, other.result)
            tables.append(
                PastTable(
                    entries=(str(player.number), str(played.opponent)),
                    points=tuple(report.points.get_points(result) if result else None for result in results),
                    played=not played.result or played.result in GAME_RESULTS,
                )
            )
    return PastRound(tuple(tables), byes)


def has_seat_0(number: int, played: ReportedRound, other: ReportedRound) -> bool:
    """Return whether a player has white; where no colours were given, the lower starting number has."""
    if played.colour or other.colour:
        return played.colour == WHITE or other.colour == BLACK
    return number < (played.opponent or 0)


def list_absences(report: TournamentReport, number: int) -> Iterator[tuple[str, ByeKind]]:
    """Yield who is not to be paired in a round, with the bye that they get."""
    is_paired = number <= report.paired_rounds
    for player in report.players:
        kind = find_requested_bye(report, player, number, is_paired=is_paired)
        if kind is None and not is_paired and player.number in report.absent:
            kind = "zero"
        if kind:
            yield str(player.number), kind


def find_requested_bye(
    report: TournamentReport, player: ReportedPlayer, number: int, *, is_paired: bool
) -> ByeKind | None:
    """Return the bye that a player asked for; in a round that has been paired, a blank is one with zero points."""
    played = report.get_round(player, number)
    if played is None:
        return "zero" if is_paired else None
    kind = BYE_KINDS.get(played.result)
    return None if kind == "pairing" else kind


def list_forbidden_pairs(report: TournamentReport, number: int) -> Iterator[frozenset[str]]:
    for group in report.forbidden:
        if group.first_round <= number <= group.last_round:
            yield from (frozenset(map(str, pair)) for pair in combinations(group.numbers, 2))
