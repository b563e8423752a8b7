"""Exact fractions as decimal strings."""

from __future__ import annotations

from fractions import Fraction


def fraction_text(value: Fraction | None) -> str | None:
    """Return an exact fraction with four decimals, rounded half to even, and never "-0.0000".

    None stays None (docs/reference/scoring.md, Every game: Averages).
    """
    if value is None:
        return None
    whole, rest = divmod(abs(value.numerator) * 10_000, value.denominator)
    if 2 * rest > value.denominator or (2 * rest == value.denominator and whole % 2):
        whole += 1
    sign = "-" if value.numerator < 0 and whole else ""
    return f"{sign}{whole // 10_000}.{whole % 10_000:04d}"
