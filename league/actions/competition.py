"""Verbs of competitions."""

from django.db import transaction

from games import Strict
from league.actions.actor import Actor
from league.actions.changes import locked, record
from league.actions.club import touch
from league.actions.typed import typed
from league.models import Competition
from league.rules.texts import Name


class Naming(Strict):
    name: Name


@transaction.atomic
def rename(*, competition: Competition, name: str, by: Actor) -> None:
    """Gives the competition another name; its address stays. Raises NotPermitted; Refused for a name that is none."""
    by.must("change-club", competition.club_id)
    wanted = typed(Naming, name=name)
    club = locked(competition.club_id, "change-club", by)
    competition = Competition.objects.get(pk=competition.pk)  # as it is now
    if wanted.name == competition.name:
        return
    before, competition.name = {"name": competition.name}, wanted.name
    competition.save(update_fields=["name"])
    touch(club)
    record(club, by, "rename", "competition", competition.slug, before, {"name": wanted.name})
