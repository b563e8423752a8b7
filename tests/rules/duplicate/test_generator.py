"""Boards are drawn as docs/reference/duplicate.md says, evenly, and the same ones each time."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import games
from league.rules.duplicate.generator import BoardRandom, compute_digest, deal_board, make_seed

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
VECTORS = json.loads((REFERENCE / "board-vectors.json").read_text(encoding="utf-8"))
SEED = "00112233445566778899aabbccddeeff"
Z_LIMIT = 4.5  # standard deviations of a chi-square that hardly any even draw leaves


# --- the generator a second time, from the text of the reference alone


class SecondGenerator:
    def __init__(self, seed: str, board: int) -> None:
        self.prefix = f"boolie-boards/1:{seed}:{board}:"
        self.block = 0
        self.left: list[int] = []

    def draw(self) -> int:
        if not self.left:
            digest = hashlib.sha256((self.prefix + str(self.block)).encode()).hexdigest()
            self.left = [int(digest[place : place + 8], 16) for place in range(0, 64, 8)]
            self.block += 1
        return self.left.pop(0)

    def below(self, n: int) -> int:
        number = self.draw()
        while number >= 2**32 - 2**32 % n:
            number = self.draw()
        return number % n

    def shuffle(self, ranks: str) -> list[str]:
        pack = [suit + rank for suit in "CDHS" for rank in ranks.split()]
        for i in range(len(pack) - 1, 0, -1):
            j = self.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        return pack


def deal_skuck(seed: str, board: int) -> tuple[dict[str, str], int]:
    chance = SecondGenerator(seed, board)
    pack = chance.shuffle("2 3 4 5 6 7 8 9 10 J Q K A")
    piles: dict[str, list[str]] = {
        key: [] for key in ["A", "A1", "A2", "A3", "A4", "B", "B1", "B2", "B3", "B4"]
    }
    for k in range(1, 33):
        i = (k + 1) // 2
        row, layer = (i - 1) % 4 + 1, (i - 1) // 4
        column = piles[f"{'B' if k % 2 else 'A'}{row}"]
        assert len(column) == layer
        column.append(pack[k - 1])
    for k in range(33, 53):
        piles["B" if k % 2 else "A"].append(pack[k - 1])
    return {key: " ".join(cards) for key, cards in piles.items()}, chance.below(2)


def deal_skat(seed: str, board: int) -> tuple[dict[str, str], int]:
    pack = SecondGenerator(seed, board).shuffle("7 8 9 10 J Q K A")
    order = [
        "1",
        "1",
        "1",
        "2",
        "2",
        "2",
        "0",
        "0",
        "0",
        "skat",
        "skat",
        "1",
        "1",
        "1",
        "1",
        "2",
        "2",
        "2",
        "2",
        "0",
        "0",
        "0",
        "0",
        "1",
        "1",
        "1",
        "2",
        "2",
        "2",
        "0",
        "0",
        "0",
    ]
    piles: dict[str, list[str]] = {"0": [], "1": [], "2": [], "skat": []}
    for pile, card in zip(order, pack, strict=True):
        piles[pile].append(card)
    return {key: " ".join(cards) for key, cards in piles.items()}, 0


DEALERS = {
    "skuck": deal_skuck,
    "international-skat": deal_skat,
    "north-american-skat": deal_skat,
    "fighting-cards": deal_skat,
}


def read_board(key: str, seed: str, number: int) -> tuple[dict[str, str], int]:
    board = deal_board(games.get(key), seed, number)
    return {pile.key: " ".join(pile.cards) for pile in board.piles}, board.lot


@pytest.mark.parametrize("key", DEALERS)
def test_second_generator_draws_the_same_boards(key: str) -> None:
    for number in range(1, 101):
        assert read_board(key, SEED, number) == DEALERS[key](SEED, number)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["seed"])
def test_vectors_of_the_reference_are_drawn(vector: dict) -> None:
    seed, number = vector["seed"], vector["board"]
    assert read_board(vector["game"], seed, number) == (vector["piles"], vector["lot"])
    assert DEALERS[vector["game"]](seed, number) == (vector["piles"], vector["lot"])
    assert compute_digest(seed) == vector["digest"]
    assert hashlib.sha256(f"boolie-boards/1:{seed}".encode()).hexdigest() == vector["digest"]


def test_first_numbers_are_those_that_the_reference_prints() -> None:
    text = (REFERENCE / "duplicate.md").read_text(encoding="utf-8")
    printed = re.search(r"begins with the numbers\s+(\d+), (\d+) and (\d+)\.", text)
    assert printed
    chance = SecondGenerator(VECTORS[0]["seed"], VECTORS[0]["board"])
    assert [int(number) for number in printed.groups()] == [chance.draw() for _number in range(3)]


# --- what a number below n is


def test_numbers_of_an_incomplete_run_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = BoardRandom(SEED, 1)
    monkeypatch.setattr(chance, "_numbers", iter([2**32 - 1, 2**32 - 2, 7]))
    assert chance.below(3) == (2**32 - 2) % 3  # 2^32 is a multiple of 3 and one more
    assert chance.below(1) == 0


def test_numbers_go_on_after_a_block() -> None:
    chance, second = BoardRandom(SEED, 1), SecondGenerator(SEED, 1)
    numbers = [chance.below(2**32) for _number in range(100)]
    assert numbers == [second.draw() for _number in range(100)]
    assert len(set(numbers)) == 100


def test_boards_and_seeds_differ() -> None:
    boards = {str(read_board("skuck", seed, number)) for seed in (SEED, "f" * 32) for number in range(1, 20)}
    assert len(boards) == 38
    assert len({make_seed() for _number in range(100)}) == 100
    assert compute_digest(make_seed()) != compute_digest(make_seed())


@pytest.mark.parametrize("seed", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 32 + "\n"])
def test_anything_but_32_digits_is_no_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        compute_digest(seed)
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        BoardRandom(seed, 1)


def test_game_that_is_not_played_duplicate_has_no_boards() -> None:
    with pytest.raises(ValueError, match="hucklebuck"):
        deal_board(games.get("hucklebuck"), SEED, 1)


# --- evenness


@pytest.mark.parametrize("deals", [5_000, pytest.param(100_000, marks=pytest.mark.full)])
def test_each_card_lies_everywhere_equally_often(deals: int) -> None:
    """Chi-square of how often each card lies at each of the 52 places, and of the lot; the figures are printed."""
    game = games.get("skuck")
    places: Counter[tuple[int, str]] = Counter()
    lots: Counter[int] = Counter()
    for number in range(1, deals + 1):
        board = deal_board(game, SEED, number)
        places.update(enumerate(board.list_cards()))
        lots[board.lot] += 1
    expected = deals / 52
    chi_square = sum((count - expected) ** 2 for count in places.values()) / expected
    chi_square += (52 * 52 - len(places)) * expected  # of what never happened
    chi_square *= 51 / 52  # as each deal has each card, and each place, once
    freedom = 51 * 51
    deviations = (chi_square - freedom) / (2 * freedom) ** 0.5
    of_lots = sum((lots[side] - deals / 2) ** 2 for side in (0, 1)) / (deals / 2)
    print(
        f"{deals} deals: chi-square {chi_square:.0f} at {freedom} degrees of freedom, {deviations:+.2f} standard "
        f"deviations; lots {lots[0]} to {lots[1]}, chi-square {of_lots:.2f} at 1"
    )
    assert abs(deviations) < Z_LIMIT and of_lots < Z_LIMIT**2
