"""The words of Hucklebuck players, and the meanings of the game's error codes."""

from games.problems import _

WORDS = {
    "deal": _("hand"),
    "deals": _("hands"),
    "match": _("match"),
    "tricks": _("tricks"),
    "score": _("score"),
}

CODES = {
    "tricks-total": _("The tricks of a hand do not total 5."),
    "too-many-out": _("More players are out of a hand than may be at a table of that size."),
    "surplus": _("There is another hand after the one that won the match."),
}
