"""The words of SKUCK players, and the meanings of the game's error codes."""

from games import cards
from games.problems import _

WORDS = {
    "deal": _("game"),
    "deals": _("games"),
    "match": _("match"),
    "bid": _("bid"),
    "bids": _("bids"),
    "tricks": _("tricks"),
    "score": _("score"),
    "zero": _("zero"),
    "zeros": _("zeros"),
    "bonus": _("bonus"),
    "penalty": _("penalty"),
    "hawk": _("Hawk"),
    "dove": _("Dove"),
    "neutral": _("Neutral"),
}

SUIT_LABELS = cards.SUIT_LABELS | {"none": _("No trump")}
PENALTY_LABELS = {"miscount": _("Miscounted points"), "renege": _("Renege"), "time": _("Time")}

CODES = {
    "tricks-total": _("The two players' tricks of a game do not total 27."),
    "points-total": _("The two point counts of a game total more than 60."),
    "caller-points": _("The player who named trump had more points than the other."),
    "surplus": _("There are more games than a match has."),
    "no-such-deal": _("The penalty is for a game that is not on the sheet."),
    "no-time-penalties": _("The competition has no time penalties."),
    "board-tricks": _("A player took fewer tricks than the highest trumps take, by the cards of the board."),
    "without-limit": _("A time penalty, though both agreed to play without a limit."),
    "time-twice": _("A player has two time penalties for one game."),
}
