"""Requests to join a club: a person says which of its players they are, or asks to be added; an organiser answers.

See docs/reference/people.md, Requests to join.
"""

from dataclasses import replace
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from games import Problem
from games.problems import _
from league.actions.changes import Change, change, log_event, log_refusals
from league.actions.errors import ActionError, NameInput, require_reason, validate
from league.actions.limits import Limit, count_use
from league.actions.linking import link_player
from league.actions.player import add_players
from league.models import Club, JoinRequest, JoinRequestState, Player, User
from league.notifications import delivery
from league.notifications.join_requests import notify_asker, notify_organisers
from league.permissions import require_person
from league.principals import Principal
from league.queries.proof import is_proved
from league.rules.validation import build_problem

REQUESTS_BY_ACCOUNT = Limit(
    "join-requests-account",
    most=5,
    period=timedelta(days=1),
    about=lazy("You have reached the daily limit for requests to join a club."),
)
REQUESTS_TO_CLUB = Limit(
    "join-requests-club",
    most=50,  # a large club on the evening when it tells its members of the site
    period=timedelta(days=1),
    about=lazy("This club has reached the daily limit for requests to join."),
)


UNKNOWN_PLAYER = _("There is no such player in this club.")
WITHDRAWN = build_problem("", "withdrawn", _("This request has been withdrawn."))
CLOSED = {
    JoinRequestState.APPROVED: build_problem("", "answered", _("This request has already been approved.")),
    JoinRequestState.REFUSED: build_problem("", "answered", _("This request has already been refused.")),
    JoinRequestState.WITHDRAWN: WITHDRAWN,
    JoinRequestState.LINKED: build_problem(
        "", "linked", _("This request is closed: the account has been linked to a player in another way.")
    ),
}


@log_refusals("ask_to_join")
def ask_to_join(*, club: Club, by: Principal, player: Player | None = None, name: str = "") -> JoinRequest:
    """Ask the organisers to link the user's own account to a player, or to add a player of this name for it.

    The organisers are told by mail. Locks the club. Raises PermissionDenied; ActionError for a bad name, for a player
    whom the user doesn't see or who has an account, for a user who has a player or an open request in the club, and
    for an address that is not proved; LimitReached.
    """
    require_person(by)
    name = "" if player else validate(NameInput, name=name).name
    with change("ask_to_join", club, permission="ask-to-join", by=by) as event:
        user = require_person(event.by).user
        if not is_proved(user):
            sentence = _("First confirm your e-mail address: log in with a code.")
            raise ActionError(build_problem("", "unproved", sentence))
        if JoinRequest.objects.open().filter(club=event.club, user=user).exists():
            sentence = _("Your earlier request to this club is still waiting for an answer.")
            raise ActionError(build_problem("", "asked-already", sentence))
        if Player.objects.filter(club=event.club, user=user).exists():
            sentence = _("Your account is already linked to a player of this club.")
            raise ActionError(build_problem("player", "player-has-user", sentence))
        if player is not None:
            player = _lock_player(event.club, player)
            if not player.has_page_for(user):
                raise ActionError(build_problem("player", "unknown-player", UNKNOWN_PLAYER))
        count_use(REQUESTS_BY_ACCOUNT, str(user.pk))
        count_use(REQUESTS_TO_CLUB, str(event.club.pk))
        delivery.count_mail_of_site()
        request = JoinRequest.objects.create(
            club=event.club, user=user, player=player, name=name, made_at=timezone.now()
        )
        # No name, so that a person can be forgotten.
        _record(event, request)
        notify_organisers(request, author=user)
        return request


def withdraw_join_request(*, join_request: JoinRequest, by: Principal) -> None:
    """Withdraw the user's own request; do nothing if it is withdrawn already.

    Locks the club. Raises PermissionDenied; ActionError once it is answered.
    """
    with change(
        "withdraw_join_request", join_request.club_id, permission="withdraw-join-request", by=by
    ) as event:
        current = JoinRequest.objects.select_for_update(no_key=True).filter(pk=join_request.pk).first()
        if current is None or current.state == JoinRequestState.WITHDRAWN:
            return
        if current.user_id != by.user_id:
            raise PermissionDenied("withdraw-join-request")
        _require_open(current)
        _close(event, current, JoinRequestState.WITHDRAWN)


def approve_join_request(
    *, join_request: JoinRequest, by: Principal, player: Player | None = None, namesakes: bool = False
) -> Player:
    """Link the account to the player whom the request names; return that player.

    If it names none, it is `player`, or a new one of the name in the request; a name that the club has is added only
    if they are `namesakes`. The person is told by mail. Locks the club. Raises PermissionDenied; ActionError for a
    request that was answered, withdrawn or closed meanwhile, for an account that is suspended or has a player, for a
    player who has an account, and for a name that the club has.
    """
    with change(
        "approve_join_request", join_request.club_id, permission="answer-join-request", by=by
    ) as event:
        # Its row is locked, before the request's as where an account is deleted: an administrator may be suspending it.
        asker = User.objects.select_for_update(no_key=True).get(pk=join_request.user_id)
        current = _lock_open(join_request)
        if not asker.is_active:
            sentence = _(
                "This account is suspended: it can't be linked to a player. You can refuse the request."
            )
            raise ActionError(build_problem("", "account-suspended", sentence))
        if own := Player.objects.filter(club=event.club, user=current.user_id).first():
            sentence = _("This account is already linked to {player}.")
            raise ActionError(build_problem("player", "player-has-user", sentence, player=own.key))
        wanted = current.player or player
        if wanted is not None:
            found = _lock_player(event.club, wanted)
        else:
            try:
                [found] = add_players(club=event.club, names=[current.name], namesakes=namesakes, by=event.by)
            except ActionError as refused:
                raise ActionError(
                    *(replace(problem, path="player") for problem in refused.problems)
                ) from None
        _close(event, current, JoinRequestState.APPROVED, linked=found)
        link_player(found, current.user, event.by)
        notify_asker(current, author=event.by.user)
        return found


def refuse_join_request(*, join_request: JoinRequest, reason: str, by: Principal) -> None:
    """Refuse a request, with a reason that the person is told by mail.

    Locks the club. Raises PermissionDenied; ActionError without a reason or for one that is too long, and for a request
    that was answered, withdrawn or closed meanwhile.
    """
    with change(
        "refuse_join_request", join_request.club_id, permission="answer-join-request", by=by
    ) as event:
        current = _lock_open(join_request)
        current.reason = require_reason(reason, _("Say why you refuse the request."))
        _close(event, current, JoinRequestState.REFUSED)
        notify_asker(current, author=event.by.user)


def _lock_player(club: Club, player: Player) -> Player:
    """Return the player as they are now; raise ActionError if they are of another club, or have an account."""
    found = (
        Player.objects.select_for_update(of=("self",), no_key=True).filter(club=club, pk=player.pk).first()
    )
    if found is None:
        raise ActionError(build_problem("player", "unknown-player", UNKNOWN_PLAYER))
    if found.user_id:
        raise ActionError(build_problem("player", "player-taken", _("This player already has an account.")))
    return found


def _lock_open(join_request: JoinRequest) -> JoinRequest:
    """Return the request as it is now that the club is locked; raise ActionError unless it waits for an answer."""
    rows = JoinRequest.objects.select_for_update(of=("self",), no_key=True).select_related("player", "user")
    current = rows.filter(pk=join_request.pk).first()
    if current is None:
        raise ActionError(WITHDRAWN)
    _require_open(current)
    return current


def _require_open(join_request: JoinRequest) -> None:
    if problem := find_answer(join_request):
        raise ActionError(problem)


def find_answer(join_request: JoinRequest) -> Problem | None:
    """Return why a request can't be answered any more; None while it waits."""
    return CLOSED.get(JoinRequestState(join_request.state))


def _close(
    event: Change, join_request: JoinRequest, state: JoinRequestState, *, linked: Player | None = None
) -> None:
    join_request.state, join_request.answered_at = state, timezone.now()
    join_request.answered_by = event.by.user
    join_request.save(update_fields=["state", "reason", "answered_at", "answered_by"])
    _record(event, join_request, linked=linked)


def _record(event: Change, join_request: JoinRequest, *, linked: Player | None = None) -> None:
    """Write the event of a step: pages of the club change only where a player is linked, so they stay for the others.

    It has neither name nor reason, so that a person can be forgotten.
    """
    player = linked or join_request.player
    after = {"player": player.key if player else None}
    key = str(join_request.user_id)
    if linked:
        event.log("user", key, after=after)
    else:
        log_event(event.club, event.by, event.action, "user", key, None, after)
