"""Made-up score sheets that look like real ones."""

from random import Random
from typing import Any

from games import Invalid
from games.problems import _
from league.rules.snapshot import Settings
from league.rules.validation import build_problem


def generate_sheet(settings: Settings, seats: int, chance: Random) -> dict[str, Any]:
    """Return the sheet of a complete match. Raises games.Invalid for a game that cannot make up sheets."""
    game = settings.game
    if game.plausible is None:
        raise Invalid(
            build_problem("game", "no-made-up-sheets", _("{game} has no made-up matches."), game=game.name)
        )
    return game.plausible(settings.options, seats, chance)
