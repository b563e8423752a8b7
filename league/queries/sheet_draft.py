"""The unfinished sheet of a match, and the secret bids of a deal as one of its players may see them.

See docs/reference/sheets.md, Unfinished sheets; docs/reference/sheets.md, Secret bids.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Field
from league.models import Match, Player, Seat, SheetDraft, User
from league.models.user import Viewer
from league.principals import Principal
from league.queries.sheet import DEALS, Table
from league.queries.sheet_layout import Texts
from league.rules.secret_bids import Entered, find_step, list_bidders, list_shown


@dataclass(frozen=True)
class OwnNumber:
    """A number that a player has entered alone, and whether it can still be changed."""

    field: Field
    number: int
    is_fixed: bool


@dataclass(frozen=True)
class Bidding:
    """What is being entered in a deal, as one reader sees it: the numbers of others are not in it.

    `field` is what is entered now, and `has_entered` who has done so, by seat; None for a seat that sits the deal out.
    `own` are the reader's numbers; empty for a reader who doesn't play.
    """

    deal: int
    field: Field
    has_entered: tuple[bool | None, ...]
    own: tuple[OwnNumber, ...]


def find_sheet_draft(match: Match) -> SheetDraft | None:
    """Return what is saved of a match without a result. 1 query, with the account of who saved the sheet."""
    return SheetDraft.objects.filter(match=match).select_related("saved_by").first()


def find_own_seat(by: Principal, seats: Sequence[Seat]) -> int | None:
    """Return the number of a player's seat; a player who has a substitute sits nowhere."""
    own = (seat.number for seat in seats if by.user_id is not None and seat.player.user_id == by.user_id)
    return next(own, None)


def find_player_of(user: User | None, seats: Sequence[Seat]) -> Player | None:
    """Return the player at the table to whom an account belongs, if any."""
    players = (player for seat in seats for player in (seat.player, seat.entry.player))
    return next((player for player in players if user and player.user_id == user.pk), None)


def describe_saver(draft: SheetDraft, seats: Sequence[Seat], *, viewer: Viewer, helps: bool) -> str:
    """Return who saved the sheet: a player by name, others by their account's name where the reader helps the club.

    Empty where the reader is not to know, and for the installation itself.
    """
    player = find_player_of(draft.saved_by, seats)
    if player:
        return player.get_name_for(viewer)
    return str(draft.saved_by) if helps and draft.saved_by else ""


def find_bidding(table: Table, texts: Texts, entered: Entered, own_seat: int | None) -> Bidding | None:
    """Return what is to be entered alone now; None in a game without secrets, and once all deals are known."""
    layout, seats = table.layout, len(table.players)
    deal = find_current_deal(table, texts, entered)
    if deal is None:
        return None
    step = find_step(layout, entered, deal, seats) or 0
    fields = {field.key: field for field in layout.per_seat}
    secret = [fields[key] for key in layout.secret_fields]
    known, bidders = entered.get(deal, {}), list_bidders(layout, deal, seats)
    has_entered = tuple(len(known.get(seat, ())) > step if seat in bidders else None for seat in range(seats))
    own = known.get(own_seat, ()) if own_seat is not None else ()
    numbers = zip(secret, own, strict=False)
    return Bidding(
        deal,
        secret[step],
        has_entered,
        tuple(OwnNumber(field, number, index < step) for index, (field, number) in enumerate(numbers)),
    )


def find_current_deal(table: Table, texts: Texts, entered: Entered) -> int | None:
    """Return the first deal whose numbers are neither shown nor written on the sheet; None if there is none."""
    layout, seats = table.layout, len(table.players)
    for deal in range(table.fixed_deals or 0) if layout.secret_fields else ():
        names = [
            name_cell(deal, key, seat)
            for key in layout.secret_fields
            for seat in list_bidders(layout, deal, seats)
        ]
        is_written = all(texts.get(name, "").strip() for name in names)
        if not is_written and find_step(layout, entered, deal, seats) is not None:
            return deal
    return None


def fill_in_shown(table: Table, texts: Texts, entered: Entered) -> dict[str, str]:
    """Return the texts of a sheet, with the numbers that are shown in the cells that are still blank."""
    shown = {
        name_cell(deal, key, seat): str(number)
        for deal, key, seat, number in list_shown(table.layout, entered, len(table.players))
    }
    return shown | {name: text for name, text in texts.items() if text.strip() or name not in shown}


def name_cell(deal: int, key: str, seat: int) -> str:
    """Return the name of a seat's cell in the form of a sheet."""
    return f"{DEALS}-{deal}-{key}-{seat}"
