"""Magpie in words: its players' terms, the rules, the explanation of a score, and examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games import Drawing, Example, Part, Section, Step, Text
from games.problems import _

from .play import COSTS, MOTHS, TRICKS, Hand, Options, Sheet, cost, hand_score, is_kept, place, score

WORDS = {
    "deal": _("hand"),
    "deals": _("hands"),
    "bid": _("promise"),
    "bids": _("promises"),
    "tricks": _("tricks"),
    "score": _("score"),
}
SUITS = {"rings": _("Rings"), "coins": _("Coins"), "stars": _("Stars"), "moons": _("Moons")}
SIGNS = {"rings": "○", "coins": "●", "stars": "★", "moons": "☾"}
OFFENCES = {"revoke": _("Did not follow suit"), "chatter": _("Talked about cards")}
FINES = {"mild": _("Mild"), "stiff": _("Stiff")}
CODES = {
    "no-such-seat": _("There is no such player at the table."),
    "tricks-total": _("The tricks of a hand do not total nine."),
    "moths-by-day": _("Moths were caught, though not by moonlight."),
    "bold": _("Eight or nine tricks were promised, which is rare."),
    "magpie-out": _("The magpie stayed on the nest."),
    "board-tricks": _("The highest trumps of a hand take more tricks than it has."),
    "alone": _("Nobody played against the magpie."),
    "last-trick": _("The last trick went to somebody without a trick."),
    "surplus": _("There are more hands than a match has."),
    "no-such-deal": _("The fine is for a hand that is not on the sheet."),
}

# --- what each option says


def match_length(hands: int) -> Text:
    return Text(
        _("A match is one hand.") if hands == 1 else _("A match has {hands} hands."), {"hands": hands}
    )


def exactness(exact: bool) -> Text:
    loose = _("A promise is kept by that many tricks, or more.")
    return Text(_("A promise is kept by exactly that many tricks.") if exact else loose)


def last_trick(points: int) -> Text:
    worth = _("Whoever takes the last trick gets {points} more.")
    return Text(worth if points else _("The last trick counts like any other."), {"points": points})


def fines(kind: str) -> Text:
    costs = _("Not following suit costs {revoke}, talking about cards {chatter}.")
    return Text(costs, dict(COSTS[kind]))


OPTION_WORDS: Mapping[str, Callable[[Any], Text]] = {
    "hands": match_length,
    "exact": exactness,
    "last_trick": last_trick,
    "fines": fines,
}

# --- the rules


def draw_suits() -> Drawing:
    """Draw a card of each suit."""
    cards = [Part(number * 40, 0, Text(sign), 32, 44) for number, sign in enumerate(SIGNS.values())]
    names = Text("{rings}, {coins}, {stars}, {moons}.", {suit: Text(label) for suit, label in SUITS.items()})
    return Drawing("suits", Text(_("The four suits.")), names, 160, 48, tuple(cards))


def rules(options: Options) -> tuple[Section, ...]:
    return (
        Section(
            "aim",
            Text(_("The game in short")),
            (
                Text(
                    _(
                        "In each hand one player, the magpie, promises to take a number of the {tricks} tricks. The "
                        "others play against the magpie, or stay on the nest and sit the hand out."
                    ),
                    {"tricks": TRICKS},
                ),
                match_length(options.hands),
            ),
        ),
        Section(
            "play",
            Text(_("Promise and play")),
            (
                Text(_("There are twelve cards each of rings, coins, stars and moons. Everybody gets nine.")),
                Text(
                    _(
                        "Who promises most tricks is the magpie, and names trump. By moonlight, which the magpie says "
                        "before the first card, the hand counts double. Then the others say whether they play; at "
                        "least one of them has to. Suit has to be followed."
                    )
                ),
            ),
            drawings=(draw_suits(),),
        ),
        Section(
            "score",
            Text(_("Score")),
            (Text(_("The highest score after the last hand wins; equal scores share the place.")),),
            (
                Text(_("Each trick is a point.")),
                Text(_("A promise that is kept is worth as many points more, any other as many less.")),
                exactness(options.exact),
                Text(
                    _(
                        "By moonlight all of it counts double, and the magpie gets a point more for each of the "
                        "{moths} moths, which are cards like any other, among the tricks."
                    ),
                    {"moths": MOTHS},
                ),
                last_trick(options.last_trick),
                fines(options.fines),
            ),
        ),
    )


# --- the origin of a score


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return for each seat its score, down to each hand and fine, and its place."""
    scores = [score(sheet, options, seat) for seat in range(seats)]
    what = _("Final score {score}") if len(sheet.deals) == options.hands else _("Score so far {score}")
    return tuple(
        Step(
            Text(what, {"score": own}),
            own,
            (*_steps(sheet, options, seat), _placed(scores, seat)),
            is_said=True,
        )
        for seat, own in enumerate(scores)
    )


def _steps(sheet: Sheet, options: Options, seat: int) -> list[Step]:
    steps = [_hand_step(number, hand, options, seat) for number, hand in enumerate(sheet.deals, 1)]
    for fine in sheet.fines:
        if fine.seat == seat:
            steps.append(
                Step(
                    Text(_("Fine: {offence}"), {"offence": Text(OFFENCES[fine.offence])}),
                    -cost(fine, options),
                )
            )
    return steps


def _hand_step(number: int, hand: Hand, options: Options, seat: int) -> Step:
    value = hand_score(hand, options, seat)
    if value is None:
        return Step(Text(_("Hand {number}: stayed on the nest"), {"number": number}))
    what = _("Hand {number}: took {tricks}")
    if hand.magpie == seat:
        kept = _("Hand {number}: promised {promise}, took {tricks}, kept")
        broken = _("Hand {number}: promised {promise}, took {tricks}, not kept")
        what = kept if is_kept(hand, options) else broken
    values = {"number": number, "tricks": hand.tricks[seat] or 0, "promise": hand.promise}
    remarks = []
    if hand.last == seat and options.last_trick:
        remarks.append(Step(Text(_("The last trick")), options.last_trick))
    if hand.moonlit:
        remarks.append(Step(Text(_("By moonlight: all of it counts double"))))
    if hand.moths and hand.magpie == seat:
        remarks.append(
            Step(Text(_("Moths caught: {moths}"), {"moths": hand.moths}), hand.moths, is_said=True)
        )
    return Step(Text(what, values), value, tuple(remarks))


def _placed(scores: list[int], seat: int) -> Step:
    own = place(scores, seat)
    shared = scores.count(scores[seat]) > 1
    return Step(
        Text(_("Place {place}, shared") if shared else _("Place {place}"), {"place": own}), own, is_said=True
    )


# --- matches to learn from


def hand(
    magpie: int, promise: int, tricks: list[int | None], trump: str = "stars", **more: Any
) -> dict[str, Any]:
    return {"tricks": tricks, "magpie": magpie, "promise": promise, "trump": trump, **more}


EXAMPLES = (
    Example(
        "an-evening",
        Text(_("A match of five hands")),
        Text(_("The last hand is played by moonlight, and turns the match.")),
        4,
        {
            "deals": [
                hand(0, 4, [5, 2, 2, 0], "rings"),
                hand(2, 3, [1, None, 2, 6], "moons", last=3),
                hand(1, 5, [None, 6, 3, None], "coins"),
                hand(3, 4, [2, 0, 3, 4], "stars", last=0),
                hand(2, 4, [3, 1, 5, None], "moons", moonlit=True),
            ],
            "fines": [{"seat": 1, "offence": "chatter", "deal": 2}],
        },
    ),
    Example(
        "shared",
        Text(_("A shared first place")),
        Text(_("Two have the same score, so both are first, and the next is third.")),
        3,
        {"deals": [hand(0, 3, [3, 3, 3]), hand(1, 3, [3, 3, 3]), *[hand(2, 6, [4, 4, 1])] * 3]},
    ),
    Example(
        "short",
        Text(_("A match of two hands")),
        Text(_("Two hands are a whole match where that is agreed.")),
        3,
        {"deals": [hand(0, 4, [5, 1, 3]), hand(1, 4, [3, 6, None])]},
        {"hands": 2},
    ),
    Example(
        "exactly",
        Text(_("One trick too many")),
        Text(_("The magpie promised four and took five, which is no good where it must be exactly four.")),
        3,
        {"deals": [hand(0, 4, [5, 1, 3])]},
        {"exact": True},
    ),
    Example(
        "last-trick",
        Text(_("The last trick")),
        Text(_("Where the last trick earns three points, it decides this hand.")),
        3,
        {"deals": [hand(0, 4, [4, 2, 3], last=1)]},
        {"last_trick": 3},
    ),
    Example(
        "moths",
        Text(_("Two moths")),
        Text(_("By moonlight a kept promise of four is worth twice nine, and the moths two more.")),
        3,
        {"deals": [hand(0, 4, [5, 1, 3], moonlit=True, moths=2)]},
    ),
    Example(
        "stiff-fines",
        Text(_("Stiff fines")),
        Text(_("Not following suit costs more than the hand was worth.")),
        3,
        {"deals": [hand(0, 3, [3, 4, 2])], "fines": [{"seat": 0, "offence": "revoke", "deal": 0}]},
        {"fines": "stiff"},
    ),
)


def plausible(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Return the sheet of a made-up match."""
    return {"deals": [_made_up(seats, chance) for _number in range(options.hands)]}


def _made_up(seats: int, chance: Random) -> dict[str, Any]:
    magpie, opponent = chance.sample(range(seats), 2)
    playing = [seat for seat in range(seats) if seat in (magpie, opponent) or chance.random() < 0.7]
    took = [magpie] * 2 + chance.choices(playing, k=TRICKS - 2)
    tricks = [took.count(seat) if seat in playing else None for seat in range(seats)]
    promise = max(1, took.count(magpie) + chance.choice((-2, -1, -1, 0, 0, 1)))
    made_up = hand(magpie, min(promise, TRICKS), tricks, chance.choice(list(SUITS)))
    return made_up | ({"moonlit": True} if chance.random() < 0.15 else {})
