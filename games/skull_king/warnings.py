"""Warnings of a Skull King sheet: entries that are possible, but mostly a slip of the pen.

See docs/reference/scoring.md, Skull King: Warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks
from games.problems import Problem, Text, _
from games.skull_king.editions import MIN_SEATS
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.lookups import (
    combine_checks,
    count_captures,
    get_case_cards,
    get_case_deal,
    has_bonuses,
    has_fields,
    list_field_by_seat,
)
from games.skull_king.scoring import SCORING_FUNCTIONS, score_cannonball_bid
from games.skull_king.sheet import MAX_MERMAIDS, Bonus, Deal

DARING_FACTOR = 3  # a bid of more than so many times a player's share of the tricks is daring
FAR_OFF_TRICKS = 5  # the fewest tricks that are far off a bid, and the lowest daring bid


def warn_daring_bid(deal: Deal, case: Case) -> Iterator[Problem]:
    cards = get_case_cards(case) or 0
    for seat, bid in enumerate(deal.bids):
        if bid >= FAR_OFF_TRICKS and bid * case.seats > DARING_FACTOR * cards:
            message = _("A bid of {bid} is high where {seats} share {cards} tricks.")
            values = {"bid": bid, "seats": case.seats, "cards": cards}
            yield Problem(f"bids.{seat}", "daring-bid", Text(message, values))


def warn_far_off(deal: Deal, _case: Case) -> Iterator[Problem]:
    for seat, (bid, tricks) in enumerate(zip(deal.bids, deal.tricks, strict=True)):
        if abs(bid - tricks) >= FAR_OFF_TRICKS:
            values = {"bid": bid, "tricks": tricks, "off": abs(bid - tricks)}
            message = Text(_("Bid {bid} and took {tricks}: that is {off} off."), values)
            yield Problem(f"tricks.{seat}", "far-off", message)


def warn_vain_bonus(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield captures of which the bid earns no share; scorers mostly write down only captures that count."""
    bid, tricks = (
        get_case_deal(case).bids[case.at[1]] + bonus.bid_change,
        get_case_deal(case).tricks[case.at[1]],
    )
    score_bid = score_cannonball_bid if bonus.cannonball else SCORING_FUNCTIONS[case.options.scoring]
    if not score_bid(bid, tricks, 1)[1]:
        for kind in count_captures(bonus, case):
            message = _("A bid of {bid} that took {tricks} earns nothing with it: {bonus}.")
            values = {"bid": bid, "tricks": tricks, "bonus": Text(BONUS_LABELS[kind])}
            yield Problem(kind, "in-vain", Text(message, values))


def warn_pirate_without_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    for field in ("wager", "bid_change"):
        if getattr(bonus, field) and not get_case_deal(case).tricks[case.at[1]]:
            message = _("A player without a trick has not won one with that Pirate: {bonus}.")
            values = {"bonus": Text(BONUS_LABELS[field])}
            yield Problem(field, "pirate-without-trick", Text(message, values))


def warn_pirate_used_twice(deal: Deal, _case: Case) -> Iterator[Problem]:
    for field in ("wager", "bid_change"):
        for seat, _value in list_field_by_seat(deal, field)[1:]:
            message = _("Another player has it in this round already: {bonus}.")
            values = {"bonus": Text(BONUS_LABELS[field])}
            yield Problem(f"bonus.{seat}.{field}", "pirate-used-twice", Text(message, values))


def warn_too_much_taken(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield a problem for captures that need more tricks, or more cards, than the seat has.

    Pirates, Mermaids and the Skull King are each taken by another card, which wins its trick. A trick has one card
    of each player, the winning card among them.
    """
    counts = count_captures(bonus, case)
    tricks = get_case_deal(case).tricks[case.at[1]] if counts else 0
    if not tricks or counts.get("pirates", 0) >= case.seats:  # errors of their own
        return
    with_mermaids = -(-counts.get("mermaids", 0) // (case.seats - 1))
    needed = ("pirates" in counts) + ("skull_king" in counts) + with_mermaids
    cards, room = sum(counts.values()) + needed, tricks * case.seats
    if needed > tricks:
        singular, plural = (
            _("All this takes {needed} tricks, and this player has only 1."),
            _("All this takes {needed} tricks, and this player has only {tricks}."),
        )
        message = Text(singular if tricks == 1 else plural, {"needed": needed, "tricks": tricks})
        yield Problem("", "too-much-taken", message)
    elif cards > room:
        message = Text(
            _("All this is {cards} cards, and this player's tricks have only {room}."),
            {"cards": cards, "room": room},
        )
        yield Problem("", "too-much-taken", message)


def warn_loot_without_alliance(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield Loot that earns nothing: at a table of two, or taken by the seat that played it."""
    if bonus.loot and case.seats == MIN_SEATS:
        yield Problem("loot", "no-loot-for-two", Text(_("Loot earns nothing: two players play without it.")))
        return
    for number, taker in enumerate(bonus.loot):
        if taker == case.at[1]:
            message = Text(
                _("A player who takes their own Loot card has no alliance, and earns nothing with it.")
            )
            yield Problem(f"loot.{number}", "own-loot", message)


def warn_loot_in_one_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    for taker in set(bonus.loot):
        if bonus.loot.count(taker) > get_case_deal(case).tricks[taker]:
            message = Text(
                _("Two Loot cards of one player lie in two tricks, and the player who took them has only 1.")
            )
            yield Problem("loot", "too-much-taken", message)


def warn_mermaids_all_taken(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Yield a Skull King taken by a Mermaid, who wins her trick, where both Mermaids were taken."""
    if sum(mermaids for _seat, mermaids in list_field_by_seat(deal, "mermaids")) == MAX_MERMAIDS:
        for seat, _count in list_field_by_seat(deal, "skull_king"):
            message = _(
                "Both Mermaids were taken in this round, and none of them can have taken the Skull King."
            )
            yield Problem(f"bonus.{seat}.skull_king", "mermaids-all-taken", Text(message))


UNLIKELY: Checks = {
    "deals": (
        warn_daring_bid,
        warn_far_off,
        combine_checks(has_bonuses, warn_pirate_used_twice, warn_mermaids_all_taken),
    ),
    "deals.bonus": (
        combine_checks(
            has_fields,
            warn_vain_bonus,
            warn_pirate_without_trick,
            warn_too_much_taken,
            warn_loot_without_alliance,
            warn_loot_in_one_trick,
        ),
    ),
}
