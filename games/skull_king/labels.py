"""The words of Skull King players, and the meanings of the game's error codes."""

from games.problems import _

WORDS = {
    "deal": _("round"),
    "deals": _("rounds"),
    "match": _("game"),
    "bid": _("bid"),
    "bids": _("bids"),
    "tricks": _("tricks"),
    "score": _("score"),
}

BONUS_LABELS = {
    "yellow_14": _("Yellow 14"),
    "green_14": _("Green 14"),
    "purple_14": _("Purple 14"),
    "black_14": _("Black 14"),
    "pirates": _("Pirates taken"),
    "mermaids": _("Mermaids taken"),
    "skull_king": _("Skull King taken"),
    "loot": _("Loot taken by"),
    "wager": _("Rascal's wager"),
    "bid_change": _("Harry's change"),
    "cannonball": _("Cannonball"),
}

SCORING_LABELS = {"classic": _("Classic"), "rascal": _("The Rascal's")}

CODES = {
    "bid-too-high": _("A bid is higher than the number of cards that each player has."),
    "changed-bid": _("A bid was changed to less than 0, or to more than each player has cards."),
    "tricks-total": _(
        "The tricks of a round do not total the cards of each player, less the tricks destroyed."
    ),
    "destroyed-tricks": _("More tricks were destroyed than there are in the round."),
    "not-in-edition": _("The edition does not have the card of which something is written."),
    "no-cannonballs": _("A cannonball is written down, and the scoring has none."),
    "bonus-without-trick": _("A player without a trick has taken a card."),
    "too-many-pirates": _("The Skull King took more Pirates than can lie in one trick."),
    "taken-twice": _("A card was taken twice in a round."),
    "pirates-twice": _("Two players took Pirates with the Skull King in one round."),
    "skull-king-and-pirates": _("The Skull King took Pirates, and was taken himself in the same round."),
    "too-many-mermaids": _("More Mermaids were taken in a round than there are."),
    "loot-without-trick": _("A Loot card was taken by a player who has too few tricks for it."),
    "too-much-loot": _("There are more Loot cards in a round than in the deck."),
    "surplus": _("There are more rounds than the game has."),
    "no-loot-for-two": _("A Loot card was played at a table of two, where it earns nothing."),
    "own-loot": _("A player took their own Loot card, which earns nothing."),
    "in-vain": _("What was taken earns nothing, because the bid was missed."),
    "daring-bid": _("A bid is more than three times a player's share of the tricks."),
    "far-off": _("A player took at least five tricks more, or fewer, than bid."),
    "too-much-taken": _("A player took more cards than can lie in their tricks."),
    "mermaids-all-taken": _("A Mermaid took the Skull King, and both Mermaids were taken themselves."),
    "pirate-without-trick": _(
        "A Pirate's ability was used by a player who has won no trick with that Pirate."
    ),
    "pirate-used-twice": _("Two players used the ability of the same Pirate in one round."),
}
