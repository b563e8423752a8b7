"""Numbers in writing: for programs with four decimals, for people with a minus sign and as many as tell them apart."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"
MIN_DECIMALS, MAX_DECIMALS = 2, 4  # of a fraction, for people
HALF = Fraction(1, 2)


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


def format_number(
    value: Fraction | int, decimals: int = MIN_DECIMALS, pattern: str = "{whole}.{decimals}"
) -> str:
    """Return a number as people read it: a fraction rounded half up, whatever its sign.

    `pattern` is how the language writes one with decimals (`games.problems.WITH_DECIMALS`): 3,25 in German.
    """
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    scaled = _scale(value, decimals)
    whole, rest = divmod(abs(scaled), 10**decimals)
    shown = pattern.format(whole=whole, decimals=f"{rest:0{decimals}d}")
    return f"{MINUS if scaled < 0 else ''}{shown}"


def choose_decimals(values: Iterable[object]) -> int:
    """Return how many decimals tell apart the fractions among values that stand together.

    Those that are the same with four are taken as equal.
    """
    fractions = [value for value in values if isinstance(value, Fraction)]
    different = len({_scale(value, MAX_DECIMALS) for value in fractions})
    return next(
        decimals
        for decimals in range(MIN_DECIMALS, MAX_DECIMALS + 1)
        if len({_scale(value, decimals) for value in fractions}) >= different
    )


def _scale(value: Fraction, decimals: int) -> int:
    size = int(abs(value) * 10**decimals + HALF)
    return -size if value < 0 else size
