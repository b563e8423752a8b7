"""TRF files are written so that they say the same when they are read."""

from dataclasses import replace

from league.trf.reader import read_report
from league.trf.report import ReportedPlayer, TournamentReport
from league.trf.writer import write_report
from tests.trf.lines import SMALL, join_lines


def forget_lines(report: TournamentReport) -> TournamentReport:
    return replace(report, players=tuple(replace(player, line=0) for player in report.players))


def test_what_is_written_is_read_again() -> None:
    points = "162  W 2.0    D 1.0    L 0.5    A 0.0    P 1.0"
    lines = [line[:80] + " " * 4 + line[84:] if line.startswith("001") else line for line in SMALL]
    report = read_report(join_lines(*lines, "152 W", "XXZ 3 4", "102 Pat Long", points))
    assert forget_lines(read_report(write_report(report))) == forget_lines(report)


def test_a_report_is_written_in_columns() -> None:
    report = read_report(join_lines(*SMALL))
    assert write_report(report).decode().split("\r\n") == [
        "012 Spring Open",
        "062 4",
        "142 3",
        *SMALL[1:5],
        *SMALL[6:],
        "",
    ]


def test_what_is_too_long_for_its_columns_is_cut() -> None:
    player = ReportedPlayer(1, "N" * 50, federation="ENGLAND", rating="21000")
    (read,) = read_report(write_report(TournamentReport((player,)))).players
    assert (read.name, read.federation, read.rating) == ("N" * 33, "ENG", "2100")
