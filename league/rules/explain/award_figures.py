"""Explain the figures that awards compare, down to the matches.

A figure is an average, a share, an improvement, or a figure of the game's own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games import AVERAGE, IMPROVEMENT, NIGHTS_WON, WIN_RATE, ZERO_RATE, Figure, Game, Step, Text
from games.problems import _
from league.rules.seasons.awards import (
    STRETCH_LENGTH,
    AwardMatch,
    collect_deal_outcomes,
    collect_night_winners,
)
from league.rules.standings.totals import PAIR_SIZE, SeatResult, add_up_figures, format_ordinal

Values = dict[str, int | str | Fraction | Text]


@dataclass(frozen=True)
class FigureExplainer:
    """An explainer of the figures that the awards of a season compare.

    `get_name` returns the name of a player by id.
    """

    game: Game
    season: int
    matches: Sequence[AwardMatch]  # by date, round and table
    get_name: Callable[[str], str]
    counts_deals: bool = False  # in a win rate

    def explain_figure(self, figure: str, players: Sequence[str]) -> Iterator[Step]:
        """Yield how a player, alone or with the partner named next, came to their figure.

        Yields nothing where they have none of it.
        """
        own = self.list_matches(players[0])
        season = [match for match in own if match.season == self.season]
        if figure in SEASON_EXPLAINERS:
            yield from SEASON_EXPLAINERS[figure](self, season, players[0])
        elif figure == IMPROVEMENT:
            yield from self._explain_improvement(own, players[0])
        else:
            declared = next(candidate for candidate in self.game.figures if candidate.key == figure)
            together = [match for match in season if set(players) <= {seat.entry for seat in match.seats}]
            yield from self._explain_own_figure(declared, together, players)

    def list_matches(self, player: str) -> list[AwardMatch]:
        """Return the matches of an entry, in their order."""
        return [match for match in self.matches if any(seat.entry == player for seat in match.seats)]

    # --- of the season

    def _explain_average(self, matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        seats = [find_seat(match, player) for match in matches]
        score, deals = sum(seat.score for seat in seats), sum(seat.deals for seat in seats)
        if deals:
            average = Fraction(score, deals)
            yield Step(
                Text(
                    _("Average {average} in played matches: score {score} in {deals} {word}"),
                    {"average": average, **self._count_deals(score, deals)},
                ),
                average,
                is_said=True,
                because=tuple(
                    self._explain_match(match, player, self._count_deals(seat.score, seat.deals), SCORED)
                    for match, seat in zip(matches, seats, strict=True)
                ),
            )

    def _count_deals(self, score: int, deals: int) -> Values:
        return {"score": score, "deals": deals, "word": get_deal_word(self.game, deals)}

    def _explain_bids_made(self, matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        seats = [find_seat(match, player) for match in matches]
        made, bids = sum(seat.bids_made for seat in seats), sum(seat.bids for seat in seats)
        if bids:
            yield Step(
                Text(_("{made} of {bids} bids made"), {"made": made, "bids": bids}),
                Fraction(made, bids),
                tuple(
                    self._explain_match(match, player, {"made": seat.bids_made, "bids": seat.bids}, MADE)
                    for match, seat in zip(matches, seats, strict=True)
                ),
            )

    def _explain_win_rate(self, matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        if self.counts_deals:
            yield from self._explain_deals_won(matches, player)
        elif matches:
            yield self._explain_share_of_wins(
                _("{won} won, {lost} lost (draws don't count)"), matches, player
            )

    def _explain_deals_won(self, matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        counted = [_count_deals_won([match], player) for match in matches]
        won, lost = (sum(numbers[place] for numbers in counted) for place in (0, 1))
        if won or lost:
            values: Values = {"word": get_deal_word(self.game, won + lost), "won": won, "lost": lost}
            yield Step(
                Text(_("{won} {word} won, {lost} lost (draws don't count)"), values),
                Fraction(won, won + lost),
                tuple(
                    self._explain_match(match, player, {"won": of_match[0], "lost": of_match[1]}, DEALS_WON)
                    for match, of_match in zip(matches, counted, strict=True)
                ),
            )

    def _explain_nights_won(self, _matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        season = [match for match in self.matches if match.season == self.season]
        won = sorted(day for day, winners in collect_night_winners(season).items() if player in winners)
        if won:
            what = Text(_("Nights won: {nights}"), {"nights": len(won)})
            days = tuple(Step(Text(_("The highest score on {day}"), {"day": day})) for day in won)
            yield Step(what, len(won), days, is_said=True)

    # --- of two stretches of matches

    def _explain_improvement(self, matches: Sequence[AwardMatch], player: str) -> Iterator[Step]:
        if len(matches) < 2 * STRETCH_LENGTH:
            return
        late, early = matches[-STRETCH_LENGTH:], matches[-2 * STRETCH_LENGTH : -STRETCH_LENGTH]
        yield self._explain_share_of_wins(
            _("The last {matches} matches: {won} won, {lost} lost"), late, player
        )
        yield self._explain_share_of_wins(
            _("The {matches} matches before: {won} won, {lost} lost"), early, player
        )

    def _explain_share_of_wins(self, template: str, matches: Sequence[AwardMatch], player: str) -> Step:
        outcomes = [find_seat(match, player).outcome for match in matches]
        won, lost = outcomes.count("win"), outcomes.count("loss")
        return Step(
            Text(template, {"matches": len(matches), "won": won, "lost": lost}),
            Fraction(won, won + lost) if won + lost else None,
            tuple(
                self._explain_match(
                    match,
                    player,
                    _describe_ending(match, player),
                    SHARED if _is_shared(match, player) else ENDED,
                )
                for match in matches
            ),
        )

    # --- the game's own

    def _explain_own_figure(
        self, figure: Figure, matches: Sequence[AwardMatch], players: Sequence[str]
    ) -> Iterator[Step]:
        """Yield the matches that gave any of the figure."""
        figures_by_match = [(match, find_seat(match, players[0]).figures) for match in matches]
        value = add_up_figures(((figure,), own) for _match, own in figures_by_match).get(figure.key)
        if value:
            yield Step(
                Text(FIGURE_SENTENCES[figure.add], {"figure": Text(figure.label), "value": value}),
                value,
                is_said=True,
                because=tuple(
                    self._explain_match(match, players[0], {"value": own[figure.key]}, COUNTED)
                    for match, own in figures_by_match
                    if own.get(figure.key)
                ),
            )

    # --- a match

    def _explain_match(
        self, match: AwardMatch, player: str, values: Values, templates: Mapping[bool, str]
    ) -> Step:
        others = ", ".join(self.get_name(seat.entry) for seat in match.seats if seat.entry != player)
        is_pair = len(match.seats) <= PAIR_SIZE
        return Step(Text(templates[is_pair], {"match": match.match, "others": others, **values}))


def _count_deals_won(matches: Sequence[AwardMatch], player: str) -> tuple[int, int]:
    """Return how many deals the player has won and lost."""
    outcomes = collect_deal_outcomes(matches).get(player, [])
    return outcomes.count("win"), outcomes.count("loss")


def get_deal_word(game: Game, deals: int) -> str:
    """Return the game's word for this many deals."""
    key = "deal" if deals == 1 else "deals"
    return game.words.get(key, key)


def find_seat(match: AwardMatch, player: str) -> SeatResult:
    return next(seat for seat in match.seats if seat.entry == player)


def _describe_ending(match: AwardMatch, player: str) -> Values:
    seat = find_seat(match, player)
    return {"outcome": _(seat.outcome), "place": format_ordinal(seat.place or 1), "seats": len(match.seats)}


def _is_shared(match: AwardMatch, player: str) -> bool:
    places = [seat.place for seat in match.seats]
    return places.count(find_seat(match, player).place) > 1


SEASON_EXPLAINERS: Mapping[str, Callable[[FigureExplainer, Sequence[AwardMatch], str], Iterator[Step]]] = {
    AVERAGE: FigureExplainer._explain_average,
    ZERO_RATE: FigureExplainer._explain_bids_made,
    WIN_RATE: FigureExplainer._explain_win_rate,
    NIGHTS_WON: FigureExplainer._explain_nights_won,
}
FIGURE_SENTENCES: Mapping[str, str] = {
    "sum": _("{figure}: {value} in all matches of the season"),
    "most": _("{figure}: {value} in the best match of the season"),
}

# The outcome of a match: at a table of two, and at a larger table.
DEALS_WON = {
    True: _("Against {others}: {won} won, {lost} lost"),
    False: _("With {others}: {won} won, {lost} lost"),
}
SCORED = {
    True: _("Against {others}: score {score} in {deals} {word}"),
    False: _("With {others}: score {score} in {deals} {word}"),
}
MADE = {
    True: _("Against {others}: {made} of {bids}"),
    False: _("With {others}: {made} of {bids}"),
}
ENDED = {
    True: _("Against {others}: {outcome}"),
    False: _("With {others}: {place} of {seats}"),
}
SHARED = {
    True: _("Against {others}: {outcome}"),
    False: _("With {others}: shared {place} of {seats}"),
}
COUNTED = {
    True: _("Against {others}: {value}"),
    False: _("With {others}: {value}"),
}
