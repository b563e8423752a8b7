"""How fractions are written."""

from fractions import Fraction

import pytest

from games import fraction_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-3, 4), "-0.7500"),
        (Fraction(0), "0.0000"),
        (Fraction(-1, 100_000), "0.0000"),
        (Fraction(-1, 20_000), "0.0000"),
        (Fraction(1, 20_000), "0.0000"),
        (Fraction(3, 20_000), "0.0002"),
        (Fraction(-3, 20_000), "-0.0002"),
        (Fraction(5, 12), "0.4167"),
        (Fraction(-27), "-27.0000"),
    ],
)
def test_fraction_has_four_decimals_rounded_half_even(value: Fraction, text: str) -> None:
    assert fraction_text(value) == text


def test_nothing_to_divide_by_stays_nothing() -> None:
    assert fraction_text(None) is None
