"""What is impossible on a Skull King sheet (scoring.md 4.3; sheets.md, "skull-king")."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks, readable
from games.problems import Problem, Text, _
from games.skull_king.capturing import ON_BONUSES, ON_DEALS
from games.skull_king.looking import (
    cards_in,
    deal_of,
    edition_in,
    has_any,
    has_bonuses,
    says_nothing,
    where,
)
from games.skull_king.sheet import Bonus, Deal, Sheet
from games.skull_king.words import BONUSES

# --- a round


def bids_must_fit_the_cards(deal: Deal, case: Case) -> Iterator[Problem]:
    cards = cards_in(case)
    for seat, bid in readable(deal.bids):
        if cards is not None and bid > cards:
            one, several = (
                _("In a round of 1 card nobody can bid {bid}."),
                _("In a round of {cards} cards nobody can bid {bid}."),
            )
            values = {"bid": bid, "cards": cards}
            yield Problem(f"bids.{seat}", "bid-too-high", Text(one if cards == 1 else several, values))


def tricks_must_total_the_cards(deal: Deal, case: Case) -> Iterator[Problem]:
    cards, destroyed, total = cards_in(case), deal.destroyed, sum(deal.tricks)
    if cards is None or destroyed > cards or total == cards - destroyed:
        return
    message = _("Tricks must total {left}, not {total}.")
    if destroyed:
        message = _("Tricks must total {left}, not {total}: {destroyed} of {cards} were destroyed.")
    values = {"cards": cards, "destroyed": destroyed, "left": cards - destroyed, "total": total}
    yield Problem("tricks", "tricks-total", Text(message, values))


def destroyed_tricks_must_be_possible(deal: Deal, case: Case) -> Iterator[Problem]:
    if "destroyed" not in deal.model_fields_set:
        return
    if not edition_in(case).destroys:
        if not says_nothing(deal, "destroyed"):
            unknown = Text(
                _("No card of this edition ({edition}) destroys a trick."),
                {"edition": Text(edition_in(case).name)},
            )
            yield Problem("destroyed", "not-in-edition", unknown, alone=True)
        return
    destroyed, cards = deal.destroyed, cards_in(case)
    if cards is not None and destroyed > cards:
        message = _("There are only {cards} tricks to destroy, not {destroyed}.")
        if cards == 1:
            message = _("There is only 1 trick to destroy, not {destroyed}.")
        values = {"cards": cards, "destroyed": destroyed}
        yield Problem("destroyed", "destroyed-tricks", Text(message, values))


# --- what a seat has beside its bid


def bonuses_must_be_in_the_edition(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """What says that there was no such card, 0 or an empty list, may be written in any edition."""
    others = bonus.model_fields_set - edition_in(case).bonuses
    for field in Bonus.model_fields if others else ():
        if field not in others:
            continue
        if field == "cannonball":
            if case.options.scoring != "rascal":
                message = Text(_("Only the Rascal's scoring has cannonballs."))
                yield Problem(field, "no-cannonballs", message, alone=True)
        elif not says_nothing(bonus, field):
            message = Text(
                _("This edition ({edition}) does not have it: {bonus}."),
                {"edition": Text(edition_in(case).name), "bonus": Text(BONUSES[field])},
            )
            yield Problem(field, "not-in-edition", message, alone=True)


def changed_bid_must_fit_the_cards(bonus: Bonus, case: Case) -> Iterator[Problem]:
    if "bid_change" not in bonus.model_fields_set:
        return
    cards, bid = cards_in(case), deal_of(case).bids[case.at[1]]
    now = bid + bonus.bid_change
    if cards is not None and bid <= cards and not 0 <= now <= cards:
        message = _("A bid of {bid} cannot become {now}: it stays between 0 and {cards}.")
        values = {"bid": bid, "now": now, "cards": cards}
        yield Problem("bid_change", "changed-bid", Text(message, values))


# --- the game


def deals_must_not_be_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    most, given = len(case.options.schedule), len(sheet.deals)
    if given > most:
        one, several = _("A game has 1 round, not {given}."), _("A game has {deals} rounds, not {given}.")
        message = Text(one if most == 1 else several, {"deals": most, "given": given})
        yield Problem(f"deals.{most}", "surplus", message)


CHECKS: Checks = {
    "": (deals_must_not_be_surplus,),
    "deals": (
        bids_must_fit_the_cards,
        tricks_must_total_the_cards,
        destroyed_tricks_must_be_possible,
        where(has_bonuses, *ON_DEALS),
    ),
    "deals.bonus": (
        where(has_any, bonuses_must_be_in_the_edition, changed_bid_must_fit_the_cards, *ON_BONUSES),
    ),
}
