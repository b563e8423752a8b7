"""Every address of the site, from the URL resolver, and plausible values for its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any
from urllib.parse import quote

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver

from league.models import (
    NOTIFICATION_KINDS,
    Club,
    Competition,
    Decision,
    Entry,
    Invitation,
    Job,
    JoinRequest,
    Match,
    Membership,
    Player,
    PlayerMerge,
    Round,
    Season,
    Variant,
)
from league.models.season import SeasonState
from league.queries.invitation import build_token
from league.queries.notifications import build_switch_token
from league.queries.registration import build_mail_token
from league.queries.rollover_job import ROLLOVER_JOB
from tests.fuzzer.world import World

Parts = dict[str, Any]
PART = re.compile(r"<(?:\w+:)?(\w+)>")
REGEX_PART = re.compile(r"\(\?P<(\w+)>[^)]*\)")


@dataclass(frozen=True)
class Address:
    """An address by its name, or by its route where it has none."""

    name: str
    route: str  # such as `<slug:club>/players/`

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return tuple(PART.findall(self.route))

    def fill(self, parts: Mapping[str, object]) -> str:
        """Return the path with these parts, whatever they are."""
        return "/" + PART.sub(lambda part: quote_part(str(parts[part[1]])), self.route)


def quote_part(text: str) -> str:
    return quote(text.encode(errors="surrogatepass"), safe="")


def list_addresses() -> list[Address]:
    """Return all addresses, in the order of the URL resolver, each name with each of its routes."""
    return list(dict.fromkeys(_walk_patterns(get_resolver(), "", "")))


def _walk_patterns(resolver: URLResolver, namespace: str, prefix: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        route = prefix + REGEX_PART.sub(r"<\1>", str(pattern.pattern).removeprefix("^").removesuffix("$"))
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk_patterns(pattern, namespace + inner, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield Address(namespace + (pattern.name or route), route)


# --- plausible parts: those of one row, so that they belong together


def choose_row(rows: QuerySet[Any], chance: Random) -> Any:
    """Return one of the rows, or None if there are none; 2 queries."""
    count = rows.count()
    return rows.order_by("pk")[chance.randrange(count)] if count else None


def choose_club(world: World, chance: Random) -> Club:
    """Return the home club mostly, sometimes the other one."""
    return world.home if chance.random() < 0.9 else world.away


def build_season_parts(season: Season) -> Parts:
    competition = season.competition
    return {"club": competition.club.slug, "competition": competition.slug, "season": season.number}


# What somebody who means well does in seasons of one state only, by the names of addresses.
STATES = {
    SeasonState.DRAFT: (
        *("set-up", "set-up-divisions", "set-up-schedule", "undo"),
        *("register", "register-by-mail", "mail-registration", "registration", "check-in"),
    ),
    SeasonState.OPEN: (
        *("ladder", "challenge"),
        *("close", "nights", "withdraw", "penalize", "substitute-rest", "enter-late", "import-results"),
        *(
            "results-template",
            "enter",
            "check",
            "watch-night",
            "undo-result",
            "at-table",
            "discard-sheet",
            "confirm-result",
            "dispute-result",
            "decide-match",
            "substitute",
            "move-match",
            "arrange-match",
        ),
    ),
    SeasonState.CLOSED: ("reopen", "roll-over"),
}
EXPECTED_STATES = {name: state for state, names in STATES.items() for name in names}
EXPECTED_SHARE = 0.9  # of seasons that are in this state


def _list_seasons(address: Address, world: World, chance: Random) -> QuerySet[Season]:
    """Return the seasons of a club, most often those in the state that is expected there."""
    seasons = Season.objects.select_related("competition__club")
    seasons = seasons.filter(competition__club=choose_club(world, chance))
    state = EXPECTED_STATES.get(address.name)
    return seasons.filter(state=state) if state and chance.random() < EXPECTED_SHARE else seasons


def _choose_nothing(address: Address, world: World, chance: Random) -> Parts:
    return {}


def _choose_club(address: Address, world: World, chance: Random) -> Parts:
    return {"club": choose_club(world, chance).slug}


def _choose_night(address: Address, world: World, chance: Random) -> Parts | None:
    match = choose_row(Match.objects.filter(club=choose_club(world, chance), due_on__isnull=False), chance)
    return {"club": match.club.slug, "day": match.due_on} if match else None


def _choose_slug(address: Address, world: World, chance: Random) -> Parts:
    return {"slug": choose_club(world, chance).slug}


def _choose_competition(address: Address, world: World, chance: Random) -> Parts | None:
    competition = choose_row(Competition.objects.filter(club=choose_club(world, chance)), chance)
    return {"club": competition.club.slug, "competition": competition.slug} if competition else None


def _choose_year(address: Address, world: World, chance: Random) -> Parts | None:
    parts = _choose_competition(address, world, chance)
    return parts and parts | {"year": chance.choice((2025, 2026, 2027))}


def _choose_season(address: Address, world: World, chance: Random) -> Parts | None:
    season = choose_row(_list_seasons(address, world, chance), chance)
    return build_season_parts(season) if season else None


def _choose_entry(address: Address, world: World, chance: Random) -> Parts | None:
    season = choose_row(_list_seasons(address, world, chance), chance)
    entry = season and choose_row(Entry.objects.filter(season=season).select_related("player"), chance)
    return build_season_parts(season) | {"player": entry.player.key} if entry else None


def _choose_entry_of_competition(address: Address, world: World, chance: Random) -> Parts | None:
    parts = _choose_entry(address, world, chance)
    return parts and {name: parts[name] for name in address.parts}


def _choose_day(address: Address, world: World, chance: Random) -> Parts | None:
    played = Match.objects.filter(division__season__in=_list_seasons(address, world, chance))
    match = choose_row(played.filter(current__played_on__isnull=False).select_related("current"), chance)
    return build_season_parts(match.division.season) | {"day": match.current.played_on} if match else None


def _choose_decision(address: Address, world: World, chance: Random) -> Parts | None:
    decisions = Decision.objects.select_related("season__competition__club")
    decision = choose_row(decisions.filter(season__competition__club=choose_club(world, chance)), chance)
    return build_season_parts(decision.season) | {"decision": decision.pk} if decision else None


def _choose_job(address: Address, world: World, chance: Random) -> Parts | None:
    job = choose_row(Job.objects.filter(kind=ROLLOVER_JOB), chance)
    seasons = Season.objects.select_related("competition__club")
    season = job and seasons.filter(pk=job.arguments["season"]).first()
    return build_season_parts(season) | {"job": job.pk} if season else None


def _choose_template(address: Address, world: World, chance: Random) -> Parts | None:
    season = _choose_season(address, world, chance)
    return season | {"file_format": chance.choice(("csv", "xlsx"))} if season else None


def _choose_round(address: Address, world: World, chance: Random) -> Parts | None:
    season = choose_row(_list_seasons(address, world, chance), chance)
    number = choose_row(Round.objects.filter(stage__season=season), chance)
    return build_season_parts(season) | {"number": number.number} if number else None


def _choose_match(address: Address, world: World, chance: Random) -> Parts | None:
    matches = Match.objects.filter(division__season__in=_list_seasons(address, world, chance))
    match = choose_row(matches.select_related("club"), chance)
    return {"club": match.club.slug, "match": match.key} if match else None


def _choose_version(address: Address, world: World, chance: Random) -> Parts | None:
    matches = Match.objects.filter(club=choose_club(world, chance), revision__gt=1).select_related("club")
    match = choose_row(matches, chance)
    return (
        {"club": match.club.slug, "match": match.key, "number": chance.randint(1, match.revision)}
        if match
        else None
    )


def _choose_player(address: Address, world: World, chance: Random) -> Parts | None:
    player = choose_row(Player.objects.filter(club=choose_club(world, chance)).select_related("club"), chance)
    return {"club": player.club.slug, "player": player.key} if player else None


def _choose_variant(address: Address, world: World, chance: Random) -> Parts | None:
    variant = choose_row(Variant.objects.filter(club=world.home), chance)
    return {"club": world.home.slug, "variant": variant.pk} if variant else None


def _choose_member(address: Address, world: World, chance: Random) -> Parts | None:
    club = choose_club(world, chance)
    member = choose_row(Membership.objects.filter(club=club), chance)
    return {"club": club.slug, "member": member.pk} if member else None


def _choose_invitation(address: Address, world: World, chance: Random) -> Parts | None:
    invitation = choose_row(Invitation.objects.filter(club=world.home), chance)
    return {"club": world.home.slug, "invitation": invitation.pk} if invitation else None


def _choose_join_request(address: Address, world: World, chance: Random) -> Parts | None:
    asked = choose_row(JoinRequest.objects.filter(club=world.home), chance)
    return {"club": world.home.slug, "join_request": asked.pk} if asked else None


def _choose_player_merge(address: Address, world: World, chance: Random) -> Parts | None:
    """Return a merge of two records and the player who stayed; of one that is not there where there is none yet."""
    merged = choose_row(PlayerMerge.objects.filter(club=world.home).select_related("kept"), chance)
    player = merged.kept if merged else choose_row(Player.objects.filter(club=world.home), chance)
    return (
        {"club": world.home.slug, "player": player.key, "merge": merged.pk if merged else 1}
        if player
        else None
    )


def _choose_factor(address: Address, world: World, chance: Random) -> Parts | None:
    factor = choose_row(Authenticator.objects.all(), chance)
    return {"pk": factor.pk if factor else 1}


def _choose_token(address: Address, world: World, chance: Random) -> Parts | None:
    if address.name == "switch-notifications":
        kinds = chance.sample(sorted(NOTIFICATION_KINDS), chance.randint(1, 2))
        return {"token": build_switch_token(world.choose_user(chance), kinds)}
    invitation = choose_row(Invitation.objects.filter(club=world.home), chance)
    return {"token": build_token(invitation)} if invitation else None


def _choose_guest(address: Address, world: World, chance: Random) -> Parts | None:
    season = choose_row(_list_seasons(address, world, chance), chance)
    email = f"guest-{chance.randint(1, 3)}@example.org"
    return build_season_parts(season) | {"token": build_mail_token(season, email)} if season else None


def _choose_reset_key(address: Address, world: World, chance: Random) -> Parts:
    user = world.choose_user(chance)
    return {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}


def _choose_page(address: Address, world: World, chance: Random) -> Parts | None:
    return {"page": chance.choice(("scoring", "commands", "README", "nothing"))}


def _choose_app(address: Address, world: World, chance: Random) -> Parts:
    return {"app_label": chance.choice(("league", "axes", "auth"))}


def _choose_object(address: Address, world: World, chance: Random) -> Parts | None:
    """Return a row of the model whose page in the admin site it is."""
    app, model, *_page = address.name.removeprefix("admin:").split("_")
    try:
        rows = apps.get_model(app, model)._default_manager.all()
    except LookupError:  # an old form of the address, which leads on to the new one
        return {"object_id": chance.randint(1, 9)}
    row = choose_row(rows, chance)
    return {"object_id": row.pk} if row else None


def _choose_shown_object(address: Address, world: World, chance: Random) -> Parts:
    shown = ContentType.objects.get_for_model(chance.choice((Club, Competition, Match, Player)))
    row = choose_row(shown.model_class()._default_manager.all(), chance)  # type: ignore[union-attr]
    return {"content_type_id": shown.pk, "object_id": row.pk}


def _choose_rest(address: Address, world: World, chance: Random) -> Parts:
    return {"url": chance.choice(("league", "league/club", "nothing/here/"))}


Generator = Callable[[Address, World, Random], Parts | None]
SEASON = ("club", "competition", "season")
# By the parts of an address. An address with others needs a line here: which of them belong together.
GENERATORS: dict[tuple[str, ...], Generator] = {
    (): _choose_nothing,
    ("club",): _choose_club,
    ("slug",): _choose_slug,
    ("club", "day"): _choose_night,
    ("club", "competition"): _choose_competition,
    ("club", "competition", "year"): _choose_year,
    ("club", "competition", "player"): _choose_entry_of_competition,
    SEASON: _choose_season,
    (*SEASON, "day"): _choose_day,
    (*SEASON, "player"): _choose_entry,
    (*SEASON, "decision"): _choose_decision,
    (*SEASON, "job"): _choose_job,
    (*SEASON, "file_format"): _choose_template,
    (*SEASON, "number"): _choose_round,
    (*SEASON, "token"): _choose_guest,
    ("club", "match"): _choose_match,
    ("club", "match", "number"): _choose_version,
    ("club", "player"): _choose_player,
    ("club", "variant"): _choose_variant,
    ("club", "member"): _choose_member,
    ("club", "invitation"): _choose_invitation,
    ("club", "join_request"): _choose_join_request,
    ("club", "player", "merge"): _choose_player_merge,
    ("token",): _choose_token,
    ("pk",): _choose_factor,
    ("uidb36", "key"): _choose_reset_key,
    ("page",): _choose_page,
    ("app_label",): _choose_app,
    ("object_id",): _choose_object,
    ("content_type_id", "object_id"): _choose_shown_object,
    ("url",): _choose_rest,
}


def choose_parts(address: Address, world: World, chance: Random) -> Parts:
    """Return parts of the address that lead somewhere, if there is such a thing just now."""
    return GENERATORS[address.parts](address, world, chance) or dict.fromkeys(address.parts, 1)
