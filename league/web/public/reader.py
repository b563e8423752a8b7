"""The reader of a page that is kept: which names they may see, and what else is theirs on it."""

from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from league.models import User
from league.principals import Person, Principal, identify
from league.queries.navigation import Navigation
from league.web.navigation import get_navigation


class Reader:
    """What of a club's page differs for its reader from what others see."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def by(self) -> Principal:
        return identify(self._request.user)

    @cached_property
    def navigation(self) -> Navigation:
        return get_navigation(self._request)

    @property
    def player(self) -> int | None:
        """Return the id of their player in the club; None for a visitor."""
        if not isinstance(self.by, Person):
            return None
        return self.navigation.club.player if self.navigation.club else None

    @property
    def audience(self) -> str:
        """Return which names they may see: those of the club's visitors, of its members, or of its staff."""
        if not isinstance(self.by, Person):
            return "visitor"
        if self.navigation.may_manage:
            return "staff"
        club = self.navigation.club
        return "member" if club and (club.role or club.is_player) else "visitor"

    @property
    def viewer(self) -> User | AnonymousUser:
        """Return the reader as names are shown to them, which is the same for all of an audience."""
        return AnonymousUser() if self.audience == "visitor" or self.by.user is None else self.by.user

    def describe(self) -> str | None:
        """Return what their page depends on beside the season; None for staff, whose tasks may change at any time."""
        user = self.by.user
        if user is None:
            return "visitor"
        if self.navigation.may_manage or vars(self._request).get("is_in_hidden_club"):
            return None
        return repr((user.pk, str(user), user.is_staff, self.navigation))
