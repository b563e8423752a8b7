"""The card of a season in the admin site: how it stands, and what rolling it over would do."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.functional import Promise

from league.models import Season
from league.models.season import SeasonState
from league.queries.pages.rolling import FateLine, RollOverPage, roll_over_page
from league.queries.pages.running import Running, running
from league.queries.pages.season_head import Viewer

MOST_LINES = 50


@dataclass(frozen=True)
class CardLine:
    """What becomes of a player; `to` is the name of a division, empty for somebody who has left."""

    fate: FateLine
    to: str


@dataclass(frozen=True)
class SeasonCard:
    """`came_from` is the season that was rolled over into this one. `preview` says what is missing, and what
    rolling it over would do where it can be; `more` players of it have no line."""

    running: Running
    state_name: "str | Promise"
    came_from: int | None
    may_undo: bool
    preview: RollOverPage | None
    lines: tuple[CardLine, ...]
    more: int

    @property
    def may_close(self) -> bool:
        """Without a choice: where matches are missing, somebody has to say what becomes of them."""
        return self.running.closes and not (self.preview and self.preview.missing.is_open)


def card(season: Season, *, viewer: Viewer) -> SeasonCard:
    """At most 10 queries, whatever the size."""
    now = running(season)
    preview = (
        roll_over_page(season, viewer=viewer, deciding=None, newcomers=())
        if now.rolls_over or now.closes
        else None
    )
    lines = list(islice(_lines(preview), MOST_LINES)) if preview else []
    return SeasonCard(
        running=now,
        state_name=SeasonState(season.state).label,
        came_from=season.rolled_from.number if season.rolled_from else None,
        may_undo=now.takes_back == season.number,
        preview=preview,
        lines=tuple(lines),
        more=preview.players - len(lines) if preview else 0,
    )


def _lines(preview: RollOverPage) -> Iterator[CardLine]:
    """Of the first divisions."""
    for division in preview.divisions:
        yield from (CardLine(fate, division.name) for fate in division.lines)
    yield from (CardLine(fate, "") for fate in preview.leaving)
