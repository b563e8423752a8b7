"""Checks of a Skull King sheet (docs/reference/sheets.md, Skull King: Error codes)."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks, enumerate_readable
from games.problems import Problem, Text, _
from games.skull_king.capture_validation import BONUS_CHECKS, DEAL_CHECKS
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.lookups import (
    combine_checks,
    get_case_cards,
    get_case_deal,
    get_case_edition,
    has_bonuses,
    has_fields,
    is_empty,
)
from games.skull_king.scoring import find_last_round
from games.skull_king.sheet import MAX_TIE_ROUNDS, Bonus, Deal, Sheet

# --- a round


def check_bids(deal: Deal, case: Case) -> Iterator[Problem]:
    cards = get_case_cards(case)
    for seat, bid in enumerate_readable(deal.bids):
        if cards is not None and bid > cards:
            singular, plural = (
                _("In a round of 1 card no player can bid {bid}."),
                _("In a round of {cards} cards no player can bid {bid}."),
            )
            values = {"bid": bid, "cards": cards}
            yield Problem(f"bids.{seat}", "bid-too-high", Text(singular if cards == 1 else plural, values))


def check_tricks_total(deal: Deal, case: Case) -> Iterator[Problem]:
    cards, destroyed, total = get_case_cards(case), deal.destroyed, sum(deal.tricks)
    if cards is None or destroyed > cards or total == cards - destroyed:
        return
    message = _("Tricks add up to {total} – they must total {left}.")
    if destroyed:
        message = _(
            "Tricks add up to {total} – they must total {left}, as {destroyed} of {cards} were destroyed."
        )
    values = {"cards": cards, "destroyed": destroyed, "left": cards - destroyed, "total": total}
    yield Problem("tricks", "tricks-total", Text(message, values))


def check_destroyed(deal: Deal, case: Case) -> Iterator[Problem]:
    if "destroyed" not in deal.model_fields_set:
        return
    if not get_case_edition(case).can_destroy_tricks:
        if not is_empty(deal, "destroyed"):
            message = Text(
                _("No card of this edition ({edition}) destroys a trick."),
                {"edition": Text(get_case_edition(case).name)},
            )
            yield Problem("destroyed", "not-in-edition", message, alone=True)
        return
    destroyed, cards = deal.destroyed, get_case_cards(case)
    if cards is not None and destroyed > cards:
        template = _("There are only {cards} tricks to destroy, not {destroyed}.")
        if cards == 1:
            template = _("There is only 1 trick to destroy, not {destroyed}.")
        values = {"cards": cards, "destroyed": destroyed}
        yield Problem("destroyed", "destroyed-tricks", Text(template, values))


# --- the bonuses of a seat


def check_bonuses(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield bonuses that the edition or the scoring does not have.

    A 0 or an empty list, for no such card, is allowed in any edition.
    """
    others = bonus.model_fields_set - get_case_edition(case).bonuses
    for field in Bonus.model_fields if others else ():
        if field not in others:
            continue
        if field == "cannonball":
            if case.options.scoring != "rascal":
                message = Text(_("Only the Rascal's scoring has cannonballs."))
                yield Problem(field, "no-cannonballs", message, alone=True)
        elif not is_empty(bonus, field):
            message = Text(
                _("This edition ({edition}) does not have it: {bonus}."),
                {"edition": Text(get_case_edition(case).name), "bonus": Text(BONUS_LABELS[field])},
            )
            yield Problem(field, "not-in-edition", message, alone=True)


def check_bid_change(bonus: Bonus, case: Case) -> Iterator[Problem]:
    if "bid_change" not in bonus.model_fields_set:
        return
    cards, bid = get_case_cards(case), get_case_deal(case).bids[case.at[1]]
    now = bid + bonus.bid_change
    if cards is not None and bid <= cards and not 0 <= now <= cards:
        message = _("A bid of {bid} cannot become {now}: it stays between 0 and {cards}.")
        values = {"bid": bid, "now": now, "cards": cards}
        yield Problem("bid_change", "changed-bid", Text(message, values))


# --- the game


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    most, given = len(case.options.schedule), len(sheet.deals)
    if case.options.another_round and given > most:
        yield from _check_tie_rounds(sheet, case)
    elif given > most:
        singular, plural = _("A game has 1 round, not {given}."), _("A game has {deals} rounds, not {given}.")
        message = Text(singular if most == 1 else plural, {"deals": most, "given": given})
        yield Problem(f"deals.{most}", "surplus", message)


def _check_tie_rounds(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """Yield a problem if a round follows after the game was over, or if there are too many to break a tie."""
    most = len(case.options.schedule) + MAX_TIE_ROUNDS
    last = find_last_round(sheet, case.options, case.seats)
    if last is not None and len(sheet.deals) > last:
        message = Text(_("The game was over after round {last}: one player was ahead."), {"last": last})
        yield Problem(f"deals.{last}", "surplus", message)
    elif len(sheet.deals) > most:
        message = Text(_("At most {most} rounds break a tie."), {"most": MAX_TIE_ROUNDS})
        yield Problem(f"deals.{most}", "surplus", message)


CHECKS: Checks = {
    "": (check_surplus,),
    "deals": (
        check_bids,
        check_tricks_total,
        check_destroyed,
        combine_checks(has_bonuses, *DEAL_CHECKS),
    ),
    "deals.bonus": (combine_checks(has_fields, check_bonuses, check_bid_change, *BONUS_CHECKS),),
}
