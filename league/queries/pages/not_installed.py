"""Competitions that a page of many has to leave out: their game is not installed here, or not any more."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import is_installed
from league.models import Season


@dataclass(frozen=True)
class LeftOut:
    name: str
    game: str  # its key: nobody here knows its name


def left_out(seasons: Iterable[Season]) -> dict[int, LeftOut]:
    """By id, the competitions of these seasons whose game is not there; the seasons were read with them."""
    return {
        season.competition_id: LeftOut(season.competition.name, season.settings[0])
        for season in seasons
        if not is_installed(season.settings[0])
    }
