"""Who sits together in games of more than two at a table, so that every pair meets as equally often as can be found.

A known design is taken where there is one. Else a search begins with players dealt out in turn; two players of
different tables change places wherever that makes the meetings more even: it minimises the sum of the squares of how
often each pair meets, which is least when all are equal. Now and then it accepts a change for the worse, ever more
rarely, so as not to end in the first local minimum. Its random numbers have a fixed seed: each shape of a schedule has
one answer, searched for once, the same on every machine (docs/reference/schedule.md, Drawing).
"""

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise, repeat
from operator import mul
from random import Random

Group = tuple[int, ...]
Groups = tuple[Group, ...]  # the tables of a round; players count from 0

# By players and tables, for the rounds in which everybody meets everybody about once: how often the schedule turns, and
# rows with the table of each player, the first in front. Found by search; what turning does is told at `_turned`.
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
    """The rounds that are known for tables of these sizes; none, where none are. With tables of two sizes they hold
    only as a whole: with fewer or more of them some would be at the smaller tables too often."""
    tables = len(shape)
    if shape == (tables,) * tables and tables in (3, 5, 7):
        return _build_affine_plane(tables)
    if shape != _split_evenly(players, tables) or (players, tables) not in KNOWN_DESIGNS:
        return ()
    turns, rows = KNOWN_DESIGNS[players, tables]
    if len(set(shape)) > 1 and number != turns:
        return ()
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
    """Players stand in circles of so many as there are turns, and each round is the one before it with everybody one
    further; who is left over stays. If all distances within and between the circles come up at a table once, then
    everybody meets everybody once."""
    if player >= players - players % turns:
        return player
    circle, place = divmod(player, turns)
    return circle * turns + (place + steps) % turns


def _build_affine_plane(side: int) -> tuple[Groups, ...]:
    """A square of players whose side is a prime number: two of them are on one line, and lines of one slope are a
    round (an affine plane)."""
    sloping = [
        [[(x, (slope * x + start) % side) for x in range(side)] for start in range(side)]
        for slope in range(side)
    ]
    upright = [[(x, y) for y in range(side)] for x in range(side)]
    return tuple(
        tuple(tuple(x * side + y for x, y in line) for line in lines) for lines in (*sloping, upright)
    )


SEARCH_STEPS = 400_000  # about a second
STEPS_PER_PLACE = 1000  # a place is a player in a round; small schedules are soon as even as they get
STAGES = 40
START_TEMPERATURE, DESIGN_TEMPERATURE, COOLING = (
    0.09,
    0.006,
    0.93,
)  # how readily a schedule worse by one is taken, and how that fades
MAX_PLAYERS = 400  # of more, meetings are left to chance

RoundTables = list[list[int]]  # a round: its tables, and as tables of one who is free
Counts = list[list[int]]


def group_players(players: int, tables: tuple[int, ...], number: int, steps: int) -> tuple[Groups, ...]:
    """By round the tables, the largest first, and then, as tables of one, who is free; players count from 0. `steps`:
    how long to look for what is not known."""
    shape = _build_shape(players, tables)
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    known = find_design(players, shape, number)
    rounds = (
        _repeat_design(known, players, number, chance)
        if known
        else _build_by_turns(players, shape, number, chance)
    )
    if steps:
        _improve_rounds(players, rounds, chance, DESIGN_TEMPERATURE if known else START_TEMPERATURE, steps)
    return tuple(tuple(tuple(group) for group in together) for together in rounds)


def choose_search_steps(players: int, tables: tuple[int, ...], number: int) -> int:
    """The steps that it is worth looking for such a schedule; none, where it is known or there is no choice."""
    shape = _build_shape(players, tables)
    if len(shape) == 1 or players > MAX_PLAYERS or number <= len(find_design(players, shape, number)):
        return 0
    return min(SEARCH_STEPS, STEPS_PER_PLACE * players * number)


def _build_shape(players: int, tables: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(tables, reverse=True), *(1 for _free in range(players - sum(tables))))


def shuffle_items(items: Sequence[int], chance: Random) -> list[int]:
    """Other versions of Python may shuffle otherwise; what random() draws they promise to keep."""
    return [item for _drawn, item in sorted((chance.random(), item) for item in items)]


# --- where to start from


def _repeat_design(known: Sequence[Groups], players: int, number: int, chance: Random) -> list[RoundTables]:
    """When a design is through, it comes again with the players renamed: a pair that it favours is so only once."""
    names = list(range(players))
    rounds = []
    for turn in range(number):
        again, at = divmod(turn, len(known))
        if again and not at:
            names = shuffle_items(names, chance)
        rounds.append([[names[place] for place in group] for group in known[at]])
    return rounds


def _build_by_turns(players: int, shape: Sequence[int], number: int, chance: Random) -> list[RoundTables]:
    """Free, and at the smaller tables, are those who have been so least often; the rest is chance."""
    kinds = sorted(set(shape))
    visits = {kind: [0] * players for kind in kinds}
    rounds = []
    for _turn in range(number):
        waiting = shuffle_items(range(players), chance)
        ahead = {}
        for kind in kinds:
            waiting.sort(key=visits[kind].__getitem__)
            places = kind * shape.count(kind)
            seated, waiting = waiting[:places], waiting[places:]
            ahead[kind] = iter(shuffle_items(seated, chance))
            for one in seated:
                visits[kind][one] += 1
        rounds.append([[next(ahead[size]) for _place in range(size)] for size in shape])
    return rounds


# --- making it more even


def _improve_rounds(players: int, rounds: list[RoundTables], chance: Random, warm: float, steps: int) -> None:
    """Until nothing can be better or enough has been tried.

    Between tables of two sizes players change only where either has been less often at the size they come to: visits
    that differ by one at most do so ever after.
    """
    tables = len(rounds[0])
    met, visits = _count_meetings(players, rounds)
    cost = _compute_costs(players, rounds)
    # What one meeting more adds, and one less takes away; both halved, as what is odd in them cancels out.
    more = [(after - before) // 2 for before, after in pairwise(cost)]
    less = [0, *more]
    excess = sum(cost[times] for one in range(players) for times in met[one][:one]) - _compute_lower_bound(
        players, rounds
    )
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
        if len(here) != len(there) and (
            visits[len(there)][one] >= visits[len(there)][other]
            or visits[len(here)][other] >= visits[len(here)][one]
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


def _swap_players(
    met: Counts, visits: dict[int, list[int]], here: list[int], there: list[int], one: int, other: int
) -> None:
    for leaving, left, found in ((one, here, there), (other, there, here)):
        visits[len(left)][leaving] -= 1
        visits[len(found)][leaving] += 1
        for group, times in ((left, -1), (found, 1)):
            for player in group:
                if player not in (one, other):
                    met[leaving][player] += times
                    met[player][leaving] += times
    here[here.index(one)], there[there.index(other)] = other, one


def _count_meetings(players: int, rounds: Sequence[RoundTables]) -> tuple[Counts, dict[int, list[int]]]:
    """How often each has met each, and by size of table how often each has been there."""
    met = [[0] * players for _player in range(players)]
    visits = {len(group): [0] * players for group in rounds[0]}
    for group in (group for together in rounds for group in together):
        for one in group:
            visits[len(group)][one] += 1
        for one, other in combinations(group, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met, visits


def _compute_costs(players: int, rounds: Sequence[RoundTables]) -> list[int]:
    """What a pair costs by how often it meets: the square, and more where that is not within one of what is usual."""
    pairs = players * (players - 1) // 2
    usual = (2 * _sum_meetings(rounds) + pairs) // (2 * pairs)
    return [times * times + 2 * max(0, abs(times - usual) - 1) for times in range(len(rounds) + 2)]


def _compute_lower_bound(players: int, rounds: Sequence[RoundTables]) -> int:
    """A sum of squares that no schedule can be below: that of equal meetings; or, where there are few tables, one that
    counts those who sit together in each two rounds, as a large table cannot be spread over few others."""
    sizes = [len(group) for group in rounds[0]]
    again = sum(_sum_squares(size, len(sizes)) - size for size in sizes) // 2
    return max(
        _sum_squares(_sum_meetings(rounds), players * (players - 1) // 2),
        _sum_meetings(rounds) + again * len(rounds) * (len(rounds) - 1),
    )


def _sum_meetings(rounds: Sequence[RoundTables]) -> int:
    return len(rounds) * sum(len(group) * (len(group) - 1) // 2 for group in rounds[0])


def _sum_squares(total: int, parts: int) -> int:
    """Their sum if the total is spread evenly."""
    each, over = divmod(total, parts)
    return over * (each + 1) ** 2 + (parts - over) * each**2
