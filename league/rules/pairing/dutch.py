"""The Dutch system of FIDE (C.04.3), the system `dutch`: paired by the library gacrux.

See docs/reference/pairing.md, Dutch.
"""

from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any

from games import Invalid
from games.problems import _
from league.rules.pairing.field import Contender, build_field, list_asked_byes
from league.rules.pairing.protocol import (
    PairedBye,
    PairedTable,
    Pairing,
    PairingInput,
    PastRound,
    PastTable,
    Reason,
)
from league.rules.pairing.reasons import explain_scores, format_score, warn_of_missing_results
from league.rules.validation import build_problem

BYE_RESULTS = {"pairing": "P", "full": "W", "half": "D", "zero": "Z"}  # gacrux's letters


def pair_dutch_round(given: PairingInput) -> Pairing:
    """Pair a round by FIDE's rules.

    Raises games.Invalid where gacrux is not installed, where a table was for more than two, and where the rules allow
    no round.
    """
    engine, no_legal_pairing = _load_gacrux()
    contenders = build_field(given)
    tournament = build_tournament(given)
    try:
        brackets = engine(tournament, given.round, {"experimental": [], "verbose": 0}).compute_pairing(False)
    except no_legal_pairing:
        message = _(
            "FIDE's rules allow no pairing of round {round}: not everyone can have an opponent for the first time. "
            "The system club can repeat a pair."
        )
        raise Invalid(build_problem("round", "no-legal-pairing", message, round=given.round)) from None
    pairs = sorted(
        (pair for bracket in brackets for pair in bracket["pairs"]), key=lambda pair: pair["board"]
    )
    return _build_pairing(given, contenders, pairs)


def _load_gacrux() -> tuple[Any, type[Exception]]:
    try:
        from gacrux.gacruxexeptions import GacruxNoLegalPairing
        from gacrux.pairingdutch import pairing_dutch
    except ImportError:
        message = _(
            "The system dutch needs a package that is not installed. Type: pip install 'boolie[fide]'"
        )
        raise Invalid(build_problem("system", "not-installed", message)) from None
    return pairing_dutch, GacruxNoLegalPairing


def build_tournament(given: PairingInput) -> dict[str, Any]:
    """Return what gacrux pairs from: its chess JSON, with entries numbered by seed from 1.

    Points are multiplied so that they are whole numbers: gacrux counts in decimals.
    """
    entries = sorted(given.entries, key=lambda entry: entry.seed)
    numbers = {entry.id: number for number, entry in enumerate(entries, 1)}
    unit = _find_unit(given)
    games = [
        game
        for round_number, past in enumerate(given.history, 1)
        for game in _list_games(past, round_number, numbers, unit)
    ]
    pairs = [[numbers[entry] for entry in pair if entry in numbers] for pair in given.forbidden]
    win = Decimal(int(given.win * unit))
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "numRounds": given.rounds,
        "currentRound": len(given.history),
        "teamTournament": False,
        "teamSize": 0,
        "topColor": "w" if given.draw_seed % 2 else "b",
        "scoreSystem": {
            "game": {
                "W": win,
                "D": win / 2,
                "L": Decimal(0),
                "Z": Decimal(0),
                "F": "W",
                "H": "D",
                "P": "W",
                "A": "D",
                "U": "Z",
            }
        },
        "competitors": [
            {
                "cid": numbers[entry.id],
                "rank": numbers[entry.id],
                "random": numbers[entry.id],
                "present": not entry.withdrawn and entry.id not in given.absences,
            }
            for entry in entries
        ],
        "gameList": games,
        "matchList": [],
        "prohibited": [
            {"firstRound": 1, "lastRound": given.rounds, "competitors": sorted(pair)}
            for pair in pairs
            if len(pair) > 1
        ],
    }


def _find_unit(given: PairingInput) -> int:
    """Return the least number by which all points are whole numbers, and half a win is."""
    points = [given.win / 2]
    for past in given.history:
        points += [value for table in past.tables for value in table.points if value is not None]
        points += [bye.points for bye in past.byes.values()]
    return lcm(*(value.denominator for value in points))


def _list_games(
    past: PastRound, round_number: int, numbers: dict[str, int], unit: int
) -> list[dict[str, Any]]:
    games = [_build_game(table, round_number, numbers, unit) for table in past.tables]
    for entry, bye in past.byes.items():
        if entry in numbers:
            side = _build_side(numbers[entry], BYE_RESULTS[bye.kind], bye.points, unit)
            games.append(_build_record(round_number, side, None, played=bye.kind == "pairing"))
    return games


def _build_game(table: PastTable, round_number: int, numbers: dict[str, int], unit: int) -> dict[str, Any]:
    if len(table.entries) != 2:
        message = _("The system dutch is for two at a table; in round {round} there were {seats} at one.")
        raise Invalid(
            build_problem(
                "history", "not-two-at-a-table", message, round=round_number, seats=len(table.entries)
            )
        )
    first, second = (value or Fraction(0) for value in table.points)
    lost = "L" if table.played else "Z"
    letters = ("D", "D") if first == second and (first or not table.played) else (lost, lost)
    if first != second:
        letters = ("W", lost) if first > second else (lost, "W")
    if not table.played and first == second == 0:
        letters = ("Z", "Z")
    white, black = (
        _build_side(numbers[entry], letter, value, unit)
        for entry, letter, value in zip(table.entries, letters, (first, second), strict=True)
    )
    return _build_record(round_number, white, black, played=table.played)


def _build_side(number: int, result: str, points: Fraction, unit: int) -> dict[str, Any]:
    return {"cid": number, "result": result, "score": Decimal(int(points * unit))}


def _build_record(
    round_number: int, white: dict[str, Any], black: dict[str, Any] | None, *, played: bool
) -> dict[str, Any]:
    return {"id": 0, "round": round_number, "white": white, "black": black, "played": played, "rated": played}


def _build_pairing(given: PairingInput, contenders: list[Contender], pairs: list[dict[str, Any]]) -> Pairing:
    entries = sorted(given.entries, key=lambda entry: entry.seed)
    by_id = {contender.id: contender for contender in contenders}
    byes = list_asked_byes(given)
    tables = []
    for pair in pairs:
        white = by_id[entries[pair["w"] - 1].id]
        if pair["b"] == 0:
            reason = Reason("bye-fide", {"score": format_score(white)})
            byes.append(PairedBye(white.id, "pairing", (reason,)))
            continue
        black = by_id[entries[pair["b"] - 1].id]
        reasons = explain_scores(white, black, contenders)
        colour = Reason("side-fide", {"entry": white.id, "rule": pair["colorrule"]})
        tables.append(PairedTable((white.id, black.id), (*reasons, colour)))
    seeds = {entry.id: entry.seed for entry in entries}
    return Pairing(
        tuple(tables),
        tuple(sorted(byes, key=lambda bye: seeds[bye.entry])),
        tuple(warn_of_missing_results(given)),
    )
