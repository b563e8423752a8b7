"""Arithmetic in a finite field of q elements, the numbers 0 to q - 1.

Of a power of a prime p, the digits of a number to base p, the lowest first, are the coefficients of a polynomial.
"""

from collections.abc import Iterable
from functools import cached_property

# Of each field whose size is no prime: the prime, and the polynomial by which products are reduced, from x^0 on.
MODULI = {16: (2, (1, 1, 0, 0, 1)), 27: (3, (1, 2, 0, 1)), 64: (2, (1, 1, 0, 0, 0, 0, 1))}


class FiniteField:
    """The field of so many elements: a prime, or one of MODULI."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.prime, self._modulus = MODULI.get(size, (size, (0, 1)))
        self._degree = len(self._modulus) - 1

    def _to_digits(self, number: int) -> list[int]:
        return [number // self.prime**place % self.prime for place in range(self._degree)]

    def _to_number(self, digits: Iterable[int]) -> int:
        return sum(digit % self.prime * self.prime**place for place, digit in enumerate(digits))

    def add(self, a: int, b: int) -> int:
        return self._to_number(x + y for x, y in zip(self._to_digits(a), self._to_digits(b), strict=True))

    def subtract(self, a: int, b: int) -> int:
        return self._to_number(x - y for x, y in zip(self._to_digits(a), self._to_digits(b), strict=True))

    def multiply(self, a: int, b: int) -> int:
        product = [0] * (2 * self._degree - 1)
        for i, x in enumerate(self._to_digits(a)):
            for j, y in enumerate(self._to_digits(b)):
                product[i + j] += x * y
        while len(product) > self._degree:
            highest = product.pop()
            for place, coefficient in enumerate(self._modulus[:-1], len(product) - self._degree):
                product[place] -= highest * coefficient
        return self._to_number(product)

    def raise_to(self, element: int, power: int) -> int:
        product = 1
        for _factor in range(power):
            product = self.multiply(product, element)
        return product

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The squares other than 0, from the least."""
        return tuple(sorted({self.multiply(x, x) for x in range(1, self.size)}))

    def compute_trace(self, element: int) -> int:
        """Return the sum of the element and its powers p, p^2 and so on, which is one of 0 to p - 1."""
        total = 0
        for _conjugate in range(self._degree):
            total = self.add(total, element)
            element = self.raise_to(element, self.prime)
        return total

    def invert(self, element: int) -> int:
        """Return the element by which this one, not 0, is multiplied to 1."""
        return self.raise_to(element, self.size - 2)
