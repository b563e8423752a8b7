"""Labels of International Skat, and the meanings of its error codes."""

from games.international_skat import sums
from games.problems import _
from games.skat import boards, calculators, contracts, fewest_points, ramsch
from games.skat.cards import SUIT_LABELS

WORDS = {
    "deal": _("deal"),
    "deals": _("deals"),
    "match": _("session"),
    "round": _("series"),
    "Round": _("Series"),
    "rounds": _("series"),
    "bid": _("bid"),
    "bids": _("bids"),
    "tricks": _("tricks"),
    "score": _("game points"),
}

GAME_LABELS = {**SUIT_LABELS, "grand": _("Grand"), "null": _("Null"), "null-ouvert": _("Null ouvert")}
HAND_GAME_LABELS = {
    "clubs": _("Clubs hand"),
    "spades": _("Spades hand"),
    "hearts": _("Hearts hand"),
    "diamonds": _("Diamonds hand"),
    "grand": _("Grand hand"),
    "null": _("Null hand"),
    "null-ouvert": _("Null ouvert hand"),
}
ANNOUNCEMENT_LABELS = {"schneider": _("Schneider"), "schwarz": _("Schwarz")}


def get_game_label(game: str, hand: bool) -> str:
    """Return what players call a game, with the skat or without it."""
    return HAND_GAME_LABELS[game] if hand else GAME_LABELS[game]


CODES = {
    "passed-out": _("Something is written about a deal in which all passed."),
    "not-in-ramsch": _("Something is written about a Ramsch that only a game with a declarer has."),
    "not-in-null": _("Something is written about a null game that only suit games and grands have."),
    "only-in-ramsch": _("Something is written about a game that only a Ramsch has."),
    "declarer-rests": _("The declarer sits that deal out."),
    "ramsch-when-all-pass": _("A deal is passed out where a Ramsch is usually played when all pass."),
    "ramsch-not-agreed": _("A Ramsch is played where none is agreed on."),
    "hand-forbidden": _("A hand game is played where there are none."),
    "announce-needs-hand": _("Something is announced in a game that is no hand game."),
    "no-matadors": _("A game has no matadors; it is with one or without one at least."),
    "grand-matadors": _("A grand has more than four matadors."),
    "bid-out-of-reach": _("The bid is more than the game as declared can ever be worth."),
    "surplus": _("There are more deals than a session has."),
    "no-such-value": _("The bid is one that no game can be worth exactly."),
    "over-the-value": _("The declarer had the card points, and bid more than the game is worth."),
    "many-matadors": _("There are more matadors than people usually hold."),
    "matadors-and-tricks": _("The tricks or card points do not go well with the matadors."),
    "no-such-total": _("No cards have these card points together."),
    "matadors-range": _("There are fewer or more matadors than the game can have."),
    "many-doublings": _("The game was doubled more often than is usual."),
    **contracts.CODES,
    **calculators.CODES,
    **sums.CODES,
    **ramsch.CODES,
    **boards.CODES,
    **fewest_points.CODES,
}
