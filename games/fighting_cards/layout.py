"""What a Fighting Cards sheet asks for, field by field, in the order in which it is read aloud."""

from __future__ import annotations

from dataclasses import replace

from games.fighting_cards.sheet import ALL_POINTS, MAX_BID, MIN_BID, Options
from games.layout import BLANK, Field, Given, Layout
from games.problems import _

IF_PLAYED = (Given("declarer", (None, BLANK), has=False),)
LAYOUT = Layout(
    per_deal=(
        Field("declarer", _("Declarer"), "seat", out=_("all passed")),
        Field("bid", _("Bid"), "count", MIN_BID, MAX_BID, given=IF_PLAYED),
        Field("hand", _("Without the skat"), "switch", required=False, near=True, given=IF_PLAYED),
        Field("points", _("Points"), "count", 0, ALL_POINTS, given=IF_PLAYED),
    ),
    passes=True,
)
COUNTED_LAYOUT = replace(LAYOUT, passes=False)


def build_layout(options: Options, seats: int) -> Layout:
    return COUNTED_LAYOUT if options.passes_count else LAYOUT
