"""Somebody with an account, whose name no line of the log may hold."""

from league.models import User
from tests.scenarios import scenario


@scenario
def sam() -> User:
    return User.objects.create_user("Sam@example.org", "a good long pass phrase", name="Sam Scorer")
