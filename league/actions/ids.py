"""Ids made from names, which never change once they are given."""

from collections.abc import Iterable
from itertools import count

from django.utils.text import slugify

MAX_STEM_LENGTH = 80  # of an id; a number may follow


class IdGenerator:
    """A generator of ids that nothing else has, whether in capitals or not.

    An id consists of the letters and digits of the name, with a number where those are taken. A name that has
    none gets `word` and a number.
    """

    def __init__(self, taken: Iterable[str], *, word: str) -> None:
        self._taken = {key.lower() for key in taken}
        self._word = word
        self._next: dict[str, int] = {}  # by stem, so that numbering thousands takes no time

    def generate(self, name: str) -> str:
        plain = slugify(name).replace("_", "-")[:MAX_STEM_LENGTH].strip("-")
        free = plain and plain not in self._taken
        key = (
            plain
            if free
            else self._generate_numbered(f"{plain}-", 2)
            if plain
            else self._generate_numbered(self._word, 1)
        )
        self._taken.add(key)
        return key

    def _generate_numbered(self, stem: str, first: int) -> str:
        for number in count(self._next.get(stem, first)):
            if f"{stem}{number}" not in self._taken:
                self._next[stem] = number + 1
                return f"{stem}{number}"
        raise AssertionError("numbers do not end")
