"""Which events of the audit log each role may cause."""

from __future__ import annotations

from collections.abc import Mapping

from league.models import Event, Player, Role, Seat, User
from league.permissions import PERMISSIONS
from league.principals import MAILED_LINK

ENDING = frozenset({"leave_club", "delete_account"})  # one's own membership, whatever the role
ANYBODY = ENDING | {
    "found_club",
    "accept_invitation",
    "ask_to_join",
    "withdraw_join_request",
    "close_join_request",  # of their own, by accepting an invitation
}  # with an account
BY_ADMINISTRATORS = frozenset({"suspend_club", "lift_suspension"})
BY_PLAYERS = frozenset(  # of their own matches
    {
        *("submit_result", "restore_result", "undo_result"),
        *("enter_unconfirmed", "confirm_result", "dispute_result", "arrange_match"),
        *("save_sheet_draft", "discard_sheet_draft", "enter_bid"),
    }
)
BY_GUESTS = frozenset({"add_players", "register", "withdraw_registration"})  # who hold a mailed link
CHALLENGES = frozenset({"challenge_player", "decline_challenge", "withdraw_challenge"})
BY_THEMSELVES = frozenset({"register", "withdraw_registration"}) | CHALLENGES  # of players of the club
# The actions that are recorded, by the permission that they take (`league.permissions`).
ACTIONS: Mapping[str, frozenset[str]] = {
    "enter-result": BY_PLAYERS
    | {"decide_forfeit", "decide_void", "decide_substitute", "take_back", "remove_remark"},
    "change-club": frozenset(
        {"change_club", "change_player", "rename_player", "change_visibility", "change_news", "rename"}
        | {"merge_players", "undo_merge", "retire_player", "bring_back_player"}
    ),
    "run-seasons": frozenset(
        {
            *("add_players", "start_competition", "change_rules", "change_options"),
            *("save_variant", "remove_variant", "start_season", "arrange", "throw_away"),
            *("open_season", "close_season", "reopen_season", "roll_over", "undo_roll_over"),
            *("make_schedule", "move_match", "move_night", "arrange_match"),
            *("decide_withdrawal", "decide_late_entry", "decide_penalty", "settle_dispute"),
            *("pair_round", "exchange_players", "move_player", "publish_round", "unpair_round"),
            *("finish_round", "resume_round", "announce_rounds", "give_bye", "add_leg"),
            *(
                "begin_final",
                "undo_final",
                "draw_again",
                "show_draw",
                "hide_draw",
                "make_screen_link",
                "revoke_screen_link",
            ),
            *("start_clock", "pause_clock", "resume_clock", "extend_clock", "stop_clock"),
            *("open_registration", "close_registration", "limit_registration", "set_teams", "check_in"),
            "set_guests",
        }
    ),
    "answer-join-request": frozenset({"approve_join_request", "refuse_join_request"}),
    "register": frozenset({"register", "withdraw_registration"}),
    "challenge": CHALLENGES,
    "import-club": frozenset({"import_club"}),
    "delete-club": frozenset({"delete_club", "restore_club"}),
    "manage-members": frozenset(
        {"add_member", "change_role", "remove_member", "invite", "withdraw_invitation", "forget_player"}
    ),
}


def find_event_fault(change: Event, user: User | None, role: str | None) -> str:
    """Return what is wrong with an event that a request of this user has caused; empty if nothing is.

    `role` is the user's in the club of the event, before the request.
    """
    if change.principal == MAILED_LINK.name and change.action in BY_GUESTS:
        return ""
    if change.by_id != (user.pk if user else None):
        return f"the event {change.action} names user {change.by_id}"
    if user is None:
        return f"a visitor has caused {change.action}"
    permissions = [permission for permission, actions in ACTIONS.items() if change.action in actions]
    if not permissions and change.action not in ANYBODY | BY_ADMINISTRATORS:
        return f"nothing says which permission {change.action} takes"
    if user.is_superuser or change.action in ANYBODY:
        return ""
    if role is not None and any(Role(role) in PERMISSIONS[permission].roles for permission in permissions):
        return ""
    if change.action in BY_PLAYERS and _plays(user, change):
        return ""
    if change.action in BY_THEMSELVES and Player.objects.filter(club=change.club_id, user=user).exists():
        return ""
    return f"{role or 'somebody without a role'} has caused {change.action}"


def _plays(user: User, change: Event) -> bool:
    """Return whether the match is one of the user's own, whatever their role: an administrator may link them."""
    seats = Seat.objects.filter(match__club=change.club_id, match__key=change.key)
    return seats.filter(player__user=user).exists() or seats.filter(entry__player__user=user).exists()
