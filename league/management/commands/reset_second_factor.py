"""`reset_second_factor EMAIL`: let a user log in who has lost their second factor."""

from typing import Any

from django.core.management.base import CommandParser

from games import Invalid
from games.problems import _
from league.actions.second_factor import reset_second_factor
from league.management.console import ClubCommand, CommandOutput
from league.models import User
from league.principals import CONSOLE
from league.rules.validation import build_problem


class Command(ClubCommand):
    help = "Removes the app, passkeys and recovery codes of an account, and logs it out everywhere."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("email")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        user = User.objects.filter(email__iexact=options["email"].replace("\0", "")).first()
        if user is None:
            said = _("There is no account {email}.")
            raise Invalid(build_problem("email", "unknown-account", said, email=options["email"]))
        removed = reset_second_factor(user=user, by=CONSOLE)
        line = (
            f"Removed the second factor of {user.email}."
            if removed
            else f"{user.email} has no second factor."
        )
        return CommandOutput({"email": user.email, "removed": removed}, [line])
