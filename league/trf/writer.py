"""Write a tournament as a TRF file in the form of 2026 (docs/reference/pairing.md, TRF)."""

from collections import defaultdict
from collections.abc import Iterator

from league.trf.report import (
    BYE_CODES,
    MAX_ROUNDS,
    PointSystem,
    ReportedPlayer,
    ReportedRound,
    TournamentReport,
    format_points,
)

LINE_END = "\r\n"


def write_report(report: TournamentReport) -> bytes:
    """Return the bytes of the file; what `read_report` reads from it is the same tournament."""
    return "".join(line + LINE_END for line in build_lines(report)).encode()


def build_lines(report: TournamentReport) -> Iterator[str]:
    for code in sorted(report.details):
        yield from (f"{code} {text}".rstrip() for text in report.details[code])
    yield f"062 {len(report.players)}"
    if report.rounds:
        yield f"142 {report.rounds}"
    if report.first_colour:
        yield f"152 {report.first_colour.upper()}"
    if report.points != PointSystem():
        yield build_point_line(report.points)
    yield from map(build_player_line, report.players)
    by_round = defaultdict(list)
    for (number, player), kind in sorted(report.byes.items()):
        by_round[number, kind].append(player)
    for (number, kind), players in by_round.items():
        yield f"240 {BYE_CODES[kind]} {number:>3} " + " ".join(f"{player:>4}" for player in players)
    for group in report.forbidden:
        last = min(group.last_round, MAX_ROUNDS)
        yield f"260 {group.first_round:>3} {last:>3} " + " ".join(f"{number:>4}" for number in group.numbers)
    if report.absent:
        yield "XXZ " + " ".join(str(number) for number in sorted(report.absent))


def build_point_line(points: PointSystem) -> str:
    values = {
        "W": points.win,
        "D": points.draw,
        "L": points.loss,
        "A": points.absence,
        "P": points.get_bye_points("pairing"),
    }
    return "162  " + "    ".join(f"{code}{format_points(value):>4}" for code, value in values.items())


def build_player_line(player: ReportedPlayer) -> str:
    """Return a player's line; a name is cut after 33 characters, which is how many columns it has."""
    points = "" if player.points is None else format_points(player.points)
    rank = "" if player.rank is None else player.rank
    start = (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {player.name:<33.33} {player.rating:>4.4} "
        f"{player.federation:<3.3} {player.fide_id:>11.11} {player.birth:<10.10} {points:>4} {rank:>4}"
    )
    return (start + "".join(map(build_cell, player.rounds))).rstrip()


def build_cell(played: ReportedRound | None) -> str:
    if played is None:
        return " " * 10
    if played.opponent is None:
        return f"  0000 - {played.result}"
    return f"  {played.opponent:>4} {played.colour or '-'} {played.result or ' '}"
