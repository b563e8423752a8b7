"""The prize list of a tournament: the first places, the best newcomer, the best of each team, and by figures.

See docs/reference/pairing.md, Prizes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef

from games import Figure, Text
from games.problems import _
from league.models import Entry, Season, Seat, User
from league.models.match import MatchStatus
from league.queries.club_overview import choose_metric, measure
from league.queries.schedule import find_settings
from league.rules.seasons.groups import describe_name
from league.rules.snapshot import Settings
from league.rules.standings.totals import add_up_figures, format_ordinal

PRIZED_PLACES = 3


@dataclass(frozen=True)
class Prize:
    """A prize and those who have it: several where they share a place."""

    title: Text
    winners: Sequence[tuple[str, str, Fraction | int | None]]  # link, name, and what it is for


def list_prizes(season: Season, *, reader: User | AnonymousUser) -> list[Prize]:
    """Return the prizes as the standings are now; none before the first result.

    1 query; 2 of a game that has prizes of its own.
    Each has the points of who won it or, where all tables play the same cards, what the comparison gives them.
    """
    settings = find_settings(season)
    metric = choose_metric(settings) if settings and settings.rules.same_cards else ""
    before = Seat.objects.filter(player=OuterRef("player"), match__status=MatchStatus.PLAYED).exclude(
        match__division__season=season
    )
    wins = {"guest": False} if season.settings[2].get("guests") else {}  # guests who rank apart win nothing
    ranked: Any = (
        Entry.objects.filter(season=season, standing__isnull=False, **wins)
        .select_related("player", "standing", "division__season__competition", "stage")
        .annotate(has_played_before=Exists(before))
        .order_by("-stage__number", "division__level", "standing__rank", "seed")
    )
    in_last_stage: dict[int, Any] = {}  # by player: who is in the final is not looked for in the groups
    has_left: dict[int, bool] = {}  # by player: who has withdrawn from the final has no prize of the groups
    for entry in ranked:
        gone = has_left.setdefault(entry.player_id, entry.left)
        if not gone and (entry.standing.played or entry.standing.points):
            in_last_stage.setdefault(entry.player_id, entry)
    entries = list(in_last_stage.values())
    of_stage = [entry for entry in entries if entry.stage.number == season.current_stage]

    def build(title: Text, of: Sequence[Any]) -> Prize:
        return Prize(
            title,
            [
                (
                    entry.player.get_link_for(reader),
                    entry.player.get_name_for(reader),
                    measure(entry.standing, metric) if metric else entry.standing.points,
                )
                for entry in of
            ],
        )

    levels = sorted({entry.division.level for entry in of_stage})
    prizes = []
    for level in levels:
        there = [entry for entry in of_stage if entry.division.level == level]
        for place in range(1, PRIZED_PLACES + 1):
            of_place = [entry for entry in there if entry.standing.rank == place]
            if not of_place:
                continue
            values: dict[str, Any] = {
                "place": format_ordinal(place),
                "division": describe_name(of_place[0].division.name),
            }
            title = _("{place} place")
            if len(levels) > 1:
                title = (
                    _("{place} place, {division}")
                    if of_place[0].division.goes_by_its_name
                    else _("{place} place, division {division}")
                )
            prizes.append(build(Text(title, values), of_place))
    newcomers = [entry for entry in entries if not entry.has_played_before]
    if 0 < len(newcomers) < len(entries):
        prizes.append(build(Text(_("Best newcomer"), {}), _list_best(newcomers)))
    for team in sorted({entry.team for entry in entries if entry.team}):
        members = [entry for entry in entries if entry.team == team]
        prizes.append(build(Text(_("Best of {team}"), {"team": team}), _list_best(members)))
    return [*prizes, *_list_prizes_of_figures(season, settings, entries, reader)]


def _list_prizes_of_figures(
    season: Season, settings: Settings | None, entries: Sequence[Any], reader: User | AnonymousUser
) -> Iterator[Prize]:
    """Yield the prizes for the most of some of the game's own figures. 1 query if it has such."""
    if settings is None or settings.rules.same_cards or not settings.game.prize_figures or not entries:
        return
    game = settings.game
    played = Seat.objects.filter(match__division__season=season, match__status=MatchStatus.PLAYED)
    counted: dict[int, list[tuple[Sequence[Figure], Mapping[str, int]]]] = {}
    for player, figures in played.values_list("entry__player", "figures"):
        counted.setdefault(player, []).append((game.figures, figures))
    totals = {player: add_up_figures(own) for player, own in counted.items()}
    for figure in game.figures:
        if figure.key not in game.prize_figures:
            continue
        had = [
            (totals[entry.player_id][figure.key], entry)
            for entry in entries
            if figure.key in totals.get(entry.player_id, {})
        ]
        most = max((value for value, _entry in had), default=0)
        if most > 0:
            title = _("Most: {figure}")
            if figure.of_deals and game.short_sheet:
                title = _("Most: {figure}. Sheets of sums are left out")
            yield Prize(
                Text(title, {"figure": Text(figure.label)}),
                [
                    (entry.player.get_link_for(reader), entry.player.get_name_for(reader), value)
                    for value, entry in had
                    if value == most
                ],
            )


def _list_best(entries: Sequence[Any]) -> list[Any]:
    """Return the first of these entries, which are in order of the standings, and those who share their place."""
    first = entries[0]
    return [
        entry
        for entry in entries
        if (entry.division_id, entry.standing.rank) == (first.division_id, first.standing.rank)
    ]
