"""Who is placed to go up from a division, and who down (contract.md, Promotion and relegation)."""

from collections.abc import Sequence
from typing import Literal

from league.rules.settings import Rules

Zone = Literal["up", "down", ""]


def zones(played: Sequence[Sequence[int]], rules: Rules) -> list[list[Zone]]:
    """The zone of every entry. `played` are the matches each has played: by division, best first, in order of rank.

    As many go down from a division as go up from the one below. Where nothing has been played, there is no zone yet.
    """
    rising = [
        [place for place, matches in enumerate(division) if matches >= rules.min_played][: rules.promoted]
        for division in played
    ]
    return [
        _zones(
            matches,
            rising[level] if level > 0 else [],
            down=len(rising[level + 1]) if level + 1 < len(played) else 0,
        )
        for level, matches in enumerate(played)
    ]


def _zones(matches: Sequence[int], up: Sequence[int], *, down: int) -> list[Zone]:
    if not any(matches):
        return [""] * len(matches)
    others = [place for place in range(len(matches)) if place not in up]  # who goes up cannot go down too
    falling = others[max(0, len(others) - down) :]
    return ["up" if place in up else "down" if place in falling else "" for place in range(len(matches))]
