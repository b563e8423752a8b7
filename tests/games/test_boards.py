"""Games with the same cards at all tables: how each deals a board, and what its cards make impossible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games import Board, Game, Pile, Text, parse_options, registry
from games.boards import Duplicate
from games.fighting_cards.boards import compute_point_range
from games.skuck.boards import count_points, count_sure_tricks, find_calling_side
from games.skuck.trump import find_leader

DUPLICATE_GAMES = [pytest.param(game, id=game.key) for game in games.installed() if game.duplicate]


class Chance:
    """A source of chance for a test; without a seed it leaves the pack as it is."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = None if seed is None else Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n) if self.random else 0

    def shuffle(self, cards: Any) -> list[str]:
        return self.random.sample(cards, len(cards)) if self.random else list(cards)


def get_duplicate(game: Game) -> Duplicate:
    assert game.duplicate is not None
    return game.duplicate


def check(
    key: str, board: Board, deal: dict[str, Any], *, seats: Any = None, **options: Any
) -> list[tuple[str, str]]:
    game = games.get(key)
    duplicate = get_duplicate(game)
    found = duplicate.check(board, deal, seats or duplicate.list_seats(0), parse_options(game, options))
    return [(problem.path, problem.code) for problem in found]


# --- what holds for each game


def test_games_that_are_played_duplicate() -> None:
    assert {game.key for game in registry.BUILT_IN if game.duplicate} == {
        "skuck",
        "international-skat",
        "north-american-skat",
        "fighting-cards",
    }


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_board_has_the_whole_pack_and_the_same_number_of_cards_for_each_position(game: Game) -> None:
    duplicate = get_duplicate(game)
    assert game.min_seats <= duplicate.seats <= game.max_seats
    assert len(duplicate.positions) == duplicate.seats
    assert all(card.isascii() and card[0] in duplicate.suits for card in duplicate.pack)
    for seed in range(20):
        board = duplicate.deal(Chance(seed))
        assert sorted(board.list_cards()) == sorted(duplicate.pack)
        assert len({len(board.list_cards_of(position)) for position in range(duplicate.seats)}) == 1
        assert len({pile.key for pile in board.piles}) == len(board.piles)
        assert all(len(pile.cards) == len(pile.shown) for pile in board.piles)
        assert {pile.position for pile in board.piles} <= {None, *range(duplicate.seats)}
        assert duplicate.deal(Chance(seed)) == board


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_everyone_holds_each_position_in_turn(game: Game) -> None:
    duplicate = get_duplicate(game)
    for deal in range(2 * duplicate.seats):
        held = duplicate.list_seats(deal)
        assert [(seat - deal) % duplicate.seats for seat in held] == list(range(duplicate.seats))


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_cells_that_follow_from_the_cards_are_of_the_sheet_and_pass_their_own_check(game: Game) -> None:
    duplicate, options = get_duplicate(game), parse_options(game, {})
    fields = game.Sheet.model_fields["deals"].annotation.__args__[0].model_fields  # type: ignore[union-attr]
    for seed in range(20):
        board = duplicate.deal(Chance(seed))
        cells = duplicate.fill(board, duplicate.list_seats(seed), options)
        assert cells.keys() <= fields.keys()
        assert not list(duplicate.check(board, cells, duplicate.list_seats(seed), options))
        for text in duplicate.describe(board, options):
            assert not set("{}") & set(str(text))


# --- SKUCK


def test_skuck_is_dealt_in_the_order_of_the_rules() -> None:
    """Card k of the pack, from 1, as docs/reference/duplicate.md says; the picture of the rules numbers them so."""
    duplicate = get_duplicate(games.get("skuck"))
    board = duplicate.deal(Chance())
    number = {card: place for place, card in enumerate(duplicate.pack, 1)}
    piles = {pile.key: [number[card] for card in pile.cards] for pile in board.piles}
    assert piles["A1"] == [2, 10, 18, 26] and piles["B1"] == [1, 9, 17, 25]
    assert piles["A4"] == [8, 16, 24, 32] and piles["B4"] == [7, 15, 23, 31]
    assert piles["B"] == list(range(33, 53, 2)) and piles["A"] == list(range(34, 53, 2))
    assert all(pile.shown == (True, False, False, True) for pile in board.piles if len(pile.key) == 2)
    assert [len(board.list_known_cards(side)) for side in (0, 1)] == [18, 18]


def build_skuck_board(first: list[str], second: list[str], lot: int = 0) -> Board:
    """Return a board on which both sides see the cards that are given; face down lie none."""
    piles = [
        Pile(key, side, Text(key), tuple(cards), (True,) * len(cards))
        for side, (key, cards) in enumerate((("A", first), ("B", second)))
    ]
    return Board(tuple(piles), lot)


@pytest.mark.parametrize(
    ("first", "second", "caller", "says"),
    [
        (["SA", "S2"], ["SK", "S3"], 1, "Side B has fewer points and names trump."),
        (["SA", "S2"], ["HA", "S3"], 0, "of rank 2 it has 1, the other side 0"),
        (["SA", "S2", "S4"], ["HA", "H2", "H5"], 0, "of rank 4 it has 1, the other side 0"),
        (["S10", "H10", "S4"], ["SJ", "H4", "H3"], 1, "of rank 3 it has 1, the other side 0"),
        (["SA", "S2"], ["HA", "H2"], 1, "the lot has decided it for all tables"),
    ],
)
def test_who_names_trump_is_said_with_the_reason(
    first: list[str], second: list[str], caller: int, says: str
) -> None:
    board = build_skuck_board(first, second, lot=1)
    game = games.get("skuck")
    assert find_calling_side(board) == caller
    _counts, names, leads = get_duplicate(game).describe(board, parse_options(game, {}))
    assert says in str(names)
    assert str(leads) == f"Side {'AB'[1 - caller]} leads."


def test_with_a_difference_of_12_the_caller_chooses_who_leads() -> None:
    board = build_skuck_board(["SA", "SK", "SQ"], ["S2"])
    game = games.get("skuck")
    assert str(get_duplicate(game).describe(board, parse_options(game, {}))[2]) == (
        "The counts are 12 or more apart: Side B chooses who leads."
    )
    assert find_leader(1, count_points(board)) is None


def test_skuck_fills_in_the_counts_by_seat_and_who_names_trump() -> None:
    duplicate, options = get_duplicate(games.get("skuck")), parse_options(games.get("skuck"), {})
    board = build_skuck_board(["SA", "S2"], ["SK", "S3"])
    assert duplicate.fill(board, duplicate.list_seats(0), options) == {"points": [5, 4], "caller": 1}
    assert duplicate.fill(board, duplicate.list_seats(1), options) == {"points": [4, 5], "caller": 0}


CLUBS = [f"C{rank}" for rank in ("A", "K", "Q", "J", "10", "9")]


@pytest.mark.parametrize(
    ("cards", "trump", "sure"),
    [
        (["SA", "SK", "SJ"], "spades", 2),
        (["SK", "SQ"], "spades", 0),
        (["SA", "SK"], "hearts", 0),
        (["SA", "HA"], "none", 0),
        (CLUBS[:3], "clubs", 3),
        (CLUBS[:4], "clubs", 3),
        (CLUBS, "clubs", 5),
        ([*CLUBS[:3], *CLUBS[4:]], "clubs", 3),
    ],
)
def test_highest_trumps_take_a_trick_each_but_not_the_jack_of_clubs(
    cards: list[str], trump: str, sure: int
) -> None:
    board = build_skuck_board(cards, ["D2"])
    assert count_sure_tricks(board, trump) == (sure, 0)
    deal: dict[str, Any] = {"bids": [9, 9], "tricks": [sure, 27 - sure], "trump": trump}
    assert check("skuck", board, deal) == []
    if sure:
        deal["tricks"] = [sure - 1, 28 - sure]
        assert check("skuck", board, deal) == [("tricks.0", "board-tricks")]
        deal["tricks"].reverse()
        assert check("skuck", board, deal, seats=(1, 0)) == [("tricks.1", "board-tricks")]
        assert check("skuck", board, {**deal, "trump": None}) == []


# --- games of three with 32 cards


def build_skat_board(*hands: str, skat: str = "") -> Board:
    """Return a board with these cards of dealer, leader and middlehand."""
    piles = [
        Pile(str(position), position, Text("hand"), tuple(cards.split()), (True,) * len(cards.split()))
        for position, cards in enumerate(hands)
    ]
    return Board((*piles, Pile("skat", None, Text("Skat"), tuple(skat.split()), (False, False))))


def test_skat_is_dealt_three_then_the_skat_then_four_and_three() -> None:
    duplicate = get_duplicate(games.get("international-skat"))
    board = duplicate.deal(Chance())
    number = {card: place for place, card in enumerate(duplicate.pack, 1)}
    piles = {pile.key: [number[card] for card in pile.cards] for pile in board.piles}
    assert piles == {
        "1": [1, 2, 3, 12, 13, 14, 15, 24, 25, 26],
        "2": [4, 5, 6, 16, 17, 18, 19, 27, 28, 29],
        "0": [7, 8, 9, 20, 21, 22, 23, 30, 31, 32],
        "skat": [10, 11],
    }
    assert [pile.shown for pile in board.piles if pile.position is None] == [(False, False)]


BOARD = build_skat_board(
    "CJ SJ HA H10 HK HQ H9 S7 S8 D7",
    "DJ CA C10 CK CQ C9 C8 C7 SA S10",
    "SK SQ S9 H8 H7 DA D10 DK DQ D9",
    skat="HJ D8",
)


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        ({"game": "hearts", "matadors": 3, "points": 70, "tricks": 8}, []),
        ({"game": "hearts", "matadors": 2, "points": 70}, [("matadors", "board-matadors")]),
        ({"game": "hearts", "matadors": -3, "points": 70}, [("matadors", "board-matadors")]),
        ({"game": "hearts", "matadors": 3, "points": 40, "tricks": 1}, []),
        ({"game": "hearts", "matadors": 3, "points": 40, "tricks": 0}, [("tricks", "board-tricks")]),
        ({"game": "hearts", "hand": True, "matadors": 3, "points": 40, "tricks": 2}, []),
        (
            {"game": "hearts", "hand": True, "matadors": 3, "points": 40, "tricks": 1},
            [("tricks", "board-tricks")],
        ),
        ({"game": "hearts", "hand": True, "matadors": 3, "points": 1}, [("points", "board-points")]),
        ({"game": "grand", "matadors": 3, "points": 70}, []),
        ({"game": "null", "tricks": 0}, []),
        ({"game": "ramsch", "points": [20, 50, 50]}, []),
    ],
)
def test_international_skat_knows_the_matadors_and_the_tricks_of_the_highest_trumps(
    deal: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    assert check("international-skat", BOARD, {"declarer": 0, "bid": 18, **deal}) == problems


def test_opponent_with_the_highest_trumps_takes_tricks() -> None:
    deal = {
        "declarer": 1,
        "bid": 18,
        "game": "clubs",
        "hand": True,
        "matadors": -2,
        "points": 80,
        "tricks": 8,
    }
    assert check("international-skat", BOARD, deal) == []
    assert check("international-skat", BOARD, {**deal, "tricks": 9}) == [("tricks", "board-tricks")]
    assert check("international-skat", BOARD, {"declarer": None}) == []


def test_declarer_is_found_by_the_seat() -> None:
    deal = {"declarer": 1, "bid": 18, "game": "hearts", "matadors": 3, "points": 70}
    assert check("international-skat", BOARD, deal, seats=(1, 2, 0)) == []
    assert check("international-skat", BOARD, deal, seats=(0, 1, 2)) == [("matadors", "board-matadors")]


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        ({"game": "solo", "suit": "hearts", "matadors": 3, "points": 70}, []),
        ({"game": "solo", "suit": "clubs", "matadors": 4, "points": 70}, [("matadors", "board-matadors")]),
        ({"game": "tournee", "suit": "hearts", "matadors": 3, "points": 70}, []),
        ({"game": "tournee", "suit": "spades", "matadors": 3, "points": 70}, [("suit", "board-turned")]),
        ({"game": "grand-tournee", "matadors": 3, "points": 70}, []),
        ({"game": "grand-solo", "matadors": 3, "points": 70, "tricks": 1}, [("tricks", "board-tricks")]),
        ({"game": "gucki-grand", "matadors": 3, "points": 70, "tricks": 1}, []),
        ({"game": "nullo", "tricks": 0}, []),
        ({"game": "ramsch", "points": [20, 50, 50]}, []),
    ],
)
def test_north_american_skat_knows_what_was_turned_up_as_well(
    deal: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    assert check("north-american-skat", BOARD, {"declarer": 0, "bid": 18, **deal}) == problems


def test_without_a_jack_in_the_skat_there_is_no_grand_tournee() -> None:
    board = build_skat_board("CJ SJ HJ", "DJ", "SA", skat="H7 D8")
    deal = {"declarer": 0, "bid": 18, "game": "grand-tournee", "matadors": 3, "points": 70}
    assert check("north-american-skat", board, deal) == [("game", "board-turned")]


def test_rank_of_the_ten_decides_matadors_by_the_clubs_option() -> None:
    board = build_skat_board("CJ SJ HJ DJ HA H10 D7 D9 S7 S8", "HK", "HQ", skat="C7 C8")
    deal = {"declarer": 0, "bid": 18, "game": "solo", "suit": "hearts", "matadors": 5, "points": 70}
    assert check("north-american-skat", board, deal) == []
    assert check("north-american-skat", board, deal, rank_order="traditional") == [
        ("matadors", "board-matadors")
    ]


def test_fighting_cards_knows_the_points_that_the_highest_trumps_hold() -> None:
    board = build_skat_board(
        "SA SK SQ HA HK DA DK CA CK C7",
        "SJ S10 S9 S8 S7 HQ HJ H10 H9 H8",
        "DJ D10 D9 D8 D7 CQ CJ C10 C9 C8",
        skat="H7 DQ",
    )
    assert compute_point_range(board, 0, hand=False) == (7, 40)
    assert compute_point_range(board, 0, hand=True) == (9, 40)
    assert compute_point_range(board, 1, hand=False) == (0, 33)
    deal = {"declarer": 0, "bid": 21, "points": 6}
    assert check("fighting-cards", board, deal) == [("points", "board-points")]
    assert check("fighting-cards", board, {**deal, "points": 7}) == []
    assert check("fighting-cards", board, {**deal, "points": 7, "hand": True}) == [("points", "board-points")]
    assert check("fighting-cards", board, {"declarer": 1, "bid": 21, "points": 34}) == [
        ("points", "board-points")
    ]
    assert check("fighting-cards", board, {"declarer": None}) == []
