"""TRF files for tests, written line by line."""


def player_line(number: int | str, rounds: str = "", points: str = "", name: str = "Ann") -> str:
    """Return a player's line; each round is written `3 w 1`, `0000 - U` or `.` for a blank, with bars between them."""
    cells = (build_cell(*cell.split()) for cell in rounds.split("|"))
    return f"001 {number:>4}      {name:<33}{'':>33}{points:>4}     " + "".join(cells)


def build_cell(opponent: str = ".", colour: str = "", result: str = "") -> str:
    return " " * 10 if opponent == "." else f"  {opponent:>4} {colour:1} {result:1}"


# Four players, two rounds of three; Dan was late, and Ann and Dan don't meet any more.
SMALL = (
    "012 Spring Open",
    player_line(1, "2 w 1 | 3 b =", "1.5", "Ann"),
    player_line(2, "1 b 0 | 4 w +", "1.0", "Bob"),
    player_line(3, "0000 - U | 1 w =", "1.5", "Cleo"),
    player_line(4, ". | 2 b -", "0.0", "Dan"),
    "142 3",
    "240 H   3    2",
    "260   3   3    1    4",
)


def join_lines(*lines: str) -> bytes:
    return "\n".join(lines).encode()
