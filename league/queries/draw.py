"""The draw of a tournament's groups, or of the places in its brackets, name by name.

It follows from what is stored: the groups with their seeds, and the number that they were drawn with
(docs/reference/pairing.md, Showing the draw).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games import Text
from games.problems import _
from league.models import Division, Entry, Match, Season, User
from league.models.match import MatchStatus
from league.queries.schedule import get_stage_settings
from league.rules.pairing.bracket import MAX_PLAYERS, MIN_PLAYERS
from league.rules.pairing.knockout import build_bracket
from league.rules.records import FIRST_STAGE
from league.rules.seasons.groups import are_drawn, compute_draw_digest, describe_name, list_pots
from league.rules.settings import BRACKETS, Rules


@dataclass(frozen=True)
class DrawStep:
    """A name of the draw, and where it comes: the name of a group, or a tie of the first round."""

    player: str
    name: str
    seed: int
    place: Text


@dataclass(frozen=True)
class DrawPart:
    """Names that are drawn one after the other: a pot, or a bracket."""

    title: Text | None
    steps: Sequence[DrawStep]


@dataclass(frozen=True)
class Draw:
    """The draw of a stage; `is_by_lot` says whether the number gives these groups: some may have been changed.

    Number and digest tell whether a guessed id is right. `shows_digest` says whether the reader may be shown them: who
    reads all of the names.
    """

    parts: Sequence[DrawPart]
    digest: str
    is_of_groups: bool
    is_by_lot: bool
    seed: int
    shows_digest: bool


def has_draw(season: Season) -> bool:
    """Return whether the stage that a season has reached has a draw: of groups by lot, or of a bracket. No queries."""
    _game, _options, rules = season.settings  # also of a game that is not installed
    if season.current_stage == FIRST_STAGE:
        return rules.get("pairing") in BRACKETS or bool(rules.get("draw_groups"))
    return (rules.get("final") or {}).get("pairing") in BRACKETS


def has_begun(season: Season) -> bool:
    """Return whether a match of the stage that a season has reached is decided: its draw is over then. 1 query."""
    matches = Match.objects.filter(
        division__season=season, division__stage__number=season.current_stage
    ).exclude(status=MatchStatus.SCHEDULED)
    return matches.exists()


def find_draw(season: Season, *, reader: User | AnonymousUser) -> Draw | None:
    """Return the draw of the stage that a season has reached, if it has one and there are players. 1 query."""
    if not has_draw(season):
        return None
    rules = get_stage_settings(season).rules
    seed = season.draw_seed if rules.is_bracket else season.groups_seed
    if not (rules.is_bracket or seed):
        return None
    by_division: defaultdict[int, list[Entry]] = defaultdict(list)
    divisions: dict[int, Division] = {}
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage)
    for entry in entries.select_related("player", "division").order_by("division__level", "seed", "pk"):
        by_division[entry.division_id].append(entry)
        divisions[entry.division_id] = entry.division
    if not by_division:
        return None
    names = {
        entry.player.key: entry.player.get_name_for(reader)
        for there in by_division.values()
        for entry in there
    }
    groups = [[entry.player.key for entry in there] for there in by_division.values()]
    titles = [division.name for division in divisions.values()]
    list_parts = _list_ties if rules.is_bracket else _list_pots
    return Draw(
        list(list_parts(groups, titles, names, rules)),
        compute_draw_digest(seed, groups),
        not rules.is_bracket,
        not rules.is_bracket and are_drawn(groups, seed, season.group_lots),
        seed,
        all(
            entry.player.get_name_in_files_for(reader) == entry.player.name
            for there in by_division.values()
            for entry in there
        ),
    )


def _list_pots(
    groups: Sequence[Sequence[str]], titles: Sequence[str], names: dict[str, str], _rules: Rules
) -> Iterator[DrawPart]:
    for number, pot in enumerate(list_pots(groups), 1):
        steps = [
            DrawStep(player, names[player], number, describe_name(titles[group])) for group, player in pot
        ]
        yield DrawPart(Text(_("Pot {number}"), {"number": number}), steps)


def _list_ties(
    groups: Sequence[Sequence[str]], titles: Sequence[str], names: dict[str, str], rules: Rules
) -> Iterator[DrawPart]:
    """Yield each bracket: by seed, the tie of round 1 in which each comes, numbered as on the bracket's page."""
    for players, title in zip(groups, titles, strict=True):
        if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
            continue
        bracket = build_bracket(str(rules.pairing), len(players), rules.bracket_options)
        ties = {
            side.number: (tie.number + 1, any(other.number > len(players) for other in tie.sides))
            for tie in bracket.ties
            for side in tie.sides
            if side.kind == "seed"
        }
        steps = []
        for seed, player in enumerate(players, 1):
            number, has_bye = ties[seed]
            sentence = _("Tie {number}, bye") if has_bye else _("Tie {number}")
            steps.append(DrawStep(player, names[player], seed, Text(sentence, {"number": number})))
        yield DrawPart(describe_name(title) if len(groups) > 1 else None, steps)
