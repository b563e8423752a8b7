"""The number that a season draws from: who sits with whom, and who comes first where nothing else tells."""

import secrets
from collections.abc import Iterator

from games import Problem
from games.problems import _
from league.rules.check import build_problem

MAX_GENERATED_SEED = 10**8  # as many as anybody can read out
MAX_DRAW_SEED = 2**63 - 1  # that a club file may bring


def generate_draw_seed() -> int:
    return 1 + secrets.randbelow(MAX_GENERATED_SEED)


def check_draw_seed(draw_seed: int) -> Iterator[Problem]:
    if not 1 <= draw_seed <= MAX_DRAW_SEED:
        yield build_problem("lot", "out-of-range", _("The number is from 1 to {most}."), most=MAX_DRAW_SEED)
