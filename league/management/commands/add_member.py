"""`add_member SLUG EMAIL ROLE`: give somebody a role in a club, with an account if they have none.

Whose account may be somebody else's is invited (docs/reference/commands.md, add_member).
"""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.invitation import invite_member
from league.actions.membership import add_member
from league.management.console import ClubCommand, CommandOutput, find_club
from league.models import Club, Role
from league.principals import CONSOLE
from league.queries.proof import must_be_invited


class Command(ClubCommand):
    help = "Gives somebody a role in a club, with a new account and password if they have none."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the club's")
        parser.add_argument("email")
        parser.add_argument("role", choices=Role.values)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        club, email, role = find_club(options["slug"]), options["email"], options["role"]
        if must_be_invited(club, email):
            return _invite(club, email, role)
        membership, password = add_member(club=club, email=email, role=role, by=CONSOLE)
        email = membership.user.email
        lines = [f"{email} is {membership.role} of {membership.club.name}."]
        lines.append(f"The password is {password}" if password else "The password stays as it was.")
        return CommandOutput({"email": email, "role": membership.role, "password": password}, lines)


def _invite(club: Club, email: str, role: str) -> CommandOutput:
    invitation = invite_member(club=club, email=email, role=role, by=CONSOLE)
    lines = [
        f"{invitation.email} has an account, but nothing proves that it is theirs.",
        f"An invitation to be {role} of {club.name} is on its way to them by mail.",
    ]
    return CommandOutput({"email": invitation.email, "role": role, "password": None, "invited": True}, lines)
