"""How fractions are written."""

from fractions import Fraction

from games import fraction_text


def test_fraction_has_four_decimals_rounded_half_even() -> None:
    cases: list[tuple[Fraction, str]] = [
        (Fraction(-3, 4), "-0.7500"),
        (Fraction(0), "0.0000"),
        (Fraction(-1, 100_000), "0.0000"),
        (Fraction(-1, 20_000), "0.0000"),
        (Fraction(1, 20_000), "0.0000"),
        (Fraction(3, 20_000), "0.0002"),
        (Fraction(-3, 20_000), "-0.0002"),
        (Fraction(5, 12), "0.4167"),
        (Fraction(-27), "-27.0000"),
    ]
    for value, text in cases:
        assert fraction_text(value) == text, (value, text)


def test_nothing_to_divide_by_stays_nothing() -> None:
    assert fraction_text(None) is None
