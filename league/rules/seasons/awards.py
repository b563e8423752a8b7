"""The awards of a closed season, and why other candidates did not get them.

Figures are those of the season's played matches; forfeits, void matches and penalties count for nothing here.
Styles, and improvement, take in all seasons of the competition up to that season. `Game.awards` lists the
awards. See docs/reference/awards.md, Considered.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from math import lcm
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal

from games import AVERAGE, IMPROVEMENT, NIGHTS_WON, WIN_RATE, ZERO_RATE, Award, Figure, Game, fraction_text
from league.rules.records import SeasonKey
from league.rules.settings import Rules
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.points import compute_seats
from league.rules.standings.totals import (
    DivisionEntry,
    EntryTotals,
    SeatResult,
    add_up_figures,
    compute_totals,
)
from league.rules.validation import CheckedSnapshot, check_snapshot

STRETCH_LENGTH = 4  # matches: improvement is from such a stretch to the next
Number = Fraction | int
CandidateStatus = Literal["given", "less", "too-little", "no-figure", "too-few-matches", "other-style"]
CONSIDERED = {"given", "less", "too-little", "no-figure"}
NO_MATCHES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """A played match, as far as awards need it; the `entry` of a seat is the player id of the entry."""

    season: int
    played_on: date
    stage: int
    round: int
    table: int
    match: str
    seats: tuple[SeatResult, ...]

    @property
    def sort_key(self) -> tuple[date, int, int, int, int, str]:
        return self.played_on, self.stage, self.round, self.table, self.season, self.match


@dataclass(frozen=True)
class Candidate:
    """A player or a pair that an award may be given to; `why` is what came of it.

    `figure` is their value of the figure that the award compares, if there is one; candidates who were not
    considered have it as well.
    """

    players: tuple[str, ...]
    figure: Number | None
    why: CandidateStatus


@dataclass(frozen=True)
class GivenAward:
    """One row of a season's awards.

    Several `players` share it, or are a pair. `value` is written as in a report.
    """

    category: str
    players: tuple[str, ...]
    value: str
    season: int


@dataclass(frozen=True)
class AwardCategory:
    """An award of the season, of a style where it is given by style, with all candidates, best first."""

    key: str
    award: Award
    style: str | None
    given: tuple[GivenAward, ...]
    candidates: tuple[Candidate, ...]


def compute_categories(
    game: Game,
    rules: Rules,
    season: int,
    matches: Collection[AwardMatch],
    entered: Collection[str],
    waiting: Mapping[str, int] = NO_MATCHES,
) -> tuple[AwardCategory, ...]:
    """Return every award that a closed season can give, in the order in which they are given.

    `matches` are all played matches of the competition in the same game, in any order; those of later
    seasons are ignored. `entered` are the player ids of the season's entries. `waiting` is how many of a
    player's matches in the season have no result; there are such matches only as of a day on which the season
    was closed already.
    """
    season_awards = _SeasonAwards(
        game, rules, season, [match for match in matches if match.season <= season], entered, waiting
    )
    return tuple(season_awards.build_category(award, style) for award, style in iterate_awards(game, rules))


def compute_recent_categories(
    game: Game, rules: Rules, matches: Collection[AwardMatch]
) -> tuple[AwardCategory, ...]:
    """Return every award over each player's last four played matches, whatever their seasons.

    `matches` are all played matches of the competition in the same game. A player needs four for the awards that ask
    for enough matches (docs/reference/awards.md, Last four matches).
    """
    entered = {seat.entry for match in matches for seat in match.seats}
    season = max((match.season for match in matches), default=1)
    asked = rules.model_copy(update={"min_matches": STRETCH_LENGTH})
    recent = _RecentAwards(
        game, asked, season, list(matches), entered, dict.fromkeys(entered, STRETCH_LENGTH)
    )
    return tuple(
        recent.build_category(award, style)
        for award, style in iterate_awards(game, rules)
        if award.figure != NIGHTS_WON  # is not of a player's own matches
    )


def iterate_awards(game: Game, rules: Rules) -> Iterator[tuple[Award, str | None]]:
    """Yield the awards with their styles, in the order in which they are given.

    Consecutive awards by style are all given to one style first, then all to the other.
    """
    asked = [award for award in game.awards if rules.more_awards or not award.extra]
    for by_style, together in groupby(asked, key=lambda award: award.by_style):
        awards = list(together)
        styles = (game.style.high, game.style.low) if by_style and game.style else (None,)
        yield from ((award, style) for style in styles for award in awards)


def has_enough(rules: Rules, played: int, waiting: int) -> bool:
    """Return whether a player has enough played matches in a season to be compared with others.

    Needed are as many as the rules ask for, or all of the player's matches that are neither void nor
    forfeited if those are fewer, but at least one. `waiting` is the number of matches without a result
    (docs/reference/awards.md, Considered).
    """
    return played >= max(min(rules.min_matches, played + waiting), 1)


def build_category_key(award: Award, style: str | None) -> str:
    return f"{award.key}-{style}" if style else award.key


def build_award_rows(categories: Sequence[AwardCategory]) -> list[dict[str, Any]]:
    """Return the `awards` of a season's report."""
    return [
        {
            "category": award.category,
            "players": list(award.players),
            "value": award.value,
            "season": award.season,
        }
        for category in categories
        for award in category.given
    ]


def format_figure(figure: Number) -> str:
    """Return a whole number as it is, and any other with four decimals."""
    return str(figure) if isinstance(figure, int) else str(fraction_text(figure))


@dataclass(frozen=True)
class _SeasonAwards:
    """Computes the award categories of a season."""

    game: Game
    rules: Rules
    season: int
    matches: Sequence[AwardMatch]  # up to that season
    entered: Collection[str]
    waiting: Mapping[str, int]

    def build_category(self, award: Award, style: str | None) -> AwardCategory:
        assessments = self._assess_pairs(award) if award.to == "pair" else self._assess_players(award, style)
        most = max(
            (figure for _, figure, why in assessments if why == "less" and figure is not None), default=None
        )
        candidates = [
            Candidate(
                players, figure, "given" if why == "less" and (award.to == "each" or figure == most) else why
            )
            for players, figure, why in assessments
        ]
        _sort_best_first(candidates)
        key = build_category_key(award, style)
        return AwardCategory(
            key, award, style, tuple(self._build_given(key, award, candidates)), tuple(candidates)
        )

    def _build_given(self, key: str, award: Award, candidates: Sequence[Candidate]) -> Iterator[GivenAward]:
        won = [
            (candidate.players, candidate.figure)
            for candidate in candidates
            if candidate.why == "given" and candidate.figure is not None
        ]
        won.sort(key=itemgetter(0))
        if award.to == "best" and won:  # a single row, shared by all with the same figure
            won = [(tuple(player for players, _ in won for player in players), won[0][1])]
        for players, figure in won:
            yield GivenAward(key, players, format_figure(figure), self.season)

    # --- candidates and their figures; those with enough are all "less" until it is known who has most

    def _assess_players(
        self, award: Award, style: str | None
    ) -> list[tuple[tuple[str, ...], Number | None, CandidateStatus]]:
        figures = self._collect_figures(award.figure)
        return [
            ((player,), figures.get(player), self._assess(award, style, [player], figures.get(player)))
            for player in self.rows
        ]

    def _assess_pairs(self, award: Award) -> list[tuple[tuple[str, ...], Number | None, CandidateStatus]]:
        """Assess each pair of players who met.

        A match counts the same for both seats of a pair, and so it is taken once.
        """
        figure = self._own_figures[award.figure]
        together: dict[tuple[str, ...], list[Mapping[str, int]]] = defaultdict(list)
        for match in self._season_matches:
            for seat, other_seat in combinations(match.seats, 2):
                pair = tuple(sorted((seat.entry, other_seat.entry)))
                both = [
                    counted_seat.figures[figure.key]
                    for counted_seat in (seat, other_seat)
                    if figure.key in counted_seat.figures
                ]
                together[pair].append({figure.key: min(both)} if len(both) == len(pair) else {})
        assessments: list[tuple[tuple[str, ...], Number | None, CandidateStatus]] = []
        for pair, counted in together.items():
            total = add_up_figures(((figure,), own) for own in counted).get(figure.key)
            assessments.append((pair, total, self._assess(award, None, pair, total)))
        return assessments

    def _assess(
        self, award: Award, style: str | None, players: Sequence[str], figure: Number | None
    ) -> CandidateStatus:
        if style and any(self._styles.get(player) != style for player in players):
            return "other-style"
        if award.proven and not all(
            has_enough(self.rules, self.rows[player].played, self.waiting.get(player, 0))
            for player in players
        ):
            return "too-few-matches"
        if figure is None:
            return "no-figure"
        if award.above is not None and figure <= award.above:
            return "too-little"
        if award.least is not None and figure < award.least:
            return "too-little"
        return "less"

    # --- figures

    def _collect_figures(self, key: str) -> Mapping[str, Number | None]:
        if key == AVERAGE:
            return {player: row.average for player, row in self.rows.items()}
        if key == ZERO_RATE:
            return {player: row.zero_rate for player, row in self.rows.items()}
        if key == WIN_RATE and self.rules.win_rate_of == "deals":
            outcomes = collect_deal_outcomes(self._season_matches)
            return {player: _compute_win_rate(outcomes.get(player, ())) for player in self.rows}
        if key == WIN_RATE:
            return {player: row.win_rate for player, row in self.rows.items()}
        if key == NIGHTS_WON:
            nights = collect_night_winners(self._season_matches).values()
            won = Counter(player for winners in nights for player in winners)
            return {player: won[player] for player in self.rows}
        if key == IMPROVEMENT:
            return {player: self._compute_improvement(player) for player in self.rows}
        return {player: row.figures.get(key) for player, row in self.rows.items()}

    @cached_property
    def _season_matches(self) -> list[AwardMatch]:
        return [match for match in self.matches if match.season == self.season]

    @cached_property
    def rows(self) -> Mapping[str, EntryTotals]:
        """Return each entry's totals over the season's played matches, by player id in order."""
        entries = [DivisionEntry(player, 0) for player in sorted(self.entered)]
        matches = [match.seats for match in self._season_matches]
        totals = compute_totals(entries, matches, list(self._own_figures.values()))
        return {row.player: row for row in totals}

    @cached_property
    def _own_figures(self) -> Mapping[str, Figure]:
        """Return the game's own figures that any of its awards compares."""
        asked = {award.figure for award in self.game.awards}
        return {figure.key: figure for figure in self.game.figures if figure.key in asked}

    @cached_property
    def _styles(self) -> Mapping[str, str | None]:
        bids, totals = Counter[str](), Counter[str]()
        for match in self.matches:
            for seat in match.seats:
                bids[seat.entry] += seat.bids
                totals[seat.entry] += seat.bid_total
        return {player: self.game.style_of(totals[player], bids[player]) for player in self.rows}

    @cached_property
    def _outcomes(self) -> Mapping[str, list[str]]:
        """Return each player's outcomes over all matches, by date, stage, round and table."""
        outcomes: dict[str, list[str]] = defaultdict(list)
        for match in sorted(self.matches, key=lambda match: match.sort_key):
            for seat in match.seats:
                outcomes[seat.entry].append(seat.outcome)
        return outcomes

    def _compute_improvement(self, player: str) -> Fraction | None:
        outcomes = self._outcomes.get(player, [])
        if len(outcomes) < 2 * STRETCH_LENGTH:
            return None
        late, early = (
            _compute_win_rate(outcomes[-STRETCH_LENGTH:]),
            _compute_win_rate(outcomes[-2 * STRETCH_LENGTH : -STRETCH_LENGTH]),
        )
        return None if late is None or early is None else late - early


class _RecentAwards(_SeasonAwards):
    """Computes the award categories over the last four matches of each player instead of a season's."""

    @cached_property
    def _season_matches(self) -> list[AwardMatch]:
        """Return the matches with the seats of those of whose last four they are."""
        left = Counter[str]()
        recent = []
        for match in sorted(self.matches, key=lambda match: match.sort_key, reverse=True):
            left.update(seat.entry for seat in match.seats)
            seats = tuple(seat for seat in match.seats if left[seat.entry] <= STRETCH_LENGTH)
            if seats:
                recent.append(replace(match, seats=seats))
        return recent


def collect_night_winners(matches: Iterable[AwardMatch]) -> Mapping[date, frozenset[str]]:
    """Return who had the highest score of each day over all tables, by player id; several if they share it."""
    scores: dict[date, Counter[str]] = defaultdict(Counter)
    for match in matches:
        for seat in match.seats:
            scores[match.played_on][seat.entry] += seat.score
    return {
        day: frozenset(player for player, score in of_day.items() if score == max(of_day.values()))
        for day, of_day in scores.items()
    }


def collect_deal_outcomes(matches: Iterable[AwardMatch]) -> Mapping[str, list[str]]:
    """Return how each deal of the matches ended for each player who was in it, by player id.

    The player alone with the highest score of a deal has won it, those who share it have drawn, all others have lost.
    """
    outcomes: dict[str, list[str]] = defaultdict(list)
    for match in matches:
        for scores in zip(*(seat.deal_scores or () for seat in match.seats), strict=False):
            played = [score for score in scores if score is not None]
            best = max(played, default=None)
            of_best = "win" if played.count(best) == 1 else "draw"
            for seat, score in zip(match.seats, scores, strict=True):
                if score is not None:
                    outcomes[seat.entry].append(of_best if score == best else "loss")
    return outcomes


def _compute_win_rate(outcomes: Sequence[str]) -> Fraction | None:
    won, lost = outcomes.count("win"), outcomes.count("loss")
    return Fraction(won, won + lost) if won + lost else None


def _sort_best_first(candidates: list[Candidate]) -> None:
    """Sort those who were considered before those who were not, each by figure.

    Figures are compared as whole numbers, over their common denominator: fractions take ten times as long.
    """
    figures = [candidate.figure for candidate in candidates if candidate.figure is not None]
    common = lcm(*(figure.denominator for figure in figures))

    def build_key(candidate: Candidate) -> tuple[bool, bool, int, tuple[str, ...]]:
        figure = candidate.figure or 0
        whole = figure.numerator * (common // figure.denominator)
        return candidate.why not in CONSIDERED, candidate.figure is None, -whole, candidate.players

    candidates.sort(key=build_key)


def check_with_earlier_seasons(snapshot: ClubSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Check these seasons, and score the earlier seasons that count for the awards of the closed seasons."""
    keys = list(seasons)
    return add_earlier_scores(check_snapshot(snapshot, keys), keys)


def add_earlier_scores(checked: CheckedSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Add the scores of earlier seasons that count for the awards of these seasons.

    Problems of the earlier seasons are not reported: a match that cannot be scored is not part of the record.
    """
    snapshot, wanted = checked.snapshot, set[SeasonKey]()
    for key in seasons:
        if snapshot.seasons[key].state == "closed":
            wanted.update(find_counted_seasons(snapshot, key))
    scored = {
        match.division.season for match_id, match in snapshot.matches.items() if match_id in checked.scores
    }
    more = check_snapshot(snapshot, sorted(wanted - scored)).scores
    return replace(checked, scores={**more, **checked.scores})


def find_counted_seasons(snapshot: ClubSnapshot, season: SeasonKey) -> list[SeasonKey]:
    """Return the seasons whose played matches count for styles and improvement.

    Those are the opened seasons of the competition up to this season that play the same game.
    """
    game = _get_game_key(snapshot, season)
    return [
        key
        for key, other in snapshot.seasons.items()
        if key.competition == season.competition
        and key.number <= season.number
        and other.is_opened
        and _get_game_key(snapshot, key) == game
    ]


def compute_season_awards(checked: CheckedSnapshot, season: SeasonKey) -> tuple[AwardCategory, ...]:
    """Return the awards of a season with all candidates; none while it is not closed.

    `checked` must have the scores of the earlier seasons that count (`check_with_earlier_seasons`).
    """
    snapshot, record = checked.snapshot, checked.snapshot.seasons[season]
    if record.state != "closed":
        return ()
    settings = snapshot.get_settings(record)
    return compute_categories(
        settings.game,
        settings.rules,
        season.number,
        collect_award_matches(checked, season),
        {
            entry.player
            for division in snapshot.get_divisions(season)
            for entry in snapshot.get_entries(division.key)
        },
        _count_scheduled_matches(snapshot, season),
    )


def has_all_earlier_seasons(snapshot: ClubSnapshot, season: SeasonKey) -> bool:
    """Return whether every earlier season of the competition is there.

    Without them the awards in a file cannot be verified from the file alone.
    """
    return all(
        SeasonKey(season.competition, number) in snapshot.seasons for number in range(1, season.number)
    )


def collect_award_matches(checked: CheckedSnapshot, season: SeasonKey) -> list[AwardMatch]:
    """Return the played matches that count for the awards of a season.

    `checked` must have the scores of the earlier seasons that count (`check_with_earlier_seasons`).
    """

    def collect(key: SeasonKey) -> list[AwardMatch]:
        return checked.keep(("award matches", key), lambda: list(_collect_award_matches(checked, key)))

    return [match for key in find_counted_seasons(checked.snapshot, season) for match in collect(key)]


def _collect_award_matches(checked: CheckedSnapshot, season: SeasonKey) -> Iterator[AwardMatch]:
    """Yield the played matches of this season alone; of one that cannot be played by its settings any more none."""
    snapshot = checked.snapshot
    for division in snapshot.get_divisions(season):
        for match in snapshot.get_matches(division.key):
            if match.id in checked.scores and match.played_on is not None:
                place = (division.stage, match.round, match.table, match.id)
                yield AwardMatch(season.number, match.played_on, *place, compute_seats(checked, match))


def _count_scheduled_matches(snapshot: ClubSnapshot, season: SeasonKey) -> Mapping[str, int]:
    """Count each player's matches without a result.

    A closed season has such matches only as of a day on which not all had a result.
    """
    matches = (
        match for division in snapshot.get_divisions(season) for match in snapshot.get_matches(division.key)
    )
    return Counter(player for match in matches if match.status == "scheduled" for player in match.seats)


def _get_game_key(snapshot: ClubSnapshot, season: SeasonKey) -> str:
    return snapshot.seasons[season].game or snapshot.competitions[season.competition].game
