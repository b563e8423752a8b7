"""Which cards can be taken in a round of Skull King, by whom and how often (scoring.md 4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, readable
from games.problems import Problem, Text, _
from games.skull_king.editions import FOURTEENS
from games.skull_king.looking import deal_of, edition_in, of_all, taken
from games.skull_king.sheet import MOST_LOOT, MOST_MERMAIDS, MOST_PIRATES, Bonus, Deal
from games.skull_king.words import BONUSES

# --- what one seat takes


def captures_need_a_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    counts = taken(bonus, case)
    if counts and not deal_of(case).tricks[case.at[1]]:
        for kind in counts:
            message = Text(_("Without a trick nothing is taken: {bonus}."), {"bonus": Text(BONUSES[kind])})
            yield Problem(kind, "bonus-without-trick", message)


def pirates_must_fit_one_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """The Skull King takes them all in the same one, to which each other player has played one card."""
    pirates, most = taken(bonus, case).get("pirates", 0), min(MOST_PIRATES, case.seats - 1)
    if pirates > most:
        one, several = (
            _("At a table of {seats} the Skull King takes 1 Pirate at most, not {pirates}."),
            _("At a table of {seats} the Skull King takes {most} Pirates at most, not {pirates}."),
        )
        values = {"seats": case.seats, "most": most, "pirates": pirates}
        yield Problem("pirates", "too-many-pirates", Text(one if most == 1 else several, values))


# --- Loot


def loot_must_be_taken_with_a_trick(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Also by whoever played it."""
    if "loot" not in bonus.model_fields_set or "loot" not in edition_in(case).worth:
        return
    trickless = {seat for seat, tricks in readable(deal_of(case).tricks) if not tricks}
    for number, taker in readable(bonus.loot):
        if taker in trickless:
            message = Text(_("A player without a trick has taken no Loot card."))
            yield Problem(f"loot.{number}", "loot-without-trick", message)


# --- what all seats take together


def cards_are_taken_once(deal: Deal, case: Case) -> Iterator[Problem]:
    for kind in (*FOURTEENS, "skull_king"):
        for seat, _count in of_all(deal, kind)[1:] if kind in edition_in(case).worth else ():
            message = _("It can be taken only once in a round: {bonus}.")
            yield Problem(
                f"bonus.{seat}.{kind}", "taken-twice", Text(message, {"bonus": Text(BONUSES[kind])})
            )


def one_skull_king_takes_or_is_taken(deal: Deal, case: Case) -> Iterator[Problem]:
    """There is one, who lies in one trick: whoever wins it takes the Pirates there, or him. A ruling for all seats
    together, where scoring.md 4.3 speaks of one player."""
    takers = [seat for seat, _pirates in of_all(deal, "pirates")]
    for seat in takers[1:]:
        message = _("Only one player takes Pirates with the Skull King in a round.")
        yield Problem(f"bonus.{seat}.pirates", "pirates-twice", Text(message))
    if takers and "skull_king" in edition_in(case).worth:
        for seat, _count in of_all(deal, "skull_king"):
            message = _("A Skull King that takes Pirates is not taken by a Mermaid in the same round.")
            yield Problem(f"bonus.{seat}.skull_king", "skull-king-and-pirates", Text(message))


def mermaids_must_be_in_the_deck(deal: Deal, case: Case) -> Iterator[Problem]:
    if "mermaids" not in edition_in(case).worth:
        return
    total = 0
    for seat, mermaids in of_all(deal, "mermaids"):
        total += mermaids
        if total > MOST_MERMAIDS:
            message = Text(
                _("There are {most} Mermaids, not {total}."), {"most": MOST_MERMAIDS, "total": total}
            )
            yield Problem(f"bonus.{seat}.mermaids", "too-many-mermaids", message)


def loot_must_be_in_the_deck(deal: Deal, case: Case) -> Iterator[Problem]:
    if "loot" not in edition_in(case).worth:
        return
    played = 0
    for seat, takers in of_all(deal, "loot"):
        played += len(takers)
        if played > MOST_LOOT:
            message = Text(
                _("There are {most} Loot cards, not {played}."), {"most": MOST_LOOT, "played": played}
            )
            yield Problem(f"bonus.{seat}.loot", "too-much-loot", message)


ON_DEALS = (
    cards_are_taken_once,
    one_skull_king_takes_or_is_taken,
    mermaids_must_be_in_the_deck,
    loot_must_be_in_the_deck,
)
ON_BONUSES = (
    captures_need_a_trick,
    pirates_must_fit_one_trick,
    loot_must_be_taken_with_a_trick,
)
