"""`add_member SLUG EMAIL ROLE`: give somebody a role in a club, with an account if they have none."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.actor import CONSOLE
from league.actions.membership import add_member
from league.management.console import ClubCommand, CommandOutput, find_club
from league.models import Role


class Command(ClubCommand):
    help = "Gives somebody a role in a club, with a new account and password if they have none."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("slug", help="the club's")
        parser.add_argument("email")
        parser.add_argument("role", choices=Role.values)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        membership, password = add_member(
            club=find_club(options["slug"]), email=options["email"], role=options["role"], by=CONSOLE
        )
        email, club = membership.user.email, membership.club.name
        lines = [f"{email} is {membership.role} of {club}."]
        lines.append(f"The password is {password}" if password else "The password stays as it was.")
        return CommandOutput({"email": email, "role": membership.role, "password": password}, lines)
