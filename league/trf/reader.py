"""Read a TRF file, as FIDE describes it since 2016 and since 2026, and report every mistake with line and column.

See docs/reference/pairing.md, TRF.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from games import Invalid, Problem
from games.problems import _
from league.rules.pairing.protocol import ByeKind
from league.rules.validation import build_problem
from league.trf.checks import ReportChecker
from league.trf.report import (
    BLACK,
    BYE_KINDS,
    FORFEIT_RESULTS,
    GAME_RESULTS,
    MAX_NUMBER,
    MAX_ROUNDS,
    OLD_BYES,
    RESULTS,
    WHITE,
    ForbiddenGroup,
    PointSystem,
    ReportedPlayer,
    ReportedRound,
    TournamentReport,
    format_position,
    get_round_column,
)

MAX_FORBIDDEN_PAIRS = 100_000
ROUND_WIDTH = 10  # columns: two blanks, the opponent (4), a blank, the colour, a blank, the result
FIRST_ROUND_INDEX = 89  # of the first of the two blanks
LINE_END = re.compile(r"\r\n|\r|\n")
NUMBER = re.compile(r"[0-9]{1,4}")
POINTS = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?|[.,][0-9]{1,2}")
POINT_VALUES = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pairing_bye"}
POINT_VALUE = re.compile(r"\s*([A-Za-z])\s*=?\s*([0-9.,]+)")
DETAILS = ("012", "022", "032", "042", "052", "092", "102", "112", "122", "132", "192", "202", "212", "222")


@dataclass(frozen=True)
class Line:
    """A line of the file, numbered from 1."""

    number: int
    text: str

    def cut(self, first: int, last: int) -> str:
        """Return the text from one column to another, both counted from 1 and included."""
        return self.text[first - 1 : last].strip()

    def split_from(self, column: int) -> Iterator[tuple[int, str]]:
        """Yield each word from a column on, with its own column."""
        for word in re.finditer(r"[^\s,/]+", self.text[column - 1 :]):
            yield word.start() + column, word[0]


def read_report(content: bytes) -> TournamentReport:
    """Return the tournament of a TRF file. Raises games.Invalid with every mistake, in order of the lines."""
    reader = _Reader()
    reader.read_lines(decode(content))
    report = reader.build_report()
    checker = ReportChecker(report, reader.unreadable, has_unplaced_players=reader.has_unplaced_players)
    problems = sorted([*reader.problems, *checker.find_problems()], key=get_line_number)
    if problems:
        raise Invalid(*problems)
    return report


def decode(content: bytes) -> str:
    """Return the text of a file: UTF-8, or else the encoding of older Windows programs."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def get_line_number(problem: Problem) -> int:
    found = re.match(r"line ([0-9]+)", problem.path)
    return int(found[1]) if found else 0


@dataclass
class _Reader:
    """A reader that goes through the lines, collecting what they say and what is wrong with them.

    `unreadable` are the rounds whose cell is wrong in itself, by starting number; whatever contradicts them is no
    second mistake.
    """

    problems: list[Problem] = field(default_factory=list)
    players: dict[int, ReportedPlayer] = field(default_factory=dict)
    unreadable: set[tuple[int, int]] = field(default_factory=set)
    has_unplaced_players: bool = False
    rounds: int | None = None
    first_colour: str = ""
    point_values: dict[str, Fraction] = field(default_factory=dict)
    byes: dict[tuple[int, int], ByeKind] = field(default_factory=dict)
    absent: set[int] = field(default_factory=set)
    forbidden: list[ForbiddenGroup] = field(default_factory=list)
    forbidden_pairs: int = 0
    details: dict[str, tuple[str, ...]] = field(default_factory=dict)
    accelerated_line: int | None = None
    named: list[tuple[Line, int, int]] = field(default_factory=list)  # line, column, starting number
    bye_places: dict[tuple[int, int], tuple[Line, int]] = field(default_factory=dict)  # line, column

    def read_lines(self, text: str) -> None:
        readers: dict[str, Callable[[Line], None]] = {
            "001": self.read_player,
            "142": self.read_rounds,
            "XXR": self.read_rounds,
            "152": self.read_first_colour,
            "XXC": self.read_configuration,
            "162": self.read_points,
            "240": self.read_byes,
            "XXZ": self.read_absent,
            "260": self.read_forbidden,
            "XXP": self.read_forbidden_always,
            "250": self.read_acceleration,
            "XXA": self.read_acceleration,
            "013": self.refuse_teams,
            "310": self.refuse_teams,
            "299": self.refuse_other_points,
            **dict.fromkeys(DETAILS, self.read_detail),
        }
        for number, line in enumerate(LINE_END.split(text), 1):
            if read := readers.get(line[:3]):
                read(Line(number, line))

    def build_report(self) -> TournamentReport:
        if not self.players and not self.problems:
            sentence = _("No player in this file. In a TRF file the line of each begins with 001.")
            self.problems.append(build_problem("", "no-players", sentence))
        self.check_named_players()
        self.check_byes()
        return TournamentReport(
            players=tuple(self.players[number] for number in sorted(self.players)),
            rounds=self.rounds,
            first_colour=self.first_colour,
            points=PointSystem(**self.point_values),
            byes=self.byes,
            absent=frozenset(self.absent),
            forbidden=tuple(self.forbidden),
            details=self.details,
            accelerated_line=self.accelerated_line,
        )

    # --- players

    def read_player(self, line: Line) -> None:
        if "\t" in line.text:
            column = line.text.index("\t") + 1
            self.report(line, column, "tab", _("Replace the tab by blanks, so that columns can be counted."))
            self.has_unplaced_players = True
            return
        number = self.read_number(line, 5, line.cut(5, 8))
        if number is None:
            self.has_unplaced_players = True
            return
        if number in self.players:
            sentence = _("Line {first} has a player with the starting number {number} already.")
            self.report(line, 5, "twice", sentence, first=self.players[number].line, number=number)
            return
        points = line.cut(81, 84)
        rank = line.cut(86, 89)
        self.players[number] = ReportedPlayer(
            number,
            name=line.cut(15, 47),
            rounds=tuple(self.read_rounds_of_player(line, number)),
            points=self.read_point_value(line, 81, points) if points else None,
            rank=int(rank) if NUMBER.fullmatch(rank) else None,
            sex=line.cut(10, 10),
            title=line.cut(11, 13),
            rating=line.cut(49, 52),
            federation=line.cut(54, 56),
            fide_id=line.cut(58, 68),
            birth=line.cut(70, 79),
            line=line.number,
        )

    def read_rounds_of_player(self, line: Line, number: int) -> Iterator[ReportedRound | None]:
        text = line.text.rstrip()
        for round_number, start in enumerate(range(FIRST_ROUND_INDEX, len(text), ROUND_WIDTH), 1):
            cell = text[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH)
            if any(cell[place] != " " for place in (0, 1, 6, 8)) or round_number > MAX_ROUNDS:
                first = next(place for place, sign in enumerate(cell) if sign != " ")
                sentence = _(
                    "Round {round} is out of its columns: the opponent stands in {first} to {last}, the colour in "
                    "{colour}, the result in {result}."
                )
                column = get_round_column(round_number)
                self.report(
                    line,
                    start + first + 1,
                    "columns",
                    sentence,
                    round=round_number,
                    first=column,
                    last=column + 3,
                    colour=column + 5,
                    result=column + 7,
                )
                last_round = (len(text) - start) // ROUND_WIDTH + round_number + 1
                self.unreadable |= {(number, later) for later in range(round_number, last_round)}
                return
            yield self.read_round(line, number, round_number, cell)

    def read_round(self, line: Line, number: int, round_number: int, cell: str) -> ReportedRound | None:
        """Return the round of a cell; None if the player was not there, or where the cell is wrong."""
        problems = len(self.problems)
        opponent, colour, result = cell[2:6].strip(), cell[7].lower(), cell[9].upper()
        column = get_round_column(round_number)
        if opponent.strip("0"):
            reported = self.read_game(line, number, column, opponent, colour, result)
        else:
            reported = self.read_bye(line, column, colour, result)
        if len(self.problems) > problems:
            self.unreadable.add((number, round_number))
        return reported

    def read_game(
        self, line: Line, number: int, column: int, opponent: str, colour: str, result: str
    ) -> ReportedRound | None:
        against = self.read_number(line, column, opponent)
        if against == number:
            sentence = _("Player {number} can't be their own opponent.")
            self.report(line, column, "own-opponent", sentence, number=number)
        if colour not in (WHITE, BLACK) and not (colour in "- " and result in FORFEIT_RESULTS):
            sentence = _("Write w or b for the colour of a player with an opponent, not {colour}.")
            self.report(line, column + 5, "colour", sentence, colour=colour)
        if result in BYE_KINDS:
            sentence = _("{result} is a bye, but there is an opponent. Right are 1, =, 0, W, D, L, + and -.")
            self.report(line, column + 7, "result", sentence, result=result)
        elif result != " " and result not in RESULTS:
            self.report_result(line, column, result)
        return None if against is None else ReportedRound(against, colour.strip("- "), result.strip())

    def read_bye(self, line: Line, column: int, colour: str, result: str) -> ReportedRound | None:
        result = OLD_BYES.get(result, result)
        if colour in (WHITE, BLACK) or result in GAME_RESULTS:
            sentence = _(
                "The opponent's starting number is missing. Without an opponent write 0000 - and U, F, H or Z."
            )
            self.report(line, column, "no-opponent", sentence)
        elif colour not in "- ":
            sentence = _("Write - for the colour of a player without an opponent, not {colour}.")
            self.report(line, column + 5, "colour", sentence, colour=colour)
        elif result != " " and result not in BYE_KINDS:
            self.report_result(line, column, result)
        return ReportedRound(None, "", result) if result in BYE_KINDS else None

    # --- what lines say of each other's players

    def check_named_players(self) -> None:
        if self.has_unplaced_players:
            return
        for line, column, number in self.named:
            if number not in self.players:
                sentence = _("No player has the starting number {number}.")
                self.report(line, column, "unknown-player", sentence, number=number)

    def check_byes(self) -> None:
        """Report byes after the last round, and those that differ from the player's own line."""
        for (round_number, number), (line, column) in self.bye_places.items():
            player = self.players.get(number)
            played = (
                player.rounds[round_number - 1] if player and round_number <= len(player.rounds) else None
            )
            if self.rounds is not None and round_number > self.rounds:
                sentence = _("Round {round} is more than the {rounds} that are announced.")
                self.report(line, 7, "too-many-rounds", sentence, round=round_number, rounds=self.rounds)
            elif played and played.opponent is not None:
                sentence = _("Player {number} has a game in round {round}.")
                self.report(line, column, "bye-and-game", sentence, number=number, round=round_number)
            elif played and BYE_KINDS[played.result] != self.byes[round_number, number]:
                self.report_second_bye(line, column, number, round_number)

    def report_second_bye(self, line: Line, column: int, number: int, round_number: int) -> None:
        sentence = _("Player {number} has another bye in round {round}.")
        self.report(line, column, "twice", sentence, number=number, round=round_number)

    # --- what is announced

    def read_rounds(self, line: Line) -> None:
        column, word = next(line.split_from(5), (5, ""))
        rounds = self.read_number(line, column, word, MAX_ROUNDS)
        if rounds is not None and self.rounds not in (None, rounds):
            sentence = _("Another line announces {rounds} rounds.")
            self.report(line, column, "twice", sentence, rounds=self.rounds or 0)
        self.rounds = rounds if self.rounds is None else self.rounds

    def read_first_colour(self, line: Line) -> None:
        column, word = next(line.split_from(5), (5, ""))
        colour = word.lower()
        if colour in (WHITE, BLACK):
            self.first_colour = colour
        else:
            sentence = _("Write W or B for the first player's colour, not {colour}.")
            self.report(line, column, "colour", sentence, colour=word)

    def read_configuration(self, line: Line) -> None:
        words = [word for _column, word in line.split_from(5)]
        for word, colour in (("white1", WHITE), ("black1", BLACK)):
            if word in words:
                self.first_colour = colour

    def read_points(self, line: Line) -> None:
        place = 3
        end = len(line.text.rstrip())
        while place < end:
            found = POINT_VALUE.match(line.text, place)
            if found is None:
                sentence = _("Write what results are worth like this: 162  W 1.0    D 0.5    L 0.0")
                rest = line.text[place:]
                self.report(line, place + len(rest) - len(rest.lstrip()) + 1, "points-record", sentence)
                return
            points = self.read_point_value(line, found.start(2) + 1, found[2])
            if points is not None and found[1].upper() in POINT_VALUES:
                self.point_values[POINT_VALUES[found[1].upper()]] = points
            place = found.end()

    def read_byes(self, line: Line) -> None:
        kind = BYE_KINDS.get(line.cut(5, 5).upper() or "Z")
        if kind in (None, "pairing"):
            self.report(
                line, 5, "bye", _("Write F, H or Z for the kind of bye, not {kind}."), kind=line.cut(5, 5)
            )
        words = list(line.split_from(6))
        column, word = words[0] if words else (7, "")
        round_number = self.read_number(line, column, word, MAX_ROUNDS)
        for at, number in self.read_numbers(line, words[1:]):
            if kind is None or round_number is None:
                continue
            self.bye_places[round_number, number] = (line, at)
            if self.byes.setdefault((round_number, number), kind) != kind:
                self.report_second_bye(line, at, number, round_number)

    def read_absent(self, line: Line) -> None:
        self.absent |= {number for _column, number in self.read_numbers(line, list(line.split_from(5)))}

    def read_forbidden(self, line: Line) -> None:
        rounds = [
            self.read_number(line, column, line.cut(column, column + 2), MAX_ROUNDS)
            if line.cut(column, column + 2)
            else default
            for column, default in ((5, 1), (9, MAX_ROUNDS))
        ]
        first, last = rounds
        if first is not None and last is not None:
            self.forbid(line, first, last, list(line.split_from(12)))

    def read_forbidden_always(self, line: Line) -> None:
        self.forbid(line, 1, MAX_ROUNDS, list(line.split_from(5)))

    def forbid(self, line: Line, first: int, last: int, words: list[tuple[int, str]]) -> None:
        numbers = tuple(dict.fromkeys(number for _column, number in self.read_numbers(line, words)))
        self.forbidden_pairs += len(numbers) * (len(numbers) - 1) // 2
        if self.forbidden_pairs > MAX_FORBIDDEN_PAIRS:
            sentence = _("Too many forbidden pairs: at most {most} in a file.")
            self.report(line, 1, "too-large", sentence, most=MAX_FORBIDDEN_PAIRS)
        else:
            self.forbidden.append(ForbiddenGroup(first, last, numbers))

    def read_acceleration(self, line: Line) -> None:
        self.accelerated_line = self.accelerated_line or line.number

    def refuse_teams(self, line: Line) -> None:
        self.report(line, 1, "team", _("Team tournaments can't be read, only those of single players."))

    def refuse_other_points(self, line: Line) -> None:
        sentence = _("Points that differ from the result (299) can't be read.")
        self.report(line, 1, "other-points", sentence)

    def read_detail(self, line: Line) -> None:
        code = line.text[:3]
        if code == "192" and line.text.rstrip().endswith("_BAKU"):
            self.read_acceleration(line)
        self.details[code] = (*self.details.get(code, ()), line.text[4:].strip())

    # --- numbers, and what is wrong

    def read_numbers(self, line: Line, words: list[tuple[int, str]]) -> Iterator[tuple[int, int]]:
        """Yield column and starting number of each word that is one."""
        for column, word in words:
            number = self.read_number(line, column, word)
            if number is not None:
                self.named.append((line, column, number))
                yield column, number

    def read_number(self, line: Line, column: int, text: str, most: int = MAX_NUMBER) -> int | None:
        if NUMBER.fullmatch(text) and 1 <= int(text) <= most:
            return int(text)
        sentence = (
            _("Write a whole number from 1 to {most} here, not {text}.")
            if text
            else _("A whole number from 1 to {most} is missing here.")
        )
        self.report(line, column, "number", sentence, most=most, text=text)
        return None

    def read_point_value(self, line: Line, column: int, text: str) -> Fraction | None:
        if POINTS.fullmatch(text):
            return Fraction(text.replace(",", "."))
        self.report(line, column, "points", _("Write points like 2.5 here, not {text}."), text=text)
        return None

    def report_result(self, line: Line, column: int, result: str) -> None:
        sentence = _(
            "{result} is not a result. Right are 1, =, 0, W, D, L, + and -; U, F, H and Z for a bye."
        )
        self.report(line, column + 7, "result", sentence, result=result)

    def report(self, line: Line, column: int, code: str, sentence: str, **values: str | int) -> None:
        self.problems.append(build_problem(format_position(line.number, column), code, sentence, **values))
