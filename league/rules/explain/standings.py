"""Explain a player's standing, down to each deal and each step of the tie-breaks.

The tree also explains promotion or relegation, and the player's awards. See
docs/reference/commands.md, explain.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import games
from games import Figure, Game, Step, Text, fraction_text
from games.problems import _
from league.rules.duplicate.rounds import list_lines
from league.rules.explain.award_figures import get_deal_word
from league.rules.explain.awards import AwardExplainer
from league.rules.explain.ladders import explain_place
from league.rules.explain.paired_tie_breaks import explain_direct_encounter, explain_tie_break
from league.rules.explain.promotion import explain_player_movement
from league.rules.explain.same_cards import explain_comparison
from league.rules.names import says_what_it_is
from league.rules.records import FIELD_NAME, ByeRecord, DivisionRecord, EntryRecord, MatchRecord, SeasonKey
from league.rules.seasons import awards, report
from league.rules.seasons.brackets import list_level_ties
from league.rules.seasons.carry_over import list_carried
from league.rules.seasons.ladders import build_ladder_input
from league.rules.seasons.paired_rounds import build_history, build_paired_field
from league.rules.settings import PAIRED_RANKING_KEYS
from league.rules.snapshot import JSON, Settings
from league.rules.standings import ranking
from league.rules.standings.points import compute_seats
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import BRACKET, LADDER
from league.rules.standings.totals import PAIR_SIZE, SeatResult, format_ordinal
from league.rules.validation import CheckedSnapshot

Values = dict[str, int | str | date | Fraction | Text]

METRIC_LABELS = {
    "average": _("average"),
    "score": _("score"),
    "wins": _("wins"),
    "points": _("points"),
    "zeros": _("bids made"),
    "win_rate": _("win rate"),
    "played": _("matches played"),
    "seed": _("seed"),
    "head-to-head": _("head-to-head record"),
    "lot": _("drawing of lots"),
    "buchholz": _("Buchholz"),
    "buchholz_cut_1": _("Buchholz cut 1"),
    "buchholz_median": _("median Buchholz"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "progressive": _("progressive score"),
    "direct": _("direct encounter"),
    "matchpoints": _("matchpoints"),
    "difference": _("difference from the others"),
    "bracket": _("rounds survived"),
    "ladder": _("ladder place"),
}
HEAD_TO_HEAD_AT_TABLES = _("head-to-head record at shared tables")


def get_metric_label(key: str, game: Game) -> str:
    """Return the name of a ranking key; a figure of the game's own has its own label."""
    if key == "head-to-head" and game.max_seats > PAIR_SIZE:
        return HEAD_TO_HEAD_AT_TABLES
    return METRIC_LABELS.get(key) or next(figure.label for figure in game.figures if figure.key == key)


def explain_standing(checked: CheckedSnapshot, season: SeasonKey, player: str) -> Step:
    """Return the tree of the standing of a player who is entered in the season.

    `checked` must have the scores of the matches that its awards count (`awards.check_with_earlier_seasons`).
    """
    entry = checked.snapshot.find_last_entry(season, player)
    if entry is None:
        raise KeyError(player)
    return _StandingExplainer(checked, season, entry.division.stage).explain_entry(entry)


class _StandingExplainer:
    def __init__(self, checked: CheckedSnapshot, season: SeasonKey, stage: int) -> None:
        self.checked, self.snapshot = checked, checked.snapshot
        self.season = self.snapshot.seasons[season]
        self.settings = self.snapshot.get_settings(self.season).for_stage(stage)

    def get_name(self, player: str) -> str:
        return self.snapshot.players[player].name

    def explain_entry(self, entry: EntryRecord) -> Step:
        player = entry.player
        division = self.snapshot.divisions[entry.division]
        season = report.compute_season_standings(self.checked, self.season.key)
        own = next(
            candidate
            for candidate in season.divisions
            if (candidate.stage, candidate.level) == (entry.division.stage, entry.division.level)
        )
        ranked = own.ranked
        mine = next(row for row in ranked if row.row.player == player)
        return Step(
            Text(
                self.choose_standing_sentence(division),
                {
                    "player": self.get_name(player),
                    "rank": mine.rank,
                    "place": format_ordinal(mine.rank),
                    "entries": len(ranked),
                    "division": division.name,
                    "season": self.season.name or self.season.number,
                },
            ),
            mine.rank,
            is_said=True,
            because=(
                *self.explain_same_cards(entry),
                self.explain_totals(entry, mine),
                *self.explain_carried(entry),
                *self.explain_ladder(entry),
                *self.explain_survived(mine),
                *self.explain_level_ties(entry),
                *self.explain_points(entry, mine),
                *self.explain_tie_breaks(entry, mine),
                *self.explain_figures(entry, mine),
                *self.explain_neighbours(ranked, mine),
                *explain_player_movement(self.snapshot, self.season, season, own, mine),
                *self.explain_awards(player),
            ),
        )

    def choose_standing_sentence(self, division: DivisionRecord) -> str:
        if not self.season.name:
            return _("{player} is {place} of {entries} in division {division}, season {season}")
        if division.name == FIELD_NAME:
            return _("{player} is {place} of {entries} in {season}")
        if says_what_it_is(division.name):
            return _("{player} is {place} of {entries} in {division}, {season}")
        return _("{player} is {place} of {entries} in division {division}, {season}")

    # --- the totals, down to each deal

    def explain_totals(self, entry: EntryRecord, mine: RankedEntry) -> Step:
        row = mine.row
        if not row.played and self.list_byes(entry):
            return Step(
                Text(
                    _("No finished match yet: {player} has had a bye"), {"player": self.get_name(row.player)}
                )
            )
        if not row.played and self.settings.rules.is_ladder:
            return Step(Text(_("No finished match yet"), {}))
        if not row.played:
            return Step(Text(_("No finished match yet: players without one come last, in seed order"), {}))
        return Step(
            Text(
                _("Average {average}: score {score} in {deals} {word}")
                if row.deals
                else _("No average: no {word} counted"),
                {
                    "average": 0 if row.average is None else row.average,
                    "score": row.score,
                    "deals": row.deals,
                    "word": get_deal_word(self.settings.game, row.deals),
                },
            ),
            row.average,
            is_said=True,
            because=(
                *(self.explain_match(match, entry.player) for match in self.list_matches(entry)),
                *(Step(format_penalty(penalty.model_dump()), -penalty.score) for penalty in entry.penalties),
            ),
        )

    def list_matches(self, entry: EntryRecord) -> list[MatchRecord]:
        return [
            match
            for match in (
                *self.snapshot.get_matches(entry.division),
                *list_carried(self.snapshot, entry.division),
            )
            if match.is_finished and entry.player in match.seats
        ]

    def explain_carried(self, entry: EntryRecord) -> Iterator[Step]:
        """Say which matches of the groups count, too."""
        carried = [
            match for match in list_carried(self.snapshot, entry.division) if entry.player in match.seats
        ]
        if carried:
            others = ", ".join(
                self.get_name(player) for match in carried for player in match.seats if player != entry.player
            )
            sentence = _("Carried over from the groups: what was played against {others}")
            yield Step(Text(sentence, {"others": others}), len(carried), is_said=True)

    def compute_seats(self, match: MatchRecord) -> tuple[SeatResult, ...]:
        return compute_seats(self.checked, match)

    def explain_match(self, match: MatchRecord, player: str) -> Step:
        number = match.seats.index(player)
        seats = self.compute_seats(match)
        own = seats[number]
        others = ", ".join(self.get_name(other) for other in match.seats if other != player)
        values: Values = {
            "match": match.id,
            "others": others,
            "score": own.score,
            "outcome": _(own.outcome),
            "place": format_ordinal(own.place or 1),
            "seats": len(seats),
        }
        is_pair = len(seats) <= PAIR_SIZE
        templates = PAIR_SENTENCES if is_pair else TABLE_SENTENCES
        if match.status == "forfeit":
            attendance = "absent" if own.absent else "together" if _has_shared_place(own, seats) else "there"
            return Step(Text(templates[attendance], values), own.score, is_said=True)
        ending = own.outcome if is_pair else "shared" if _has_shared_place(own, seats) else "played"
        return Step(
            Text(templates[ending], values),
            own.score,
            explain_sheet(match.sheet, self.settings, len(seats))[number].because,
            is_said=True,
        )

    # --- the points, where they are compared

    def explain_points(self, entry: EntryRecord, mine: RankedEntry) -> Iterator[Step]:
        byes = self.list_byes(entry)
        if "points" not in self.settings.rules.ranking or not (mine.row.played or byes):
            return
        earned = [
            *(self.explain_match_points(match, entry.player) for match in self.list_matches(entry)),
            *(self.explain_bye(number, bye) for number, bye in byes),
        ]
        lost = [
            Step(format_penalty(penalty.model_dump()), -penalty.points)
            for penalty in entry.penalties
            if penalty.points
        ]
        what = Text(_("Points: {points}"), {"points": mine.row.points})
        yield Step(what, mine.row.points, (*earned, *lost), is_said=True)

    def list_byes(self, entry: EntryRecord) -> list[tuple[int, ByeRecord]]:
        """Return the byes of an entry in published rounds, each with the number of its round."""
        return [
            (record.number, bye)
            for record in self.snapshot.get_rounds(self.season.key)
            if record.stage == entry.division.stage and record.is_published
            for bye in record.byes
            if bye.entry == entry.player
        ]

    def explain_bye(self, number: int, bye: ByeRecord) -> Step:
        what = Text(BYE_SENTENCES[bye.kind], {"round": number, "points": bye.points})
        return Step(what, bye.points, is_said=True)

    def explain_match_points(self, match: MatchRecord, player: str) -> Step:
        """Explain how many points a match gave, and for what."""
        table, seats = self.settings.rules.points, self.compute_seats(match)
        own = seats[match.seats.index(player)]
        values: Values = {
            "match": match.id,
            "points": own.points,
            "place": format_ordinal(own.place or 1),
            "seats": len(seats),
            "outcome": _(own.outcome),
        }
        if table.figure:
            values["figure"] = Text(get_metric_label(table.figure, self.settings.game))
            what = _("Match {match}: {points} ({figure})")
        elif str(len(seats)) not in (table.places or {}):
            what = _("Match {match}: {points} for a {outcome}")
        elif own.absent:
            what = _("Match {match}: {points}, absent (table of {seats})")
        elif _has_shared_place(own, seats):
            what = _("Match {match}: {points} for shared {place} at a table of {seats}")
        else:
            what = _("Match {match}: {points} for {place} at a table of {seats}")
        return Step(Text(what, values), own.points, is_said=True)

    # --- the comparison, where all tables play the same cards

    def explain_same_cards(self, entry: EntryRecord) -> Iterator[Step]:
        duplicate = self.settings.game.duplicate
        totals = report.compare_division(self.checked, entry.division, self.settings)
        if totals is None or duplicate is None or entry.player not in totals:
            return
        lines = list_lines(build_history(self.checked, entry.division), self.settings.deals or 0)
        key = self.settings.rules.ranking[0]
        yield explain_comparison(totals[entry.player], lines, entry.player, key, duplicate, self.get_name)

    # --- the place on a ladder

    def explain_ladder(self, entry: EntryRecord) -> Iterator[Step]:
        if self.settings.rules.is_ladder:
            given = build_ladder_input(self.checked, entry.division)
            yield explain_place(given, entry.player, self.get_name)

    # --- how far a player has come in a knockout at larger tables

    def explain_survived(self, mine: RankedEntry) -> Iterator[Step]:
        for step in mine.steps if self.settings.rules.is_table_knockout else ():
            if step.key == BRACKET:
                survived = step.values[mine.row.player]
                sentence = _(
                    "Rounds survived: {value}: 1 for each, and 1/20 for each player behind at the last table"
                )
                yield Step(Text(sentence, {"value": survived}), survived, is_said=True)

    # --- the ties of a bracket that ended level

    def explain_level_ties(self, entry: EntryRecord) -> Iterator[Step]:
        """Explain which ties of a player ended level, and were decided by the key of the rules."""
        key, player = self.settings.tie_key, entry.player
        if key is None:
            return
        for number, values in list_level_ties(self.checked, entry.division, self.settings):
            if player in values:
                others = ", ".join(self.get_name(other) for other in values if other != player)
                said: Values = {
                    "Word": Text(self.settings.game.words.get("Round", "Round")),
                    "round": number,
                    "others": others,
                    "figure": Text(get_metric_label(key.key, self.settings.game)),
                    "own": key.format(values[player]),
                    "against": ", ".join(
                        str(key.format(value)) for other, value in values.items() if other != player
                    ),
                }
                sentence = _(
                    "{Word} {round}: level with {others}, decided by {figure}: {own} against {against}"
                )
                yield Step(Text(sentence, said), key.format(values[player]), is_said=True)

    # --- the tie-breaks by opponents, where rounds are paired

    def explain_tie_breaks(self, entry: EntryRecord, mine: RankedEntry) -> Iterator[Step]:
        """Explain each key by opponents that was compared, round by round."""
        if not self.settings.is_paired_in_twos:
            return
        field = build_paired_field(self.checked, entry.division)
        for step in mine.steps:
            if step.key == "direct":
                yield explain_direct_encounter(field, tuple(step.values), entry.player, self.get_name)
            elif step.key in PAIRED_RANKING_KEYS:
                yield explain_tie_break(field, step.key, entry.player, self.get_name)

    # --- the game's own figures, where they are compared

    def explain_figures(self, entry: EntryRecord, mine: RankedEntry) -> Iterator[Step]:
        if not mine.row.played:
            return
        for figure in self.settings.ranked_figures:
            value = mine.row.figures.get(figure.key)
            steps = tuple(
                self.explain_match_figure(match, entry.player, figure) for match in self.list_matches(entry)
            )
            template = NO_FIGURE if value is None else FIGURE_SENTENCES[figure.add]
            values: Values = {"figure": Text(figure.label), "value": value or 0}
            yield Step(Text(template, values), value, steps, is_said=True)

    def explain_match_figure(self, match: MatchRecord, player: str, figure: Figure) -> Step:
        """Explain the part of a figure that comes from a match."""
        value = self.compute_seats(match)[match.seats.index(player)].figures.get(figure.key)
        what = _("Match {match}: none") if value is None else _("Match {match}: {value}")
        if match.status == "forfeit":
            what = _("Match {match}: none (forfeit)")
        return Step(Text(what, {"match": match.id, "value": value or 0}), value, is_said=True)

    # --- why above one entry and below another

    def explain_neighbours(self, ranked: Sequence[RankedEntry], mine: RankedEntry) -> Sequence[Step]:
        place = ranked.index(mine)
        steps = []
        if place > 0:
            steps.append(self.explain_comparison(ranked[place - 1], mine, mine))
        if place < len(ranked) - 1:
            steps.append(self.explain_comparison(mine, ranked[place + 1], mine))
        return steps

    def explain_comparison(self, upper: RankedEntry, lower: RankedEntry, mine: RankedEntry) -> Step:
        """Explain which of two neighbours is above the other.

        Walks through the ranking keys that both rows were compared by, until a key separates them.
        """
        other = lower if mine is upper else upper
        values: Values = {
            "player": self.get_name(mine.row.player),
            "other": self.get_name(other.row.player),
        }
        if lower.is_apart and not upper.is_apart:
            what = _("{other} is a guest") if mine is upper else _("{player} is a guest, below all others")
            return Step(Text(what, values), None)
        if not lower.steps and not lower.row.played:  # it was compared with no other
            what = (
                _("Neither has a finished match yet: the lower seed number comes first")
                if not upper.row.played
                else _("{other} has no finished match yet")
                if mine is upper
                else _("{player} has no finished match yet")
            )
            return Step(Text(what, values), None)
        walked = []
        for step in upper.steps:
            walked.append(self.explain_tie_break(step, upper, lower))
            if step.values[upper.row.player] != step.values.get(lower.row.player):
                break
        if upper.rank == lower.rank:
            what = _("Level with {other}: no tie-break separates them")
        elif mine is upper:
            what = _("Ahead of {other}")
        else:
            what = _("Behind {other}")
        if upper.rank != lower.rank:  # pages say by how much, in the same sentence
            values |= {side: walked[-1].what.values[side] for side in ("left", "right")}
        return Step(Text(what, values), upper.decided_by, tuple(walked))

    def explain_tie_break(self, step: ranking.TieBreakStep, upper: RankedEntry, lower: RankedEntry) -> Step:
        left, right = step.values[upper.row.player], step.values[lower.row.player]
        if step.key == LADDER or step.key in self.settings.fewest_figures:
            # compared as less than 0, as low is good
            left, right = (None if value is None else -value for value in (left, right))
        return Step(
            Text(
                _("Same {key}: {left}") if left == right else _("By {key}: {left} against {right}"),
                {
                    "key": get_metric_label(step.key, self.settings.game),
                    "left": _describe_value(left),
                    "right": _describe_value(right),
                },
            ),
            step.key,
        )

    # --- awards

    def explain_awards(self, player: str) -> Iterator[Step]:
        if self.season.state != "closed" or not self.settings.game.awards:
            return
        if self.snapshot.competitions[self.season.key.competition].kind == "tournament":
            return  # pages show none of them
        key = self.season.key
        explainer = AwardExplainer(
            self.settings.game,
            key.number,
            awards.collect_award_matches(self.checked, key),
            awards.compute_season_awards(self.checked, key),
            self.get_name,
            self.settings.rules.win_rate_of == "deals",
        )
        yield from explainer.explain(player)


BYE_SENTENCES: Mapping[str, str] = {
    "pairing": _("Round {round}: {points} for a bye"),
    "full": _("Round {round}: {points} for a full-point bye"),
    "half": _("Round {round}: {points} for a half-point bye"),
    "zero": _("Round {round}: {points}, not there"),
}

# How a figure of a game's own adds up over several matches.
FIGURE_SENTENCES: Mapping[str, str] = {
    "sum": _("{figure}: {value} in all matches"),
    "most": _("{figure}: {value} in the best match"),
}
NO_FIGURE = _("{figure}: none yet")

# The result of a match, at a table of two and at a larger table.
PAIR_SENTENCES: Mapping[str, str] = {
    "win": _("Beat {others}, {score}"),
    "draw": _("Drew with {others}, {score}"),
    "loss": _("Lost to {others}, {score}"),
    "absent": _("Absent against {others}: {outcome}, {score}"),
    "there": _("Forfeit against {others}: {outcome}, no score"),
    "together": _("Forfeit against {others}: {outcome}, no score"),
}
TABLE_SENTENCES: Mapping[str, str] = {
    "played": _("{place} of {seats} with {others}, {score}"),
    "shared": _("Shared {place} of {seats} with {others}, {score}"),
    "absent": _("Absent from the match with {others}, {score}"),
    "there": _("First by forfeit with {others}, no score"),
    "together": _("Shared first by forfeit with {others}, no score"),
}

# By whether the committee took from the score, and from the points; each without and with a reason.
PENALTY_SENTENCES = {
    (True, True): (
        _("Penalty ({score} off the score, {points} off the points)"),
        _("Penalty ({score} off the score, {points} off the points): {reason}"),
    ),
    (True, False): (
        _("Penalty ({score} off the score)"),
        _("Penalty ({score} off the score): {reason}"),
    ),
    (False, True): (
        _("Penalty ({points} off the points)"),
        _("Penalty ({points} off the points): {reason}"),
    ),
    (False, False): (_("Warning"), _("Warning: {reason}")),
}


def format_penalty(penalty: JSON) -> Text:
    """Return the cost of a committee's penalty, with its reason."""
    without, with_reason = PENALTY_SENTENCES[penalty["score"] > 0, penalty["points"] > 0]
    return Text(with_reason if penalty["reason"] else without, penalty)


def _has_shared_place(own: SeatResult, seats: Sequence[SeatResult]) -> bool:
    """Return whether a seat shares its place.

    In a forfeit, which has no places, it does so with the others who were present.
    """
    if own.place is None:
        return own.outcome == "draw"
    return sum(seat.place == own.place for seat in seats) > 1


def explain_sheet(sheet: Any, settings: Settings, seats: int) -> tuple[Step, ...]:
    """Return a tree for each seat, built by the game itself; `sheet` must be valid."""
    parsed = games.parse(settings.game, sheet, settings.options, seats)
    return settings.game.explain(parsed, settings.options, seats)


def _describe_value(value: Any) -> int | str | Fraction | Text:
    """Return a ranking value as a sentence holds it."""
    if value is None:
        return "-"
    if isinstance(value, tuple):
        wins, score = value
        return Text(_("{wins} won, score {score}"), {"wins": wins, "score": score})
    if isinstance(value, str):
        return value[:8]  # the beginning of a lot is enough to compare
    return value if isinstance(value, Fraction) else int(value)


def step_to_json(step: Step) -> JSON:
    """Return the tree as `explain --json` prints it."""
    return {
        "what": _describe(step),
        "value": fraction_text(step.value) if isinstance(step.value, Fraction) else step.value,
        "because": [step_to_json(part) for part in step.because],
    }


def step_to_lines(step: Step, depth: int = 0) -> list[str]:
    """Return the tree as indented sentences."""
    lines = ["  " * depth + _describe(step)]
    for part in step.because:
        lines += step_to_lines(part, depth + 1)
    return lines


def _describe(step: Step) -> str:
    """Return a step as a sentence that names its match; pages link to the match instead."""
    match = step.what.values.get("match")
    is_named = not match or "{match}" in step.what.template
    return str(step.what) if is_named else f"{step.what} ({match})"
