"""The stored data of a person, for the file that they can download (docs/reference/people.md, My data)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from league.models import (
    Award,
    Challenge,
    Decision,
    DecisionKind,
    Entry,
    Event,
    Invitation,
    JoinRequest,
    Membership,
    Player,
    Registration,
    Reply,
    Report,
    Seat,
    SheetDraft,
    Submission,
    User,
)
from league.models.failed_log_in import list_failed_log_ins
from league.queries.notifications import list_switches

FORMAT = "boolie-account/1"
Record = dict[str, Any]


def read_personal_data(user: User) -> Record:
    """Return everything that concerns a person; 22 queries, however much there is.

    Secrets are left out, and so are the addresses to which invitations went, which are other people's.
    """
    return {
        "format": FORMAT,
        "written_at": timezone.now(),
        "account": _read_account(user),
        "notifications": list_switches(user),
        "sessions": _list_rows(
            UserSession.objects.filter(user=user).order_by("created_at"),
            began_at="created_at",
            last_seen_at="last_seen_at",
            browser="user_agent",
        ),
        "memberships": _list_rows(
            Membership.objects.filter(user=user).order_by("club__slug"), club="club__slug", role="role"
        ),
        "invitations": _read_invitations(user),
        "join_requests": _list_rows(
            JoinRequest.objects.filter(user=user).order_by("made_at"),
            club="club__slug",
            player="player__key",
            name="name",
            state="state",
            reason="reason",
            made_at="made_at",
            answered_at="answered_at",
        ),
        "players": _read_players(user),
        "submissions": _list_rows(
            Submission.objects.filter(Q(by=user) | Q(undone_by=user)).order_by("at"),
            club="match__club__slug",
            match="match__key",
            at="at",
            verdict="verdict",
            undone_at="undone_at",
        ),
        "unfinished_sheets": _list_rows(
            SheetDraft.objects.filter(saved_by=user).order_by("saved_at"),
            club="match__club__slug",
            match="match__key",
            at="saved_at",
        ),
        "secret_bids": _read_secret_bids(user),
        "replies": _list_rows(
            Reply.objects.filter(by=user).order_by("at"),
            club="submission__match__club__slug",
            match="submission__match__key",
            at="at",
            kind="kind",
            reason="remark__text",
        ),
        "settlements": _list_rows(
            Reply.objects.filter(settled_by=user).order_by("settled_at"),
            club="submission__match__club__slug",
            match="submission__match__key",
            at="settled_at",
            reason="settlement__text",
        ),
        "reports": _list_rows(
            Report.objects.annotate(lowered=Lower("email"))
            .filter(lowered__in=_select_proved(user))
            .order_by("made_at"),
            page="page",
            text="text",
            made_at="made_at",
            done_at="done_at",
        ),
        "decisions": _list_decisions(Q(by=user) | Q(revoked_by=user)),
        "changes": _list_changes(Q(by=user)),
        "changes_by_others": _list_changes(Q(noun="user", key=str(user.pk)) & ~Q(by=user)),
    }


def _read_account(user: User) -> Record:
    addresses = EmailAddress.objects.filter(user=user).order_by("email")
    return {
        "id": user.pk,
        "name": user.name,
        "email": user.email,
        "language": user.language,
        "addresses": _list_rows(addresses, email="email", is_proved="verified"),
        "made_at": user.date_joined,
        "last_log_in_at": user.last_login,
        "has_password": user.has_usable_password(),
        "is_administrator": user.is_superuser,
        "second_factors": _list_rows(
            Authenticator.objects.filter(user=user).order_by("created_at"),
            kind="type",
            made_at="created_at",
            last_used_at="last_used_at",
        ),
        "failed_log_ins": _list_rows(list_failed_log_ins(user.email), at="attempt_time"),
    }


def _select_proved(user: User) -> Any:
    return EmailAddress.objects.filter(user=user, verified=True).values("email")


def _read_invitations(user: User) -> Record:
    fields = {
        "club": "club__slug",
        "role": "role",
        "made_at": "made_at",
        "mailed_at": "mailed_at",
        "expires_at": "expires_at",
        "accepted_at": "accepted_at",
        "withdrawn_at": "withdrawn_at",
    }
    received = Invitation.objects.filter(Q(accepted_by=user) | Q(email__in=_select_proved(user)))
    return {
        "received": _list_rows(received.order_by("made_at"), **fields),
        "sent": _list_rows(Invitation.objects.filter(by=user).order_by("made_at"), **fields),
    }


def _read_secret_bids(user: User) -> list[Record]:
    """Return the numbers that were entered alone in the person's own seats, by match and deal; 1 query."""
    seats = Seat.objects.filter(player__user=user, match__sheet_draft__isnull=False)
    return [
        {"club": club, "match": match, "deal": int(deal) + 1, "numbers": by_seat[str(seat)]}
        for club, match, seat, bids in seats.order_by("match__club__slug", "match__key").values_list(
            "match__club__slug", "match__key", "number", "match__sheet_draft__bids"
        )
        for deal, by_seat in sorted(bids.items(), key=lambda item: int(item[0]))
        if str(seat) in by_seat
    ]


def _read_players(user: User) -> list[Record]:
    """Return the person's players, each with the stored data of their play; 8 queries."""
    players = list(Player.objects.filter(user=user).select_related("club").order_by("club__slug", "key"))
    own = Q(player__in=players)
    entries = _group_rows(
        Entry.objects.filter(own).order_by("season", "stage__number"),
        competition="season__competition__slug",
        season="season__number",
        stage="stage__number",
        division="division__name",
        seed="seed",
        left="left",
        guest="guest",
        rank="standing__rank",
        points="standing__points",
    )
    registrations = _group_rows(
        Registration.objects.filter(own).order_by("at", "pk"),
        competition="season__competition__slug",
        season="season__number",
        state="state",
        team="team",
        guest="guest",
        at="at",
    )
    challenges: dict[int, list[Record]] = defaultdict(list)
    made = Challenge.objects.filter(Q(challenger__player__in=players) | Q(challenged__player__in=players))
    for record in _list_rows(
        made.order_by("division", "number"),
        challenger="challenger__player",
        challenged="challenged__player",
        competition="division__season__competition__slug",
        season="division__season__number",
        number="number",
        made_on="made_on",
        state="state",
        settled_on="settled_on",
        match="match__key",
    ):
        for side, player in (
            ("challenger", record.pop("challenger")),
            ("challenged", record.pop("challenged")),
        ):
            challenges[player].append({"side": side, **record})
    penalties = Decision.objects.active().filter(own, kind=DecisionKind.PENALTY).in_order()
    for given in penalties.select_related("season__competition", "remark"):
        place = given.season.competition.slug, given.season.number
        for entry in entries[given.player_id or 0]:
            if (entry["competition"], entry["season"]) == place:
                entry.setdefault("penalties", []).append(given.penalty)
    matches = _group_rows(
        Seat.objects.filter(own).order_by(
            "match__division__season", "match__round__stage__number", "match__round__number", "match"
        ),
        match="match__key",
        competition="match__division__season__competition__slug",
        season="match__division__season__number",
        due_on="match__due_on",
        arranged_on="match__arranged_on",
        venue="match__venue",
        status="match__status",
        played_on="match__current__played_on",
        sheet="match__current__sheet",
        seat="number",
        entry="entry__player__key",
        absent="absent",
        outcome="outcome",
        place="place",
        score="score",
    )
    awards = _group_rows(
        Award.objects.filter(own).order_by("season", "category"),
        competition="season__competition__slug",
        season="season__number",
        category="category",
        value="value",
    )
    decisions = defaultdict(list)
    for decision in _list_decisions(
        own | Q(substitute__in=players), player="player", substitute="substitute"
    ):
        for player in {decision.pop("player"), decision.pop("substitute")}:
            decisions[player].append(decision)
    return [
        {
            "club": player.club.slug,
            "id": player.key,
            "name": player.get_name_for(user),
            "visibility": player.visibility,
            "retired_on": player.retired_on,
            "entries": entries[player.pk],
            "registrations": registrations[player.pk],
            "challenges": challenges[player.pk],
            "matches": matches[player.pk],
            "awards": awards[player.pk],
            "decisions": decisions[player.pk],
        }
        for player in players
    ]


def _list_decisions(which: Q, **more: str) -> list[Record]:
    return _list_rows(
        Decision.objects.filter(which).order_by("at"),
        club="season__competition__club__slug",
        competition="season__competition__slug",
        season="season__number",
        kind="kind",
        at="at",
        reason="remark__text",
        undone_at="revoked_at",
        **more,
    )


def _list_changes(which: Q) -> list[Record]:
    return _list_rows(
        Event.objects.filter(which).order_by("at"),
        club="club__slug",
        at="at",
        action="action",
        noun="noun",
        key="key",
        before="before",
        after="after",
        why="why",
    )


def _list_rows(rows: Any, **fields: str) -> list[Record]:
    """Return these fields of the rows, under the names that they have in the file; 1 query."""
    found: Iterable[tuple[Any, ...]] = rows.values_list(*fields.values())
    return [dict(zip(fields, values, strict=True)) for values in found]


def _group_rows(rows: Any, **fields: str) -> dict[int, list[Record]]:
    """Return the same by the player that they are of."""
    grouped: dict[int, list[Record]] = defaultdict(list)
    for record in _list_rows(rows, _player="player", **fields):
        grouped[record.pop("_player")].append(record)
    return grouped
