"""Made-up Fighting Cards matches for demos and benchmarks."""

from __future__ import annotations

from random import Random
from typing import Any

from games.fighting_cards.scoring import BANDS
from games.fighting_cards.sheet import ALL_POINTS, SEATS, Options

DEFAULT_DEALS = 12  # deals a match, where the options fix no number
PASSED_OUT_RATE, HAND_RATE = 0.08, 0.07
BAND_WEIGHTS = (55, 28, 12, 4, 1)  # how often the bid is in each band


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    deals: list[dict[str, Any]] = []
    most, counted = options.deals or DEFAULT_DEALS, 0
    while counted < most:
        passed = chance.random() < PASSED_OUT_RATE
        deals.append({"declarer": None} if passed else _make_contract(chance))
        counted += options.passes_count or not passed
    return {"deals": deals}


def _make_contract(chance: Random) -> dict[str, Any]:
    """Make up a deal with a declarer; nearly three in four are made, mostly with a few points to spare."""
    band = chance.choices(BANDS, BAND_WEIGHTS)[0]
    bid = chance.randint(band.lowest, band.highest)
    spare = round(chance.gauss(2, 4))
    deal: dict[str, Any] = {"declarer": chance.randrange(SEATS), "bid": bid}
    if chance.random() < HAND_RATE:
        deal["hand"] = True
    return {**deal, "points": min(ALL_POINTS, max(0, bid + spare))}
