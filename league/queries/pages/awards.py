"""The awards of a season: who holds them and for what, and who else was considered; and those of a player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Game, is_installed
from league.models import Award, Player, Season
from league.models.season import SeasonState
from league.queries.award import season_awards
from league.queries.pages.season_head import SeasonHead, Viewer, head
from league.rules.explain.awards import (
    MAX_LISTED,
    UNLISTED_SENTENCES,
    classify_candidate,
    format_candidate_figure,
    format_reason,
    format_with_style,
)
from league.rules.seasons.awards import AwardCategory, Candidate, build_category_key, iterate_awards
from league.rules.snapshot import parse_settings


@dataclass(frozen=True)
class Person:
    key: str
    name: str


@dataclass(frozen=True)
class GivenLine:
    """Who holds an award, one of them or several together, with what."""

    people: tuple[Person, ...]
    value: str


@dataclass(frozen=True)
class ConsideredLine:
    """Somebody, or a pair, with their figure; `why_not` is empty for who holds the award."""

    people: tuple[Person, ...]
    figure: str
    why_not: str


@dataclass(frozen=True)
class CategoryPart:
    """`more`: so many were considered beside those listed; `others`: how many have no line, in words."""

    anchor: str
    label: str
    about: str
    given: tuple[GivenLine, ...] = ()
    considered: tuple[ConsideredLine, ...] = ()
    more: int = 0
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class HolderRow:
    """A holder of an award, for a file."""

    category: str
    award: str
    player: str
    name: str
    value: Decimal


@dataclass(frozen=True)
class AwardsPage:
    """`parts`: once the season is closed, with who has them; till then what there will be. `least`: so many matches
    prove what is compared, where anything has to be proven; else 0. `note`: what the game says of them, if anything."""

    head: SeasonHead
    is_closed: bool
    parts: tuple[CategoryPart, ...]
    least: int
    note: str
    holders: tuple[HolderRow, ...]


@dataclass(frozen=True)
class AwardLine:
    """An award that a player holds; `others` hold it with them."""

    competition: str
    competition_name: str
    season: int
    anchor: str  # where the page of the season's awards tells of it
    label: str
    value: str
    others: int


def page(season: Season, *, viewer: Viewer) -> AwardsPage | None:
    """Of a season that was read with its competition and club; None where its game has no awards. 4 queries for a
    closed season, whatever the size, 0 for another."""
    settings = parse_settings(*season.settings)
    game = settings.game
    if not game.awards:
        return None
    is_closed = season.state == SeasonState.CLOSED
    told = season_awards(Season.objects.filter(pk=season.pk))[season.pk] if is_closed else ()
    people = _people(told, season, viewer) if told else {}
    return AwardsPage(
        head=head(season),
        is_closed=is_closed,
        parts=tuple(_parts(told, game, people) if is_closed else _offered(game)),
        least=settings.rules.min_matches if any(award.proven for award in game.awards) else 0,
        note=gettext(game.awards_note) if game.awards_note else "",
        holders=tuple(_holders(told, game, people)),
    )


def awards_of(player: Player) -> tuple[AwardLine, ...]:
    """Those of a player, the latest season first; of games that are installed. 1 query."""
    together = (
        Award.objects.filter(season=OuterRef("season"), place=OuterRef("place"))
        .order_by()
        .values("place")
        .annotate(number=Count("pk"))
        .values("number")
    )
    kept = (
        Award.objects.filter(player=player, season__state=SeasonState.CLOSED)
        .select_related("season__competition")
        .annotate(together=Coalesce(Subquery(together), 1))
        .order_by("season__competition__name", "season__competition", "-season__number", "place")
    )
    return tuple(
        AwardLine(
            competition=award.season.competition.slug,
            competition_name=award.season.competition.name,
            season=award.season.number,
            anchor=_anchor(award.category),
            label=_labels(award.season).get(award.category, award.category),
            value=award.value,
            others=award.together - 1,
        )
        for award in kept
        if is_installed(award.season.game)
    )


def _labels(season: Season) -> Mapping[str, str]:
    """What the awards of the season's game are called, by category."""
    game = parse_settings(*season.settings).game
    return {
        build_category_key(award, style): _said(award.label, style, game)
        for award, style in iterate_awards(game)
    }


def _said(template: str, style: str | None, game: Game) -> str:
    return capfirst(format_with_style(template, style, game).translate(gettext))


def _anchor(category: str) -> str:
    return f"award-{category}"


# --- reading


def _people(told: Sequence[AwardCategory], season: Season, viewer: Viewer) -> Mapping[str, Person]:
    """Those whom the page names, by key. 1 query."""
    named = {player for category in told for given in category.given for player in given.players}
    named |= {player for category in told for one in _listed(category) for player in one.players}
    players = Player.objects.filter(club=season.competition.club_id, key__in=named)
    return {player.key: Person(player.key, player.get_name_for(viewer)) for player in players}


# --- telling


def _offered(game: Game) -> Iterator[CategoryPart]:
    """What there will be, before anybody has it."""
    for award, style in iterate_awards(game):
        yield CategoryPart(
            _anchor(build_category_key(award, style)),
            _said(award.label, style, game),
            _said(award.about, style, game),
        )


def _parts(told: Iterable[AwardCategory], game: Game, people: Mapping[str, Person]) -> Iterator[CategoryPart]:
    for category in told:
        award, style = category.award, category.style
        listed = _listed(category)
        others = Counter(classify_candidate(one) for one in category.candidates)
        yield CategoryPart(
            anchor=_anchor(category.key),
            label=_said(award.label, style, game),
            about=_said(award.about, style, game),
            given=tuple(
                GivenLine(tuple(people[player] for player in one.players), one.value)
                for one in category.given
            ),
            considered=tuple(_considered(category, one, people) for one in listed),
            more=others[""] - len(listed),
            others=tuple(
                gettext(template).format(count=others[kind])
                for kind, template in UNLISTED_SENTENCES.items()
                if others[kind]
            ),
        )


def _listed(category: AwardCategory) -> list[Candidate]:
    """The best of those who have a figure."""
    return [one for one in category.candidates if not classify_candidate(one)][:MAX_LISTED]


def _considered(category: AwardCategory, one: Candidate, people: Mapping[str, Person]) -> ConsideredLine:
    reason = format_reason(category, one)
    return ConsideredLine(
        tuple(people[player] for player in one.players),
        format_candidate_figure(one),
        reason.translate(gettext) if reason else "",
    )


def _holders(told: Iterable[AwardCategory], game: Game, people: Mapping[str, Person]) -> Iterator[HolderRow]:
    for category in told:
        label = _said(category.award.label, category.style, game)
        for one in category.given:
            for player in one.players:
                yield HolderRow(category.key, label, player, people[player].name, Decimal(one.value))
