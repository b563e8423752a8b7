"""What the form of a result offers after a match was played by the clock: a penalty for each player and deal over time.

The clock's page leads to the form with an address that names them: `?over=1-0+1-3` are the second player's first and
fourth deals. Nothing is added to a sheet unless the user chooses it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.queries.sheet import Table

MAX_OFFERS = 20
_PAIR = re.compile(r"\b([0-9])-([0-9]{1,3})\b")


@dataclass(frozen=True)
class ClockOffer:
    """The line that may be added to a list of the sheet: a `player` was over the limit in a `deal`, counted from 1."""

    seat: int
    deal: int
    player: str
    minutes: int
    into: str
    entry: Mapping[str, Any]
    is_accepted: bool

    @property
    def name(self) -> str:
        return build_offer_name(self.seat, self.deal - 1)


def build_offer_name(seat: int, deal: int) -> str:
    return f"offer-{seat}-{deal}"


def list_offers(table: Table, sent: Mapping[str, str]) -> tuple[ClockOffer, ...]:
    """Return the offers for those who were `over` the limit, as the form or the clock's address names them.

    There are none where slow play costs nothing, or where the players have agreed to play without a limit.
    """
    settings, seats = table.settings, len(table.players)
    limit = settings.game.get_time_limit(settings.options, seats)
    if limit is None or not limit.into:
        return ()
    named = {(int(seat), int(deal)) for seat, deal in _PAIR.findall(sent.get("over", ""))}
    most = settings.count_deals(seats)
    return tuple(
        ClockOffer(
            seat,
            deal + 1,
            table.players[seat],
            limit.minutes,
            limit.into,
            {"seat": seat, **limit.entry, "deal": deal},
            bool(sent.get(build_offer_name(seat, deal))),
        )
        for seat, deal in sorted(named, key=lambda pair: (pair[1], pair[0]))[:MAX_OFFERS]
        if seat < seats and (most is None or deal < most)
    )
