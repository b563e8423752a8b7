"""The options of North American Skat: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, North American Skat: Options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.layout import Field, Given
from games.north_american_skat.scoring import (
    ESCAPED_SCHNEIDER,
    PROMISED_LEVELS,
    SCHNEIDER_MADE,
    UNANNOUNCED_SCHWARZ,
)
from games.north_american_skat.sheet import GUCKI_NULLOS, Options
from games.problems import Text, _
from games.skat.contracts import (
    EXTRA_MULTIPLIERS_FIELD,
    TRICKS,
    WINNING_POINTS,
    describe_extra_multipliers,
    describe_kontra,
)
from games.skat.fewest_points import SCORE_FOR_FEWEST, SCORE_WITHOUT_TRICK
from games.skat.rules import RANK_ORDER_FIELD, describe_rank_order
from games.skat.session import (
    DEALS_EACH_FIELD,
    DEALS_FIELD,
    describe_deals_each,
    warn_of_deals,
    warn_of_missing,
)

GUCKI_NULLO = _("Gucki Nullo is played")
GUCKI_NULLO_DOUBLE = _("A lost Gucki Nullo costs double")
OPTION_FIELDS = (
    DEALS_FIELD,
    DEALS_EACH_FIELD,
    Field(
        "all_pass",
        _("When both others pass"),
        "choice",
        choices={"leader": _("The Leader plays"), "ramsch": _("All play Ramsch")},
    ),
    Field("gucki_nullo", GUCKI_NULLO, "switch"),
    Field("kontra", _("Kontra is played"), "switch"),
    EXTRA_MULTIPLIERS_FIELD,
    Field(
        "loss_basis",
        _("A lost game costs"),
        "choice",
        choices={"base": _("Its base value"), "full": _("Its value with matadors and game")},
    ),
    Field(
        "stacking",
        _("Two reasons to double a loss"),
        "choice",
        choices={"none": _("Double it once"), "multiply": _("Double it twice")},
    ),
    Field(
        "overbid",
        _("An overbid game costs the next multiple"),
        "choice",
        choices={"gt": _("Above the bid"), "ge": _("That reaches the bid")},
    ),
    Field(
        "schwarz",
        _("Schwarz without an announcement adds"),
        "choice",
        choices={"earned": _("What was earned: 3"), "cumulative": _("One more: 4")},
    ),
    Field("losses_double", _("Each lost game costs double"), "switch"),
    Field("fail_double", _("A missed announcement is doubled, too"), "switch"),
    Field(
        "gucki_nullo_double",
        GUCKI_NULLO_DOUBLE,
        "switch",
        given=(Given("gucki_nullo", (True,)),),
    ),
    Field(
        "grand_ouvert",
        _("A Grand Ouvert needs"),
        "choice",
        choices={"all": _("All tricks"), "61": _("61 card points")},
    ),
    Field(
        "sweep_others",
        _("When one takes all tricks in Ramsch, the others win"),
        "choice",
        choices={0: _("Nothing"), 20: _("20 each")},
    ),
    RANK_ORDER_FIELD,
)

SENTENCE_VALUES: dict[str, int | str] = {
    "made": WINNING_POINTS,
    "tricks": TRICKS,
    "escaped": ESCAPED_SCHNEIDER,
    "no_trick": SCORE_WITHOUT_TRICK,
    "fewest": SCORE_FOR_FEWEST,
    "gucki_nullo": GUCKI_NULLOS["gucki-nullo"],
    "gucki_nullo_ouvert": GUCKI_NULLOS["gucki-nullo-ouvert"],
    "schneider": SCHNEIDER_MADE,
    "schwarz_announced": PROMISED_LEVELS["schwarz"],
}


def describe_by_value(texts: Mapping[Any, str]) -> Callable[[Any], Text]:
    """Return a function that returns the sentence for a value of an option."""
    return lambda value: Text(texts[value], SENTENCE_VALUES)


def describe_deals(deals: int | None) -> Text:
    if deals is None:
        return Text(_("A session has any number of deals, best the same for each to deal."))
    return Text(
        _("A session is one deal.") if deals == 1 else _("A session has {deals} deals."), {"deals": deals}
    )


def describe_schwarz(value: str) -> Text:
    texts = {
        "earned": _("All tricks without an announcement add {adds}: game, Schneider and Schwarz."),
        "cumulative": _(
            "All tricks without an announcement add {adds}: all that stands before Schwarz in the list counts, the "
            "announcement of Schneider, too."
        ),
    }
    return Text(texts[value], {"adds": UNANNOUNCED_SCHWARZ[value]})


OPTION_WORDS: Mapping[str, Callable[[Any], Text]] = {
    "deals": describe_deals,
    "all_pass": describe_by_value(
        {
            "leader": _("If both others pass, the Leader plays without a bid, and may choose Ramsch."),
            "ramsch": _("If all three pass, Ramsch is played, and no player plays without a bid."),
        }
    ),
    "gucki_nullo": describe_by_value(
        {
            True: _(
                "Gucki Nullo is played, for {gucki_nullo}, and with an exposed hand for {gucki_nullo_ouvert}."
            ),
            False: _("Gucki Nullo is not played."),
        }
    ),
    "kontra": describe_kontra,
    "extra_multipliers": describe_extra_multipliers,
    "loss_basis": describe_by_value(
        {
            "base": _("A game that does not make {made} card points costs its base value."),
            "full": _(
                "A game that does not make {made} card points costs its base value times matadors and game, as if it "
                "had just been made."
            ),
        }
    ),
    "stacking": describe_by_value(
        {
            "none": _("However many reasons there are to double such a loss, it is doubled once."),
            "multiply": _(
                "A Gucki Grand, or a second turn, doubles such a loss; fewer than {escaped} card points double it once "
                "more."
            ),
        }
    ),
    "losses_double": describe_by_value(
        {
            True: _("Each lost game costs double, also a null game."),
            False: _("A lost game costs double only for a reason, such as a Gucki Grand."),
        }
    ),
    "overbid": describe_by_value(
        {
            "gt": _("An overbid game costs the next multiple of its base value above the bid."),
            "ge": _("An overbid game costs the least multiple of its base value that reaches the bid."),
        }
    ),
    "schwarz": describe_schwarz,
    "fail_double": describe_by_value(
        {
            True: _("A missed announcement is doubled as other losses are, by Gucki Grand or a second turn."),
            False: _("A missed announcement is never doubled for Gucki Grand or a second turn."),
        }
    ),
    "gucki_nullo_double": describe_by_value(
        {
            True: _("A lost Gucki Nullo costs double."),
            False: _("A lost Gucki Nullo costs as much as a won one brings."),
        }
    ),
    "grand_ouvert": describe_by_value(
        {
            "all": _(
                "A Grand Ouvert has to take all {tricks} tricks, and counts as Schwarz announced, which adds "
                "{schwarz_announced}."
            ),
            "61": _("A Grand Ouvert needs {made} card points, like any other grand, and announces nothing."),
        }
    ),
    "sweep_others": describe_by_value(
        {
            0: _("Where one player takes every trick of a Ramsch, the others win nothing."),
            20: _("Where one player takes every trick of a Ramsch, each of the others wins {no_trick}."),
        }
    ),
    "rank_order": describe_rank_order,
    "deals_each": describe_deals_each,
}


def warn_of_options(options: Options, seats: int) -> tuple[Text, ...]:
    """Return what a club may not have meant: deals that a table does not divide, an option that changes nothing."""
    is_lost = options.gucki_nullo_double and not options.gucki_nullo
    return (
        *warn_of_deals(options, seats),
        *((warn_of_missing(GUCKI_NULLO_DOUBLE, GUCKI_NULLO),) if is_lost else ()),
    )
