"""SKUCK players' words for games of a match (docs/reference/scoring.md, SKUCK: Words for games)."""

from __future__ import annotations

from games.problems import Text, _
from games.protocol import Term
from games.skuck.scoring import HAIL_MARY_DEMMIES, LOW_POINTS, compute_leads, is_click, is_freewheeler
from games.skuck.sheet import TRICKS, Sheet


def list_clicks(sheet: Sheet) -> list[int]:
    return [number for number, deal in enumerate(sheet.deals) if is_click(deal)]


def list_freewheelers(sheet: Sheet) -> list[int]:
    return [number for number, deal in enumerate(sheet.deals) if is_freewheeler(deal)]


def list_hail_marys(sheet: Sheet) -> list[int]:
    """Return the deals before which a player was far behind."""
    return [number for number, lead in enumerate(compute_leads(sheet)) if abs(lead) >= HAIL_MARY_DEMMIES]


CLICK = Term(
    _("Click"),
    Text(
        _("a game in which both players make their bids, which then total {tricks}."),
        {"tricks": TRICKS},
    ),
    list_clicks,
)
FREEWHEELER = Term(
    _("Freewheeler"),
    Text(
        _(
            "a game in which both players' points together are under {points}. Most high cards lie face down, and no "
            "player knows whose they are."
        ),
        {"points": LOW_POINTS},
    ),
    list_freewheelers,
)
HAIL_MARY = Term(
    _("Hail Mary time"),
    Text(
        _(
            "being {demmies} or more behind, above all late in a match. A call of no trump then promises the large "
            "swings that could still turn it."
        ),
        {"demmies": HAIL_MARY_DEMMIES},
    ),
    list_hail_marys,
)
TERMS = (HAIL_MARY, FREEWHEELER, CLICK)
