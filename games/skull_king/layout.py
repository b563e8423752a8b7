"""The fields of a Skull King sheet, in the order in which it is read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from games.layout import Field, Layout
from games.problems import Text, _
from games.skull_king.editions import FOURTEENS
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.sheet import (
    MAX_DESTROYED,
    MAX_LOOT,
    MAX_MERMAIDS,
    MAX_PIRATES,
    WAGERS,
    Options,
    get_edition,
    list_cards_with_ties,
)

HELP_TEXTS = {
    "pirates": _("By this player's Skull King."),
    "mermaids": _("By this player's Pirates."),
    "skull_king": _("By this player's Mermaid."),
    "loot": _("Who won the tricks with this player's Loot cards."),
    "wager": _("What the Rascal of Roatan staked on the bid."),
    "bid_change": _("What Harry the Giant made of the bid at the end."),
    "cannonball": _("All or nothing, as announced with the bid."),
}


def build_layout(options: Options, seats: int) -> Layout:
    dealt, edition = tuple(list_cards_with_ties(options, seats)), get_edition(options)
    most = max(dealt)

    def note(deal: int) -> Text | None:
        if deal >= len(dealt):
            return None
        return Text(_("1 card") if dealt[deal] == 1 else _("{cards} cards"), {"cards": dealt[deal]})

    return Layout(
        per_seat=(
            Field("bids", _("Bid"), "count", 0, most, maxima=dealt),
            Field("tricks", _("Tricks"), "count", 0, most, maxima=dealt, total=dealt),
            *build_bonus_fields(options, seats),
        ),
        per_deal=(
            (Field("destroyed", _("Tricks destroyed"), "count", 0, MAX_DESTROYED, required=False),)
            if edition.can_destroy_tricks
            else ()
        ),
        note=note,
        more=_("Bonus"),
        running_total=True,
        goes_on=options.another_round,
        by_field=True,  # all bids are announced at once, and the tricks when they are played
        secret_fields=("bids",),
    )


def build_bonus_fields(options: Options, seats: int) -> Iterator[Field]:
    """Yield the fields of those bonuses that can change a score with these options at this table."""
    worth = {kind for kind, points in get_edition(options).points_by_bonus.items() if points}
    counts = dict.fromkeys(FOURTEENS, 1) | {
        "pirates": min(MAX_PIRATES, seats - 1),
        "mermaids": MAX_MERMAIDS,
        "skull_king": 1,
    }
    for kind, most in counts.items():
        if kind in worth:
            yield build_bonus_field(kind, "count", 0, most)
    if "loot" in worth and seats > 2:
        yield build_bonus_field("loot", "seat", several=MAX_LOOT)
    if get_edition(options).has_abilities:
        yield build_bonus_field("wager", "choice", choices={wager: str(wager) for wager in WAGERS if wager})
        yield build_bonus_field("bid_change", "choice", choices={1: _("1 more"), -1: _("1 fewer")})
    if options.scoring == "rascal":
        yield build_bonus_field("cannonball", "switch")


def build_bonus_field(
    kind: str,
    field_kind: Literal["count", "seat", "choice", "switch"],
    minimum: int | None = None,
    maximum: int | None = None,
    *,
    choices: Mapping[int, str] | None = None,
    several: int = 0,
) -> Field:
    """Return the field of a bonus, which each seat may have and none needs."""
    return Field(
        f"bonus.{kind}",
        BONUS_LABELS[kind],
        field_kind,
        minimum,
        maximum,
        choices=choices or {},
        required=False,
        help=HELP_TEXTS.get(kind, ""),
        several=several,
    )
