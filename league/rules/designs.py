"""Schedules for more than two at a table that are known to be perfectly even, or as even as has been found."""

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
