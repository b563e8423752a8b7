"""The number that a season draws from: who sits with whom, and who comes first where nothing else tells."""

import secrets
from collections.abc import Iterator

from games import Problem
from games.problems import _
from league.rules.check import build_problem

MOST_DRAWN = 10**8  # as many as anybody can read out
HIGHEST = 2**63 - 1  # that a club file may bring


def draw() -> int:
    return 1 + secrets.randbelow(MOST_DRAWN)


def wrong(lot: int) -> Iterator[Problem]:
    if not 1 <= lot <= HIGHEST:
        yield build_problem("lot", "out-of-range", _("The number is from 1 to {most}."), most=HIGHEST)
