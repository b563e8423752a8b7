"""The deals of a season in which all tables play the same cards: those that are public, and how they were played.

Whoever shows cards asks `find_public_board`: it knows no others (docs/reference/duplicate.md, Secrecy).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from games import Board, Duplicate, Invalid, Pile, Text
from games.cards import get_rank, get_suit
from league.models import (
    BoardSet,
    Decision,
    DecisionKind,
    Division,
    Event,
    Match,
    RegistrationState,
    Round,
    Season,
    Seat,
    Standing,
)
from league.models.round import RoundState
from league.models.season import DECIDED
from league.models.user import Viewer
from league.principals import Principal
from league.queries.match import SeatedMatch
from league.queries.paired_rounds import PUBLISHED, load_pairing_inputs
from league.queries.schedule import get_stage_settings
from league.queries.sheet import Cell, Table
from league.queries.sheet_layout import lay_out_sheet
from league.queries.snapshot import build_ranked_entry
from league.queries.standings_input import load_season_standings
from league.queries.table_names import tell_apart
from league.rules.duplicate.boards import read_deal
from league.rules.duplicate.comparison import CAUSES, Cause, Comparison
from league.rules.duplicate.generator import deal_board
from league.rules.duplicate.rounds import get_position, get_round, list_boards
from league.rules.pairing.movement import count_placed, count_sides, measure_movement, plan_movement
from league.rules.records import DealRecord
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings

RULED: tuple[Cause, ...] = ("ruling", "left-out")


def are_boards_public(rounds: Sequence[Round]) -> bool:
    """Return whether the last round that is announced is over: from then on anybody can work out all deals."""
    return bool(rounds) and all(each.state == RoundState.FINISHED for each in rounds)


def is_over(season: Season, rounds: Sequence[Round]) -> bool:
    """Return whether no deal is to be played any more, so that the seed is public."""
    return season.is_closed or are_boards_public(rounds)


def is_public(season: Season, chosen: Round) -> bool:
    """Return whether the deals of a round may be seen: it is finished, or the season is closed."""
    return chosen.state == RoundState.FINISHED or (season.is_closed and chosen.state in PUBLISHED)


def find_practice_board(season: Season, settings: Settings) -> Board | None:
    """Return a deal to practise with, which follows from what is published; None before deals are drawn. 1 query."""
    drawn = BoardSet.objects.filter(season=season).first()
    return deal_board(settings.game, drawn.digest[:32], 1) if drawn else None


def list_public_rounds(season: Season) -> list[Round]:
    """Return the rounds whose deals may be seen, by number. 1 query."""
    rounds = Round.objects.filter(stage__season=season, state__in=PUBLISHED).order_by("number")
    return [each for each in rounds if is_public(season, each)]


def is_deal_public(season: Season, settings: Settings, number: int) -> bool:
    """Return whether there is such a deal, and its round is over. 1 query."""
    deals = settings.deals or 0
    rounds = {each.number for each in list_public_rounds(season)}
    return number >= 1 and deals > 0 and get_round(number, deals) in rounds


def find_public_board(season: Season, settings: Settings, number: int) -> Board | None:
    """Return a deal if its round is over; None where there is no such deal, or it isn't known here. 2 queries."""
    if not is_deal_public(season, settings, number):
        return None
    drawn = BoardSet.objects.filter(season=season).first()
    return deal_from(drawn, settings, number) if drawn else None


def deal_from(drawn: BoardSet, settings: Settings, number: int) -> Board | None:
    """Return a deal of a set, public or not; None where the set came without its seed and without this deal."""
    if drawn.seed:
        return deal_board(settings.game, drawn.seed, number)
    given = drawn.deals.get(str(number))
    return read_deal(settings.game, DealRecord.model_validate(given)) if given else None


def list_known_rounds(
    season: Season, settings: Settings, drawn: BoardSet | None
) -> list[tuple[Round, list[int]]]:
    """Return the rounds whose deals may be seen, with the deals that are known here; those without are left out.

    1 query.
    """
    if drawn is None:
        return []
    known = [
        (each, [number for number in list_boards(each.number, settings.deals or 0) if drawn.knows(number)])
        for each in list_public_rounds(season)
    ]
    return [(each, numbers) for each, numbers in known if numbers]


def load_match_boards(match: Match, settings: Settings) -> list[tuple[int, Board | None]]:
    """Return the deals of a match that was read with its division and season, by number, for its sheet.

    A deal is None where it is not known here, or ruled on: it may have been made up wrongly, so that the sheet says
    what its cards do not allow. Returns none where each table has its own cards; else 2 queries, or 3.
    """
    if not settings.rules.same_cards:
        return []
    drawn = BoardSet.objects.filter(season=match.division.season_id).first()
    if drawn is None:
        return []
    rulings = Decision.objects.active().filter(kind=DecisionKind.DEALS, match=match)
    ruled = {deal for detail in rulings.values_list("detail", flat=True) for deal in detail["deals"]}
    return [
        (number, None if index in ruled else deal_from(drawn, settings, number))
        for index, number in enumerate(list_boards(match.round.number, settings.deals or 0))
    ]


# --- cards as pages show them


@dataclass(frozen=True)
class ShownCard:
    """A card with its suit's sign and name; `is_up`: it lies face up when play begins."""

    rank: str
    symbol: str
    suit: str
    is_red: bool
    is_up: bool


@dataclass(frozen=True)
class ShownPile:
    """Cards that belong together: those of a hand suit by suit, best first, others from the lowest one up.

    The label is empty where the position is called so already.
    """

    label: Text | str
    is_hand: bool
    suits: Sequence[Sequence[ShownCard]]

    @property
    def cards(self) -> list[ShownCard]:
        return [card for suit in self.suits for card in suit]


@dataclass(frozen=True)
class ShownHand:
    """All cards of a position, or those of no player, whose label is empty."""

    label: str
    piles: Sequence[ShownPile]

    @property
    def has_hidden(self) -> bool:
        """Return whether cards of it lie face down on the table."""
        return any(not card.is_up for pile in self.piles if not pile.is_hand for card in pile.cards)


def show_board(board: Board, duplicate: Duplicate) -> list[ShownHand]:
    """Return the cards of each position, then those of no player if there are any."""
    hands = [
        ShownHand(label, [_show_pile(pile, duplicate) for pile in board.piles if pile.position == position])
        for position, label in enumerate(duplicate.positions)
    ]
    others = [_show_pile(pile, duplicate) for pile in board.piles if pile.position is None]
    return [*hands, *([ShownHand("", others)] if others else [])]


def _show_pile(pile: Pile, duplicate: Duplicate) -> ShownPile:
    label = "" if pile.label == _get_position(pile, duplicate) else pile.label
    shown = dict(zip(pile.cards, pile.shown, strict=True))

    def show(card: str) -> ShownCard:
        suit = duplicate.suits[get_suit(card)]
        return ShownCard(get_rank(card), suit.symbol, suit.label, suit.is_red, shown[card])

    if _is_column(pile):
        return ShownPile(label, False, [[show(card)] for card in pile.cards])
    best_first = sorted(pile.cards, key=duplicate.pack.index, reverse=True)
    return ShownPile(
        label,
        True,
        [[show(card) for card in suit] for _letter, suit in groupby(best_first, key=get_suit)],
    )


def _is_column(pile: Pile) -> bool:
    """Return whether the order of a pile's cards matters, as some lie face up and some face down."""
    return any(pile.shown) and not all(pile.shown)


def list_places(board: Board, duplicate: Duplicate) -> list[tuple[str, Text, int]]:
    """Return for each card of the sorted pack where it goes: whose, the pile, and in a column its place.

    That is from 1, the lowest; 0 in a hand.
    """
    places = {
        card: (_get_owner(pile, duplicate), pile.label, number if _is_column(pile) else 0)
        for pile in board.piles
        for number, card in enumerate(pile.cards, 1)
    }
    return [places[card] for card in duplicate.pack]


def count_piles(board: Board, duplicate: Duplicate) -> list[tuple[str, Text, int]]:
    """Return of each pile whose it is, what it is called, and how many cards it has."""
    return [(_get_owner(pile, duplicate), pile.label, len(pile.cards)) for pile in board.piles]


def has_columns(board: Board) -> bool:
    """Return whether the order of cards matters in some pile."""
    return any(map(_is_column, board.piles))


def _get_owner(pile: Pile, duplicate: Duplicate) -> str:
    """Return the label of the position whose pile it is, empty if there is none, or the pile is called so itself."""
    owner = _get_position(pile, duplicate)
    return "" if owner is None or pile.label == owner else owner.template


def _get_position(pile: Pile, duplicate: Duplicate) -> Text | None:
    return None if pile.position is None else Text(duplicate.positions[pile.position])


def list_sorted_pack(duplicate: Duplicate) -> list[tuple[list[str], list[str]]]:
    """Return a sorted pack as suits in their order, by their labels, with the ranks that each of them has."""
    ranks = {
        suit: [get_rank(card) for card in cards] for suit, cards in groupby(duplicate.pack, key=get_suit)
    }
    return [
        ([duplicate.suits[suit].label for suit in suits], of_each)
        for of_each, suits in groupby(ranks, key=ranks.__getitem__)
    ]


def read_comparison(found: SeatedMatch) -> dict[str, tuple[str, Fraction]]:
    """Return name and comparison of each player of a match's division, best first; none where cards differ.

    1 query where all tables play the same cards.
    """
    rules = found.table.settings.rules
    if not rules.same_cards:
        return {}
    standings = Standing.objects.filter(entry__division=found.match.division_id).order_by(
        "rank", "entry__seed"
    )
    return {
        standing.entry.player.key: (standing.entry.player.get_name_for(found.viewer), value)
        for standing in standings.select_related("entry__player__club")
        if (value := build_ranked_entry(standing).row.get_figure(rules.ranking[0])) is not None
        and isinstance(value, Fraction)
    }


# --- the movement


@dataclass(frozen=True)
class Movement:
    """Who meets whom in each round, by table, as pairs of names; an empty name is an empty place.

    `together` are the fewest and most rounds in which two players hold the same cards, `sides` how often at least and
    at most a player holds the cards of the first position.
    """

    rounds: Sequence[Sequence[tuple[str, str]]]
    together: tuple[int, int]
    sides: tuple[int, int]
    deals: int


def find_movement(season: Season, settings: Settings, *, viewer: Viewer) -> Movement | None:
    """Return the movement of a season, once it is known who plays; None where there is none. 8 queries."""
    if settings.rules.pairing != MOVEMENT or season.is_draft:
        return None
    rounds = list(Round.objects.filter(stage__season=season).order_by("number"))
    names = {
        entry.player.key: entry.player.get_name_for(viewer)
        for entry in season.entries.select_related("player__club")
    }
    for _division, given in load_pairing_inputs(season, rounds, settings):
        try:
            planned = plan_movement(given)
        except Invalid:
            return None
        players, deals = count_placed(given), settings.deals or 1
        return Movement(
            [
                [(names.get(first or "", ""), names.get(second or "", "")) for first, second in tables]
                for tables in planned
            ],
            measure_movement(players, len(planned)),
            count_sides(players, len(planned), deals),
            deals * len(planned),
        )
    return None


# --- how a deal was played


@dataclass(frozen=True)
class DealSeat:
    """A player of a deal, with what the sheet says of them; `value` is what the comparison gives.

    Or what the director gives instead: then the score is not compared.
    """

    player: str
    name: str
    cells: Sequence[Cell | None]
    score: int | None
    value: Fraction | None
    is_compared: bool
    is_own: bool


@dataclass(frozen=True)
class DealResult:
    """A table's result of a deal; the seats are in order of positions.

    `absent` are the names of those who did not come, `ruling` is what the director has done, if anything.
    """

    match: str
    table: int
    seats: Sequence[DealSeat]
    notes: Sequence[Cell]
    absent: Sequence[str]
    ruling: str

    @property
    def is_own(self) -> bool:
        return any(seat.is_own for seat in self.seats)


@dataclass(frozen=True)
class Frequency:
    """How often a position scored so much in a deal, and what that gives."""

    score: int
    count: int
    value: Fraction | None


@dataclass(frozen=True)
class PlayedDeal:
    """A public deal: its cards, what was known before play, and how each table played it."""

    number: int
    round: int
    hands: Sequence[ShownHand]
    frequencies: Sequence[tuple[str, Sequence[Frequency]]]  # by position, with its label
    facts: Sequence[Text]
    results: Sequence[DealResult]
    labels: Sequence[str]  # of what the sheet says of each seat


def find_played_deal(season: Season, number: int, *, viewer: Viewer) -> PlayedDeal | None:
    """Return a deal whose round is over; None where there is none. 9 queries, 2 where there is none."""
    settings = get_stage_settings(season)
    board, duplicate = find_public_board(season, settings, number), settings.game.duplicate
    if board is None or duplicate is None:
        return None
    values = {
        (entry, each.position): each
        for results in load_season_standings(season, list(_list_divisions(season)))
        for entry, total in (results.compared or {}).items()
        for each in total.comparisons
        if each.board == number
    }
    tables = _list_results(season, settings, number, values, viewer)
    return PlayedDeal(
        number,
        get_round(number, settings.deals or 1),
        show_board(board, duplicate),
        [
            (label, _count_scores(seat for each in tables for seat in each.seats[position : position + 1]))
            for position, label in enumerate(duplicate.positions)
        ],
        duplicate.describe(board, settings.options),
        tables,
        _list_labels(settings),
    )


def _list_labels(settings: Settings) -> list[str]:
    """Return the labels of what a sheet's deal says of each seat, but for what is seldom filled in."""
    return [field.label for field in settings.layout(settings.table_size).per_seat if field.in_front]


@dataclass(frozen=True)
class ComparedDeal:
    """A deal of a player: what they held, against whom, and what the comparison gives for it.

    For a round that a player was not there for, `match` is empty, and so is the label of the `position`.
    """

    number: int
    round: int
    player: str
    name: str
    position: str
    opponents: Sequence[str]
    match: str
    score: int | None
    compared: int
    beaten: int
    equal: int
    value: Fraction | None
    cause: str  # why it is compared with nothing


def list_compared_deals(
    season: Season, *, viewer: Viewer, player: str = "", number: int | None = None
) -> list[ComparedDeal]:
    """Return the deals of rounds that are over, by number, with what each gives; 8 queries.

    Those of all players, by position and best first, or of one; of all deals, or of one.
    """
    settings = get_stage_settings(season)
    duplicate, deals = settings.game.duplicate, settings.deals or 1
    if duplicate is None:
        return []
    public = {each.number for each in list_public_rounds(season)}
    seats: dict[tuple[str, int], Seat] = {}
    names: dict[str, str] = {}
    opponents: dict[int, list[Seat]] = {}
    for seat in _load_seats(season, public, player):
        seats[seat.entry.player.key, seat.match.round.number] = seat
        opponents.setdefault(seat.match_id, []).append(seat)
    listed = []
    for results in load_season_standings(season, list(_list_divisions(season))):
        names |= {entry.player.key: entry.player.get_name_for(viewer) for entry in results.entries}
        for key, total in (results.compared or {}).items():
            for each in total.comparisons if player in ("", key) else ():
                round_number = get_round(each.board, deals)
                if round_number not in public or number not in (None, each.board):
                    continue
                own = seats.get((key, round_number))
                others = opponents.get(own.match_id, ()) if own else ()
                deal = ComparedDeal(
                    each.board,
                    round_number,
                    key,
                    names.get(key, key),
                    duplicate.positions[each.position] if own else "",
                    [seat.player.get_name_for(viewer) for seat in others if seat != own],
                    own.match.key if own else "",
                    each.score,
                    each.compared,
                    each.beaten,
                    each.equal,
                    each.value,
                    CAUSES[each.cause] if each.cause else "",
                )
                listed.append((each.position, deal))
    ordered = sorted(listed, key=lambda each: (each[1].number, each[0], -(each[1].value or 0), each[1].name))
    return [deal for _position, deal in ordered]


def _load_seats(season: Season, rounds: Collection[int], player: str) -> list[Seat]:
    """Return the seats of these rounds' matches, with players, by seat, or only of a player's matches; 1 query."""
    matches = Match.objects.filter(division__season=season, round__number__in=rounds)
    if player:
        matches = matches.filter(seats__entry__player__key=player)
    seats = Seat.objects.filter(match__in=matches.values("pk"))
    return list(seats.select_related("match__round", "player__club", "entry__player").order_by("number"))


def _list_divisions(season: Season) -> Iterable[Division]:
    return Division.objects.filter(season=season).select_related("stage").order_by("level")


def _list_results(
    season: Season,
    settings: Settings,
    number: int,
    values: Mapping[tuple[str, int], Comparison],
    viewer: Viewer,
) -> list[DealResult]:
    """Return each table's result, or what was given in its place, best first at the first position. 2 queries."""
    deals = settings.deals or 1
    index = list_boards(get_round(number, deals), deals).index(number)
    matches = Match.objects.filter(
        division__season=season, round__number=get_round(number, deals), status__in=DECIDED
    )
    blank = [None] * len(_list_labels(settings))
    results = []
    for match in matches.select_related("current").prefetch_related(
        "seats__player__club", "seats__entry__player"
    ):
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        names = tell_apart(seat.player.get_name_for(viewer) for seat in seats)
        laid_out = lay_out_sheet(Table(settings, names), (match.current and match.current.sheet) or {})
        was_played = all(index < len(seat.deal_scores or ()) for seat in seats)
        line = laid_out.deals[index] if was_played and index < len(laid_out.deals) else None
        cells = {group.seat: group.cells for group in line.groups} if line else {}
        of_positions: dict[int, DealSeat] = {}
        causes: set[Cause] = set()
        for seat, name in zip(seats, names, strict=True):
            position = get_position(number, seat.number, len(seats))
            compared = values.get((seat.entry.player.key, position))
            causes |= {compared.cause} if compared else set()
            of_positions[position] = DealSeat(
                seat.player.key,
                name,
                cells.get(seat.number, blank),
                (seat.deal_scores or ())[index] or 0 if was_played else None,  # all passed
                compared.value if compared else None,
                compared is not None and compared.score is not None,
                viewer.pk is not None and seat.player.user_id == viewer.pk,
            )
        notes = [cell for cell in line.cells if cell.seat is None and not cell.is_blank] if line else []
        absent = [name for seat, name in zip(seats, names, strict=True) if seat.absent]
        ruling = next((CAUSES[cause] for cause in RULED if cause in causes), "")
        if was_played or absent or ruling:  # not a deal that a match ended before
            of_table = [of_positions[key] for key in sorted(of_positions)]
            results.append(DealResult(match.key, match.table, of_table, notes, absent, ruling))
    return sorted(results, key=_rank_result)


def _rank_result(result: DealResult) -> tuple[bool, Fraction, int]:
    value = result.seats[0].value if result.seats else None
    return value is None, -(value or Fraction(0)), result.table


def _count_scores(seats: Iterable[DealSeat]) -> list[Frequency]:
    """Return the scores of a position that are compared, best first, with how often each was made."""
    values: dict[int, Fraction | None] = {}
    counts: Counter[int] = Counter()
    for seat in seats:
        if seat.score is not None and seat.is_compared:
            counts[seat.score] += 1
            values.setdefault(seat.score, seat.value)
    return [Frequency(score, counts[score], values[score]) for score in sorted(counts, reverse=True)]


# --- who has seen cards


def list_playing_accounts(season: Season) -> set[int]:
    """Return the accounts of those who take part, are registered, or sit in for another player. 3 queries."""
    of_entries = season.entries.filter(left=False, player__user__isnull=False)
    registered = season.registrations.filter(player__user__isnull=False)
    sitting = Seat.objects.filter(match__division__season=season, player__user__isnull=False)
    return {
        *of_entries.values_list("player__user", flat=True),
        *registered.exclude(state=RegistrationState.WITHDRAWN).values_list("player__user", flat=True),
        *sitting.filter(entry__left=False).values_list("player__user", flat=True),
    }


def has_own_entry(season: Season, by: Principal) -> bool:
    """Return whether the account is that of a person who plays. 3 queries."""
    return by.user_id is not None and by.user_id in list_playing_accounts(season)


@dataclass(frozen=True)
class Look:
    """A print of packs: by whom, when, of which round, and whether they play."""

    by: str
    at: datetime
    round: int
    kind: str
    plays: bool


def list_earlier_digests(season: Season) -> list[tuple[datetime, str]]:
    """Return the digests of deals drawn before the present ones, each with when others took their place. 1 query."""
    key = f"{season.competition.slug}/{season.number}"
    drawn = Event.objects.filter(club=season.competition.club_id, action="draw_boards", key=key)
    return [
        (at, before["digest"])
        for at, before in drawn.order_by("at", "pk").values_list("at", "before")
        if before and before.get("digest")
    ]


def list_looks(season: Season) -> list[Look]:
    """Return who has printed packs of a season, newest first. 4 queries."""
    key = f"{season.competition.slug}/{season.number}"
    events = Event.objects.filter(club=season.competition.club_id, action="print_packs", key=key)
    taking_part = list_playing_accounts(season)
    return [
        Look(
            event.by.get_full_name() if event.by else event.principal,
            event.at,
            (event.after or {}).get("round", 0),
            (event.after or {}).get("packs", ""),
            (event.after or {}).get("packs") == "open" and event.by_id in taking_part,
        )
        for event in events.select_related("by").order_by("-at", "-pk")
    ]
