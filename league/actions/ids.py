"""Ids made from names: given once, kept for good."""

from collections.abc import Iterable
from itertools import count

from django.utils.text import slugify

MAX_ID_LENGTH = 80  # a number may follow


class IdGenerator:
    """Gives out ids that nothing else has, in capitals or not: letters and digits of the name, numbered where those
    are taken; of a name that has none, the word and a number."""

    def __init__(self, taken: Iterable[str], *, word: str) -> None:
        self._taken = {id.lower() for id in taken}
        self._word = word
        self._next: dict[str, int] = {}  # by what stands before it: numbering thousands takes no time

    def generate(self, name: str) -> str:
        plain = slugify(name).replace("_", "-")[:MAX_ID_LENGTH].strip("-")
        free = plain and plain not in self._taken
        id = (
            plain
            if free
            else self._generate_numbered(f"{plain}-", 2)
            if plain
            else self._generate_numbered(self._word, 1)
        )
        self._taken.add(id)
        return id

    def _generate_numbered(self, stem: str, first: int) -> str:
        for number in count(self._next.get(stem, first)):
            if f"{stem}{number}" not in self._taken:
                self._next[stem] = number + 1
                return f"{stem}{number}"
        raise AssertionError("numbers do not end")
