"""The start page of the administration, and the clubs as it lists them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.models import (
    Club,
    Event,
    Job,
    MailFailure,
    Membership,
    Player,
    Report,
    Role,
    SiteText,
    User,
)
from league.models.job import JobState
from league.models.site_text import SiteTextKind
from league.rules.names import fold_name

MAX_LISTED = 10  # of each list of the start page
SIGN_UP_PERIOD = timedelta(days=7)


@dataclass(frozen=True)
class Listed:
    """The first few of a list, and how many there are."""

    rows: Sequence[object]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.rows)


@dataclass(frozen=True)
class MailState:
    """`failed_at` and `problem` are of the last mail that could not be sent; empty while there was none."""

    sent_today: int
    most: int
    failed_at: datetime | None
    problem: str


@dataclass(frozen=True)
class TextLine:
    kind: SiteTextKind
    is_written: bool


@dataclass(frozen=True)
class StartPage:
    clubs: Listed
    hidden: int  # of the clubs
    ownerless: Listed
    sign_ups: Listed  # of the last week
    waiting: Listed  # accounts that wait to be let in
    failed_jobs: Listed
    reports: Listed
    mail: MailState
    texts: Sequence[TextLine]


def start_page(*, mails_sent_today: int) -> StartPage:
    """15 queries."""
    clubs = list_clubs()
    users = User.objects.filter(deleted_at=None)
    return StartPage(
        clubs=_list(clubs.order_by(F("last_activity").desc(nulls_last=True), "pk")),
        hidden=Club.objects.exclude(pk__in=Club.objects.visible()).count(),
        ownerless=_list(filter_ownerless(clubs).order_by("name", "pk")),
        sign_ups=_list(
            users.filter(date_joined__gt=timezone.now() - SIGN_UP_PERIOD).order_by("-date_joined")
        ),
        waiting=_list(users.filter(waiting_since__isnull=False).order_by("waiting_since")),
        failed_jobs=_list(Job.objects.filter(state=JobState.FAILED).order_by("-due_at")),
        reports=_list(Report.objects.open().order_by("made_at")),
        mail=_find_mail_state(mails_sent_today),
        texts=_list_texts(),
    )


def list_clubs() -> "QuerySet[Club]":
    """Return all clubs with `player_count`, `last_activity`, `first_event` and `owner_memberships`; 2 queries."""
    events = Event.objects.filter(club=OuterRef("pk"))
    players = Player.objects.filter(club=OuterRef("pk")).order_by().values("club")
    owners = Membership.objects.filter(role=Role.OWNER).select_related("user").order_by("pk")
    return Club.objects.annotate(
        player_count=Coalesce(Subquery(players.annotate(count=Count("pk")).values("count")), 0),
        last_activity=Subquery(events.order_by("-at").values("at")[:1]),
        first_event=Subquery(events.order_by("at").values("at")[:1]),
    ).prefetch_related(Prefetch("memberships", queryset=owners, to_attr="owner_memberships"))


def filter_ownerless(clubs: "QuerySet[Club]") -> "QuerySet[Club]":
    """Return those without an owner who may log in, but for deleted ones."""
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER, user__is_active=True)
    return clubs.filter(~Exists(owners), deleted_at=None)


def search_clubs(clubs: "QuerySet[Club]", term: str) -> "QuerySet[Club]":
    """Return those whose name or web address, or whose owner's name or e-mail address, holds what is looked for."""
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER)
    named = Q(user__email__icontains=term) | Q(user__name__icontains=term)
    found = Q(slug__icontains=term) | Q(Exists(owners.filter(named)))
    if folded := fold_name(term):
        found |= Q(folded_name__contains=folded)
    return clubs.filter(found)


def _list(rows: "QuerySet[Club] | QuerySet[User] | QuerySet[Job] | QuerySet[Report]") -> Listed:
    shown = list(rows[: MAX_LISTED + 1])
    total = rows.count() if len(shown) > MAX_LISTED else len(shown)
    return Listed(shown[:MAX_LISTED], total)


def _find_mail_state(sent_today: int) -> MailState:
    """2 queries."""
    now = timezone.now()
    failures: list[tuple[datetime, str]] = [
        *Job.objects.filter(kind__startswith="mail-", attempts__gt=0)
        .exclude(problem="")
        .order_by("-due_at")
        .values_list("due_at", "problem")[:1],
        *MailFailure.objects.values_list("at", "problem"),
    ]
    failed_at, problem = max(failures, default=(None, ""))
    return MailState(
        sent_today=sent_today,
        most=settings.MAX_MAILS_A_DAY,
        failed_at=min(failed_at, now) if failed_at else None,  # a job says when it is tried again
        problem=problem,
    )


def _list_texts() -> list[TextLine]:
    written = set(SiteText.objects.exclude(text="").values_list("kind", flat=True))
    return [TextLine(kind, kind in written) for kind in SiteTextKind]
