"""Begin the final of a tournament once its groups, or its announced rounds, have been played, and undo that.

See docs/reference/pairing.md, Groups and final.
"""

from collections import Counter

from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key
from league.actions.draft import delete_divisions
from league.actions.errors import ActionError
from league.actions.fixtures import Places, create_matches
from league.actions.rounds import count_announced, plan_rounds
from league.actions.standings import save_season_standings
from league.models import Bye, Decision, Division, Entry, Match, Round, Season, Stage, StageFormat
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.confirmations import has_waiting
from league.queries.final import FinalPlan, plan_final
from league.queries.paired_rounds import is_paired
from league.queries.season_end import compute_current_standings
from league.rules.pairing.fixtures import Pairing
from league.rules.records import FINAL_STAGE, FIRST_STAGE
from league.rules.seasons.finalists import FINAL_NAMES, build_record
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem


def begin_final(*, season: Season, by: Principal, seen: str = "") -> None:
    """Enter those who go on into the brackets of the final, with planned rounds; who goes on stays so.

    `seen` is the digest of the plan that was shown. Locks the club, the season and its divisions. Raises
    PermissionDenied; ActionError where the tournament has no final, is not open, or is in its final, while results or
    rounds are missing, where a bracket has no such size, and where others would go on than were shown.
    """
    with change("begin_final", season, permission="run-seasons", by=by) as event:
        season = event.season
        _require_open(season)
        if season.current_stage != FIRST_STAGE:
            raise ActionError(build_problem("season", "final-begun", _("The final has begun already.")))
        plan = plan_final(season)
        if plan.problems:
            raise ActionError(*plan.problems)
        if seen and seen != plan.digest:
            sentence = _("The standings were changed after you opened this page. Check who goes on.")
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        record = build_record(
            plan.finalists,
            plan.groups,
            plan.settings.rules,
            season.draw_seed,
            on=season.competition.club.today,
        )
        if plan.settings.rules.pairing:
            _finish_rounds(season)
        season.finalists, season.draw_shown_at = record.model_dump(mode="json"), None
        season.save(update_fields=["finalists", "draw_shown_at"])
        _create_entries(plan)
        if plan.is_round_robin:
            _create_matches(plan)
        else:
            plan_rounds(season, count_announced(season))
        save_season_standings(season, compute_current_standings(season))
        sizes = [sum(finalist.level == level for finalist in plan.finalists) for level in plan.levels]
        event.log(
            "season",
            format_season_key(season),
            {"stage": FIRST_STAGE},
            {"stage": FINAL_STAGE, "sizes": sizes, "digest": plan.digest},
        )


def undo_final(*, season: Season, by: Principal) -> None:
    """Undo that the final has begun, as long as none of its rounds is paired: others may go on after a correction.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError where the final has not begun,
    once one of its rounds is paired, and while decisions about its players stand.
    """
    with change("undo_final", season, permission="run-seasons", by=by) as event:
        season = event.season
        _require_open(season)
        if season.current_stage == FIRST_STAGE:
            raise ActionError(build_problem("season", "final-not-begun", _("The final hasn't begun.")))
        rounds = Round.objects.filter(stage__season=season, stage__number=FINAL_STAGE)
        matches = Match.objects.filter(round__in=rounds)
        decided = matches.exclude(status=MatchStatus.SCHEDULED) | matches.filter(has_waiting())
        if decided.exists():
            sentence = _("A match of the final has a result. Undo it first.")
            raise ActionError(build_problem("season", "final-paired", sentence))
        if is_paired(season) and rounds.exclude(state=RoundState.PLANNED).exists():
            sentence = _("A round of the final is paired. Undo that first.")
            raise ActionError(build_problem("season", "final-paired", sentence))
        of_final = Decision.objects.filter(season=season, entry__stage__number=FINAL_STAGE)
        if of_final.active().exists():
            sentence = _("There are decisions about players of the final. Undo these first.")
            raise ActionError(build_problem("season", "final-decisions", sentence))
        of_final.update(entry=None)
        Bye.objects.filter(round__in=rounds).delete()
        delete_divisions(season.divisions.filter(stage__number=FINAL_STAGE))
        rounds.delete()
        season.stages.filter(number=FINAL_STAGE).delete()
        digest = (season.finalists or {})["digest"]
        season.finalists = season.draw_shown_at = None
        season.save(update_fields=["finalists", "draw_shown_at"])
        event.log(
            "season",
            format_season_key(season),
            {"stage": FINAL_STAGE, "digest": digest},
            {"stage": FIRST_STAGE},
        )


def _require_open(season: Season) -> None:
    if season.state != SeasonState.OPEN:
        sentence = _("The final can begin while the tournament is open.")
        raise ActionError(build_problem("season", "not-open", sentence))
    if parse_settings(*season.settings).rules.final is None:
        sentence = _("By its rules no final follows on this tournament.")
        raise ActionError(build_problem("season", "no-final", sentence))


def _finish_rounds(season: Season) -> None:
    """Finish the last announced round, all of whose matches are decided."""
    last = Round.objects.filter(stage__season=season, stage__number=FIRST_STAGE, state=RoundState.PUBLISHED)
    last.update(state=RoundState.FINISHED, clock_ends_at=None, clock_left=None)


def _create_matches(plan: FinalPlan) -> None:
    """Create the matches of a final in which everyone plays everyone, at tables numbered through all divisions.

    9 queries, and more by batches.
    """
    season = plan.season
    entries = Entry.objects.filter(season=season, stage__number=FINAL_STAGE).select_related("player")
    of_stage = season.divisions.filter(stage__number=FINAL_STAGE)
    places = Places(
        season.competition.club_id,
        season.stages.get(number=FINAL_STAGE).pk,
        dict(of_stage.values_list("level", "pk")),
        {entry.player.key: entry for entry in entries},
    )
    day = season.starts_on if season.starts_on == season.ends_on else None
    tables: Counter[int] = Counter()
    pairings = []
    for level, rounds in plan.rounds.items():
        for number, pairs in enumerate(rounds, 1):
            for pair in pairs:
                tables[number] += 1
                pairings.append(Pairing(level, number, day, tables[number], pair))
    create_matches(places, pairings)


def _create_entries(plan: FinalPlan) -> None:
    """Create the stage of the final with its brackets and their entries; 3 queries, and more by batches."""
    season = plan.season
    played_as = StageFormat.ROUND_ROBIN if plan.is_round_robin else StageFormat.PAIRED
    stage = Stage.objects.create(season=season, number=FINAL_STAGE, format=played_as)
    divisions = Division.objects.bulk_create(
        [Division(season=season, stage=stage, level=level, name=FINAL_NAMES[level]) for level in plan.levels]
    )
    of_level = dict(zip(plan.levels, divisions, strict=True))
    Entry.objects.bulk_create(
        [
            Entry(
                season=season,
                stage=stage,
                division=of_level[finalist.level],
                player_id=plan.entries[finalist.player].player_id,
                seed=finalist.seed,
                team=plan.entries[finalist.player].team,
                guest=plan.entries[finalist.player].guest,
            )
            for finalist in plan.finalists
        ],
        batch_size=BATCH_SIZE,
    )
