"""The options of SKUCK: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, SKUCK: Options.
"""

from __future__ import annotations

from games.layout import Field
from games.problems import Text, _
from games.skuck.scoring import PENALTY_COSTS
from games.skuck.sheet import MAX_DEALS

OPTION_FIELDS = (
    Field("deals", _("Games a match"), "count", 1, MAX_DEALS),
    Field("third_renege_disqualifies", _("A third renege disqualifies"), "switch"),
    Field("time_penalties", _("Penalties for slow play"), "switch"),
)


def describe_deals(deals: int) -> Text:
    return Text(
        _("A match is one game.") if deals == 1 else _("A match has {deals} games."), {"deals": deals}
    )


def describe_third_renege(disqualifies: bool) -> Text:
    without = _("A third renege in a match, and each further one, costs {further_renege}.")
    values = {"further_renege": PENALTY_COSTS["renege"][-1]}
    return Text(_("A third renege in a match disqualifies.") if disqualifies else without, values)


def describe_time_penalties(penalised: bool) -> Text:
    with_it = _("Each player has 5 minutes a game; a player who takes longer loses {time}, once a game.")
    values = {"time": PENALTY_COSTS["time"][0]}
    return Text(with_it if penalised else _("Slow play costs nothing."), values)


OPTION_WORDS = {
    "deals": describe_deals,
    "third_renege_disqualifies": describe_third_renege,
    "time_penalties": describe_time_penalties,
}
