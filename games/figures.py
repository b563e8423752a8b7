"""How exact fractions are written down."""

from __future__ import annotations

from fractions import Fraction


def fraction_text(value: Fraction | None) -> str | None:
    """Four decimals, rounded half-even from the exact fraction, never "-0.0000"; None stays None (sheets.md)."""
    if value is None:
        return None
    whole, rest = divmod(abs(value.numerator) * 10_000, value.denominator)
    if 2 * rest > value.denominator or (2 * rest == value.denominator and whole % 2):
        whole += 1
    sign = "-" if value.numerator < 0 and whole else ""
    return f"{sign}{whole // 10_000}.{whole % 10_000:04d}"
