"""Draw boards from a secret seed, so that it can be shown afterwards that nothing was chosen.

See docs/reference/duplicate.md, Drawing the cards.
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256

from games import Board, Game

VERSION = "boolie-boards/1"
SEED_PATTERN = re.compile("[0-9a-f]{32}")
NUMBERS = 2**32  # that a block's parts can have
NUMBER_BYTES = 4


class BoardRandom:
    """The numbers of a board, by the set's seed (32 hexadecimal digits) and the board's number from 1."""

    def __init__(self, seed: str, board: int) -> None:
        self._numbers = _generate_numbers(require_seed(seed), board)

    def below(self, n: int) -> int:
        """Return a whole number from 0, less than n, which is at most 2^32.

        Numbers from the last, incomplete run of n are passed over, so that none is more likely than the others.
        """
        limit = NUMBERS - NUMBERS % n
        return next(number for number in self._numbers if number < limit) % n

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        """Return the cards in another order: from the last place on, each changes places with one up to it."""
        shuffled = list(cards)
        for place in range(len(shuffled) - 1, 0, -1):
            other = self.below(place + 1)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return shuffled


def require_seed(seed: str) -> str:
    """Return a seed; raise ValueError for anything but 32 hexadecimal digits in lower case."""
    if not SEED_PATTERN.fullmatch(seed):
        raise ValueError("a seed has 32 hexadecimal digits, in lower case")
    return seed


def _generate_numbers(seed: str, board: int) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(f"{VERSION}:{seed}:{board}:{counter}".encode("ascii")).digest()
        for start in range(0, len(block), NUMBER_BYTES):
            yield int.from_bytes(block[start : start + NUMBER_BYTES], "big")
        counter += 1


def make_seed() -> str:
    """Return a new secret seed of 128 random bits."""
    return secrets.token_hex(16)


def compute_digest(seed: str) -> str:
    """Return what is published of a seed beforehand: it shows later that the seed was not changed."""
    return sha256(f"{VERSION}:{require_seed(seed)}".encode("ascii")).hexdigest()


def deal_board(game: Game, seed: str, number: int) -> Board:
    """Return a board of a set, by its number from 1. Raises ValueError for a game that is not played duplicate."""
    if game.duplicate is None:
        raise ValueError(f"{game.key} can't be played duplicate")
    return game.duplicate.deal(BoardRandom(seed, number))
