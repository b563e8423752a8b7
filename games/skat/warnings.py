"""Warnings of any Skat sheet: entries that are possible, but mostly a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.checks import Case
from games.problems import Problem, Text, _
from games.skat.contracts import KONTRA_LABELS

MANY_MATADORS = 5
MANY_DOUBLINGS = 3


def warn_many_matadors(deal: Any, _case: Case) -> Iterator[Problem]:
    number = abs(deal.matadors or 0)
    if number > MANY_MATADORS:
        message = _("{number} matadors are rarely held or missed.")
        yield Problem("matadors", "many-matadors", Text(message, {"number": number}))


def warn_many_doublings(deal: Any, _case: Case) -> Iterator[Problem]:
    if deal.kontra >= MANY_DOUBLINGS:
        values: dict[str, int | Text] = {"word": Text(KONTRA_LABELS[deal.kontra]), "factor": 1 << deal.kontra}
        message = _("{word} is rare, and makes it {factor} times as much.")
        yield Problem("kontra", "many-doublings", Text(message, values))
