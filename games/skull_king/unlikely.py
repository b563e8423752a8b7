"""What is possible on a Skull King sheet, and yet mostly a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks
from games.problems import Problem, Text, _
from games.skull_king.editions import FEWEST_SEATS
from games.skull_king.looking import cards_in, deal_of, has_any, has_bonuses, of_all, taken, where
from games.skull_king.scoring import SCORINGS, cannonball
from games.skull_king.sheet import MOST_MERMAIDS, Bonus, Deal
from games.skull_king.words import BONUSES

DARING = 3  # times a player's share of the tricks
FAR = 5  # tricks


def bids_are_seldom_so_high(deal: Deal, case: Case) -> Iterator[Problem]:
    cards = cards_in(case) or 0
    for seat, bid in enumerate(deal.bids):
        if bid >= FAR and bid * case.seats > DARING * cards:
            message = _("A bid of {bid} is high where {seats} share {cards} tricks.")
            values = {"bid": bid, "seats": case.seats, "cards": cards}
            yield Problem(f"bids.{seat}", "daring-bid", Text(message, values))


def tricks_are_seldom_so_far_off(deal: Deal, _case: Case) -> Iterator[Problem]:
    for seat, (bid, tricks) in enumerate(zip(deal.bids, deal.tricks, strict=True)):
        if abs(bid - tricks) >= FAR:
            values = {"bid": bid, "tricks": tricks, "off": abs(bid - tricks)}
            message = Text(_("Bid {bid} and took {tricks}: that is {off} off."), values)
            yield Problem(f"tricks.{seat}", "far-off", message)


def bonuses_are_seldom_written_in_vain(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Scorekeepers write down what counts."""
    bid, tricks = deal_of(case).bids[case.at[1]] + bonus.bid_change, deal_of(case).tricks[case.at[1]]
    worth = cannonball if bonus.cannonball else SCORINGS[case.options.scoring]
    if not worth(bid, tricks, 1)[1]:
        for kind in taken(bonus, case):
            message = _("A bid of {bid} that took {tricks} earns nothing with it: {bonus}.")
            values = {"bid": bid, "tricks": tricks, "bonus": Text(BONUSES[kind])}
            yield Problem(kind, "in-vain", Text(message, values))


def pirates_with_a_name_have_won_a_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    for field in ("wager", "bid_change"):
        if getattr(bonus, field) and not deal_of(case).tricks[case.at[1]]:
            message = _("A player without a trick has not won one with that Pirate: {bonus}.")
            values = {"bonus": Text(BONUSES[field])}
            yield Problem(field, "pirate-without-trick", Text(message, values))


def pirates_with_a_name_are_there_once(deal: Deal, _case: Case) -> Iterator[Problem]:
    for field in ("wager", "bid_change"):
        for seat, _value in of_all(deal, field)[1:]:
            message = _("Another player has it in this round already: {bonus}.")
            values = {"bonus": Text(BONUSES[field])}
            yield Problem(f"bonus.{seat}.{field}", "pirate-used-twice", Text(message, values))


def captures_fit_the_tricks(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Pirates, Mermaids and the Skull King are each taken by another card, which wins its trick; and in a trick lies
    one card of each player, the one that wins it among them."""
    counts = taken(bonus, case)
    tricks = deal_of(case).tricks[case.at[1]] if counts else 0
    if not tricks or counts.get("pirates", 0) >= case.seats:  # for which there are other words
        return
    with_mermaids = -(-counts.get("mermaids", 0) // (case.seats - 1))
    needed = ("pirates" in counts) + ("skull_king" in counts) + with_mermaids
    cards, room = sum(counts.values()) + needed, tricks * case.seats
    if needed > tricks:
        one, several = (
            _("All this takes {needed} tricks, and this player has only 1."),
            _("All this takes {needed} tricks, and this player has only {tricks}."),
        )
        message = Text(one if tricks == 1 else several, {"needed": needed, "tricks": tricks})
        yield Problem("", "too-much-taken", message)
    elif cards > room:
        message = Text(
            _("All this is {cards} cards, and this player's tricks have only {room}."),
            {"cards": cards, "room": room},
        )
        yield Problem("", "too-much-taken", message)


def loot_is_seldom_written_without_an_alliance(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """What earns nothing is possible, and yet written down for nothing."""
    if bonus.loot and case.seats == FEWEST_SEATS:
        yield Problem("loot", "no-loot-for-two", Text(_("Loot earns nothing: two players play without it.")))
        return
    for number, taker in enumerate(bonus.loot):
        if taker == case.at[1]:
            message = Text(_("Whoever takes their own Loot card has no alliance, and earns nothing with it."))
            yield Problem(f"loot.{number}", "own-loot", message)


def loot_cards_of_a_player_lie_in_different_tricks(bonus: Bonus, case: Case) -> Iterator[Problem]:
    for taker in set(bonus.loot):
        if bonus.loot.count(taker) > deal_of(case).tricks[taker]:
            message = Text(
                _("Two Loot cards of one player lie in two tricks, and whoever took them has only 1.")
            )
            yield Problem("loot", "too-much-taken", message)


def mermaids_that_take_are_not_taken(deal: Deal, _case: Case) -> Iterator[Problem]:
    """One that takes the Skull King wins the trick."""
    if sum(mermaids for _seat, mermaids in of_all(deal, "mermaids")) == MOST_MERMAIDS:
        for seat, _count in of_all(deal, "skull_king"):
            message = _(
                "Both Mermaids were taken in this round, and none of them can have taken the Skull King."
            )
            yield Problem(f"bonus.{seat}.skull_king", "mermaids-all-taken", Text(message))


UNLIKELY: Checks = {
    "deals": (
        bids_are_seldom_so_high,
        tricks_are_seldom_so_far_off,
        where(has_bonuses, pirates_with_a_name_are_there_once, mermaids_that_take_are_not_taken),
    ),
    "deals.bonus": (
        where(
            has_any,
            bonuses_are_seldom_written_in_vain,
            pirates_with_a_name_have_won_a_trick,
            captures_fit_the_tricks,
            loot_is_seldom_written_without_an_alliance,
            loot_cards_of_a_player_lie_in_different_tricks,
        ),
    ),
}
