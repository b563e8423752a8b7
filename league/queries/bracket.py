"""The brackets of a season as their page shows them: round by round, with who is not known yet."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

from django.contrib.auth.models import AnonymousUser

from games import Text
from games.problems import _
from league.models import Division, Entry, Season, Seat, User
from league.models.match import MatchStatus
from league.queries.paired_rounds import load_histories
from league.queries.schedule import get_stage_settings
from league.rules.pairing.bracket import EMPTY, MAX_PLAYERS, MIN_PLAYERS, Side, TieState, play_bracket
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import PastRound
from league.rules.snapshot import Settings
from league.rules.standings.totals import BIDS_MADE

SECTIONS = {
    "main": _("Bracket"),
    "losers": _("Losers' bracket"),
    "third": _("Third place"),
    "consolation": _("Consolation"),
    "final": _("Final"),
    "decider": _("Second final, if it is needed"),
}
ROUNDS = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}  # by their number of ties
WAITING = {
    "winner": _("Winner of {number}"),
    "loser": _("Loser of {number}"),
    "drawn": _("To be drawn by seed"),
}


@dataclass(frozen=True)
class BracketMatch:
    """A match of a tie, with the score of each player by id; None without a result.

    `winner` is who has won it, and `zeros` are the made bids of each player.
    """

    key: str
    scores: Mapping[str, int | None]
    winner: str | None = None
    zeros: Mapping[str, int] = field(default_factory=dict)
    arranged_on: date | None = None  # by its players, until it has been played
    venue: str = ""


@dataclass(frozen=True)
class TieSide:
    """A side of a tie: a player, or who it will be."""

    player: str = ""
    name: str = ""
    seed: int = 0
    waiting: Text | None = None  # for whom, where no player is known yet
    scores: Sequence[int | None] = ()
    is_winner: bool = False


@dataclass(frozen=True)
class Decider:
    """What has decided a tie, or a match of it, in which the scores don't tell it.

    `key` is the ranking key, empty where the game's rule has no name; `values` are by side. `match` is the number of
    the match, from 1, where the tie has several and only this one was decided so; 0 else.
    """

    key: str
    values: Sequence[int] = ()
    match: int = 0


@dataclass(frozen=True)
class BracketTie:
    number: int  # from 1
    sides: tuple[TieSide, TieSide]
    matches: Sequence[BracketMatch]
    is_level: bool
    deciders: Sequence[Decider] = ()
    wins: Sequence[int] = ()  # by side, of several matches
    is_running: bool = False  # published, and not decided

    @property
    def arranged(self) -> BracketMatch | None:
        """Return the match whose players have arranged a day or a place, and still have to play it."""
        return next((match for match in self.matches if match.arranged_on or match.venue), None)

    @property
    def has_player(self) -> bool:
        return any(side.player for side in self.sides)

    @property
    def score(self) -> Sequence[int]:
        """Return the wins of both sides, or the scores of the only match; none without a result."""
        if self.wins or len(self.matches) != 1:
            return self.wins
        scores = [score for side in self.sides for score in side.scores if score is not None]
        return scores if len(scores) == len(self.sides) else ()


@dataclass(frozen=True)
class BracketRound:
    key: str
    title: Text
    round: int
    ties: Sequence[BracketTie]


@dataclass(frozen=True)
class BracketSection:
    key: str
    title: Text
    rounds: Sequence[BracketRound]
    is_drawn: bool = False  # round by round, so that no tie leads to a certain other tie


@dataclass(frozen=True)
class DivisionBracket:
    division: Division
    sections: Sequence[BracketSection]


@dataclass
class _Field:
    """The entries of a division by seed, with what its ties show."""

    names: dict[str, str] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)


def list_brackets(season: Season, *, reader: User | AnonymousUser) -> list[DivisionBracket]:
    """Return the bracket of each division of a season whose rules have one; none of another size. 5 queries."""
    settings = get_stage_settings(season)
    rules = settings.rules
    fields: defaultdict[int, _Field] = defaultdict(_Field)
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage).select_related("player")
    for entry in entries.order_by("seed", "pk"):
        fields[entry.division_id].names[entry.player.key] = entry.player.get_name_for(reader)
        if entry.left:
            fields[entry.division_id].withdrawn.add(entry.player.key)
    histories = load_histories(settings.tie_key, season=season)
    matches = _load_matches(season)
    brackets = []
    for division in season.divisions.filter(stage__number=season.current_stage).order_by("level"):
        of_division = fields[division.pk]
        if not MIN_PLAYERS <= len(of_division.names) <= MAX_PLAYERS:
            continue
        bracket = build_bracket(str(rules.pairing), len(of_division.names), rules.bracket_options)
        history: Sequence[PastRound] = histories[division.pk]
        states = play_bracket(bracket, list(of_division.names), history, of_division.withdrawn)
        sections = tuple(
            _list_sections(
                states, of_division.names, matches, settings, losses=bracket.losses, published=len(history)
            )
        )
        brackets.append(DivisionBracket(division, sections))
    return brackets


def _load_matches(season: Season) -> Mapping[tuple[int, frozenset[str]], Sequence[BracketMatch]]:
    """Return the matches of each round by their players, in order of legs. 1 query."""
    scores: dict[tuple[int, int, str], dict[str, int | None]] = {}
    arranged: dict[str, tuple[date | None, str]] = {}
    winners: dict[str, str] = {}
    zeros: defaultdict[str, dict[str, int]] = defaultdict(dict)
    seats = Seat.objects.filter(
        match__division__season=season, match__division__stage__number=season.current_stage
    ).exclude(match__status=MatchStatus.VOID)
    for number, leg, key, status, player, score, outcome, figures, day, venue in seats.values_list(
        *("match__round__number", "match__leg", "match__key", "match__status", "entry__player__key", "score"),
        *("outcome", "figures", "match__arranged_on", "match__venue"),
    ):
        if status == MatchStatus.SCHEDULED:
            arranged[key] = day, venue
        of_match = scores.setdefault((number, leg, key), {})
        of_match[player] = score if status == MatchStatus.PLAYED else None
        if status == MatchStatus.PLAYED:
            zeros[key][player] = figures.get(BIDS_MADE, 0)
            if outcome == "win":
                winners[key] = player
    matches: defaultdict[tuple[int, frozenset[str]], list[BracketMatch]] = defaultdict(list)
    for (number, _leg, key), of_match in sorted(scores.items(), key=lambda each: each[0]):
        of_tie = matches[number, frozenset(of_match)]
        of_tie.append(BracketMatch(key, of_match, winners.get(key), zeros[key], *arranged.get(key, ())))
    return matches


def _list_sections(
    states: Sequence[TieState],
    names: Mapping[str, str],
    matches: Mapping[tuple[int, frozenset[str]], Sequence[BracketMatch]],
    settings: Settings,
    *,
    losses: int,
    published: int,
) -> Iterator[BracketSection]:
    for section, title in SECTIONS.items():
        of_section = [state for state in states if state.tie.section == section and state.is_needed]
        rounds = []
        for place, (number, of_round) in enumerate(groupby(of_section, key=lambda state: state.tie.round), 1):
            ties = [_build_tie(state, names, matches, settings, published) for state in of_round]
            rounds.append(
                BracketRound(
                    f"{section}-{place}", _name_round(section, place, number, len(ties), losses), number, ties
                )
            )
        if rounds:
            is_drawn = of_section[-1].tie.sides[0].kind == "drawn"
            yield BracketSection(section, Text(title), rounds, is_drawn)


def _name_round(section: str, place: int, number: int, ties: int, losses: int) -> Text:
    if section == "consolation":
        return Text(_("Round {number}"), {"number": number})
    if section == "losers":
        return Text(_("Round {number}"), {"number": place})
    if section != "main":
        return Text(SECTIONS[section])
    if ties == 1 and losses > 1:
        return Text(_("Last without a loss"))
    if ties in ROUNDS:
        return Text(ROUNDS[ties])
    return Text(_("Round of {players}"), {"players": 2 * ties})


def _build_tie(
    state: TieState,
    names: Mapping[str, str],
    matches: Mapping[tuple[int, frozenset[str]], Sequence[BracketMatch]],
    settings: Settings,
    published: int,
) -> BracketTie:
    known = frozenset(entry for entry in state.entries if entry)
    played = matches.get((state.tie.round, known), ())
    seeds = {player: seed for seed, player in enumerate(names, 1)}
    first, second = (
        _build_side(side, entry, state, names, seeds, played)
        for side, entry in zip(state.tie.sides, state.entries, strict=True)
    )
    return BracketTie(
        state.tie.number + 1,
        (first, second),
        played,
        state.is_level,
        tuple(_list_deciders(state, played, settings)),
        state.wins,
        state.find_stage(published) == "running",
    )


def _list_deciders(state: TieState, matches: Sequence[BracketMatch], settings: Settings) -> Iterator[Decider]:
    """Yield what has decided a tie that ended level, or a match whose score is equal.

    Where the game counts zeros it is those if the winner has more; else the game's rule is all there is to say.
    """
    if settings.tie_key and state.tie_values:
        key, values = settings.tie_key, state.tie_values
        yield Decider(key.key, [key.format(value) for value in values])
    for number, match in enumerate(matches, 1):
        if match.winner is None or len(set(match.scores.values())) > 1:
            continue
        zeros = [match.zeros[str(entry)] for entry in state.entries]
        is_by_zeros = settings.game.zeros and match.zeros[match.winner] == max(zeros) > min(zeros)
        decider = Decider("zeros", zeros) if is_by_zeros else Decider("")
        yield replace(decider, match=number if len(matches) > 1 else 0)


def _build_side(
    side: Side,
    entry: str | None,
    state: TieState,
    names: Mapping[str, str],
    seeds: Mapping[str, int],
    played: Sequence[BracketMatch],
) -> TieSide:
    if entry is None:
        return TieSide(waiting=Text(WAITING[side.kind], {"number": side.number + 1}))
    if entry == EMPTY:
        return TieSide(waiting=Text(_("bye") if side.kind == "seed" else _("no opponent")))
    scores = [match.scores[entry] for match in played]
    return TieSide(entry, names[entry], seeds[entry], None, scores, is_winner=state.winner == entry)
