"""Allocate the tables of a room in round robins, so that no player sits at one table much more often than at another.

The Berger tables leave the last seed of an even division at table 1 for good; in an odd one all visit each
table equally often. A single division is seated by a construction, and so are equal divisions as far as that
goes. Others are seated by a search that starts from a plain rotation and looks for better exchanges, within
bounds: no seating is wrong, and `fairness` measures how even it is. See docs/reference/schedule.md, Rooms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import exp
from random import Random
from typing import TypeVar

from league.rules.pairing.round_robin import Pair, build_round_robin

SEARCH_STEPS = 300_000  # a fraction of a second
START_TEMPERATURE, END_TEMPERATURE = (
    0.55,
    0.3,
)  # how readily a worse seating is taken on the way to a better one
MAX_CELLS = 6000  # tables times sittings; an allocation of more is not searched for
MAX_TRIED = 500_000  # places counted to find how a meeting is best repeated
Part = TypeVar("Part")
# Balanced tournament designs for the even sizes up to 40 where exchanging the last seed alone does not do, or does not
# do for two divisions that alternate (`_alternate_tables`); found by search. A row for each round whose table-1 pair
# the seeds c and last would be: the table of that pair, then of the pairs c±1, c±2, ... Either all c from 0 on; or c
# from 1 on to the middle, and then they hold for the rounds of the opposite c as well, and the round of 0 stays as it
# was.
KNOWN_DESIGNS = {
    8: "badc cbda adcb cdba bacd dbac dcab",
    10: "acedb debca abdce edbca cebad cadbe bdeca bdaec ebcda",
    12: "fdeacb dfbaec efdcab caedfb bfdace",
    16: "fdcabehg gdehbcfa baedfchg dafgcbeh ahbedfgc gcheabfd ebfcadhg hedcgfba cbaedfhg cdfgaebh dgfabche "
    "bhdaefcg aebhcgdf egacfbdh hcedfbga",
    22: "hbfacdgkeji edijhkfgcab igbejhfdkac kajdcebhgfi chedkfgijba fhkceadgjbi dbhfeaigckj gkdbhafejci "
    "bhijecgdakf jcdafiebgkh",
    28: "jncdhkmbgielaf hkmgfcnibajlde gemlkcbjhindaf bnjehamdilcfkg kahmlengjcbdif fjcinbdehkgaml "
    "cldfjkmbniaheg nmkcaigdjhbfle debhfknlgcajmi mfhiabnlejkcdg ickbehnjmadgfl lmjcgbnadekhfi egmchkdnjlbafi",
    34: "qkfmnhpjgabcodlie lmjgbnqedkacfohip ifamdcklhjoebqngp egpmqlndcjbafoihk hpeodbjgqmcklnaif "
    "oqgcdinplfkbamhej biphancdkomqlfjeg nahmilgepbfjdoqck fmclkihdpgjqbaeno gifdcqjamnehboplk "
    "dkhciefbgaqlojpnm pgaomjdbnqefikhlc moclnjqadkphgfeib kmagnqbifjdhpcole jhglnbmpeqdfikoca "
    "cdkfepqmlbgnaojih",
    40: "fthdkniroblgsqeacjmp mqsbarhnledipgftkocj gldbinpmhkaoqejcfstr ijpmqeskthlaofcnrgbd "
    "qdsglfcjoearnipmkhbt trqfimdalbpnohcgsjke namqsithjdpoegbfkrcl jdhagcsnmqptkfeolibr "
    "hdpirmqnkesblatfcgjo rtfmjpsoqliacehgdbnk paskgmibdrhltonjefqc citmhdeqjlbgkrfnaosp "
    "kabpdmljsicfgnoehrtq bjsgnaefqlrihpodtmkc shominalfcdpeqjrkgtb lmrqbdagejkptihscnof "
    "endfrsblqpthjcakigom dgaipqhmcnrtoslbkfje ohtkindlqfebjsmcgarp",
}


@dataclass(frozen=True)
class SeatedPair:
    """A match: the index of its division in the list of sizes, the table from 1, and the seeds."""

    division: int
    table: int
    pair: Pair


Sitting = tuple[SeatedPair, ...]  # what is played at the same time, no more than one match a table


def plan_night_groups(sizes: Sequence[int], tables: int | None) -> list[list[int]]:
    """Return which divisions come on the same nights, where they play two by two."""
    return split_into_night_groups([size // 2 for size in sizes], tables)


def split_into_night_groups(needed: Sequence[int], tables: int | None) -> list[list[int]]:
    """Return which divisions come on the same nights, by the tables that each needs.

    Divisions stay whole and in their order, as many in a group as the room holds.
    """
    night_groups: list[list[int]] = []
    free = 0
    for place, own in enumerate(needed):
        if not night_groups or (tables is not None and own > free):
            night_groups.append([])
            free = tables or 0
        night_groups[-1].append(place)
        free -= own
    return night_groups


def split_into_blocks(sizes: Sequence[int], meetings: int) -> list[list[int]]:
    """Return which divisions of a night share tables.

    A block has enough that nobody need sit twice at one table, with half as many tables to spare, so that a
    seating is found. All divisions form one block where they are too few for that.
    """
    blocks: list[list[int]] = [[]]
    for index in range(len(sizes)):
        if _has_enough_tables([sizes[division] for division in blocks[-1]], meetings):
            blocks.append([])
        blocks[-1].append(index)
    if len(blocks) > 1 and not _has_enough_tables([sizes[division] for division in blocks[-1]], meetings):
        left_over = blocks.pop()
        blocks[-1] += left_over
    return blocks


def _has_enough_tables(sizes: Sequence[int], meetings: int) -> bool:
    return bool(sizes) and 2 * sum(size // 2 for size in sizes) >= 3 * count_rounds(sizes, meetings)


def count_rounds(sizes: Sequence[int], meetings: int) -> int:
    """Return how many rounds the largest division needs."""
    return max(size - 1 + size % 2 for size in sizes) * meetings


def count_sittings(matches: int, tables: int | None) -> int:
    """Return how many sittings so many matches of a round take."""
    return -(-matches // tables) if tables else 1


def allocate_tables(
    sizes: tuple[int, ...], meetings: int, tables: int | None, *, steps: int = SEARCH_STEPS
) -> tuple[tuple[Sitting, ...], ...]:
    """Return the sittings of each round for divisions that share their tables.

    A round is one sitting, or several where a division, which then is alone, has more matches than the room
    has tables. `steps` is how long a search may take; without any, several divisions sit by a plain rotation.
    Tables that are to spare are used only if that is fairer.
    """
    useful = _count_useful_tables(sum(size // 2 for size in sizes))
    return _search_tables(sizes, meetings, tables and min(tables, useful), steps)


def _count_useful_tables(needed: int) -> int:
    """Return how many tables there may be where so many are needed; more would make nothing fairer."""
    return max(needed, 3 * needed // 2 if needed > 2 else 6)


@lru_cache(maxsize=300)
def _search_tables(
    sizes: tuple[int, ...], meetings: int, tables: int | None, steps: int
) -> tuple[tuple[Sitting, ...], ...]:
    by_round = [split_into_sittings(matches, tables) for matches in _list_round_pairs(sizes, meetings)]
    sittings = [part for parted in by_round for part in parted]
    needed = max((len(sitting) for sitting in sittings), default=1)
    unparted = len(sittings) == len(by_round)
    places: TablePlaces = (
        _allocate_single_division(sizes[0], meetings)
        if len(sizes) == 1 and unparted
        else _rotate_tables(sittings, needed)
    )
    if steps:
        wide = max(needed, min(tables or 0, _count_useful_tables(needed)))
        numbered = _number_players(sittings, sizes)
        places = _find_fairest(numbered, sizes, meetings, places, (needed, wide), steps)
    seatings = iter(places)
    return tuple(tuple(_build_sitting(part, next(seatings)) for part in parted) for parted in by_round)


DivisionPair = tuple[int, Pair]  # a division's place in the list of sizes, and seeds
TablePlaces = Sequence[Sequence[int]]  # by sitting, the place of each match, from 0


def _list_round_pairs(sizes: Sequence[int], meetings: int) -> Iterator[list[DivisionPair]]:
    """Yield the matches of each round; a small division finishes before a large one."""
    for together in zip_longest(*(build_round_robin(size, meetings) for size in sizes), fillvalue=()):
        yield [(division, pair) for division, pairs in enumerate(together) for pair in pairs]


def split_into_sittings(matches: Sequence[Part], tables: int | None) -> list[Sequence[Part]]:
    """Split matches into as few sittings as the tables allow, as even as they can be."""
    count = count_sittings(len(matches), tables)
    return [
        matches[len(matches) * part // count : len(matches) * (part + 1) // count] for part in range(count)
    ]


def _build_sitting(matches: Sequence[DivisionPair], places: Sequence[int]) -> Sitting:
    seated_pairs = [
        SeatedPair(division, place + 1, pair) for (division, pair), place in zip(matches, places, strict=True)
    ]
    return tuple(sorted(seated_pairs, key=lambda seated: (seated.division, seated.table)))


# --- one division


def _allocate_single_division(size: int, meetings: int) -> list[list[int]]:
    """Return, by round, the place of each pair of the Berger tables, from 0.

    In each further meeting everybody is one table further on: where one meeting leaves somebody a visit
    short, the next one does not.
    """
    tables = size // 2
    cycle = _build_balanced_cycle(size) if size % 2 == 0 else [list(range(tables)) for _ in range(size)]
    return [
        [(place + meeting) % tables for place in places] for meeting in range(meetings) for places in cycle
    ]


def _build_balanced_cycle(size: int) -> list[list[int]]:
    """Return places for an even division: everybody twice at every table but one, wherever possible.

    In the Berger tables the pair at place k > 0 of a round are the seeds at the distance k from the round's
    centre, whom the last seed meets at place 0. So everybody but the last seed sits twice at each table k.
    Exchanging places 0 and k in the rounds of the centres x and -x that are k apart gives the last seed two
    visits there, and everybody else still two; unless 3 divides the number of rounds, for then a third of
    them is moved away too often.
    """
    number_of_rounds, tables = size - 1, size // 2
    cycle = [list(range(tables)) for _ in range(number_of_rounds)]
    at_centre = {number * tables % number_of_rounds: places for number, places in enumerate(cycle)}
    if size in KNOWN_DESIGNS:
        rows = [[ord(letter) - ord("a") for letter in row] for row in KNOWN_DESIGNS[size].split()]
        if len(rows) == number_of_rounds:
            return [rows[number * tables % number_of_rounds] for number in range(number_of_rounds)]
        for centre, row in enumerate(rows, 1):
            at_centre[centre][:] = at_centre[-centre % number_of_rounds][:] = row
        return cycle
    for k in range(1, tables):
        half = k * tables % number_of_rounds  # twice this is k
        for places in (at_centre[half], at_centre[-half % number_of_rounds]):
            places[0], places[k] = k, 0
    return cycle


# --- several divisions, or a division in several sittings


def _rotate_tables(sittings: Sequence[Sequence[object]], room: int) -> list[list[int]]:
    return [
        [(number + turn) % room for number in range(len(sitting))] for turn, sitting in enumerate(sittings)
    ]


def _find_fairest(
    sittings: Sequence[Sequence[Pair]],
    sizes: Sequence[int],
    meetings: int,
    places: TablePlaces,
    rooms: tuple[int, int],
    steps: int,
) -> TablePlaces:
    """Return the fairest places that are found in so many steps.

    They use the first of the `rooms`, which has as many tables as needed, or the other one, with some to
    spare.
    """
    best, least = places, _measure_unfairness(sittings, places, rooms[0])
    for room in sorted(set(rooms)):
        own_steps = steps if room == rooms[0] else steps // 2
        for proposed in (
            _propose_allocations(sittings, sizes, meetings, room, own_steps) if least[0] > 1 else ()
        ):
            uneven = _measure_unfairness(sittings, proposed, room)
            if uneven < least:
                best, least = proposed, uneven
            if least[0] < 2:
                break
    return best


def _propose_allocations(
    sittings: Sequence[Sequence[Pair]], sizes: Sequence[int], meetings: int, room: int, steps: int
) -> Iterator[TablePlaces]:
    """Yield allocations to choose from, first those that take least time."""
    if room * len(sittings) > MAX_CELLS:
        return
    tried = meetings * room * room * (room + len(sittings))
    if len({count_rounds([size], 1) for size in sizes}) == 1 and tried <= MAX_TRIED:
        once = sittings[: len(sittings) // meetings]
        for first in _propose_single_meeting(once, sizes, meetings, room, steps):
            yield _repeat_meetings(once, first, meetings, room)
    yield _improve_allocation(sittings, _rotate_tables(sittings, room), room, room, steps)


def _propose_single_meeting(
    sittings: Sequence[Sequence[Pair]], sizes: Sequence[int], meetings: int, room: int, steps: int
) -> Iterator[TablePlaces]:
    """Yield places for a single meeting that can be repeated, some tables further on, to be even."""
    if room == sum(size // 2 for size in sizes) and len(sittings) == count_rounds(sizes, 1):
        yield _allocate_side_by_side(sizes)
        if len(sizes) % 2 == 0 and len(set(sizes)) == 1 and sizes[0] % 2 == 0:
            yield _alternate_tables(sizes[0], len(sizes))
    if meetings > 1:
        few = room // meetings if room % meetings == 0 else room
        yield _improve_allocation(sittings, _rotate_tables(sittings, room), room, few, steps // 2)


def _allocate_side_by_side(sizes: Sequence[int]) -> TablePlaces:
    """Return places with each division at tables of its own."""
    first = list(accumulate((size // 2 for size in sizes), initial=0))
    return [
        [first[division] + place for division, places in enumerate(together) for place in places]
        for together in zip(*(_allocate_single_division(size, 1) for size in sizes), strict=True)
    ]


def _alternate_tables(size: int, divisions: int) -> TablePlaces:
    """Return places of equal divisions that alternate in pairs between two sets of tables.

    Whoever is at a table of one set twice, when their division has that set to itself, is then there once,
    and once at the matching table of the other set. That takes a seating in which, for each table, the rounds
    can be given to one set or the other so that each player's two are given differently; where there is none,
    a few are there twice after all.
    """
    cycle = _build_balanced_cycle(size)
    half = size // 2
    other = [[0] * half for _ in cycle]  # by round and place of the first division: whether at the other set
    for place in range(half):
        linked = _link_rounds(place, cycle, build_round_robin(size, 1))
        done: set[int] = set()
        for start in linked:
            ahead = [(start, 0)]
            while ahead:
                number, turn = ahead.pop()
                if number not in done:
                    done.add(number)
                    other[number][place] = turn
                    ahead += [(following, 1 - turn) for following in linked[number]]
    return [
        [
            place + half * (division - division % 2 + (turned[place] + division) % 2)
            for division in range(divisions)
            for place in places
        ]
        for places, turned in zip(cycle, other, strict=True)
    ]


def _link_rounds(place: int, cycle: TablePlaces, pairings: Sequence[Sequence[Pair]]) -> dict[int, list[int]]:
    """Return, by round, the other rounds in which one of its players at this place is there."""
    at = [pairs[places.index(place)] for places, pairs in zip(cycle, pairings, strict=True)]
    return {
        number: [other for other, pair in enumerate(at) if other != number and set(pair) & set(here)]
        for number, here in enumerate(at)
    }


def _repeat_meetings(
    sittings: Sequence[Sequence[Pair]], first: TablePlaces, meetings: int, room: int
) -> TablePlaces:
    """Repeat a meeting, each time as many tables further on as is fairest."""
    places = list(first)
    for meeting in range(2, meetings + 1):
        further = [
            [*places, *([(place + turn) % room for place in seats] for seats in first)]
            for turn in range(room)
        ]
        places = min(
            further, key=lambda candidate: _measure_unfairness([*sittings] * meeting, candidate, room)[2]
        )
    return places


def _number_players(sittings: Sequence[Sequence[DivisionPair]], sizes: Sequence[int]) -> list[list[Pair]]:
    """Return the sittings with players numbered from 0 through all divisions."""
    first = list(accumulate(sizes, initial=0))
    return [
        [(first[division] + one - 1, first[division] + other - 1) for division, (one, other) in sitting]
        for sitting in sittings
    ]


def _improve_allocation(
    sittings: Sequence[Sequence[Pair]], places: TablePlaces, room: int, few: int, steps: int
) -> TablePlaces:
    """Exchange tables within sittings until everybody's visits differ by one at most, or it takes too long.

    It minimises the sum of the squares of all visits, which is least when they are even. Tables that are
    `few` apart count as one.
    """
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    grids: list[list[Pair | None]] = []
    for sitting, seats in zip(sittings, places, strict=True):
        grids.append([None] * room)
        for pair, place in zip(sitting, seats, strict=True):
            grids[-1][place] = pair
    visits = _count_visits(sittings, places, few)
    excess = sum(_compute_excess(row) for row in visits)
    for step in range(steps):
        if not excess:
            break
        warmth = START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** (step / steps)
        grid = grids[int(chance.random() * len(grids))]
        here, there = int(chance.random() * room), int(chance.random() * room)
        one, other = here % few, there % few
        if one == other:
            continue
        going, coming = grid[here] or (), grid[there] or ()
        more = 2 * (
            sum(visits[player][other] - visits[player][one] + 1 for player in going)
            + sum(visits[player][one] - visits[player][other] + 1 for player in coming)
        )
        if more <= 0 or chance.random() < exp(-more / warmth):
            grid[here], grid[there] = grid[there], grid[here]
            excess += more
            for player in going:
                visits[player][one] -= 1
                visits[player][other] += 1
            for player in coming:
                visits[player][other] -= 1
                visits[player][one] += 1
    return [[grid.index(pair) for pair in sitting] for sitting, grid in zip(sittings, grids, strict=True)]


def _count_visits(sittings: Sequence[Sequence[Pair]], places: TablePlaces, room: int) -> list[list[int]]:
    """Return the number of visits by player and table."""
    players = 1 + max((max(pair) for sitting in sittings for pair in sitting), default=0)
    visits = [[0] * room for _ in range(players)]
    for sitting, seats in zip(sittings, places, strict=True):
        for pair, place in zip(sitting, seats, strict=True):
            for player in pair:
                visits[player][place % room] += 1
    return visits


def _measure_unfairness(
    sittings: Sequence[Sequence[Pair]], places: TablePlaces, room: int
) -> tuple[int, int, int]:
    """Return the worst difference of a player's visits, how many differ by more than one, and the excess.

    The excess is how far all players' visits together are from even.
    """
    visits = _count_visits(sittings, places, room)
    differences = [max(row) - min(row) for row in visits]
    return (
        max(differences),
        sum(difference > 1 for difference in differences),
        sum(_compute_excess(row) for row in visits),
    )


def _compute_excess(visits: Sequence[int]) -> int:
    """Return by how much the sum of squares exceeds that of as many visits spread evenly."""
    each, over = divmod(sum(visits), len(visits))
    return sum(count * count for count in visits) - over * (each + 1) ** 2 - (len(visits) - over) * each**2
