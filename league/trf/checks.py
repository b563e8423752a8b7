"""Check how the lines of a TRF file fit together (docs/reference/pairing.md, TRF)."""

from collections.abc import Iterator, Set
from fractions import Fraction

from games import Problem
from games.problems import _
from league.rules.validation import build_problem
from league.trf.report import (
    FORFEIT_RESULTS,
    GAME_RESULTS,
    WHITE,
    ReportedPlayer,
    ReportedRound,
    TournamentReport,
    format_points,
    format_position,
    get_round_column,
)

RATED_RESULTS = {result: GAME_RESULTS[result] for result in "1=0"}
UNRATED_RESULTS = {result: GAME_RESULTS[result] for result in "WDL"}
# What two results of one game may be: a win and a loss, two draws. Arbiters may give both players less than that.
FITTING_VALUES = frozenset(
    frozenset(values)
    for values in (
        ("win", "loss"),
        ("draw",),
        ("draw", "loss"),
        ("loss",),
        ("win", "absence"),
        ("absence",),
    )
)


class ReportChecker:
    """Finds what contradicts something else in a report.

    `unreadable` are rounds that have been reported already, by starting number: nothing is compared with them. Nor
    with players whose number could not be read (`has_unplaced_players`). Points are added up where a line has no other
    mistake.
    """

    def __init__(
        self,
        report: TournamentReport,
        unreadable: Set[tuple[int, int]],
        *,
        has_unplaced_players: bool,
    ) -> None:
        self.report = report
        self.unreadable = unreadable
        self.has_unplaced_players = has_unplaced_players
        self.players = {player.number: player for player in report.players}
        self.paired_rounds = report.paired_rounds

    def find_problems(self) -> Iterator[Problem]:
        yield from self.check_announced_rounds()
        wrong = {number for number, _round in self.unreadable}
        for player in self.report.players:
            problems = list(self.check_games(player))
            if not problems and player.number not in wrong:
                problems += self.check_points(player)
            yield from problems

    def check_games(self, player: ReportedPlayer) -> Iterator[Problem]:
        for number, played in enumerate(player.rounds, 1):
            if played and played.opponent is not None and (player.number, number) not in self.unreadable:
                yield from self.check_game(player, number, played, played.opponent)

    def check_announced_rounds(self) -> Iterator[Problem]:
        """Yield a problem at the first game after the last announced round, one for the whole file."""
        announced = self.report.rounds
        if announced is None or self.paired_rounds <= announced:
            return
        later = announced + 1
        for player in self.report.players:
            if len(player.rounds) > announced and player.rounds[announced]:
                sentence = _("Round {round} is more than the {rounds} that are announced.")
                yield build_problem(
                    format_position(player.line, get_round_column(later)),
                    "too-many-rounds",
                    sentence,
                    round=later,
                    rounds=announced,
                )
                return

    def check_game(
        self, player: ReportedPlayer, number: int, played: ReportedRound, against: int
    ) -> Iterator[Problem]:
        """Yield what is wrong with a game, beside the opponent's line; what both lines say, at the later one."""
        column = get_round_column(number)
        opponent = self.players.get(against)
        if opponent is None:
            if not self.has_unplaced_players:
                sentence = _("No player has the starting number {number}.")
                yield self.build(player, column, "unknown-player", sentence, number=against)
            return
        if (against, number) in self.unreadable:
            return
        other = opponent.rounds[number - 1] if number <= len(opponent.rounds) else None
        if other is None or other.opponent is None:
            sentence = _(
                "Player {other} has no game in round {round} (line {line}); it must name player {number}."
            )
            yield self.build_one_sided(player, opponent, number, sentence)
        elif other.opponent != player.number:
            sentence = _(
                "Player {other} has another opponent in round {round} (line {line}); it must name player {number}."
            )
            yield self.build_one_sided(player, opponent, number, sentence)
        elif player.line > opponent.line:
            if played.colour and played.colour == other.colour:
                sentence = (
                    _("Both have white in round {round}; line {line} is the opponent's.")
                    if played.colour == WHITE
                    else _("Both have black in round {round}; line {line} is the opponent's.")
                )
                yield self.build(player, column + 5, "colour", sentence, round=number, line=opponent.line)
            if not do_results_fit(played.result, other.result):
                sentence = _("{result} does not fit the opponent's result in line {line}: {other}.")
                yield self.build(
                    player,
                    column + 7,
                    "one-sided",
                    sentence,
                    result=played.result or "-",
                    line=opponent.line,
                    other=other.result,
                )

    def check_points(self, player: ReportedPlayer) -> Iterator[Problem]:
        """Yield a problem if the points are not those of the results; byes for later rounds may be among them."""
        if player.points is None:
            return
        points = self.report.points
        earned = sum(
            (self.get_points(player, number) for number in range(1, self.paired_rounds + 1)), Fraction(0)
        )
        possible = [earned]
        for number in range(self.paired_rounds + 1, len(player.rounds) + 1):
            possible.append(possible[-1] + self.get_points(player, number))
        if player.points not in possible:
            sentence = _(
                "The results give {points} points. If they count otherwise than win {win}, draw {draw}, a line 162 "
                "must say so."
            )
            win, draw = format_points(points.win), format_points(points.draw)
            yield self.build(player, 81, "points", sentence, points=format_points(earned), win=win, draw=draw)

    def get_points(self, player: ReportedPlayer, number: int) -> Fraction:
        played = self.report.get_round(player, number)
        if played is None:
            return self.report.points.absence
        return self.report.points.get_points(played.result) if played.result else Fraction(0)

    def build_one_sided(
        self, player: ReportedPlayer, opponent: ReportedPlayer, number: int, sentence: str
    ) -> Problem:
        return self.build(
            player,
            get_round_column(number),
            "one-sided",
            sentence,
            number=player.number,
            other=opponent.number,
            round=number,
            line=opponent.line,
        )

    def build(
        self, player: ReportedPlayer, column: int, code: str, sentence: str, **values: str | int
    ) -> Problem:
        return build_problem(format_position(player.line, column), code, sentence, **values)


def do_results_fit(result: str, other: str) -> bool:
    """Return whether the results of both players can be those of one game."""
    if not result or not other:
        return result == other
    return any(
        result in kind and other in kind and frozenset((kind[result], kind[other])) in FITTING_VALUES
        for kind in (RATED_RESULTS, UNRATED_RESULTS, FORFEIT_RESULTS)
    )
