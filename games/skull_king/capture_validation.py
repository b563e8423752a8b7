"""Checks of which cards are taken in a round of Skull King, by whom and how often.

See docs/reference/sheets.md, Skull King: Error codes; docs/reference/scoring.md, Skull King: Rulings.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, enumerate_readable
from games.problems import Problem, Text, _
from games.skull_king.editions import FOURTEENS
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.lookups import count_captures, get_case_deal, get_case_edition, list_field_by_seat
from games.skull_king.sheet import MAX_LOOT, MAX_MERMAIDS, MAX_PIRATES, Bonus, Deal

# --- the captures of one seat


def check_trickless_captures(bonus: Bonus, case: Case) -> Iterator[Problem]:
    counts = count_captures(bonus, case)
    if counts and not get_case_deal(case).tricks[case.at[1]]:
        for kind in counts:
            message = Text(
                _("Without a trick nothing is taken: {bonus}."), {"bonus": Text(BONUS_LABELS[kind])}
            )
            yield Problem(kind, "bonus-without-trick", message)


def check_pirates(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield a problem for more Pirates than fit into a trick.

    The Skull King takes them all in the same trick, to which each other player has played one card.
    """
    pirates, most = count_captures(bonus, case).get("pirates", 0), min(MAX_PIRATES, case.seats - 1)
    if pirates > most:
        singular, plural = (
            _("At a table of {seats} the Skull King takes 1 Pirate at most, not {pirates}."),
            _("At a table of {seats} the Skull King takes {most} Pirates at most, not {pirates}."),
        )
        values = {"seats": case.seats, "most": most, "pirates": pirates}
        yield Problem("pirates", "too-many-pirates", Text(singular if most == 1 else plural, values))


# --- Loot


def check_loot_takers(bonus: Bonus, case: Case) -> Iterator[Problem]:
    """Yield Loot cards taken by a seat without a trick, be it another seat or the seat that played them."""
    if "loot" not in bonus.model_fields_set or "loot" not in get_case_edition(case).points_by_bonus:
        return
    trickless = {seat for seat, tricks in enumerate_readable(get_case_deal(case).tricks) if not tricks}
    for number, taker in enumerate_readable(bonus.loot):
        if taker in trickless:
            message = Text(_("A player without a trick has taken no Loot card."))
            yield Problem(f"loot.{number}", "loot-without-trick", message)


# --- the captures of all seats together


def check_taken_twice(deal: Deal, case: Case) -> Iterator[Problem]:
    for kind in (*FOURTEENS, "skull_king"):
        for seat, _count in (
            list_field_by_seat(deal, kind)[1:] if kind in get_case_edition(case).points_by_bonus else ()
        ):
            message = _("It can be taken only once in a round: {bonus}.")
            yield Problem(
                f"bonus.{seat}.{kind}", "taken-twice", Text(message, {"bonus": Text(BONUS_LABELS[kind])})
            )


def check_skull_king(deal: Deal, case: Case) -> Iterator[Problem]:
    """Yield captures by or of the Skull King that cannot all be in one trick.

    There is one Skull King, who lies in one trick: its winner takes the Pirates in it, or him. This is ruling K7
    (docs/reference/scoring.md, Skull King: Rulings).
    """
    takers = [seat for seat, _pirates in list_field_by_seat(deal, "pirates")]
    for seat in takers[1:]:
        message = _("Only one player takes Pirates with the Skull King in a round.")
        yield Problem(f"bonus.{seat}.pirates", "pirates-twice", Text(message))
    if takers and "skull_king" in get_case_edition(case).points_by_bonus:
        for seat, _count in list_field_by_seat(deal, "skull_king"):
            message = _("A Skull King that takes Pirates is not taken by a Mermaid in the same round.")
            yield Problem(f"bonus.{seat}.skull_king", "skull-king-and-pirates", Text(message))


def check_mermaids(deal: Deal, case: Case) -> Iterator[Problem]:
    if "mermaids" not in get_case_edition(case).points_by_bonus:
        return
    total = 0
    for seat, mermaids in list_field_by_seat(deal, "mermaids"):
        total += mermaids
        if total > MAX_MERMAIDS:
            message = Text(
                _("There are {most} Mermaids, not {total}."), {"most": MAX_MERMAIDS, "total": total}
            )
            yield Problem(f"bonus.{seat}.mermaids", "too-many-mermaids", message)


def check_loot_total(deal: Deal, case: Case) -> Iterator[Problem]:
    if "loot" not in get_case_edition(case).points_by_bonus:
        return
    played = 0
    for seat, takers in list_field_by_seat(deal, "loot"):
        played += len(takers)
        if played > MAX_LOOT:
            message = Text(
                _("There are {most} Loot cards, not {played}."), {"most": MAX_LOOT, "played": played}
            )
            yield Problem(f"bonus.{seat}.loot", "too-much-loot", message)


DEAL_CHECKS = (
    check_taken_twice,
    check_skull_king,
    check_mermaids,
    check_loot_total,
)
BONUS_CHECKS = (
    check_trickless_captures,
    check_pirates,
    check_loot_takers,
)
