"""The tables of the league, with their constraints and named querysets. Only actions write them."""

from league.models.award import Award
from league.models.board_set import BoardSet
from league.models.challenge import Challenge
from league.models.club import Club, Membership, Privacy, RetiredSlug, Role
from league.models.competition import Competition
from league.models.decision import Decision, DecisionKind, DecisionOrigin
from league.models.division import Division, Entry, Standing
from league.models.event import Event
from league.models.invitation import Invitation
from league.models.job import Job
from league.models.join_request import JoinRequest, JoinRequestState
from league.models.mail_failure import MailFailure
from league.models.match import Match, Seat
from league.models.notification import NOTIFICATION_KINDS, NotificationKind, NotificationSwitch
from league.models.player import Player, Statistics, Visibility
from league.models.player_merge import PlayerMerge
from league.models.registration import Registration, RegistrationState
from league.models.remark import Remark
from league.models.report import Report
from league.models.result import Reply, ReplyKind, Result, Submission
from league.models.round import Bye, Round
from league.models.screen_link import ScreenLink
from league.models.season import Season
from league.models.sheet_draft import SheetDraft
from league.models.site_text import SiteText
from league.models.stage import Stage, StageFormat
from league.models.usage import Usage
from league.models.user import User
from league.models.variant import Variant

__all__ = [
    "NOTIFICATION_KINDS",
    "Award",
    "BoardSet",
    "Bye",
    "Challenge",
    "Club",
    "Competition",
    "Decision",
    "DecisionKind",
    "DecisionOrigin",
    "Division",
    "Entry",
    "Event",
    "Invitation",
    "Job",
    "JoinRequest",
    "JoinRequestState",
    "MailFailure",
    "Match",
    "Membership",
    "NotificationKind",
    "NotificationSwitch",
    "Player",
    "PlayerMerge",
    "Privacy",
    "Registration",
    "RegistrationState",
    "Remark",
    "Reply",
    "ReplyKind",
    "Report",
    "Result",
    "RetiredSlug",
    "Role",
    "Round",
    "ScreenLink",
    "Season",
    "Seat",
    "SheetDraft",
    "SiteText",
    "Stage",
    "StageFormat",
    "Standing",
    "Statistics",
    "Submission",
    "Usage",
    "User",
    "Variant",
    "Visibility",
]
