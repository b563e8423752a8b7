"""Labels of North American Skat, and the meanings of its error codes."""

from games.problems import _
from games.skat import boards, calculators, contracts, fewest_points, ramsch

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
    "score": _("score"),
}

GAME_LABELS = {
    "tournee": _("Tournée"),
    "solo": _("Solo"),
    "grand-tournee": _("Grand Tournée"),
    "grand-solo": _("Grand Solo"),
    "gucki-grand": _("Gucki Grand"),
    "grand-ouvert": _("Grand Ouvert"),
    "nullo": _("Nullo"),
    "null-ouvert": _("Null Ouvert"),
    "gucki-nullo": _("Gucki Nullo"),
    "gucki-nullo-ouvert": _("Gucki Nullo Ouvert"),
    "ramsch": _("Ramsch"),
}
ANNOUNCEMENT_LABELS = {"schneider": _("Schneider"), "schwarz": _("Schwarz")}

# The name of each field in a sentence.
FIELD_LABELS = {
    "declarer": _("declarer"),
    "bid": _("bid"),
    "suit": _("suit"),
    "matadors": _("matadors"),
    "points": _("card points"),
    "tricks": _("tricks"),
    "announced": _("announcement"),
    "second_turn": _("second turn"),
    "kontra": _("Kontra"),
    "extra": _("extra multipliers"),
    "last_tricks": _("last tricks"),
    "passed_on": _("passing on of the skat"),
}

CODES = {
    **contracts.CODES,
    **ramsch.CODES,
    **calculators.CODES,
    **boards.CODES,
    "board-turned": _("No card lay in the skat that could have been turned up for this game."),
    "not-in-this-game": _("The declared game has no such thing, as matadors in Nullo."),
    "sits-out": _("The declarer sits this deal out."),
    "unbid": _("A player other than the Leader plays without a bid."),
    "unbid-ramsch": _("A deal without a bid has a declarer, where it would be a Ramsch."),
    "bid-too-high": _("The declared game can never be worth the bid."),
    "no-matadors": _("There are no matadors, though every declarer is with or without one."),
    "matadors-in-grand": _("There are more matadors than a grand has."),
    "gucki-nullo-not-agreed": _("A Gucki Nullo was played where it is not agreed."),
    "surplus": _("There are more deals than agreed."),
    "passed-on-not-agreed": _("The skat was passed on in a Ramsch that the Leader chose."),
    **fewest_points.CODES,
    "odd-bid": _("The bid is an odd number, which is legal and rare."),
    "over-the-value": _("The declarer won 61 points, and bid more than the game is worth."),
    "many-matadors": _("There are more matadors than people usually hold."),
    "matadors-and-tricks": _("The tricks or card points do not go well with the matadors."),
    "turned-trump": _("The card turned in a Tournée would be one of the trumps that are said to be missing."),
    "many-doublings": _("The game was doubled more often than is usual."),
}
