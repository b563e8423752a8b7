"""The SKUCK awards of a club file computed a second time, from its JSON alone, without Boolie.

Each question walks over all matches again: slow, and plain. Rules: docs/reference/awards.md, SKUCK;
docs/reference/scoring.md, SKUCK: Scoring a match; docs/reference/sheets.md, SKUCK: Sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

JSON = dict[str, Any]
STYLES = ("hawk", "dove")


@dataclass(frozen=True)
class Side:
    """One entry's part in a played match."""

    player: str
    score: int
    deals: int
    bids: tuple[int, ...]
    zeros: int
    outcome: str
    boolie: bool


@dataclass(frozen=True)
class PlayedMatch:
    """A played match, and when it was."""

    order_key: tuple[str, int, int]  # date, round, table
    season: int
    id: str
    sides: tuple[Side, Side]
    clicks: int

    def side(self, player: str) -> Side | None:
        return next((side for side in self.sides if side.player == player), None)


def compute_awards(document: JSON, competition: str, number: int) -> list[JSON]:
    """Return what `report` says of the season's awards; games other than SKUCK are not known here."""
    league = next(entry for entry in document["competitions"] if entry["slug"] == competition)
    season = next(season for season in league["seasons"] if season["number"] == number)
    if season.get("state", "draft") != "closed":
        return []
    record = [
        met
        for season in league["seasons"]
        if season["number"] <= number
        and season.get("state", "draft") != "draft"
        and _get_game(league, season) == "skuck"
        for met in _list_played_matches(league, season)
    ]
    now = [met for met in record if met.season == number]
    rules = season.get("rules", league.get("rules", {}))
    players = sorted(
        player
        for player in {side.player for met in now for side in met.sides}
        if _is_considered(season, player, rules.get("min_matches", 4))
    )
    rows = []
    for style in STYLES:
        of_style = [player for player in players if find_style(record, player) == style]
        for category, figure in (
            ("best-average", compute_average),
            ("highest-zero-rate", compute_zero_rate),
            ("best-win-rate", compute_win_rate),
        ):
            rows += _find_best(f"{category}-{style}", {player: figure(now, player) for player in of_style})
        better = {
            player: gain for player in of_style if (gain := compute_improvement(record, player)) and gain > 0
        }
        rows += _find_best(f"most-improved-{style}", better)
    boolies = Counter(side.player for met in now for side in met.sides if side.boolie)
    rows += [_build_row("boolie", [player], str(boolies[player])) for player in sorted(boolies)]
    clicks: Counter[tuple[str, ...]] = Counter()
    for met in now:
        clicks[tuple(sorted(side.player for side in met.sides))] += met.clicks
    most = max(clicks.values(), default=0)
    if most >= 2:
        rows += [
            _build_row("most-clicks", list(pair), str(most))
            for pair in sorted(clicks)
            if clicks[pair] == most
        ]
    for player in players:
        mean = compute_average(now, player)
        if mean is not None and mean > 0:
            rows.append(_build_row("master", [player], format_four_places(mean)))
    return [{**row, "season": number} for row in rows]


def _build_row(category: str, players: list[str], value: str) -> JSON:
    return {"category": category, "players": players, "value": value}


def _find_best(category: str, figures: Mapping[str, Fraction | None]) -> list[JSON]:
    """Return one row with all who share the highest value, or no row."""
    known = {player: figure for player, figure in figures.items() if figure is not None}
    if not known:
        return []
    best = max(known.values())
    holders = sorted(player for player, figure in known.items() if figure == best)
    return [_build_row(category, holders, format_four_places(best))]


def _is_considered(season: JSON, player: str, min_matches: int) -> bool:
    """Return whether a player has played as many matches as the rules ask for.

    A player with fewer matches in the season needs all that are neither void nor forfeited.
    """
    own = [
        match.get("status", "scheduled")
        for division in season["divisions"]
        for match in division.get("matches", [])
        if player in match["seats"]
    ]
    played = own.count("played")
    could = sum(status not in ("void", "forfeit") for status in own)
    return played >= min_matches or (played == could and played >= 1)


# --- figures


def compute_average(matches: list[PlayedMatch], player: str) -> Fraction | None:
    own = _list_sides(matches, player)
    deals = sum(side.deals for side in own)
    return Fraction(sum(side.score for side in own), deals) if deals else None


def compute_zero_rate(matches: list[PlayedMatch], player: str) -> Fraction | None:
    own = _list_sides(matches, player)
    bids = sum(len(side.bids) for side in own)
    return Fraction(sum(side.zeros for side in own), bids) if bids else None


def compute_win_rate(matches: list[PlayedMatch], player: str) -> Fraction | None:
    """Return the share of matches won; draws are left out (docs/reference/awards.md, Figures)."""
    outcomes = [side.outcome for side in _list_sides(matches, player)]
    won, lost = outcomes.count("win"), outcomes.count("loss")
    return Fraction(won, won + lost) if won + lost else None


def compute_improvement(record: list[PlayedMatch], player: str) -> Fraction | None:
    """Return the win rate of the last four matches less that of the four before."""
    own = [
        met for met in sorted(record, key=lambda met: (met.order_key, met.season, met.id)) if met.side(player)
    ]
    if len(own) < 8:
        return None
    late, early = compute_win_rate(own[-4:], player), compute_win_rate(own[-8:-4], player)
    return None if late is None or early is None else late - early


def find_style(record: list[PlayedMatch], player: str) -> str | None:
    bids = [bid for side in _list_sides(record, player) for bid in side.bids]
    if not bids:
        return None
    doubled = 2 * sum(bids) - 27 * len(bids)  # 13.5 is 27/2
    return "hawk" if doubled > 0 else "dove" if doubled < 0 else "neutral"


def _list_sides(matches: list[PlayedMatch], player: str) -> list[Side]:
    return [side for met in matches for side in met.sides if side.player == player]


def format_four_places(number: Fraction) -> str:
    """Round half to even; never return minus zero."""
    whole, rest = divmod(abs(number.numerator) * 10**4, number.denominator)
    if 2 * rest > number.denominator or (2 * rest == number.denominator and whole % 2):
        whole += 1
    sign = "-" if number < 0 and whole else ""
    return f"{sign}{whole // 10**4}.{whole % 10**4:04}"


# --- sheets


def _get_game(league: JSON, season: JSON) -> str:
    return str(season.get("game", league["game"]))


def _list_played_matches(league: JSON, season: JSON) -> list[PlayedMatch]:
    """Return the played matches of a season."""
    options: JSON = season["options"] if "options" in season else league.get("options", {})
    matches = []
    for division in season["divisions"]:
        for place, match in enumerate(division.get("matches", []), 1):
            if match.get("status", "scheduled") != "played":
                continue
            when = (match["played_on"], match.get("round", 1), match.get("table", place))
            first, second = match["seats"]
            sides = score_sheet(match["sheet"], first, second, options)
            clicks = sum(deal["bids"] == deal["tricks"] for deal in match["sheet"]["deals"])
            matches.append(PlayedMatch(when, season["number"], match["id"], sides, clicks))
    return matches


def score_sheet(sheet: JSON, first: str, second: str, options: JSON) -> tuple[Side, Side]:
    """Return what a whole SKUCK sheet is worth to the two entries.

    Rules: docs/reference/scoring.md, SKUCK: Scoring a match.
    """
    deals = sheet["deals"]
    finals, zeros, out = [], [], []
    for seat in (0, 1):
        misses = [abs(deal["bids"][seat] - deal["tricks"][seat]) for deal in deals]
        made = misses.count(0)
        kinds = [penalty["kind"] for penalty in sheet.get("penalties", []) if penalty["seat"] == seat]
        taken, gone = _compute_penalty(Counter(kinds), options)
        finals.append(-sum(misses) + made * (made + 1) // 2 - taken)
        zeros.append(made)
        out.append(gone)
    outcomes = _compute_outcomes(finals, zeros, out)
    one, other = (
        Side(
            player,
            score=finals[seat],
            deals=len(deals),
            bids=tuple(deal["bids"][seat] for deal in deals),
            zeros=zeros[seat],
            outcome=outcomes[seat],
            boolie=zeros[seat] == options.get("deals", 4) and not out[seat],
        )
        for seat, player in enumerate((first, second))
    )
    return one, other


def _compute_penalty(kinds: Counter[str], options: JSON) -> tuple[int, bool]:
    """Return what a seat's penalties cost, and whether they disqualify it.

    Rules: docs/reference/scoring.md, SKUCK: Penalties.
    """
    miscounts, reneges = kinds["miscount"], kinds["renege"]
    strict = options.get("third_renege_disqualifies", False)
    cost = sum((2, 3)[:miscounts]) + kinds["time"]
    if reneges:
        cost += 1 + 2 * (min(reneges, 2) - 1 if strict else reneges - 1)
    return cost, miscounts >= 3 or (strict and reneges >= 3)


def _compute_outcomes(finals: list[int], zeros: list[int], out: list[bool]) -> tuple[str, str]:
    if all(out):
        return "loss", "loss"
    if any(out):
        return ("loss", "win") if out[0] else ("win", "loss")
    mine, other = (finals[0], zeros[0]), (finals[1], zeros[1])
    if mine == other:
        return "draw", "draw"
    return ("win", "loss") if mine > other else ("loss", "win")
