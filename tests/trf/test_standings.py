"""Standings of TRF tournaments: which rules they follow, and how values are written."""

from datetime import date
from fractions import Fraction

from league.rules.standings.crosstable import format_decimal, format_value
from league.rules.standings.paired_field import RULES_OF_2024, RULES_OF_2026
from league.trf.reader import read_report
from league.trf.standings import find_version, parse_day
from tests.trf.lines import SMALL, join_lines


def test_the_first_day_says_which_rules_are_followed() -> None:
    for line, version in (
        ("042 2026/02/28", RULES_OF_2024),
        ("042 2026/03/01", RULES_OF_2026),
        ("042 in spring", RULES_OF_2026),
        ("042", RULES_OF_2026),
    ):
        assert find_version(read_report(join_lines(*SMALL, line))) == version
    assert find_version(read_report(join_lines(*SMALL))) == RULES_OF_2026


def test_days_are_read_as_programs_write_them() -> None:
    day = date(2026, 1, 31)
    for text in ("2026-01-31", "2026/01/31", "2026.1.31", "31.01.2026", "26/01/31", "2026-01-31 10:00"):
        assert parse_day(text) == day
    for text in ("", "Jan 31, 2026", "2026-02-31", "00/00/00", "0000/00/00", "2026-01/31"):
        assert parse_day(text) is None


def test_values_are_written_exactly() -> None:
    assert [format_decimal(Fraction(5, 2), least) for least in (0, 1, 2)] == ["2.5", "2.5", "2.50"]
    assert [format_decimal(Fraction(3), least) for least in (0, 1)] == ["3", "3.0"]
    assert format_decimal(Fraction(1, 3), 1) == "0.333333"
    assert format_value("sonneborn_berger", Fraction(1, 16)) == "0.0625"
    assert (format_value("wins", Fraction(0)), format_value("direct", Fraction(2))) == ("0", "2")
