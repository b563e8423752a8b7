"""What German-speaking players call what happened in a deal.

Rules: docs/reference/scoring.md, International Skat: Words for deals.
"""

from __future__ import annotations

from games.international_skat.contract import build_contract
from games.international_skat.sheet import Options, Sheet
from games.problems import Text, _
from games.protocol import Term


def list_passed_deals(sheet: Sheet) -> list[int]:
    return [number for number, deal in enumerate(sheet.deals) if deal.is_passed_out and not deal.is_sums]


def list_overbid_deals(sheet: Sheet) -> list[int]:
    """Return the deals lost by the bid alone; where multipliers of the club's own count, the sheet does not tell."""
    return [
        number
        for number, deal in enumerate(sheet.deals)
        if not (deal.is_passed_out or deal.is_sums or deal.is_ramsch or deal.extra)
        and build_contract(deal, Options()).verdict == "overbid"
    ]


TERMS = (
    Term(_("Eingepasst"), Text(_("a deal in which all have passed.")), list_passed_deals),
    Term(
        _("Überreizt"),
        Text(_("overbid: a game with enough card points that is worth less than its bid, and so is lost.")),
        list_overbid_deals,
    ),
)
