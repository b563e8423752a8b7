"""The awards of a season: holders, figures, and other candidates; and the awards of a player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import Game, Text, is_installed
from league.models import Award, Player, Season
from league.models.season import SeasonState
from league.queries.award import compute_awards, load_record
from league.rules.explain.awards import (
    MAX_LISTED,
    UNLISTED_SENTENCES,
    classify_candidate,
    format_reason,
    format_with_style,
)
from league.rules.seasons.awards import (
    AwardCategory,
    Candidate,
    build_category_key,
    compute_recent_categories,
    iterate_awards,
)
from league.rules.snapshot import parse_settings


@dataclass(frozen=True)
class ConsideredRow:
    """A player, or a pair, with their figure; `reason` is why they do not hold the award."""

    players: Sequence[Player]
    figure: Fraction | int | None
    reason: Text | None


@dataclass(frozen=True)
class AwardRow:
    """An award of a season, its holders, one or several together, and their figure.

    Beside the candidates in `considered` there are so many `more`; `others` counts players who were not considered.
    """

    key: str
    label: Text
    about: Text
    given: Sequence[tuple[Sequence[Player], str]] = ()
    considered: Sequence[ConsideredRow] = ()
    more: int = 0
    others: Sequence[Text] = ()


@dataclass(frozen=True)
class PlayerAward:
    """An award that a player holds; so many `others` hold it with them."""

    award: Award
    label: Text
    others: int


def list_awards(season: Season) -> list[AwardRow]:
    """Return the awards of a season, without holders before it is closed. 4 queries; none before."""
    settings = parse_settings(*season.settings)
    game = settings.game
    if not season.is_closed:
        categories = [
            AwardCategory(build_category_key(award, style), award, style, (), ())
            for award, style in iterate_awards(game, settings.rules)
        ]
        return [_build_row(category, game, {}) for category in categories]
    return _build_rows(season, compute_awards(Season.objects.filter(pk=season.pk))[season.pk])


def list_recent_awards(latest: Season) -> list[AwardRow]:
    """Return the awards over each player's last four matches up to this season, the latest. 2 queries."""
    settings = parse_settings(*latest.settings)
    return _build_rows(latest, compute_recent_categories(settings.game, settings.rules, load_record(latest)))


def _build_rows(season: Season, given: Sequence[AwardCategory]) -> list[AwardRow]:
    """Return the awards with the players that are named. 1 query."""
    named = {player for category in given for award in category.given for player in award.players}
    named |= {player for category in given for award in _list_best(category) for player in award.players}
    players = Player.objects.for_page().filter(club=season.competition.club_id, key__in=named)
    by_key = {player.key: player for player in players}
    game = parse_settings(*season.settings).game
    return [_build_row(category, game, by_key) for category in given]


def _build_row(category: AwardCategory, game: Game, players: Mapping[str, Player]) -> AwardRow:
    best = _list_best(category)
    others = Counter(classify_candidate(candidate) for candidate in category.candidates)
    return AwardRow(
        key=category.key,
        label=format_with_style(category.award.label, category.style, game),
        about=format_with_style(category.award.about, category.style, game),
        given=[([players[key] for key in award.players], award.value) for award in category.given],
        considered=[
            ConsideredRow(
                [players[key] for key in candidate.players],
                candidate.figure,
                format_reason(category, candidate),
            )
            for candidate in best
        ],
        more=others[""] - len(best),
        others=[
            Text(sentence, {"count": others[kind]})
            for kind, sentence in UNLISTED_SENTENCES.items()
            if others[kind]
        ],
    )


def _list_best(category: AwardCategory) -> list[Candidate]:
    """Return the best of the candidates with a figure."""
    return [candidate for candidate in category.candidates if not classify_candidate(candidate)][:MAX_LISTED]


def list_player_awards(player: Player) -> list[PlayerAward]:
    """Return the awards that a player holds, newest first, in games that are installed. 1 query."""
    together = (
        Award.objects.filter(season=OuterRef("season"), place=OuterRef("place"))
        .order_by()
        .values("place")
        .annotate(number=Count("pk"))
        .values("number")
    )
    awards = (
        player.awards.filter(season__state=SeasonState.CLOSED)
        .select_related("season__competition__club")
        .annotate(together=Coalesce(Subquery(together), 1))
        .order_by("season__competition__name", "season__competition", "-season__number", "place")
    )
    return [
        PlayerAward(award, _get_label(award), award.together - 1)
        for award in awards
        if is_installed(award.season.game)
    ]


def _get_label(award: Award) -> Text:
    """Return the name of an award; its key if the game does not have it any more."""
    settings = parse_settings(*award.season.settings)
    game = settings.game
    labels = {
        build_category_key(definition, style): format_with_style(definition.label, style, game)
        for definition, style in iterate_awards(game, settings.rules)
    }
    return labels.get(award.category, Text(award.category))
