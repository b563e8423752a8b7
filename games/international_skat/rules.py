"""How International Skat is played, for those who never have (scoring.md 5.1, 5.2, 5.8, 5.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.international_skat.contract import (
    CUSTOMARY_BIDS,
    LOSSES,
    NULL_VALUES,
    SCHNEIDER,
    SCHNEIDERED,
    Contract,
    highest_value,
)
from games.international_skat.scoring import FOR_A_GAME, FOR_OTHERS, seeger_fabian
from games.international_skat.sheet import BASES, LEAST_BID, NULLS, Options
from games.international_skat.words import GAMES, IN_HAND
from games.problems import Text, _
from games.protocol import Section
from games.skat.cards import ALL_POINTS
from games.skat.contracts import MADE, SKAT, TRICKS, extra_words, kontra_words
from games.skat.ramsch import RAMSCH, how_it_is_played

# --- games to show the counting with


WON = Contract(0, 20, "hearts", matadors=2, points=75)
IN_HAND_WON = Contract(0, 33, "spades", hand=True, matadors=-1, points=92)
SHORT = Contract(0, 30, "hearts", matadors=2, points=58)
SHORT_IN_HAND = Contract(0, 40, "hearts", hand=True, matadors=2, points=58)
OVERBID = Contract(0, 40, "clubs", matadors=1, points=70)
NULL_LOST = Contract(0, 20, "null", tricks=1)

FACTS: dict[str, int | str] = {
    "tricks": TRICKS,
    "skat": SKAT,
    "all": ALL_POINTS,
    "made": MADE,
    "schneider": SCHNEIDER,
    "schneidered": SCHNEIDERED,
    "least_bid": LEAST_BID,
    "won": WON.value,
    "won_levels": WON.multiplier,
    "won_base": WON.base,
    "hand_won": IN_HAND_WON.value,
    "hand_levels": IN_HAND_WON.multiplier,
    "hand_base": IN_HAND_WON.base,
    "bids": ", ".join(map(str, CUSTOMARY_BIDS[:6])),
    "highest": highest_value("grand", hand=True, extra=0),
    "bid": OVERBID.bid,
    "overbid": OVERBID.value,
    "overbid_levels": OVERBID.multiplier,
    "overbid_base": OVERBID.base,
    "short": SHORT.points,
    "null": NULL_LOST.value,
}


def say(template: str, **more: int | str | Text) -> Text:
    return Text(template, FACTS | more)


def section(key: str, heading: str, *paragraphs: str | Text, items: tuple[Text, ...] = ()) -> Section:
    said = tuple(part if isinstance(part, Text) else say(part) for part in paragraphs)
    return Section(key, say(heading), said, items)


# --- what each option says


def session_length(deals: int | None) -> Text:
    if deals is None:
        return say(_("A session has as many deals as the players like."))
    one, several = _("A session is one deal."), _("A session has {deals} deals.")
    return say(one if deals == 1 else several, deals=deals)


def losing(losses: str) -> Text:
    cost = {
        contract: LOSSES[losses](contract).cost for contract in (SHORT, OVERBID, SHORT_IN_HAND, NULL_LOST)
    }
    texts = {
        "isko": _(
            "A lost game costs twice its value; or, if the bid was more, twice the least multiple of the base that "
            "reaches the bid. Hearts with two and {short} card points cost {short_cost}; clubs with one, at a bid of "
            "{bid}, are overbid and cost {overbid_cost}."
        ),
        "double-unless-hand": _(
            "A lost game costs twice its value, or twice the least multiple of the base that reaches the bid, if that "
            "is more; but a lost hand game costs it only once. Hearts with two and {short} card points cost "
            "{short_cost}, and in a hand game {in_hand_cost}; clubs with one, at a bid of {bid}, are overbid and cost "
            "{overbid_cost}."
        ),
        "source-text": _(
            "Without the card points, a game costs twice its base only: hearts {short_cost}. Whoever has them and bid "
            "too much loses twice the next multiple of the base above the bid: clubs with one at a bid of {bid}, "
            "{overbid_cost}. A failed announcement costs twice the value that was promised, and a lost null game "
            "twice its value: {null_cost} for {null}."
        ),
    }
    return say(
        texts[losses],
        short_cost=cost[SHORT],
        overbid_cost=cost[OVERBID],
        in_hand_cost=cost[SHORT_IN_HAND],
        null_cost=cost[NULL_LOST],
    )


def hand_games(hand: str) -> Text:
    texts = {
        "allowed": _("A declarer may leave the skat unseen and play a hand game, which is worth more."),
        "forbidden": _("Every declarer takes the skat: there are no hand games, and nothing is announced."),
    }
    return say(texts[hand])


def all_passing(all_pass: str) -> Text:
    texts = {
        "redeal": _("When all three pass, nothing is scored, and the next player deals."),
        RAMSCH: _("When all three pass, a Ramsch is played."),
    }
    return say(texts[all_pass])


OPTION_WORDS: Mapping[str, Callable[[Any], Text]] = {
    "deals": session_length,
    "losses": losing,
    "hand": hand_games,
    "all_pass": all_passing,
    "kontra": kontra_words,
    "extra_multipliers": extra_words,
}

# --- the rules


def rules(options: Options) -> tuple[Section, ...]:
    return (
        section(
            "aim",
            _("The game in short"),
            _(
                "Skat is played by three. In each deal they bid for the right to play alone: the highest bidder, the "
                "declarer, says what is trump and plays against the two others, who play together. The declarer wins "
                "or loses game points; the others neither win nor lose any."
            ),
            _(
                "Four or five may sit at a table. Of four, the dealer sits the deal out; of five, the dealer and the "
                "third player to the dealer's left. The deal moves to the next player each time."
            ),
            session_length(options.deals),
        ),
        section(
            "cards",
            _("Cards"),
            _(
                "There are 32 cards, from seven to ace in four suits. Each of the three gets {tricks}; the other "
                "{skat} lie face down and are the skat."
            ),
            _(
                "An ace is 11 card points, a ten 10, a king 4, a queen 3 and a jack 2, {all} together; the other cards "
                "are worth nothing. What a declarer takes in tricks counts together with the skat, or with the two "
                "cards put away for it."
            ),
            _(
                "The four jacks are always trumps and beat all other cards, clubs first, then spades, hearts and "
                "diamonds. In a suit game the cards of that suit are trumps, too. Under the jacks, and in the other "
                "suits, cards rank ace, ten, king, queen, nine, eight, seven."
            ),
        ),
        section(
            "bidding",
            _("Bidding"),
            _(
                "Left of the dealer sits the leader, then middlehand, then endhand; of three, the dealer is endhand. "
                "Middlehand bids to the leader, who says yes or passes, until one of them has passed. Endhand then "
                "bids to the other in the same way. Whoever is left is the declarer, at the last bid. If both others "
                "pass at once, the leader may still bid, or pass as well."
            ),
            _(
                "The lowest bid is {least_bid}. A bid promises a game that is worth at least so much, so nobody may "
                "declare one that can never be. Usual bids are the values that games can have: {bids} and so on."
            ),
            all_passing(options.all_pass),
        ),
        section(
            "games",
            _("The games"),
            _(
                "The declarer picks up the skat, puts any two cards away, and names the game. In a suit game that suit "
                "is trump with the jacks; in a grand, only the jacks are. In a null game there is no trump, a ten "
                "ranks below the jack, and the declarer must not take a trick; in null ouvert the declarer's cards lie "
                "open."
            ),
            hand_games(options.hand),
            *_announcements(options),
        ),
        section(
            "play",
            _("Play"),
            _(
                "The leader plays the first card, whoever is the declarer. The others must follow: with a trump if a "
                "trump was led, else with a card of the suit that was led; whoever cannot may play any card. The "
                "highest trump takes the trick, or else the highest card of the suit that was led, and its player "
                "leads next."
            ),
        ),
        section(
            "value",
            _("What a game is worth"),
            _(
                "A suit game or grand is worth its base times a number of levels. Count the matadors first: whoever "
                "has the jack of clubs is with as many as there are trumps from it down without a gap; whoever has it "
                "not, is without as many as are missing from the top. With the jacks of clubs and spades and not that "
                "of hearts, one is with two; if the jack of hearts is one's highest trump, without two. The skat "
                "belongs to the declarer here. Then add 1 for each of these:"
            ),
            items=_levels(options),
        ),
        section(
            "bases",
            _("Bases, with examples"),
            _(
                "Hearts with two, won with fewer than {schneider} card points, are two matadors and the game: "
                "{won_levels} x {won_base} = {won}."
            ),
            *_hand_example(options),
            _("A null game has a value of its own, and no levels. The bases and values are:"),
            items=_bases(options),
        ),
        section(
            "score",
            _("Won or lost"),
            _(
                "A suit game or grand is won with {made} card points or more, if whatever was announced has come true "
                "and the value is at least the bid. A null game is won without a trick. Whoever wins gets the value."
            ),
            _(
                "Clubs with one, won with 70 card points, are worth {overbid_levels} x {overbid_base} = {overbid}. At "
                "a bid of {bid} that is too little: the game is overbid, and lost."
            ),
            losing(options.losses),
            kontra_words(options.kontra),
            *_extras(options),
        ),
        *_ramsch(options),
        section(
            "session",
            _("Winning a session"),
            _("Whoever has the most game points at the end is first."),
            _tournament(),
        ),
        section("words", _("Words of the game"), items=WORDS_OF_THE_GAME),
    )


def _announcements(options: Options) -> tuple[Text, ...]:
    if options.hand == "forbidden":
        return ()
    return (
        say(
            _(
                "In a hand game, other than null, the declarer may announce schneider, which is to take at least "
                "{schneider} card points, or schwarz, which is to take every trick; or play open, which is to show all "
                "cards and take every trick."
            )
        ),
    )


def _levels(options: Options) -> tuple[Text, ...]:
    hand = (
        say(_("Hand: the skat was left unseen.")),
        say(_("Schneider announced, which schwarz announced includes.")),
        say(_("Schwarz announced, which playing open includes.")),
        say(_("Open.")),
    )
    return (
        say(_("The game itself, won or lost.")),
        say(
            _(
                "Schneider: the declarer has {schneider} card points or more, or else {schneidered} or fewer; or it "
                "was announced."
            )
            if options.hand == "allowed"
            else _(
                "Schneider: the declarer has {schneider} card points or more, or else {schneidered} or fewer."
            )
        ),
        say(_("Schwarz: one side has taken all {tricks} tricks.")),
        *(hand if options.hand == "allowed" else ()),
    )


def _hand_example(options: Options) -> tuple[Text, ...]:
    if options.hand == "forbidden":
        return ()
    return (
        say(
            _(
                "Spades hand without one, won with {points} card points, are one matador, the game, hand and "
                "schneider: {hand_levels} x {hand_base} = {hand_won}. The most there can be is a grand with four, "
                "played open: {highest}."
            ),
            points=IN_HAND_WON.points,
        ),
    )


def _bases(options: Options) -> tuple[Text, ...]:
    listed = [say(_("{game}: {value}"), game=Text(GAMES[name]), value=base) for name, base in BASES.items()]
    for name in NULLS:
        listed.append(say(_("{game}: {value}"), game=Text(GAMES[name]), value=NULL_VALUES[name, False]))
        if options.hand == "allowed":
            listed.append(say(_("{game}: {value}"), game=Text(IN_HAND[name]), value=NULL_VALUES[name, True]))
    return tuple(listed)


def _extras(options: Options) -> tuple[Text, ...]:
    if not options.extra_multipliers:
        return ()
    added = say(_("They are added to the matadors of a game that has earned them, won or lost."))
    return (extra_words(options.extra_multipliers), added)


def _ramsch(options: Options) -> tuple[Section, ...]:
    if options.all_pass != RAMSCH:
        return ()
    undoubled = (_("Nobody says Kontra in a Ramsch."),) if options.kontra else ()
    return (section(RAMSCH, _("Ramsch"), *how_it_is_played(), *undoubled),)


def _tournament() -> Text:
    score, won, lost, others, seats = 120, 4, 1, 3, 4
    return say(
        _(
            "Tournaments count by Seeger and Fabian as well: {game} for each own game that is won, less {game} for "
            "each that is lost, and {other} for each game that somebody else at the table loses ({three} where only "
            "three sit there). With {score} game points, {won} games won and {lost} lost, and {others} lost by others, "
            "a player at a table of four has {total}."
        ),
        game=FOR_A_GAME,
        other=FOR_OTHERS[seats],
        three=FOR_OTHERS[3],
        score=score,
        won=won,
        lost=lost,
        others=others,
        total=seeger_fabian(score, won, lost, others, seats),
    )


WORDS_OF_THE_GAME = (
    say(_("Skat: the two cards that nobody is dealt; also the game itself.")),
    say(_("Declarer: whoever plays alone in a deal.")),
    say(_("Matadors: the unbroken run of the highest trumps that one has, or has not.")),
    say(_("Hand game: one that is played without looking at the skat.")),
    say(_("Schneider: one side has {schneidered} card points or fewer.")),
    say(_("Schwarz: one side has no trick at all.")),
    say(_("Grand: only the jacks are trumps. Null: no trumps, and no trick for the declarer.")),
    say(_("Ouvert, open: with the declarer's cards face up on the table.")),
    say(_("Overbid: won on card points, and yet worth less than was bid.")),
    say(_("Leader, middlehand, endhand: the first, second and third player from the dealer's left.")),
)
