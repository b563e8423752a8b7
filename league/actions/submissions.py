"""The record of each submission of a result, and the answer to its sender, also if it is sent again.

See docs/decisions/0007-idempotent-submissions.md.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid4

from django.utils import timezone

from games import Problem, Score
from games.problems import _
from league.actions.changes import MatchChange, require_visible
from league.actions.errors import ActionError, EditConflict
from league.actions.standings import get_settings
from league.models import Match, Result, Seat, Submission
from league.models.result import KEPT_VERDICTS, Verdict
from league.models.round import RoundState
from league.permissions import ResultReport, can, find_own_player, plays_in, require
from league.principals import Principal
from league.queries.boards import load_match_boards
from league.rules.duplicate.sheets import fill_in_cards, require_possible
from league.rules.problem_json import limit_problems, problems_from_json
from league.rules.snapshot import JSON, Settings
from league.rules.validation import build_problem, score_sheet

UNREACHABLE_REVISION = 2**31 - 1  # no match will ever have this revision
MAX_UNACCEPTED = 5  # refused and overtaken submissions that are kept of a match
MAX_UNACCEPTED_LENGTH = 50_000  # characters that are kept of such a submission, and of its problems


@dataclass
class SubmissionContext:
    """A match under its division's lock, with the submission for it.

    `was_moved`: the match went to another division while its old division was being locked.
    """

    match: Match
    submission: Submission
    by: Principal
    seats: list[Seat]
    was_moved: bool = False

    @property
    def settings(self) -> Settings:
        return get_settings(self.match.division)

    @property
    def today(self) -> date:
        return self.match.division.season.competition.club.today

    @property
    def is_overtaken(self) -> bool:
        return self.submission.base < self.match.revision

    @property
    def entered_players(self) -> list[str]:
        """The keys of the players whose entries it counts for, by seat."""
        return [seat.entry.player.key for seat in self.seats]

    @property
    def seated_players(self) -> list[str]:
        return [seat.player.key for seat in self.seats]

    def score(self, sheet: object) -> tuple[Score, JSON]:
        """Return the score of a sheet of a whole match, and the sheet in canonical form, with what the cards say.

        Raises games.Invalid. 2 queries where all tables play the same cards.
        """
        settings = self.settings
        boards = load_match_boards(self.match, settings)
        score, canonical = score_sheet(fill_in_cards(sheet, boards, settings), settings, len(self.seats))
        is_public = bool(boards) and self.match.round.state == RoundState.FINISHED
        require_possible(canonical, boards, settings, is_public=is_public)
        return score, canonical


def find_answered(event: MatchChange, key: UUID) -> Submission | None:
    """Return the earlier submission for the match with this key; 1 query.

    Its sender gets its answer again, also if they have lost their role since; any other user needs a role. Raises
    PermissionDenied.
    """
    answered = Submission.objects.filter(match=event.match, key=key).first()
    if answered and answered.by_id != event.by.user_id:
        require(event.by, "enter-result", event.match.club_id)
    return answered


def open_submission(event: MatchChange, key: UUID, base: int) -> SubmissionContext:
    """Return the match as it is under the lock, with a new submission, if its sender may report a result.

    A player who may not correct the current result may still submit a sheet begun before it came in: it is
    stored, and ends in an edit conflict. Raises PermissionDenied; ActionError if the match is gone, or its club is
    suspended. Runs 1 query, 2 where roles are not known yet, more if a result has come in since the match was read.
    """
    base = base if 0 <= base <= UNREACHABLE_REVISION else UNREACHABLE_REVISION
    by, context = event.by, _load_context(event, key, base)
    if not (context.is_overtaken and plays_in(by, context.seats)):
        require(by, "report-result", ResultReport(context.seats, context.match.current))
    if not can(by, "enter-result", context.match.club_id):
        context.submission.reporter = find_own_player(by, context.seats)
    return context


def open_match(event: MatchChange) -> SubmissionContext:
    """Return the match as it is under the lock, with nothing submitted yet.

    1 query, 2 if a result has come in since. The permission is left to the action. Raises ActionError as
    `open_submission` does.
    """
    return _load_context(event, uuid4(), event.match.revision)


def _load_context(event: MatchChange, key: UUID, base: int) -> SubmissionContext:
    related = ["match__division__season__competition__club", "match__sheet_draft", "entry__player", "player"]
    if event.match.current_id:  # a result that came in since is read where it matters
        related.append("match__current__submission__reply")
    found = Seat.objects.filter(match=event.match).select_related(*related)
    # Sorted here: of a query as wide as this, Django takes long to put an order into SQL.
    seats = sorted(found, key=lambda seat: seat.number)
    if not seats:  # deleted with its season, whose rollover has just been undone
        raise ActionError(build_problem("", "no-match", _("This match no longer exists.")))
    match = seats[0].match  # as it is now that no other change is possible
    for seat in seats:
        seat.match = match
    require_visible(match.division.season.competition.club)
    submission = Submission(match=match, key=key, by=event.by.user, at=timezone.now(), base=base)
    was_moved = match.division_id != event.match.division_id
    return SubmissionContext(match, submission, event.by, seats, was_moved)


def check_not_moved(context: SubmissionContext) -> Iterator[Problem]:
    """Yield why nothing can be saved: the division that is locked is not the match's own any more."""
    if context.was_moved:
        sentence = _("The match has just been moved to another division. Open it again.")
        yield build_problem("", "moved", sentence)


def save_submission(
    context: SubmissionContext, verdict: Verdict, problems: Iterable[Problem] = ()
) -> Submission:
    """Save the verdict on a submission.

    Of those that were not accepted only the latest few of a match are kept, and only so much of each
    (docs/decisions/0007-idempotent-submissions.md). Runs 1 query, 2 if it is not accepted, and 3 more if an
    older submission is deleted.
    """
    submission = context.submission
    submission.verdict = verdict
    submission.problems = json.dumps(list(limit_problems(problems, MAX_UNACCEPTED_LENGTH)))
    is_kept = verdict in KEPT_VERDICTS
    if not is_kept and len(submission.content) > MAX_UNACCEPTED_LENGTH:
        submission.content = json.dumps({"cut": submission.content[:MAX_UNACCEPTED_LENGTH]})
    submission.save()
    if not is_kept:
        delete_outdated(submission.match_id)
    return submission


def delete_outdated(match: int) -> None:
    """Delete all but the latest submissions of a match that were not accepted; those with a reply are history."""
    unaccepted = Submission.objects.filter(match=match, reply=None).exclude(verdict__in=KEPT_VERDICTS)
    outdated = list(unaccepted.order_by("-pk").values_list("pk", flat=True)[MAX_UNACCEPTED:])
    if outdated:
        Submission.objects.filter(pk__in=outdated).delete()


def answer(event: MatchChange, submission: Submission) -> Result | None:
    """Return the result of a submission, however often it is repeated; None while it waits for confirmation.

    If it was refused (ActionError), or another result came first (EditConflict), that is raised after the commit: the
    submission stays on record. 1 query for those that came second, or were repeated.
    """
    if refusal := _find_refusal(submission):
        event.refuse(refusal)
        return None
    return None if submission.verdict == Verdict.WAITING else submission.result


def _find_refusal(submission: Submission) -> ActionError | EditConflict | None:
    if submission.verdict == Verdict.REFUSED:
        return ActionError(*problems_from_json(json.loads(submission.problems)))
    if submission.undone_at:
        sentence = _("This result has been undone. Save it once more to enter it again.")
        return ActionError(build_problem("", "taken-back", sentence))
    if submission.verdict == Verdict.OVERTAKEN:
        counting = Result.objects.select_related("submission__by", "decision__remark")
        newer = counting.filter(counts_for=submission.match_id).first()
        if newer is None:
            sentence = _("The result entered before yours has been undone. Send yours again.")
            return ActionError(build_problem("", "taken-back", sentence))
        return EditConflict(newer, json.loads(submission.content).get("sheet"))
    return None
