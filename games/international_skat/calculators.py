"""Calculators for International Skat players: cards, matadors, the auction, and the value of a game."""

from __future__ import annotations

from collections.abc import Mapping

from games.international_skat.contract import NULL_VALUES
from games.international_skat.labels import GAME_LABELS, get_game_label
from games.international_skat.sheet import BASES, MIN_BID, NULLS, Options, get_max_matadors
from games.layout import Field, Given
from games.problems import Invalid, Problem, Text, _
from games.protocol import Asked, Helper
from games.reading import build_problem
from games.skat.calculators import POINTS_HELPER, build_auction_helper, build_matadors_helper
from games.skat.cards import SUIT_SYMBOLS

# --- the value of a game before it is played, and so the highest bid on it

VALUE_TEMPLATES = (  # levels beside game, whether for a hand game, sentence
    (0, False, _("{game}: {multiplier} x {base} = {value}")),
    (1, False, _("With schneider: {value}")),
    (1, True, _("{game}: {multiplier} x {base} = {value}")),
    (3, True, _("With schneider announced: {value}")),
    (5, True, _("With schwarz announced: {value}")),
    (6, True, _("Open: {value}")),
)


def answer_worth(typed: Mapping[str, str], options: Options) -> tuple[Text, ...]:
    """Return the value of a game: first with the skat, then of each further level.

    Raises Invalid if the game, or its matadors, are missing or wrong.
    """
    game = typed.get("game", "")
    if game not in GAME_LABELS:
        kind = "literal_error" if game else "missing"
        raise Invalid(build_problem(kind, "game", choices=", ".join(GAME_LABELS), name="game"))
    in_hand = options.hand == "allowed"
    if game in NULLS:
        message = _("{game}: {value}")
        kinds = (False, True) if in_hand else (False,)
        return tuple(
            Text(message, {"game": Text(get_game_label(game, hand)), "value": NULL_VALUES[game, hand]})
            for hand in kinds
        )
    count = _read_matadors(typed.get("matadors", ""), game)
    return tuple(
        Text(template, _build_values(game, hand, count + 1 + levels))
        for levels, hand, template in VALUE_TEMPLATES
        if in_hand or not hand
    )


def _build_values(game: str, hand: bool, multiplier: int) -> dict[str, int | str | Text]:
    base = BASES[game]
    return {
        "game": Text(get_game_label(game, hand)),
        "multiplier": multiplier,
        "base": base,
        "value": base * multiplier,
    }


def _read_matadors(text: str, game: str) -> int:
    """Return the number of matadors; with or without makes no difference to the value."""
    if not text:
        raise Invalid(build_problem("missing", "matadors", name="matadors"))
    digits = text.lstrip("+-−")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 2 else 0
    if not 1 <= number <= get_max_matadors(game):
        message = _("{game} is with or without 1 to {most} matadors.")
        values: dict[str, int | Text] = {"game": Text(GAME_LABELS[game]), "most": get_max_matadors(game)}
        raise Invalid(Problem("matadors", "matadors-range", Text(message, values)))
    return number


WORTH_HELPER = Helper(
    "worth",
    _("What is a game worth?"),
    Text(_("From the game and its matadors, with or without: so far one may bid.")),
    (
        Field("game", _("Game"), "choice", choices=GAME_LABELS, symbols=SUIT_SYMBOLS),
        Field("matadors", _("Matadors"), "count", 1, 11, given=(Given("game", NULLS, has=False),)),
    ),
    answer_worth,
    (
        Asked("clubs", Text(_("Clubs with two")), {"game": "clubs", "matadors": "2"}),
        Asked("ouvert", Text(_("Null ouvert")), {"game": "null-ouvert", "matadors": ""}),
        Asked(
            "no-hand",
            Text(_("A grand with one, where there are no hand games")),
            {"game": "grand", "matadors": "1"},
            {"hand": "forbidden"},
        ),
    ),
)

HELPERS = (
    WORTH_HELPER,
    build_matadors_helper(
        lambda options: options.rank_order,
        Asked(
            "with",
            Text(_("Hearts, with the skat")),
            {"trump": "hearts", "cards": _("JC JS JH JD AH 10H 8H AS KS 7D 9C 8C")},
        ),
        Asked(
            "without",
            Text(_("A grand, with the skat")),
            {"trump": "grand", "cards": _("JH JD AC 10C KC AS 10S AD 9D 8D 7H 7S")},
        ),
        Asked(
            "ten-low",
            Text(_("Seven trumps, where the ten is below the queen")),
            {"trump": "spades", "cards": _("JC JS JH JD AS 10S 7S")},
            {"rank_order": "seed"},
        ),
    ),
    POINTS_HELPER,
    build_auction_helper(
        MIN_BID,
        lambda options: False,
        Asked("bids", Text(_("Endhand plays")), {"calls": _("18 stay 20 stay 22 pass 23 stay 24 pass")}),
        Asked("nobody", Text(_("All pass")), {"calls": _("pass pass pass")}),
        least=lambda options: options.min_bid,
    ),
)
