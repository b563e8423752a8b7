"""Results that players enter: whether an opponent has confirmed or disputed them, and until when that is possible.

See docs/reference/ranking.md, Confirming.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games import Problem, Text
from games.problems import _
from league.models import Club, Match, Reply, ReplyKind, Season, Seat, Submission
from league.models.result import Verdict
from league.queries.result_checks import check_season_open
from league.rules.records import SheetRecord
from league.rules.seasons.groups import describe_name
from league.rules.settings import Rules
from league.rules.validation import build_problem


@dataclass(frozen=True)
class Confirmation:
    """The confirmation of an entered result. `until` is the last day on which players may reply; club time."""

    submission: Submission
    until: date
    today: date
    is_open: bool  # the season

    @property
    def reply(self) -> Reply | None:
        return getattr(self.submission, "reply", None)

    @property
    def counts(self) -> bool:
        return self.submission.verdict == Verdict.ACCEPTED

    @property
    def is_confirmed(self) -> bool:
        return self.reply is not None and self.reply.is_confirmed

    @property
    def is_disputed(self) -> bool:
        return self.reply is not None and self.reply.is_open_dispute

    @property
    def can_be_answered(self) -> bool:
        """Whether a player may still say that it is right or wrong."""
        return self.is_open and self.reply is None and (self.today <= self.until or not self.counts)

    @property
    def is_awaited(self) -> bool:
        """Whether an opponent is asked to confirm it; the club's own entries are not confirmed."""
        return self.can_be_answered and self.submission.reporter_id is not None


def find_waiting(match: Match) -> Submission | None:
    """Return the result that a player has entered and that counts once it is confirmed; 1 query.

    Its `earlier_dispute` is the reason for which an opponent disputed an earlier result, if any did.
    """
    waiting = Submission.objects.filter(match=match, verdict=Verdict.WAITING, base=match.revision)
    replies = (f"reply__{name}" for name in ("player__club", "remark", "settlement"))
    disputes = Reply.objects.filter(
        submission__match=OuterRef("match"),
        submission__base=OuterRef("base"),
        submission__verdict=Verdict.OVERTAKEN,
        kind=ReplyKind.DISPUTED,
    )
    earlier = Subquery(disputes.order_by("-pk").values("remark__text")[:1])
    return waiting.select_related("reporter__club", "by", *replies).annotate(earlier_dispute=earlier).first()


def list_dispute_reasons(match: Match) -> list[str]:
    """Return why players have disputed results of a match, the latest last, where that was not removed. 1 query."""
    replies = Reply.objects.filter(submission__match=match, remark__isnull=False).order_by("pk")
    return list(replies.values_list("remark__text", flat=True))


def has_waiting() -> Exists:
    """Return the condition that a result of a match waits for confirmation."""
    waiting = Submission.objects.filter(
        match=OuterRef("pk"), verdict=Verdict.WAITING, base=OuterRef("revision")
    )
    return Exists(waiting)


def is_disputed() -> Exists:
    """Return the condition that a match has a dispute to be settled, of the result that counts or waits."""
    open_disputes = Reply.objects.filter(
        submission__match=OuterRef("pk"), kind=ReplyKind.DISPUTED, settled_at=None
    )
    current = Q(submission__result__pk=OuterRef("current"))
    waiting = Q(submission__verdict=Verdict.WAITING, submission__base=OuterRef("revision"))
    return Exists(open_disputes.filter(current | waiting))


def with_replies(matches: "QuerySet[Match]") -> "QuerySet[Match]":
    """Annotate each match with whether it is disputed, and whether a result of it waits for confirmation."""
    columns: dict[str, Any] = {"is_disputed": is_disputed(), "waits": has_waiting()}
    return matches.annotate(**columns)


def list_unsettled(season: Season) -> list[Match]:
    """Return the matches of a season with a dispute, or a result that waits for confirmation. 1 query."""
    matches = with_replies(Match.objects.filter(division__season=season)).select_related(
        "club", "division__season__competition", "round"
    )
    return list(matches.filter(Q(is_disputed=True) | Q(waits=True)).order_by("pk"))


def check_all_settled(season: Season) -> Iterator[Problem]:
    """Yield why a season can't be closed: results that wait for confirmation, and disputes. 1 query."""
    for match in list_unsettled(season):
        sentence = (
            _("{place}: the result is disputed. Settle that first.")
            if match.is_disputed
            else _("{place}: a result waits to be confirmed.")
        )
        yield build_problem(
            f"matches.{match.key}",
            "disputed" if match.is_disputed else "unconfirmed",
            sentence,
            place=_describe_place(match),
        )


def _describe_place(match: Match) -> Text:
    values: dict[str, str | int | Text] = {
        "division": describe_name(match.division.name),
        "round": match.round.number,
        "table": match.table,
    }
    if match.division.is_whole_field:
        return Text(_("Round {round}, table {table}"), values)
    if match.division.goes_by_its_name:
        return Text(_("{division}, round {round}, table {table}"), values)
    return Text(_("Division {division}, round {round}, table {table}"), values)


def find_confirmation(match: Match, season: Season, rules: Rules) -> Confirmation | None:
    """Return the confirmation of a match's result, or of the result that waits; None if no result was entered.

    The match was read with its result, that result's submission and the reply to it; the season with its club. 1 query
    where results wait, else none.
    """
    submission = find_waiting(match) if rules.unconfirmed_results_wait else None
    if submission is None:
        current = match.current
        if current is None or not is_at_issue(match, current.submission):
            return None
        submission = current.submission
    return build_confirmation(submission, season, rules)


def build_confirmation(submission: Submission, season: Season, rules: Rules) -> Confirmation:
    """Return the confirmation of an entered result, read with the reply to it. No queries."""
    club = season.competition.club
    entered_on = timezone.localdate(submission.at, club.tzinfo)
    return Confirmation(submission, entered_on + timedelta(rules.days_to_confirm), club.today, season.is_open)


def find_other_players(submission: Submission, seats: Iterable[Seat]) -> Iterator[Problem]:
    """Yield why a result that waits can't count: other players sit there by now. No queries."""
    sat = submission.sent.get("sat")
    if submission.verdict == Verdict.WAITING and sat and sat != [seat.player.key for seat in seats]:
        sentence = _("Other players have the seats of this match now. Enter their result instead.")
        yield build_problem("", "seated-others", sentence)


def compute_confirmation_end(submission: Submission, season: Season, rules: Rules) -> datetime:
    """Return when a result becomes final without a reply: as the day after the last day for it begins, club time."""
    until = build_confirmation(submission, season, rules).until
    return datetime.combine(until + timedelta(1), time(), season.competition.club.tzinfo)


def check_answerable(match: Match, submission: Submission, season: Season, rules: Rules) -> Iterator[Problem]:
    """Yield why no reply to an entered result is possible any more. No queries."""
    yield from check_season_open(season)
    if not is_at_issue(match, submission):
        sentence = _("This result has changed since. Check the match page.")
        yield build_problem("", "changed-meanwhile", sentence)
        return
    confirmation = build_confirmation(submission, season, rules)
    if confirmation.is_confirmed:
        yield build_problem("", "confirmed", _("This result has been confirmed already."))
    elif confirmation.reply is not None:
        yield build_problem("", "disputed", _("This result has been disputed already."))
    elif not confirmation.can_be_answered and season.is_open:
        sentence = _("This result has been final since {day}. Ask an organiser of the club to change it.")
        yield build_problem("", "final", sentence, day=(confirmation.until + timedelta(1)).isoformat())


def read_entered(match: Match, submission: Submission) -> SheetRecord:
    """Return the result that is at issue in a match, read with its current result. No queries."""
    current = match.current
    if submission.verdict == Verdict.WAITING or current is None or current.played_on is None:
        return read_version(submission)
    return SheetRecord.model_construct(sheet=current.sheet or {}, played_on=current.played_on)


def read_version(entered: Submission | Reply) -> SheetRecord:
    """Return the sheet of a result that waits, or of a player who disputes a result. No queries."""
    return SheetRecord.model_construct(
        sheet=entered.sent["sheet"], played_on=date.fromisoformat(entered.sent["played_on"])
    )


def is_at_issue(match: Match, submission: Submission) -> bool:
    """Return whether it is the result that counts in the match, or that waits to count. No queries."""
    if submission.verdict == Verdict.WAITING:
        return submission.base == match.revision
    current = match.current
    return (
        current is not None
        and current.submission_id == submission.pk
        and current.sheet is not None
        and current.decision_id is None
    )


AT_ISSUE = Q(verdict=Verdict.WAITING, base=F("match__revision")) | Q(
    result__pk=F("match__current"), result__decision=None, result__sheet__isnull=False
)


def list_at_issue(club: Club) -> "QuerySet[Submission]":
    """Return the results that count, or wait to count, and that players have entered or replied to.

    Of a match with both, the result that waits comes last.
    """
    submissions = Submission.objects.filter(AT_ISSUE, match__club=club).exclude(reporter=None, reply=None)
    return submissions.select_related("match", "reporter", "reply__player", "reply__remark").order_by(
        "match", "base"
    )
