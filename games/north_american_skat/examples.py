"""Examples of North American Skat sessions."""

from __future__ import annotations

from typing import Any

from games.problems import Text, _
from games.protocol import Asked, Example
from games.skat.ramsch import RAMSCH

Deal = dict[str, Any]


def build_example(key: str, title: str, shows: str, *deals: Deal, seats: int = 3, **options: Any) -> Example:
    return Example(key, Text(title), Text(shows), seats, {"deals": list(deals)}, options)


def build_contract_deal(
    declarer: int, bid: int | None, game: str, *, suit: str | None = None, **more: Any
) -> Deal:
    """Build a deal with a declarer."""
    trump = {} if suit is None else {"suit": suit}
    return {"declarer": declarer, "bid": bid, "game": game, **trump, **more}


def build_ramsch_deal(points: list[int | None], tricks: list[int | None], **more: Any) -> Deal:
    return {"game": RAMSCH, "points": points, "tricks": tricks, **more}


EVENING_DEALS = (
    build_contract_deal(2, 22, "solo", suit="hearts", matadors=2, points=74, tricks=7),
    build_contract_deal(3, 20, "tournee", suit="clubs", matadors=-2, points=66),
    build_contract_deal(0, 24, "solo", suit="spades", matadors=1, points=70, tricks=6),
    build_ramsch_deal([34, 52, 34, None], [3, 4, 3, None], last_tricks=[6, 10, 8, None]),
    build_contract_deal(1, 20, "nullo", tricks=0),
    build_contract_deal(2, None, "tournee", suit="diamonds", matadors=-1, points=61),
    build_contract_deal(3, 36, "gucki-grand", matadors=2, points=55),
    build_contract_deal(0, 40, "grand-solo", matadors=2, points=93, tricks=9),
    build_contract_deal(1, 12, "tournee", suit="spades", matadors=-1, points=29, second_turn=True),
    build_contract_deal(0, 30, "solo", suit="clubs", matadors=3, points=97, tricks=9, announced="schneider"),
    build_contract_deal(1, 18, "solo", suit="diamonds", matadors=-1, points=67),
    build_contract_deal(2, 24, "grand-tournee", matadors=1, points=58),
)

EXAMPLES = (
    build_example(
        "evening",
        _("An evening of four"),
        _(
            "Twelve deals, of which the dealer sits each one out. In the third a game is won and yet lost, as it was "
            "bid too high; in the fourth all others passed, and the Leader chose Ramsch; in the sixth the Leader "
            "played without a bid."
        ),
        *EVENING_DEALS,
        seats=4,
    ),
    build_example(
        "overbid",
        _("Bid too high"),
        _("The declarer won 70 card points, but the game is worth 22 and the bid was 24. That costs 33."),
        build_contract_deal(2, 24, "solo", suit="spades", matadors=1, points=70, tricks=6),
    ),
    build_example(
        "announcements",
        _("Schneider and Schwarz announced"),
        _(
            "The first declarer keeps the promise of Schneider, the second one does not keep that of Schwarz. In the "
            "third deal an exposed grand takes every trick."
        ),
        build_contract_deal(1, 24, "solo", suit="hearts", matadors=2, points=95, announced="schneider"),
        build_contract_deal(0, 30, "grand-solo", matadors=4, points=114, tricks=9, announced="schwarz"),
        build_contract_deal(2, 96, "grand-ouvert", matadors=3, points=120, tricks=10),
    ),
    build_example(
        "ramsch",
        _("Three times Ramsch"),
        _(
            "All three have equally many card points, so the Leader wins; then one player takes no trick at all; then "
            "one takes them all, which costs points."
        ),
        build_ramsch_deal([40, 40, 40], [3, 4, 3]),
        build_ramsch_deal([0, 56, 64], [0, 5, 5]),
        build_ramsch_deal([0, 120, 0], [0, 10, 0]),
    ),
    build_example(
        "five",
        _("Five at the table"),
        _("The dealer and the third player at the dealer's left sit out, and the places move on each deal."),
        build_contract_deal(4, 18, "solo", suit="diamonds", matadors=1, points=78),
        build_contract_deal(2, 16, "tournee", suit="clubs", matadors=-1, points=48),
        build_ramsch_deal(
            [None, 20, None, 38, 62], [None, 2, None, 3, 5], last_tricks=[None, 4, None, 9, 10]
        ),
        seats=5,
    ),
    build_example(
        "halfway",
        _("Three of nine deals"),
        _("Where a session has nine deals, there is only a score so far after three of them."),
        build_contract_deal(1, 10, "tournee", suit="diamonds", matadors=1, points=71),
        build_contract_deal(2, 40, "null-ouvert", tricks=2),
        build_contract_deal(0, 20, "solo", suit="hearts", matadors=1, points=64),
        deals=9,
    ),
    build_example(
        "full-loss",
        _("A lost game at its full value"),
        _("Three matadors and game are 4 times the base value, and all of it is lost."),
        build_contract_deal(1, 24, "solo", suit="clubs", matadors=3, points=52),
        loss_basis="full",
    ),
    build_example(
        "doubled-twice",
        _("Lost twice double"),
        _("A Gucki Grand that gets fewer than 31 card points: both double the loss."),
        build_contract_deal(2, 32, "gucki-grand", matadors=2, points=26),
        stacking="multiply",
    ),
    build_example(
        "just-reached",
        _("A multiple that reaches the bid"),
        _("The bid of 33 is itself a multiple of 11, and the overbid game costs no more than that."),
        build_contract_deal(1, 33, "solo", suit="spades", matadors=1, points=65),
        overbid="ge",
    ),
    build_example(
        "whole-list",
        _("Every trick, and nothing announced"),
        _("Schwarz earns all that stands before it in the list, the announcement of Schneider with it."),
        build_contract_deal(1, 20, "solo", suit="hearts", matadors=2, points=120, tricks=10),
        schwarz="cumulative",
    ),
    build_example(
        "missed-once",
        _("A missed announcement on the second turn"),
        _("The second turn doubles other losses, but not that of an announcement here."),
        build_contract_deal(
            2, 14, "tournee", suit="spades", matadors=1, points=84, announced="schneider", second_turn=True
        ),
        fail_double=False,
    ),
    build_example(
        "gucki-nullo",
        _("Gucki Nullo"),
        _(
            "The skat is taken up, and two cards are put away, before a game without tricks; here it is lost once."
        ),
        build_contract_deal(1, 15, "gucki-nullo", tricks=0),
        build_contract_deal(0, 20, "gucki-nullo-ouvert", tricks=1),
        gucki_nullo=True,
    ),
    build_example(
        "gucki-nullo-double",
        _("Gucki Nullo, lost at double"),
        _("One trick is enough to lose it, and it costs 30 instead of 15."),
        build_contract_deal(1, 12, "gucki-nullo", tricks=1),
        gucki_nullo=True,
        gucki_nullo_double=True,
    ),
    build_example(
        "open-for-61",
        _("A Grand Ouvert for 61 card points"),
        _("A trick may be lost: 61 card points are enough."),
        build_contract_deal(2, 72, "grand-ouvert", matadors=2, points=88, tricks=8),
        grand_ouvert="61",
    ),
    build_example(
        "sweep",
        _("Two without a trick in Ramsch"),
        _("One player takes every trick, and the two others win for having none."),
        build_ramsch_deal([120, 0, 0], [10, 0, 0]),
        sweep_others=20,
    ),
    build_example(
        "kontra",
        _("Kontra and Rekontra"),
        _(
            "An opponent doubles the game, and the declarer doubles it again: what is won or lost is four times as "
            "much."
        ),
        build_contract_deal(1, 22, "solo", suit="spades", matadors=2, points=66, kontra=2),
        build_contract_deal(0, 20, "nullo", tricks=1, kontra=1),
        kontra=True,
    ),
    build_example(
        "extra",
        _("An extra multiplier"),
        _("The club counts one more for Spitze, so the bid is just reached."),
        build_contract_deal(1, 33, "solo", suit="spades", matadors=1, points=72, extra=["Spitze"]),
        extra_multipliers={"Spitze": 1},
    ),
    build_example(
        "lost-double",
        _("Each lost game costs double"),
        _("A Solo without 61 card points, one that was bid too high, and a lost Nullo."),
        build_contract_deal(1, 24, "solo", suit="clubs", matadors=2, points=52),
        build_contract_deal(2, 24, "solo", suit="spades", matadors=1, points=70),
        build_contract_deal(0, 20, "nullo", tricks=1),
        losses_double=True,
    ),
    build_example(
        "all-pass",
        _("Ramsch where all pass"),
        _(
            "The player with the most card points loses them; in the second deal two passed the skat on unseen."
        ),
        build_ramsch_deal([30, 41, 42], [3, 3, 4]),
        build_ramsch_deal([55, 20, 38], [4, 2, 4], passed_on=2),
        all_pass=RAMSCH,
    ),
    build_example(
        "after-three-of-six",
        _("After three of six deals"),
        _("Each player deals twice: that is six deals at this table of three, and eight at a table of four."),
        build_contract_deal(1, 20, "solo", suit="clubs", matadors=1, points=70),
        build_contract_deal(0, 20, "nullo", tricks=0),
        build_contract_deal(2, 24, "tournee", suit="spades", matadors=-2, points=58),
        deals=2,
        deals_each=True,
    ),
)

SEVEN_TRUMPS = {"trump": "spades", "cards": _("JC JS JH JD AS 10S 7S")}
MATADORS_EXAMPLES = (
    Asked("with", Text(_("Seven trumps")), SEVEN_TRUMPS),
    Asked(
        "without",
        Text(_("The jack of diamonds is the highest")),
        {"trump": "spades", "cards": _("JD AS KS 9S")},
    ),
    Asked(
        "ten-second",
        Text(_("The same seven, where the ten is second to the ace")),
        SEVEN_TRUMPS,
        {"rank_order": "traditional"},
    ),
)
AUCTION_EXAMPLES = (
    Asked("endhand", Text(_("Endhand outbids both")), {"calls": _("10 stay 18 pass 20 stay 28 pass")}),
    Asked("nobody", Text(_("Both others pass")), {"calls": _("pass pass")}),
)
