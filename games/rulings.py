"""Rulings: what is played where a game's source is silent, unclear or contradictory.

Each is shown on the rules page, in docs/reference/scoring.md under Rulings, and by the command `explain`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# Beside a game's own sections, the parts of the rules page under which a ruling can stand.
NAMES, RANKING, AWARDS = "names", "ranking", "awards"
SEASON, FORFEIT, FILES = "season", "forfeit", "files"


@dataclass(frozen=True)
class Ruling:
    """A ruling; its texts are English templates without placeholders.

    `source` is what the source says, `played` what is played with the usual options, and `option` the key of the
    option that changes it, if there is one. `section` is the key of the section of the rules it belongs to.
    `applies(options)` is false where these options leave nothing to be ruled on.
    """

    key: str
    section: str
    title: str
    source: str
    played: str
    option: str = ""
    applies: Callable[[Any], bool] = lambda options: True
