"""Know rounds of equal tables in which no two players meet twice.

Three constructions, and starters that were found by search:

* The lines of an affine space: any two points are on one line, and parallel lines are a round.
* A net: players stand in columns of as many as there are tables, and each round is one slope; two of one column
  never meet.
* A starter: a few rounds, each of which is turned so often (see `build_turning_rounds`).

See docs/reference/pairing.md, Tables of three to seven: Known rounds.
"""

from collections.abc import Iterator
from itertools import product

from league.rules.pairing.table_groups import KNOWN_DESIGNS, Groups, build_turning_rounds

# The powers of primes up to 27, each with its prime, and the digits of x^degree below it: p, and then from x^0 on.
FIELDS: dict[int, tuple[int, tuple[int, ...]]] = {
    **{prime: (prime, (0,)) for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23)},
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (2, 0)),
    27: (3, (1, 1, 0)),
}

# By players and tables: how often each row is turned, and the rows, with the table of each player. They were found by
# `python -m bench.starters PLAYERS TABLES TURNS [ROWS]`, in seconds to a minute each, that of 21 players (5 turns of 2
# rows) in some minutes. The ten rounds of 32 players are two affine planes of 16 points, doubled, with the points of
# the second in the order 6 12 4 14 9 3 0 8 13 5 15 7 2 1 11 10 (`double_planes` there).
STARTERS: dict[tuple[int, int], tuple[int, str]] = {
    (18, 6): (
        4,
        "eecafabcdefbbfdcda dbcfdceebaebcaffda",
    ),
    (21, 7): (
        5,
        "cagbcedacddfgfbbgafee afdedgcbbdbceffaggace",
    ),
    (24, 6): (7, "eecebadffafcbeddbdacfabc"),
    (24, 8): (11, "gbdecachhbcbeagffgdhfeda"),
    (30, 6): (6, "bddfbcfdadeefebecceabbfafcdcaa"),
    (30, 10): (14, "icihccfbhgjefdfjgehbaadajbgide"),
    (32, 8): (
        1,
        "ababababcdcdcdcdefefefefghghghgh abcdefghabcdefghabcdefghabdcefhg "
        "abcdefghcdbaghfeefghabcdhgfedcba abcdefghefhgbadchgfedcbacdbaghef "
        "abcdefghhgefcdabdcbahgfefehgbacd cdghhgdcabefbafedccdghhgbaefabfe "
        "efcdabdcfedcbaghghabhgefdcabghef ghefhgabfeghbacdefcdabdccdefghab "
        "abbacdgheffeabbadceffehgcdghhgdc cdgheffefeabbaefbahgdcabdccdghhg",
    ),
    (36, 9): (11, "bihehdicddacgifiegaeebahgdgfhbffcabc"),
    (36, 12): (17, "fajfehhjcjkfbikdllicagaielbkghddgceb"),
    (39, 13): (13, "giahakbajklmgdfgcblkiifedcejhmhlfmjdbce"),
    (40, 10): (13, "acfdbgeegbdfcadjbcihhicbjdaiejhfggfhjeia"),
    (42, 14): (13, "fjemgihdcjkejmdnmnlfhniicbahckalggbfadebkl"),
    (45, 15): (14, "lalfcadhjfngbnogkbmjghkhfiiaicljnmeobedekmodc"),
    (48, 12): (15, "fggelaclgljfhdbdhhfjbajhjkdieceiidkcbkiklegfaabc"),
    (48, 16): (15, "jkophknapnfhbdgneflgpicafoebehldckimomiljbmacdgj"),
    (51, 17): (17, "eljmhbbaclgpqcqigfjldjekmqmohhdeiodfankaickbfpgnnop"),
    (52, 13): (17, "afbidehcggchedibfadmeklcjbbjclkemdakglfijhmmhjiflgka"),
    (54, 18): (17, "kdpbnkrkacmjghbrignjhfqofraihqcdeiaglnpooeldqfemblcjpm"),
    (56, 14): (13, "mknfhfeldfljmajncbcieahefckebggkhkaimdijlacgbddmglinjhnb"),
    (57, 19): (19, "koqaopghjjlfhfmgjsmrimsqpfcbiddecrperkbonsagianbhekqdcnll"),
    (60, 15): (19, "fhabglgjcodlfolhmmddibchjhkamejdmjinneegcaikilbnfkenkgoofabc"),
    (60, 20): (19, "iobjmhskrdgnqkqqctdmjgsockheboprjafglmadetlannhpsbfltrceipif"),
    (76, 19): (25, "aljhcgefbikdmmdkibfegchjlaeogfdrbcqpsnnspqcbrdfgoeaksjrhmpnoqliilqonpmhrjska"),
    (80, 20): (
        19,
        "rrckiopilrmpgfnlksdkhlnhbmofseibqhjdshntctgaabnprimsjtmdefjgjecqapqkbtqeoldaocgf",
    ),
    (88, 22): (
        29,
        "afblogjekhndimccmidnhkejgolbfavtgspdurbhcqeffeqchbrudpsgtvatukqvrmojinplsslpnijomrvqkuta",
    ),
    (100, 25): (
        33,
        "aigjhmfcpodklebnqqnbelkdopcfmhjgiausxcvrygtbdhfiewweifhdbtgyrvcxsuavxlynptjwkmsqurooruqsmk"
        "wjtpnylxva",
    ),
}


class Field:
    """The finite field of so many elements, numbered from 0; 0 and 1 are what they say."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.prime, self.reduction = FIELDS[order]

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**place % self.prime for place in range(len(self.reduction))]

    def _number(self, digits: list[int]) -> int:
        return sum(digit * self.prime**place for place, digit in enumerate(digits))

    def add(self, one: int, other: int) -> int:
        return self._number(
            [(a + b) % self.prime for a, b in zip(self._digits(one), self._digits(other), strict=True)]
        )

    def multiply(self, one: int, other: int) -> int:
        """Multiply as polynomials, then replace x^degree, from the highest power down."""
        degree = len(self.reduction)
        if degree == 1:
            return one * other % self.prime
        product_digits = [0] * (2 * degree - 1)
        for (i, a), (j, b) in product(enumerate(self._digits(one)), enumerate(self._digits(other))):
            product_digits[i + j] += a * b
        for power in range(2 * degree - 2, degree - 1, -1):
            for place, digit in enumerate(self.reduction):
                product_digits[power - degree + place] += product_digits[power] * digit
        return self._number([digit % self.prime for digit in product_digits[:degree]])


def find_designs(tables: int, size: int) -> Iterator[tuple[Groups, ...]]:
    """Yield each known set of rounds for so many tables of one size, each with as many rounds as it has."""
    players = tables * size
    if size in FIELDS:
        dimension = next((power for power in (2, 3) if size**power == players), 0)
        if dimension:
            yield build_affine_space(size, dimension)
    if (players, tables) in STARTERS:
        yield build_turning_rounds(players, *STARTERS[players, tables])
    if (players, tables) in KNOWN_DESIGNS:
        yield build_turning_rounds(players, *KNOWN_DESIGNS[players, tables])
    if tables in FIELDS and size < tables:
        yield build_net(tables, size)


def build_affine_space(order: int, dimension: int) -> tuple[Groups, ...]:
    """Return the lines of an affine space over a finite field, those of one direction as a round."""
    field = Field(order)
    points = list(product(range(order), repeat=dimension))
    number = {point: place for place, point in enumerate(points)}
    rounds = []
    for direction in points:
        if next((part for part in direction if part), 0) != 1:
            continue  # not the one of all its multiples that begins with 1
        lines = {
            tuple(
                sorted(
                    number[
                        tuple(
                            field.add(start, field.multiply(step, part))
                            for start, part in zip(point, direction, strict=True)
                        )
                    ]
                    for step in range(order)
                )
            )
            for point in points
        }
        rounds.append(tuple(sorted(lines)))
    return tuple(rounds)


def build_net(tables: int, size: int) -> tuple[Groups, ...]:
    """Return as many rounds as tables for `size` columns of players; two of one column never meet."""
    field = Field(tables)
    return tuple(
        tuple(
            tuple(column * tables + field.add(field.multiply(slope, column), start) for column in range(size))
            for start in range(tables)
        )
        for slope in range(tables)
    )
