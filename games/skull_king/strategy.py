"""How to play Skull King well (docs/reference/scoring.md, Skull King: How to play well)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.problems import _
from games.protocol import Section
from games.sections import SectionBuilder
from games.skull_king.editions import Edition
from games.skull_king.sheet import get_edition

build_section = SectionBuilder({}).build_section


def build_strategy(options: Any) -> tuple[Section, ...]:
    """Return the advice for the cards of the league's edition."""
    edition = get_edition(options)
    return (
        build_section(
            "bidding",
            _("What to bid"),
            _("Many things matter for a bid, above all what your cards are worth:"),
            items=tuple(_list_worths(edition)),
        ),
        build_section(
            "surprises",
            _("What can go wrong"),
            _("A bid is hard to make even with good cards. Leave room for these:"),
            items=tuple(_list_surprises(edition)),
        ),
        build_section(
            "play",
            _("In play"),
            _(
                "When a Pirate is led, or another card of that strength, you may play anything, and it loses. Throw "
                "away high numbers and trumps then, if you fear to take more tricks than you bid."
            ),
            _(
                "Keep Escapes for the end: they avoid the trick that would be one too many, also when you could follow."
            ),
        ),
    )


def _list_worths(edition: Edition) -> Iterator[str]:
    has_mermaids = "skull_king" in edition.points_by_bonus
    yield _("Pirates almost always win a trick.")
    yield _("High black cards, the trumps, are a good bet as well.")
    yield _("The top few numbers of the other colours often win, if they are played at the right time.")
    if edition.has_tigress:
        yield _(
            "The Tigress gives room both ways: she takes a trick that you must have, or avoids one too many."
        )
    else:
        yield _(
            "Scary Mary gives room both ways: she takes a trick that you must have, or avoids one too many."
        )
    if has_mermaids:
        yield _("With the Skull King in hand, bid at least one: only a Mermaid takes him.")
    else:
        yield _("With the Skull King in hand, bid at least one: he always wins.")


def _list_surprises(edition: Edition) -> Iterator[str]:
    yield _("A Pirate falls to the Skull King, or to another Pirate that was played first.")
    if "skull_king" in edition.points_by_bonus:
        yield _("The Skull King himself falls to a Mermaid.")
    yield _("Even the three of purple wins a trick when all others throw away other colours or play Escapes.")
