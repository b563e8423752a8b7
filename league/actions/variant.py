"""Verbs of variants: `save_variant` keeps how a club likes to play a game under a name, `remove_variant` forgets it;
`agree` says how a competition is played, and may keep that, too."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from games import Game
from games.problems import _
from league.actions.actor import Actor
from league.actions.audit_log import lock_club, record_event
from league.actions.club import invalidate_pages
from league.actions.competition import NameInput, canonicalise_options, change_options, find_game
from league.actions.errors import ActionError, validate
from league.actions.ids import IdGenerator
from league.clubfile.schema import MAX_VARIANTS
from league.models import Club, Competition, Variant
from league.rules.snapshot import JSON
from league.rules.validation import build_problem


@transaction.atomic
def save_variant(*, club: Club, name: str, game: str, options: Mapping[str, Any], by: Actor) -> Variant:
    """Keeps options of a game, to be chosen by their name wherever the club says what is played.

    Raises NotPermitted; Refused for a name that is none or that the game, or a variant of it, has already, for
    options that are not the game's, and for one variant too many.
    """
    by.require("run-seasons", club)
    wanted = validate(NameInput, name=name)
    played = find_game(game)
    agreed = canonicalise_options(played, options)
    called = wanted.name.casefold()
    if called in (name.casefold() for name in _list_names(played)):
        sentence = _("{game} itself has something called {name} already. Give this variant another name.")
        raise ActionError(build_problem("name", "games-own", sentence, game=played.name, name=wanted.name))
    club = lock_club(club.pk, "run-seasons", by)
    there = list(Variant.objects.filter(club=club))
    if len(there) >= MAX_VARIANTS:
        sentence = _("A club keeps at most {most} variants. Remove one that nobody plays any more.")
        raise ActionError(build_problem("name", "too-many-variants", sentence, most=MAX_VARIANTS))
    if any(one.game == game and one.name.casefold() == called for one in there):
        sentence = _("The club has a variant called {name} already. Give this one another name.")
        raise ActionError(build_problem("name", "taken", sentence, name=wanted.name))
    keys = IdGenerator([one.key for one in there], word="variant-")
    variant = Variant.objects.create(
        club=club, key=keys.generate(wanted.name), name=wanted.name, game=game, options=agreed
    )
    invalidate_pages(club)
    record_event(club, by, "save_variant", "variant", variant.key, after=_build_event_data(variant))
    return variant


@transaction.atomic
def set_options(
    *, competition: Competition, options: Mapping[str, Any], by: Actor, keep_as: str = ""
) -> None:
    """Has the next season played so; under a name, it is a variant of the club as well: both or neither.

    Raises what `change_options` and `save_variant` raise.
    """
    change_options(competition=competition, options=options, by=by)
    if keep_as:
        save_variant(club=competition.club, name=keep_as, game=competition.game, options=options, by=by)


@transaction.atomic
def remove_variant(*, variant: Variant, by: Actor) -> None:
    """Takes a variant off the club's list; what is played by it goes on as it is. Raises NotPermitted."""
    club = lock_club(variant.club_id, "run-seasons", by)
    found = Variant.objects.filter(pk=variant.pk).first()
    if found is None:  # somebody else has just removed it
        return
    found.delete()
    invalidate_pages(club)
    record_event(club, by, "remove_variant", "variant", found.key, before=_build_event_data(found))


def _list_names(game: Game) -> Iterator[str]:
    """What it is called, and its ready-made variants: as they are written, and as they are read."""
    for name in (game.name, *(variant.name for variant in game.variants)):
        yield from (name, gettext(name))


def _build_event_data(variant: Variant) -> JSON:
    return {"name": variant.name, "game": variant.game, "options": variant.options}
