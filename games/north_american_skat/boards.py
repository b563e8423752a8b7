"""What the cards of a board make impossible in a deal of North American Skat.

See docs/reference/duplicate.md, Skat and Fighting Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.boards import Board
from games.north_american_skat.sheet import GRANDS, GUCKI_GRAND, SUIT_GAMES, TOURNEES, Options
from games.problems import Problem, Text, _
from games.skat.boards import build_duplicate, check_card_points, check_matadors, check_tricks, to_card
from games.skat.cards import GRAND, SUIT_LABELS

WITH_SKAT = {*TOURNEES, GUCKI_GRAND}


def check(
    board: Board, deal: Mapping[str, object], seats: Sequence[int], options: Options
) -> Iterator[Problem]:
    """Check a suit game or grand; in a null game and a Ramsch the cards decide nothing for certain."""
    game, declarer = deal.get("game"), deal.get("declarer")
    if (game not in SUIT_GAMES and game not in GRANDS) or not isinstance(declarer, int):
        return
    trump = str(deal["suit"]) if game in SUIT_GAMES else GRAND
    position, has_skat = seats.index(declarer), game in WITH_SKAT
    if game in TOURNEES:
        yield from check_turned_card(board, trump)
    yield from check_matadors(board, deal, position, trump, options.rank_order)
    yield from check_tricks(board, deal, position, trump, options.rank_order, has_skat=has_skat)
    yield from check_card_points(board, deal, position, has_skat=has_skat)


def check_turned_card(board: Board, trump: str) -> Iterator[Problem]:
    """Yield a tournée in a suit of which no card lies in the skat, or a grand tournée without a jack in it."""
    skat = [to_card(code) for code in board.list_cards_of(None)]
    if trump == GRAND:
        if not any(card.rank == "J" for card in skat):
            message = Text(_("No jack lay in the skat to be turned up."))
            yield Problem("game", "board-turned", message)
    elif not any(card.suit == trump for card in skat):
        sentence = _("No card of this suit lay in the skat to be turned up: {suit}.")
        yield Problem("suit", "board-turned", Text(sentence, {"suit": Text(SUIT_LABELS[trump])}))


DUPLICATE = build_duplicate(check)
