"""Save a club's variant of a game under a name, remove it, and set the options of a competition."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from games import Game
from games.problems import _
from league.actions.changes import change, log_refusals
from league.actions.competition import canonicalise_options, change_options, find_game
from league.actions.errors import ActionError, NameInput, validate
from league.actions.ids import IdGenerator
from league.models import Club, Competition, Variant
from league.permissions import require
from league.principals import Principal
from league.rules.records import MAX_VARIANTS
from league.rules.snapshot import JSON
from league.rules.validation import build_problem


@log_refusals("save_variant")
def save_variant(*, club: Club, name: str, game: str, options: Mapping[str, Any], by: Principal) -> Variant:
    """Save options of a game, to be chosen by their name in forms with a choice of game.

    Locks the club. Raises PermissionDenied; ActionError for a bad name or a name that the game or another variant
    of it has already, for options that are not the game's, and for a variant too many.
    """
    require(by, "run-seasons", club)
    wanted = validate(NameInput, name=name)
    played = find_game(game)
    canonical_options = canonicalise_options(played, options)
    called = wanted.name.casefold()
    if called in (name.casefold() for name in _list_names(played)):
        sentence = _("{game} already has a variant called {name}. Choose another name.")
        raise ActionError(build_problem("name", "games-own", sentence, game=played.name, name=wanted.name))
    with change("save_variant", club, permission="run-seasons", by=by) as event:
        club = event.club
        variants = list(Variant.objects.filter(club=club))
        if len(variants) >= MAX_VARIANTS:
            sentence = _("A club can have at most {most} variants. Remove one you no longer use.")
            raise ActionError(build_problem("name", "too-many-variants", sentence, most=MAX_VARIANTS))
        if any(other.game == game and other.name.casefold() == called for other in variants):
            sentence = _("The club already has a variant called {name}. Choose another name.")
            raise ActionError(build_problem("name", "taken", sentence, name=wanted.name))
        keys = IdGenerator([other.key for other in variants], word="variant-")
        variant = Variant.objects.create(
            club=club, key=keys.generate(wanted.name), name=wanted.name, game=game, options=canonical_options
        )
        event.log("variant", variant.key, after=_build_event_data(variant))
        return variant


@transaction.atomic
def set_options(
    *, competition: Competition, options: Mapping[str, Any], by: Principal, keep_as: str = ""
) -> None:
    """Set the options of the next season, and save them as a variant of the club if `keep_as` is a name.

    Both are done or neither. Raises the errors of `change_options` and `save_variant`.
    """
    change_options(competition=competition, options=options, by=by)
    if keep_as:
        save_variant(club=competition.club, name=keep_as, game=competition.game, options=options, by=by)


def remove_variant(*, variant: Variant, by: Principal) -> None:
    """Remove a variant from the club's list; competitions played by it keep their options.

    Does nothing if it is gone already. Locks the club. Raises PermissionDenied.
    """
    with change("remove_variant", variant.club_id, permission="run-seasons", by=by) as event:
        current = Variant.objects.filter(pk=variant.pk).first()
        if current is None:  # another user has just removed it
            return
        current.delete()
        event.log("variant", current.key, before=_build_event_data(current))


def _list_names(game: Game) -> Iterator[str]:
    """Yield the names of the game and of its ready-made variants, as written and in the reader's language."""
    for name in (game.name, *(variant.name for variant in game.variants)):
        yield from (name, gettext(name))


def _build_event_data(variant: Variant) -> JSON:
    return {"name": variant.name, "game": variant.game, "options": variant.options}
