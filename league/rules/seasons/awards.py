"""Who is honoured at the end of a season, and why nobody else is (contract.md's part on awards; `Game.awards`).

Figures are those of the season's played matches; forfeits, voids and what the committee took away count for nothing
here. Styles, and how much somebody improved, are over the whole record in the competition up to that season.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Literal

from games import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Figure, Game, fraction_text
from league.rules.settings import Rules
from league.rules.snapshot import ClubSnapshot, SeasonKey
from league.rules.standings.totals import (
    DivisionEntry,
    EntryTotals,
    SeatResult,
    add_up_figures,
    compute_played_seats,
    compute_totals,
)
from league.rules.validation import CheckedSnapshot, check_snapshot

STRETCH_LENGTH = 4  # matches: improved from one such stretch to the next
Number = Fraction | int
CandidateStatus = Literal["given", "less", "too-little", "no-figure", "too-few-matches", "other-style"]
CONSIDERED = {"given", "less", "too-little", "no-figure"}
NO_MATCHES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """A played match, as much of it as awards ask for; `entry` of its seats is the player id of the entry."""

    season: int
    played_on: date
    round: int
    table: int
    match: str
    seats: tuple[SeatResult, ...]

    @property
    def sort_key(self) -> tuple[date, int, int, int, str]:
        return self.played_on, self.round, self.table, self.season, self.match


@dataclass(frozen=True)
class Candidate:
    """Somebody, or a pair, whom an award was not given to, or was: `why`. `figure` is what they have of what it
    compares, where there is one; it is also told of those who were not considered."""

    players: tuple[str, ...]
    figure: Number | None
    why: CandidateStatus


@dataclass(frozen=True)
class GivenAward:
    """One row of a season's awards; several in `players` share it, or are a pair. `value` is written as in a report."""

    category: str
    players: tuple[str, ...]
    value: str
    season: int


@dataclass(frozen=True)
class AwardCategory:
    """An award of the season, of one style where it is given by style, and all who might have had it, best first."""

    key: str
    award: Award
    style: str | None
    given: tuple[GivenAward, ...]
    candidates: tuple[Candidate, ...]


def compute_categories(
    game: Game,
    rules: Rules,
    season: int,
    sittings: Collection[AwardMatch],
    entered: Collection[str],
    waiting: Mapping[str, int] = NO_MATCHES,
) -> tuple[AwardCategory, ...]:
    """Every award that a closed season can give, in the order in which they are given.

    `sittings` are all of the competition in which the same game was played, in any order; those of later seasons are
    passed over. `entered`: the player ids of the season's entries. `waiting`: how many of a player's matches in the
    season have no result, which is none, but for a season told as of a day at which it was closed already.
    """
    record = _SeasonAwards(
        game, rules, season, [one for one in sittings if one.season <= season], entered, waiting
    )
    return tuple(record.build_category(award, style) for award, style in iterate_awards(game))


def iterate_awards(game: Game) -> Iterator[tuple[Award, str | None]]:
    """Those that stand together and are given by style: all of them to one style, then all to the other."""
    for by_style, together in groupby(game.awards, key=lambda award: award.by_style):
        awards = list(together)
        styles = (game.style.high, game.style.low) if by_style and game.style else (None,)
        yield from ((award, style) for style in styles for award in awards)


def has_enough(rules: Rules, played: int, waiting: int) -> bool:
    """Whether a player of a season is compared with others: with as many played matches as the rules ask for, or where
    those are fewer all of theirs that are neither void nor forfeited, at least one. `waiting`: have no result."""
    return played >= max(min(rules.min_matches, played + waiting), 1)


def build_category_key(award: Award, style: str | None) -> str:
    return f"{award.key}-{style}" if style else award.key


def build_award_rows(told: Sequence[AwardCategory]) -> list[dict[str, Any]]:
    """The `awards` of a season's report."""
    return [
        {
            "category": one.category,
            "players": list(one.players),
            "value": one.value,
            "season": one.season,
        }
        for category in told
        for one in category.given
    ]


def format_figure(figure: Number) -> str:
    """A number of something as it is, anything else with four decimals."""
    return str(figure) if isinstance(figure, int) else str(fraction_text(figure))


@dataclass(frozen=True)
class _SeasonAwards:
    """What is known of everybody at the end of a season."""

    game: Game
    rules: Rules
    season: int
    sittings: Sequence[AwardMatch]  # up to that season
    entered: Collection[str]
    waiting: Mapping[str, int]

    def build_category(self, award: Award, style: str | None) -> AwardCategory:
        found = self._assess_pairs(award) if award.to == "pair" else self._assess_players(award, style)
        most = max((figure for _, figure, why in found if why == "less" and figure is not None), default=None)
        told = [
            Candidate(
                players, figure, "given" if why == "less" and self._is_winner(award, figure, most) else why
            )
            for players, figure, why in found
        ]
        told.sort(key=_build_sort_key)
        key = build_category_key(award, style)
        return AwardCategory(key, award, style, tuple(self._build_given(key, award, told)), tuple(told))

    @staticmethod
    def _is_winner(award: Award, figure: Number | None, most: Number | None) -> bool:
        return award.to == "each" or figure == most

    def _build_given(self, key: str, award: Award, told: Sequence[Candidate]) -> Iterator[GivenAward]:
        won = [(one.players, one.figure) for one in told if one.why == "given" and one.figure is not None]
        won.sort(key=itemgetter(0))
        if award.to == "best" and won:  # one row, shared by all who have as much
            won = [(tuple(player for players, _ in won for player in players), won[0][1])]
        for players, figure in won:
            yield GivenAward(key, players, format_figure(figure), self.season)

    # --- who might have it, with how much; whoever has enough is told to have less until it is known who has most

    def _assess_players(
        self, award: Award, style: str | None
    ) -> list[tuple[tuple[str, ...], Number | None, CandidateStatus]]:
        figures = self._collect_figures(award.figure)
        return [
            ((player,), figures.get(player), self._assess(award, style, [player], figures.get(player)))
            for player in self.rows
        ]

    def _assess_pairs(self, award: Award) -> list[tuple[tuple[str, ...], Number | None, CandidateStatus]]:
        """Everybody with each whom they met. What a match counts for a pair it gives to both: once, then."""
        figure = self._own_figures[award.figure]
        together: dict[tuple[str, ...], list[Mapping[str, int]]] = defaultdict(list)
        for sitting in self._season_matches:
            for one, other in combinations(sitting.seats, 2):
                pair = tuple(sorted((one.entry, other.entry)))
                both = [seat.figures[figure.key] for seat in (one, other) if figure.key in seat.figures]
                together[pair].append({figure.key: min(both)} if len(both) == len(pair) else {})
        found: list[tuple[tuple[str, ...], Number | None, CandidateStatus]] = []
        for pair, counted in together.items():
            total = add_up_figures(((figure,), own) for own in counted).get(figure.key)
            found.append((pair, total, self._assess(award, None, pair, total)))
        return found

    def _assess(
        self, award: Award, style: str | None, players: Sequence[str], figure: Number | None
    ) -> CandidateStatus:
        if style and any(self._styles.get(player) != style for player in players):
            return "other-style"
        if award.proven and not all(self.is_proven(player) for player in players):
            return "too-few-matches"
        if figure is None:
            return "no-figure"
        if award.above is not None and figure <= award.above:
            return "too-little"
        if award.least is not None and figure < award.least:
            return "too-little"
        return "less"

    def is_proven(self, player: str) -> bool:
        return has_enough(self.rules, self.rows[player].played, self.waiting.get(player, 0))

    # --- figures

    def _collect_figures(self, key: str) -> Mapping[str, Number | None]:
        if key == AVERAGE:
            return {player: row.average for player, row in self.rows.items()}
        if key == ZERO_RATE:
            return {player: row.zero_rate for player, row in self.rows.items()}
        if key == WIN_RATE:
            return {player: row.win_rate for player, row in self.rows.items()}
        if key == IMPROVEMENT:
            return {player: self._compute_improvement(player) for player in self.rows}
        return {player: row.figures.get(key) for player, row in self.rows.items()}

    @cached_property
    def _season_matches(self) -> list[AwardMatch]:
        return [one for one in self.sittings if one.season == self.season]

    @cached_property
    def rows(self) -> Mapping[str, EntryTotals]:
        """By player id, in their order: what each has of the season's played matches."""
        places = [DivisionEntry(player, 0) for player in sorted(self.entered)]
        matches = [one.seats for one in self._season_matches]
        told = compute_totals(places, matches, self.rules.points, list(self._own_figures.values()))
        return {row.player: row for row in told}

    @cached_property
    def _own_figures(self) -> Mapping[str, Figure]:
        """The game's own figures that any of its awards compares."""
        asked = {award.figure for award in self.game.awards}
        return {figure.key: figure for figure in self.game.figures if figure.key in asked}

    @cached_property
    def _styles(self) -> Mapping[str, str | None]:
        bids, totals = Counter[str](), Counter[str]()
        for sitting in self.sittings:
            for seat in sitting.seats:
                bids[seat.entry] += seat.bids
                totals[seat.entry] += seat.bid_total
        return {player: self.game.style_of(totals[player], bids[player]) for player in self.rows}

    @cached_property
    def _outcomes(self) -> Mapping[str, list[str]]:
        """Of all matches, by date, round and table."""
        found: dict[str, list[str]] = defaultdict(list)
        for sitting in sorted(self.sittings, key=lambda one: one.sort_key):
            for seat in sitting.seats:
                found[seat.entry].append(seat.outcome)
        return found

    def _compute_improvement(self, player: str) -> Fraction | None:
        outcomes = self._outcomes.get(player, [])
        if len(outcomes) < 2 * STRETCH_LENGTH:
            return None
        late, early = (
            _compute_win_rate(outcomes[-STRETCH_LENGTH:]),
            _compute_win_rate(outcomes[-2 * STRETCH_LENGTH : -STRETCH_LENGTH]),
        )
        return None if late is None or early is None else late - early


def _compute_win_rate(outcomes: Sequence[str]) -> Fraction | None:
    won, lost = outcomes.count("win"), outcomes.count("loss")
    return Fraction(won, won + lost) if won + lost else None


def _build_sort_key(one: Candidate) -> tuple[bool, bool, Number, tuple[str, ...]]:
    """Those who were considered before those who were not."""
    figure = 0 if one.figure is None else -one.figure
    return one.why not in CONSIDERED, one.figure is None, figure, one.players


def check_with_earlier_seasons(book: ClubSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Checks these seasons of a book, and scores the earlier ones that the awards of those that are closed count."""
    keys = list(seasons)
    return add_earlier_scores(check_snapshot(book, keys), keys)


def add_earlier_scores(checked: CheckedSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """The same with what the matches are worth that the awards of these seasons count. What is wrong with an earlier
    season is not noted: whatever of it cannot be scored is no part of the record."""
    book, wanted = checked.snapshot, set[SeasonKey]()
    for key in seasons:
        if book.seasons[key].state == "closed":
            wanted.update(find_counted_seasons(book, key))
    scored = {match.division.season for id, match in book.matches.items() if id in checked.scores}
    more = check_snapshot(book, sorted(wanted - scored)).scores
    return replace(checked, scores={**more, **checked.scores})


def find_counted_seasons(book: ClubSnapshot, season: SeasonKey) -> list[SeasonKey]:
    """The seasons whose played matches count for styles and improvement: of the competition, up to this one, opened,
    and of the same game."""
    game = _get_game_key(book, season)
    return [
        key
        for key, one in book.seasons.items()
        if key.competition == season.competition
        and key.number <= season.number
        and one.is_opened
        and _get_game_key(book, key) == game
    ]


def compute_season_awards(checked: CheckedSnapshot, season: SeasonKey) -> tuple[AwardCategory, ...]:
    """The awards of a season with all who might have had them; none while it is not closed. `checked` must have the
    scores of its record (`check_with_record`)."""
    book, record = checked.snapshot, checked.snapshot.seasons[season]
    if record.state != "closed":
        return ()
    settings = book.get_settings(record)
    return compute_categories(
        settings.game,
        settings.rules,
        season.number,
        collect_award_matches(checked, season),
        [
            entry.key.player
            for division in book.get_divisions(season)
            for entry in book.get_entries(division.key)
        ],
        _count_scheduled_matches(book, season),
    )


def has_all_earlier_seasons(book: ClubSnapshot, season: SeasonKey) -> bool:
    """Whether every earlier season of the competition is there: a file by itself bears out no awards without them."""
    return all(SeasonKey(season.competition, number) in book.seasons for number in range(1, season.number))


def collect_award_matches(checked: CheckedSnapshot, season: SeasonKey) -> list[AwardMatch]:
    """What was played in a season's record. `checked` must have the scores of it (`check_with_record`)."""
    book, found = checked.snapshot, []
    for key in find_counted_seasons(book, season):
        for division in book.get_divisions(key):
            for match in book.get_matches(division.key):
                score = checked.scores.get(match.id)
                if score is not None and match.played_on is not None:
                    seats = compute_played_seats(
                        book.get_settings(book.seasons[key]).game, match.seats, score
                    )
                    place = (match.round, match.table, match.id)
                    found.append(AwardMatch(key.number, match.played_on, *place, seats))
    return found


def _count_scheduled_matches(book: ClubSnapshot, season: SeasonKey) -> Mapping[str, int]:
    """How many matches of each player have no result: of a season that was closed on a day, not all had one."""
    matches = (match for division in book.get_divisions(season) for match in book.get_matches(division.key))
    return Counter(player for match in matches if match.status == "scheduled" for player in match.seats)


def _get_game_key(book: ClubSnapshot, season: SeasonKey) -> str:
    return book.seasons[season].game or book.competitions[season.competition].game
