"""`add_member SLUG EMAIL ROLE`: give a person a role in a club, with an account if they have none.

A person whose account might belong to another is invited instead (docs/reference/commands.md, add_member).
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
    help = "Gives an e-mail address a role in a club. Creates the account and a password if there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the club's slug")
        parser.add_argument("email")
        parser.add_argument("role", choices=Role.values)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        club, email, role = find_club(options["slug"]), options["email"], options["role"]
        if must_be_invited(club, email):
            return _invite(club, email, role)
        membership, password = add_member(club=club, email=email, role=role, by=CONSOLE)
        email = membership.user.email
        lines = [f"{email} is {membership.role} of {membership.club.name}."]
        lines.append(f"The password is {password}" if password else "The password has not changed.")
        return CommandOutput({"email": email, "role": membership.role, "password": password}, lines)


def _invite(club: Club, email: str, role: str) -> CommandOutput:
    invitation = invite_member(club=club, email=email, role=role, by=CONSOLE)
    lines = [
        f"{invitation.email} has an account with an unconfirmed e-mail address.",
        f"We have sent an invitation to be {role} of {club.name}.",
    ]
    return CommandOutput({"email": invitation.email, "role": role, "password": None, "invited": True}, lines)
