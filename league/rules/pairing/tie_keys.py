"""The key that decides ties of a bracket which end level (docs/reference/pairing.md, Level ties)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import Game
from league.rules.standings.totals import BIDS_MADE

SEED, ZEROS = "seed", "zeros"


@dataclass(frozen=True)
class TieKey:
    """What decides a tie that ends level: more of it, or less with `fewest`.

    Over several matches it is added up, or with `most` the highest counts.
    """

    key: str
    fewest: bool = False
    most: bool = False

    def measure(self, score: int, figures: Mapping[str, int], seed: int) -> int | None:
        """Return the value of a seat in a match that was played, more being better; None where it has none."""
        if self.key == SEED:
            return -seed
        if self.key == "score":
            return score
        value = figures.get(BIDS_MADE, 0) if self.key == ZEROS else figures.get(self.key)
        return None if value is None else -value if self.fewest else value

    def add_up(self, matches: Sequence[Sequence[int | None]]) -> tuple[int | None, ...]:
        """Return the value of each seat over several matches; None where one of them has none."""
        return tuple(
            None if None in of_seat else self._add_up([value for value in of_seat if value is not None])
            for of_seat in zip(*matches, strict=True)
        )

    def _add_up(self, values: Sequence[int]) -> int:
        if self.key == SEED:
            return values[0]
        if self.most:
            return min(values) if self.fewest else max(values)
        return sum(values)

    def format(self, value: int) -> int:
        """Return a measured value as it is shown."""
        return -value if self.fewest or self.key == SEED else value


def list_tie_keys(game: Game) -> dict[str, TieKey]:
    """Return the keys by which ties of a game may be decided: score, zeros, its own ranking figures, and the seed."""
    common = [TieKey("score"), *([TieKey(ZEROS)] if game.zeros else [])]
    own = [
        TieKey(figure.key, fewest=figure.fewest, most=figure.add == "most")
        for figure in game.figures
        if figure.ranks
    ]
    return {each.key: each for each in (*common, *own, TieKey(SEED))}
