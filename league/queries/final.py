"""Who goes on from the groups of a tournament, or its announced rounds, to the final."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games import Invalid, Problem
from games.problems import _
from league.models import Entry, Match, Round, Season
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.stage import FIRST_STAGE
from league.queries.standings_input import load_season_standings
from league.rules.seasons.finalists import FINAL_NAMES, Finalist, choose_finalists, compute_digest
from league.rules.seasons.rollover import DivisionStandings
from league.rules.settings import FinalStage
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import build_problem


@dataclass(frozen=True)
class FinalPlan:
    """Who would play in the final of a tournament, or the problems that keep it from beginning."""

    season: Season
    settings: Settings
    groups: Sequence[DivisionStandings]
    entries: Mapping[str, Entry]  # by player id
    finalists: Sequence[Finalist] = ()
    problems: Sequence[Problem] = ()

    @property
    def final(self) -> FinalStage:
        """Return the rule by which the final is played, of a tournament that has one."""
        if self.settings.rules.final is None:
            raise ValueError("a tournament without a final")
        return self.settings.rules.final

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever others would go on, or for another reason."""
        return compute_digest(self.groups, self.final, self.season.draw_seed)

    def list_brackets(self) -> list[tuple[str, list[tuple[Entry, Finalist]]]]:
        """Return the name of each bracket, with its players by seed."""
        levels = sorted({finalist.level for finalist in self.finalists})
        return [
            (
                FINAL_NAMES[level],
                [
                    (self.entries[finalist.player], finalist)
                    for finalist in self.finalists
                    if finalist.level == level
                ],
            )
            for level in levels
        ]


def plan_final(season: Season) -> FinalPlan:
    """Return who goes on to the final of an open season, read with its competition, that has one. 6 queries."""
    settings = parse_settings(*season.settings)
    of_stage = season.divisions.filter(stage__number=FIRST_STAGE).select_related("stage")
    results = load_season_standings(season, list(of_stage.order_by("level")))
    groups = tuple(each.build_standings() for each in results)
    entries = {entry.player.key: entry for each in results for entry in each.entries}
    plan = FinalPlan(season, settings, groups, entries)
    if problems := list(_list_unfinished(season)):
        return replace(plan, problems=problems)
    try:
        return replace(plan, finalists=choose_finalists(groups, plan.final, season.draw_seed))
    except Invalid as invalid:
        return replace(plan, problems=invalid.problems)


def _list_unfinished(season: Season) -> Iterator[Problem]:
    """Yield what still has to be played, or finished, before the final begins. 2 queries."""
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
        sentence = _("Rounds are still to be played: {rounds}. Play them, or announce fewer.")
        yield build_problem("season", "rounds-left", sentence, rounds=", ".join(map(str, numbers)))
