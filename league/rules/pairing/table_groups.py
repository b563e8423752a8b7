"""Group players for games of more than two at a table, so that pairs meet as equally often as can be found.

A known design is used where there is one. Otherwise a search starts from players dealt out in turn; two
players of different tables change places wherever that makes the meetings more even. It minimises the sum of
the squares of how often each pair meets, which is least when all are equal. Now and then it accepts a change
for the worse, ever more rarely, so as not to end in the first local minimum (simulated annealing). Its random
numbers have a fixed seed, so each shape of a schedule has one answer, searched for once, the same on every
machine.

See docs/reference/schedule.md, Drawing; docs/decisions/0013-schedules-by-search.md.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations, pairwise, repeat
from operator import mul
from random import Random

Group = tuple[int, ...]
Groups = tuple[Group, ...]  # the tables of a round; players count from 0

# By players and tables, for the rounds in which everybody meets everybody about once: how often the schedule turns, and
# rows with the table of each player, the first in front. Found by search; `_rotate_player` says what turning does.
KNOWN_DESIGNS = {
    (15, 5): (7, "dadbacceeaedcbb"),
    (16, 4): (5, "dabbadbccbcdcaad"),
    (18, 6): (9, "cebdcafeedfcbabfad"),
    (20, 5): (
        1,
        "beedebacccabdedbadac dcedabcdabaecbeadbec aeacbeaedbebbddcdacc aadeeeebdaccbdbdbcac "
        "cabbceddebbdedcaaaec adebcdaeacdcebdecabb dabacbecaedaddeebccb",
    ),
    (24, 6): (
        1,
        "ecbacdaecafefdafecfbddbb fabafabdbdebddeacccfefec afccedddabaeeffccbdfbbae "
        "edaffedccefbafabdacbbdce ffcecdfcabbefeadbdebcada afadbecfbbfedaebeacccddf "
        "efdcedacbfdfbaeabcecbdfa daadbcfecaffcbeebfacdebd",
    ),
    (24, 8): (12, "edehfccfgdbcabagbfahhdge"),
    (27, 7): (9, "gcbeddefefcdgacfbfadbgbaaec"),
    (27, 9): (13, "hfacaahebgfcdifiecbddgeihgb"),
    (28, 7): (9, "abbagfdfgfegdgefccaaecbdbced"),
    (30, 10): (15, "acaafdjbigcbedgfjhdhhejicfgieb"),
    (32, 6): (8, "ddcdaebaaafcfbdfabeeceafbbcbfced"),
    (33, 8): (11, "cbbaedbhafhacgdggcabehdcfdhegeffa"),
    (33, 11): (16, "afdecjkibcbheihhadkjggdagefbfjcik"),
    (35, 6): (7, "faaeadcfddabdbfeccdedcacfcbbfbeeeba"),
    (36, 6): (7, "cbfffbeaddfeafcaaebabccedacfcdbbdede"),
    (36, 7): (9, "bbfgagacgeccaedabcaebgddcdfadefegffb"),
    (36, 9): (12, "gfihgebaaiaedcbehahfddeibcdffcbhcgig"),
    (36, 12): (18, "lhicjlegbcejidaddgbkikghjfaeclafkhfb"),
    (39, 10): (13, "ggdgefcibdajbjeaiiafhedebhccfgbidhcahfj"),
    (39, 13): (19, "dhefjbcambkkijcejfhalmlgechkabggfdmildi"),
    (40, 8): (10, "ggehbdecgfaccbafhegcdhafdffbchhgabeaeddb"),
    (40, 10): (13, "jadjcefhfabcjdhgeggifjgbafieedcbdiachibh"),
    (42, 6): (7, "fedeecabbacaeaccdcfaedaadfbffcbfbefbcebddd"),
    (42, 14): (21, "kiighkfaemcmdbfdceadncnlklmbgiabjjhflgjenh"),
    (44, 9): (11, "hedgfhicehcfdfeaaigaechbghafabbdifbggcdeidcb"),
    (45, 7): (9, "fcbeccgagggebgadabddgcacdebeeaacfdfafbbcffedb"),
    (45, 9): (11, "gbiiiegcaecbgdeaidffefddgdbhaciahhchhebfcagfb"),
    (45, 11): (15, "gccaeafeghbfkhijkhdhakgaikdfcjcfbedajiijebgbd"),
    (45, 15): (22, "aaecgohligdgalfenjfojkhebdkmcbijbncnlommhkfid"),
    (48, 7): (8, "baacgdeaegafbdbbaddfgbcdagebfcffccbgfdcedgcaefee"),
    (48, 12): (16, "abfcjhhlhgkcigjkacgelcldbhdejfflkdkbgafdiiebijae"),
    (48, 16): (24, "bhbifcneckaejfmkggcblondjdigopmomlpenjaahlkdpfih"),
    (50, 8): (10, "cbfbhhchdaffeafaghbdceceedbaadbfdgdgbccaggahehfgbe"),
    (51, 13): (17, "bdfgicadmcjhjkcjamldlcbjeigekllhkamfebidbfkfaghhieg"),
    (51, 17): (25, "qlhnjipadahcqdnpgkqffeblncmphbobkgeidjafjkogmmcolie"),
    (52, 10): (13, "dahdbgiifafigafejfheijjgabbjebdgcgeicbhacbccdhjadfeh"),
    (52, 13): (17, "mekkjehjglmimfajcdbbegiljfckhibabmiklldgfdcdahcefgah"),
    (54, 18): (27, "anijomfjpcefklnmogdqddlohrmnbaihkpjbgafcqhqriclreebpgk"),
    (55, 9): (11, "dgeabcbbedabaeffecihafcedhiicfcdagbfaghhcheggaigiddbfih"),
    (57, 14): (19, "ifmkidefkabilldlncamhmjgbbnjenmbakgiacdgdehhgecjflafkjhcn"),
    (57, 19): (28, "kgkkrsjehaqjmdplsabqnpcdhqidpfiromosfmchjrgncangfoibelleb"),
    (60, 10): (12, "bgdhbeiefidbabffbajjigacccdfaicgebchhgfghedaadejijjfehdihjgc"),
    (60, 12): (15, "gccedaheldifdflblbeeilcaihkijafkbfikjkhlfgdgjjbcgadbghjhaekc"),
    (60, 15): (20, "caflkoolfiaheohanbdeceaddbjjihocjckjmgknegniigfkmndhlmlgbmfb"),
    (60, 20): (30, "ircdsdrjelnkkmsqtajnaginroghmqdlktphpgsohefblfjciaecqbbotfpm"),
}


def find_design(players: int, shape: Group, number: int) -> tuple[Groups, ...]:
    """Return the rounds of a known design for tables of these sizes; an empty tuple if there is none.

    With tables of two sizes a design holds only as a whole: in fewer or more rounds some would be at the
    smaller tables too often.
    """
    tables = len(shape)
    if shape == (tables,) * tables and tables in (3, 5, 7):
        return _build_affine_plane(tables)
    if shape != _split_evenly(players, tables) or (players, tables) not in KNOWN_DESIGNS:
        return ()
    turns, rows = KNOWN_DESIGNS[players, tables]
    if len(set(shape)) > 1 and number != turns:
        return ()
    return build_turning_rounds(players, turns, rows)


def build_turning_rounds(players: int, turns: int, rows: str) -> tuple[Groups, ...]:
    """Return the rounds of each row, which holds the table of each player as a letter, turned `turns` times."""
    return tuple(
        tuple(
            tuple(
                player
                for player in range(players)
                if row[_rotate_player(player, -turn, turns, players)] == letter
            )
            for letter in sorted(set(row))
        )
        for row in rows.split()
        for turn in range(turns)
    )


def _split_evenly(players: int, tables: int) -> Group:
    each, over = divmod(players, tables)
    return (each + 1,) * over + (each,) * (tables - over)


def _rotate_player(player: int, steps: int, turns: int, players: int) -> int:
    """Return the player's place after so many steps of a turning schedule.

    Players stand in circles of `turns` places, and each round is the one before it with everybody one place
    further; whoever is left over stays. If each distance within and between the circles occurs at a table
    once, everybody meets everybody once.
    """
    if player >= players - players % turns:
        return player
    circle, place = divmod(player, turns)
    return circle * turns + (place + steps) % turns


def _build_affine_plane(side: int) -> tuple[Groups, ...]:
    """Return the rounds of an affine plane for a square of players whose side is a prime number.

    Any two of them are on one line, and the lines of one slope are a round.
    """
    sloping = [
        [[(x, (slope * x + start) % side) for x in range(side)] for start in range(side)]
        for slope in range(side)
    ]
    upright = [[(x, y) for y in range(side)] for x in range(side)]
    return tuple(
        tuple(tuple(x * side + y for x, y in line) for line in lines) for lines in (*sloping, upright)
    )


SEARCH_STEPS = 400_000  # about a second
STEPS_PER_PLACE = 1000  # a place is a player in a round; small schedules soon are as even as possible
STAGES = 40
START_TEMPERATURE, DESIGN_TEMPERATURE, COOLING = (
    0.09,
    0.006,
    0.93,
)  # how readily a schedule worse by one is taken, and how that fades
MAX_PLAYERS = 400  # with more, meetings are left to chance

RoundTables = list[list[int]]  # the tables of a round and, as tables of one, who is free
Counts = list[list[int]]
Ranges = Mapping[int, tuple[int, int]]


def group_players(players: int, tables: tuple[int, ...], number: int, steps: int) -> tuple[Groups, ...]:
    """Return the tables of each round, the largest first, then, as tables of one, who is free.

    Players count from 0. `steps` is how long to improve by search what no design gives; 0 is not at all.
    """
    shape = _build_shape(players, tables)
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    known = find_design(players, shape, number)
    rounds = (
        _repeat_design(known, players, number, chance)
        if known
        else build_by_turns(shape, number, chance, {size: [0] * players for size in shape})
    )
    if steps:
        improve_rounds(players, rounds, chance, DESIGN_TEMPERATURE if known else START_TEMPERATURE, steps)
    return tuple(tuple(tuple(group) for group in together) for together in rounds)


def choose_search_steps(players: int, tables: tuple[int, ...], number: int) -> int:
    """Return how many search steps are worthwhile for such a schedule.

    None are where it is known, where there is no choice, or with more than MAX_PLAYERS.
    """
    shape = _build_shape(players, tables)
    if len(shape) == 1 or players > MAX_PLAYERS or number <= len(find_design(players, shape, number)):
        return 0
    return min(SEARCH_STEPS, STEPS_PER_PLACE * players * number)


def _build_shape(players: int, tables: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(tables, reverse=True), *(1 for _free in range(players - sum(tables))))


def shuffle_items(items: Sequence[int], chance: Random) -> list[int]:
    """Return the items in a random order.

    Other versions of Python may shuffle differently; what `random()` draws is guaranteed to stay the same.
    """
    return [item for _drawn, item in sorted((chance.random(), item) for item in items)]


# --- starting points


def _repeat_design(known: Sequence[Groups], players: int, number: int, chance: Random) -> list[RoundTables]:
    """Repeat a design, each time with the players renamed, so that a pair is favoured by it only once."""
    names = list(range(players))
    rounds = []
    for turn in range(number):
        again, at = divmod(turn, len(known))
        if again and not at:
            names = shuffle_items(names, chance)
        rounds.append([[names[place] for place in group] for group in known[at]])
    return rounds


def build_by_turns(
    shape: Sequence[int], number: int, chance: Random, visits: dict[int, list[int]]
) -> list[RoundTables]:
    """Build rounds at random, but those who have been free or at a smaller table least often are so first.

    `visits` holds, by size of table, how often each player has been there before; the new rounds are added.
    """
    players = sum(shape)
    rounds = []
    for _turn in range(number):
        waiting = shuffle_items(range(players), chance)
        ahead = {}
        for kind in sorted(set(shape)):
            waiting.sort(key=visits[kind].__getitem__)
            places = kind * shape.count(kind)
            seated, waiting = waiting[:places], waiting[places:]
            ahead[kind] = iter(shuffle_items(seated, chance))
            for player in seated:
                visits[kind][player] += 1
        rounds.append([[next(ahead[size]) for _place in range(size)] for size in shape])
    return rounds


# --- the search


def improve_rounds(
    players: int,
    rounds: list[RoundTables],
    chance: Random,
    warm: float,
    steps: int,
    ranges: Ranges | None = None,
) -> None:
    """Improve the rounds of a whole schedule until nothing can be better or enough has been tried."""
    met = [[0] * players for _player in range(players)]
    visits = {len(group): [0] * players for group in rounds[0]}
    count_meetings(rounds, met, visits)
    cost = _compute_costs(players, rounds)
    excess = sum(cost[times] for one in range(players) for times in met[one][:one]) - _compute_lower_bound(
        players, rounds
    )
    search_swaps(rounds, met, visits, cost, excess, chance, warm, steps, ranges or {})


def search_swaps(
    rounds: list[RoundTables],
    met: Counts,
    visits: dict[int, list[int]],
    cost: Sequence[int],
    excess: int,
    chance: Random,
    warm: float,
    steps: int,
    ranges: Ranges,
) -> None:
    """Swap players of the same round while that lowers the cost, now and then also where it does not.

    `met` and `visits` count these rounds and whatever was before them; they are kept up to date. `cost` is that
    of a pair by how often it meets, and `excess` by how much the sum is above the least that it could be.

    Between tables of two sizes players change places only where each has been less often than the other at
    the size that they come to, so visits that differ by one at most always will; or where all their visits stay
    within `ranges`, the least and the most by size of table.
    """
    tables = len(rounds[0])
    # What one meeting more adds, and one less takes away; both halved, as what is odd in them cancels out.
    more = [(after - before) // 2 for before, after in pairwise(cost)]
    less = [0, *more]
    stage = max(1, steps // STAGES)
    drawn = chance.random
    readily: list[float] = []
    for step in range(stage * STAGES):
        if excess <= 0:
            break
        if step % stage == 0:
            readily = list(accumulate(repeat(warm, STAGES), mul))  # by how much worse
            warm *= COOLING
        together = rounds[int(drawn() * len(rounds))]
        here, there = together[int(drawn() * tables)], together[int(drawn() * tables)]
        if here is there:
            continue
        one, other = here[int(drawn() * len(here))], there[int(drawn() * len(there))]
        if len(here) != len(there) and not (
            (
                visits[len(there)][one] < visits[len(there)][other]
                and visits[len(here)][other] < visits[len(here)][one]
            )
            or (ranges and _are_in_range(visits, ranges, len(here), len(there), one, other))
        ):
            continue
        of_one, of_other = met[one], met[other]
        worse = -2 * more[of_one[other]]  # they stay apart, but are counted below
        for player in here:
            worse += more[of_other[player]] - less[of_one[player]]
        for player in there:
            worse += more[of_one[player]] - less[of_other[player]]
        if worse <= 0 or (worse < STAGES and drawn() < readily[worse - 1]):
            excess += 2 * worse
            _swap_players(met, visits, here, there, one, other)


def _are_in_range(
    visits: Mapping[int, Sequence[int]], ranges: Ranges, here: int, there: int, one: int, other: int
) -> bool:
    """Return whether two players may leave tables of these sizes for each other's."""
    return all(
        size in ranges and visits[size][leaving] > ranges[size][0] and visits[size][coming] < ranges[size][1]
        for size, leaving, coming in ((here, one, other), (there, other, one))
    )


def _swap_players(
    met: Counts, visits: dict[int, list[int]], here: list[int], there: list[int], one: int, other: int
) -> None:
    for leaving, left, reached in ((one, here, there), (other, there, here)):
        visits[len(left)][leaving] -= 1
        visits[len(reached)][leaving] += 1
        for group, times in ((left, -1), (reached, 1)):
            for player in group:
                if player not in (one, other):
                    met[leaving][player] += times
                    met[player][leaving] += times
    here[here.index(one)], there[there.index(other)] = other, one


def count_meetings(rounds: Sequence[RoundTables], met: Counts, visits: dict[int, list[int]]) -> None:
    """Add how often each pair meets and, by size of table, how often each player is there."""
    for group in (group for together in rounds for group in together):
        for player in group:
            visits[len(group)][player] += 1
        for player, other in combinations(group, 2):
            met[player][other] += 1
            met[other][player] += 1


def _compute_costs(players: int, rounds: Sequence[RoundTables]) -> list[int]:
    """Return the cost of a pair by how often it meets.

    That is the square, and more where it is not within one of what is usual.
    """
    pairs = players * (players - 1) // 2
    usual = (2 * _sum_meetings(rounds) + pairs) // (2 * pairs)
    return [times * times + 2 * max(0, abs(times - usual) - 1) for times in range(len(rounds) + 2)]


def _compute_lower_bound(players: int, rounds: Sequence[RoundTables]) -> int:
    """Return a sum of squares that no schedule can be below.

    That is the sum for equal meetings or, where there are few tables, one that counts those who sit together
    in any two rounds, as a large table cannot be spread over few others.
    """
    sizes = [len(group) for group in rounds[0]]
    again = sum(_sum_squares(size, len(sizes)) - size for size in sizes) // 2
    return max(
        _sum_squares(_sum_meetings(rounds), players * (players - 1) // 2),
        _sum_meetings(rounds) + again * len(rounds) * (len(rounds) - 1),
    )


def _sum_meetings(rounds: Sequence[RoundTables]) -> int:
    return len(rounds) * sum(len(group) * (len(group) - 1) // 2 for group in rounds[0])


def _sum_squares(total: int, parts: int) -> int:
    """Return the sum of squares if the total is spread evenly."""
    each, over = divmod(total, parts)
    return over * (each + 1) ** 2 + (parts - over) * each**2
