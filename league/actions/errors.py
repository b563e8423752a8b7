"""How an action says no. Nothing has been changed when one of these is raised."""

from games import Invalid
from league.models import Result


class Refused(Invalid):
    """What was asked for is wrong; `problems` say where, and what would be right."""


class Overtaken(Exception):
    """Somebody else changed the match meanwhile: `newer` is what counts now, `sheet` what was sent in."""

    def __init__(self, newer: Result, sheet: object) -> None:
        super().__init__(f"revision {newer.number} came first")
        self.newer = newer
        self.sheet = sheet
