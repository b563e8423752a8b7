"""Who goes on from the groups of a tournament, or its announced rounds, to the final."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games import Invalid, Problem, Text
from games.problems import _
from league.models import Entry, Match, Player, Round, Season
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.user import Viewer
from league.queries.confirmations import check_all_settled
from league.queries.standings_input import load_season_standings
from league.rules.explain.pairings import explain_reason
from league.rules.pairing.protocol import Reason
from league.rules.records import FINAL_STAGE, FIRST_STAGE, FinalistsRecord
from league.rules.seasons.carry_over import build_final_rounds, carries_over, find_met
from league.rules.seasons.finalists import FINAL_NAMES, Finalist, choose_finalists, compute_digest
from league.rules.seasons.groups import describe_name
from league.rules.seasons.rollover import DivisionStandings
from league.rules.settings import ROUND_ROBIN
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import SeatResult
from league.rules.validation import build_problem


@dataclass(frozen=True)
class FinalBracket:
    """A bracket of the final: each player's seed, id and name, and why they are in it."""

    name: str
    players: Sequence[tuple[int, str, str, Text]]


@dataclass(frozen=True)
class FinalPlan:
    """Who would play in the final of a tournament, or the problems that keep it from beginning."""

    season: Season
    settings: Settings
    groups: Sequence[DivisionStandings]
    entries: Mapping[str, Entry]  # by player id
    finalists: Sequence[Finalist] = ()
    problems: Sequence[Problem] = ()
    matches: Sequence[Sequence[SeatResult]] = ()  # finished ones of the first stage

    @property
    def is_round_robin(self) -> bool:
        final = self.settings.rules.final
        return final is not None and final.pairing == ROUND_ROBIN

    @property
    def players(self) -> Mapping[int, Sequence[str]]:
        """Return the players of each division of the final, by level and seed."""
        return {
            level: [
                each.player
                for each in sorted(self.finalists, key=lambda each: each.seed)
                if each.level == level
            ]
            for level in self.levels
        }

    @property
    def met(self) -> list[tuple[int, frozenset[str]]]:
        """Return who of a division of the final has met in a match that is carried over, with its level."""
        if not carries_over(self.settings.rules, FINAL_STAGE):
            return []
        return list(find_met(self.players, self.matches))

    @property
    def rounds(self) -> Mapping[int, Sequence[Sequence[tuple[str, str]]]]:
        """Return the rounds of a final in which everyone plays everyone, by level."""
        meetings, met = self.settings.rules.meetings, self.met
        return {
            level: build_final_rounds(players, meetings, {pair for other, pair in met if other == level})
            for level, players in self.players.items()
        }

    @property
    def number_to_play(self) -> int:
        return sum(len(pairs) for rounds in self.rounds.values() for pairs in rounds)

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever others would go on, or for another reason."""
        return compute_digest(self.groups, self.settings.rules, self.season.draw_seed)

    @property
    def levels(self) -> list[int]:
        """Return the levels of the brackets of the final, from 1."""
        return sorted({finalist.level for finalist in self.finalists})

    def list_brackets(self, *, reader: Viewer) -> "list[FinalBracket]":
        """Return the brackets as a page shows them."""
        players = {key: entry.player for key, entry in self.entries.items()}
        return [_build_bracket(level, self.finalists, players, reader) for level in self.levels]


def plan_final(season: Season) -> FinalPlan:
    """Return who goes on to the final of an open season, read with its competition, that has one. 7 queries."""
    settings = parse_settings(*season.settings)
    of_stage = season.divisions.filter(stage__number=FIRST_STAGE).select_related("stage")
    results = load_season_standings(season, list(of_stage.order_by("level")))
    groups = tuple(each.build_standings() for each in results)
    entries = {entry.player.key: entry for each in results for entry in each.entries}
    matches = [match for each in results for match in each.matches]
    plan = FinalPlan(season, settings, groups, entries, matches=matches)
    if problems := list(_list_unfinished(season)):
        return replace(plan, problems=problems)
    try:
        cut = settings.final_cut
        return replace(plan, finalists=choose_finalists(groups, settings.rules, season.draw_seed, cut))
    except Invalid as invalid:
        return replace(plan, problems=invalid.problems)


def list_finalists(season: Season, *, reader: Viewer) -> list[FinalBracket]:
    """Return who plays in the final and why, by bracket and seed; empty before it has begun. 1 query once it has."""
    if season.finalists is None:
        return []
    record = FinalistsRecord.model_validate(season.finalists)
    finalists = [
        Finalist(each.player, each.level, each.seed, Reason(each.reason.code, each.reason.values))
        for each in record.players
    ]
    of_season = Player.objects.filter(entries__season=season, entries__stage__number=FINAL_STAGE)
    players = {player.key: player for player in of_season}
    levels = sorted({finalist.level for finalist in finalists})
    return [_build_bracket(level, finalists, players, reader) for level in levels]


def _build_bracket(
    level: int, finalists: Sequence[Finalist], players: Mapping[str, Player], reader: Viewer
) -> FinalBracket:
    rows = [
        (
            finalist.seed,
            players[finalist.player].get_link_for(reader),
            players[finalist.player].get_name_for(reader),
            explain_reason(finalist.reason, str),
        )
        for finalist in finalists
        if finalist.level == level and finalist.player in players
    ]
    return FinalBracket(describe_name(FINAL_NAMES.get(level, str(level))).translate(gettext), rows)


def _list_unfinished(season: Season) -> Iterator[Problem]:
    """Yield what still has to be played, or settled, before the final begins. 3 queries."""
    yield from check_all_settled(season)
    scheduled = Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED)
    if number := scheduled.count():
        sentence = _("Results are missing: {number}. Enter them first, or decide these matches.")
        yield build_problem("season", "results-missing", sentence, number=number)
    planned = Round.objects.filter(
        stage__season=season,
        stage__number=FIRST_STAGE,
        state__in=(RoundState.PLANNED, RoundState.PAIRED),
    )
    if numbers := list(planned.order_by("number").values_list("number", flat=True)):
        sentence = _("Rounds that have not been played: {rounds}. Play them, or announce fewer.")
        yield build_problem("season", "rounds-left", sentence, rounds=", ".join(map(str, numbers)))
