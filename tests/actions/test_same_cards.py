"""A tournament in which all tables play the same cards: what is drawn, filled in, ruled on, and refused."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

import games
from league.actions import proposals, rounds
from league.actions.boards import draw_boards, print_packs
from league.actions.competition import change_options
from league.actions.decisions.deals import rule_on_deals
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.season import close_season, open_season, reopen_season
from league.actions.tournament import create_tournament
from league.models import BoardSet, Club, Decision, Division, Event, Match, Player, Role, Season, Standing
from league.principals import CONSOLE
from league.queries.boards import load_match_boards
from league.rules.duplicate.generator import compute_digest, deal_board
from league.rules.seasons.tournament_plans import build_rules
from league.rules.snapshot import JSON, parse_settings
from tests.actions.clubs import make_member
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.tournaments import NAMES, begin_round, get_key, make_tournament, reread
from tests.scenarios import scenario
from tests.skuck_play import make_sheet


@scenario
def four(club: Club) -> Season:
    """Four players, three rounds of two deals, the first of them published."""
    season = make_evening(club, 4, 3)
    begin_round(season)
    return season


@scenario
def swiss(club: Club) -> Season:
    return make_tournament(club, 4, 2)


def make_evening(club: Club, players: int, count: int, *, deals: int = 2, **more: Any) -> Season:
    return make_tournament(club, players, count, kind="same-cards", options={"deals": deals}, **more)


def play(season: Season, number: int, *, chance: int = 1) -> None:
    """Play a round from its packs, by legal cards."""
    settings = parse_settings(*reread(season).settings)
    for match in Match.objects.filter(division__season=season, round__number=number, status="scheduled"):
        boards = load_match_boards(match, settings)
        sheet = make_sheet(
            [board for _n, board in boards if board], boards[0][0] - 1, Random(f"{chance}/{match.table}")
        )
        enter_result(match, sheet)


def score(season: Season, number: int, bids: Sequence[tuple[int, int]]) -> list[Match]:
    """Enter a match at each table of a round whose players miss their bids by so much in each deal."""
    matches = list(Match.objects.filter(division__season=season, round__number=number).order_by("table"))
    for match, misses in zip(matches, bids, strict=True):
        first, second = misses
        deal = {"bids": [13 - first, 14 - second], "tricks": [13, 14]}
        enter_result(match, {"deals": [deal, deal]})
    return matches


def list_means(season: Season) -> list[Fraction]:
    """Return what the comparison gives each player, best first."""
    figures = Standing.objects.filter(entry__season=season).order_by("rank").values_list("figures", flat=True)
    return [Fraction(each["matchpoints"], 100) for each in figures]


# --- drawing and printing


def test_deals_are_drawn_when_the_tournament_starts_and_the_log_has_only_their_digest(four: Season) -> None:
    drawn = BoardSet.objects.get(season=four)
    assert drawn.digest == compute_digest(drawn.seed)
    logged = str(list(Event.objects.values_list("before", "after", "why")))
    assert drawn.digest in logged and drawn.seed not in logged


def test_deals_drawn_for_a_draft_stay_when_it_starts(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "same-cards", 3)
    season = create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=NAMES[:4], by=CONSOLE)
    draw_boards(season=reread(season), by=CONSOLE)
    drawn = BoardSet.objects.get()
    open_season(season=reread(season), by=CONSOLE)
    assert BoardSet.objects.get().digest == drawn.digest


def test_other_deals_need_a_reason_and_come_before_the_first_round_is_published(club: Club) -> None:
    season = make_evening(club, 4, 3)
    before = BoardSet.objects.get().digest
    assert refusal(draw_boards, season=season, by=CONSOLE) == [("reason", "reason-missing")]
    draw_boards(season=season, reason="Packs were seen", by=CONSOLE)
    assert BoardSet.objects.get().digest != before
    begin_round(season)
    late = refusal(draw_boards, season=season, reason="Packs were seen", by=CONSOLE)
    assert late == [("season", "boards-in-play")]


def test_tables_with_their_own_cards_have_none_to_draw_or_print(swiss: Season) -> None:
    assert refusal(draw_boards, season=swiss, by=CONSOLE) == [("season", "not-same-cards")]
    printing = {"season": swiss, "number": 1, "kind": "open", "by": CONSOLE}
    assert refusal(print_packs, **printing) == [("season", "not-same-cards")]


def test_who_plays_prints_blind_packs_and_each_print_is_logged(four: Season, club: Club) -> None:
    organiser = make_member(club, Role.ORGANISER)
    print_packs(season=four, number=2, kind="open", by=organiser)
    Player.objects.filter(key=get_key("Ann Archer")).update(user=organiser.user)
    printing: dict[str, Any] = {"season": four, "number": 2, "by": organiser}
    assert refusal(print_packs, kind="open", **printing) == [("plays", "plays")]
    print_packs(kind="blind", **printing)
    printed = Event.objects.filter(action="print_packs").order_by("pk").values_list("after", flat=True)
    assert list(printed) == [{"round": 2, "packs": "open"}, {"round": 2, "packs": "blind"}]
    assert refusal(print_packs, season=four, number=4, kind="blind", by=organiser) == [
        ("round", "unknown-round")
    ]
    with pytest.raises(PermissionDenied):
        print_packs(season=four, number=2, kind="open", by=make_member(club, Role.SCORER))


def test_packs_of_a_set_without_its_seed_are_refused(four: Season) -> None:
    BoardSet.objects.update(seed="")
    printing = {"season": four, "number": 1, "kind": "open", "by": CONSOLE}
    assert refusal(print_packs, **printing) == [("season", "no-boards")]


# --- sheets


def test_what_the_cards_say_is_filled_in(four: Season) -> None:
    settings, drawn = parse_settings(*four.settings), BoardSet.objects.get()
    duplicate = settings.game.duplicate
    assert duplicate
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    enter_result(match, {"deals": [{"bids": [13, 14], "tricks": [13, 14]}] * 2})
    match.refresh_from_db()
    assert match.current and match.current.sheet
    for number, deal in enumerate(match.current.sheet["deals"], 1):
        board = deal_board(settings.game, drawn.seed, number)
        known = duplicate.fill(board, duplicate.list_seats(number - 1), settings.options)
        assert {key: deal[key] for key in known} == known


def test_count_that_one_of_both_has_not_written_is_filled_in(four: Season) -> None:
    settings, drawn = parse_settings(*four.settings), BoardSet.objects.get()
    duplicate = settings.game.duplicate
    assert duplicate
    own, other = duplicate.fill(deal_board(settings.game, drawn.seed, 1), (0, 1), settings.options)["points"]
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    deal: dict[str, Any] = {"bids": [13, 14], "tricks": [13, 14]}
    enter_result(match, {"deals": [deal | {"points": [own + 1, None]}, deal]})
    match.refresh_from_db()
    assert match.current and match.current.sheet
    assert match.current.sheet["deals"][0]["points"] == [own + 1, other]


POSSIBLE: JSON = {"bids": [13, 14], "tricks": [13, 14]}


def find_impossible_deal(season: Season, match: Match) -> JSON:
    """Return a sheet's first deal that the cards of the match rule out."""
    settings = parse_settings(*season.settings)
    duplicate, boards = settings.game.duplicate, load_match_boards(match, settings)
    board = boards[0][1]
    assert duplicate and board
    for trump, taken in product(("clubs", "diamonds", "hearts", "spades"), (0, 27)):
        deal: JSON = {"bids": [13, 14], "tricks": [taken, 27 - taken], "trump": trump}
        if any(duplicate.check(board, deal, (0, 1), settings.options)):
            return deal
    raise AssertionError("each side takes a trick with its highest trump")


def test_tricks_that_the_cards_make_impossible_are_refused_unless_the_deal_was_ruled_on(four: Season) -> None:
    match = Match.objects.filter(division__season=four)[0]
    deal = find_impossible_deal(four, match)
    assert refusal(enter_result, match=match, sheet={"deals": [deal, POSSIBLE]}) == [
        ("sheet.deals", "board-impossible")  # the deal and card are named once they are public
    ]
    rule_on_deals(match=match, deals=[0], shares=None, reason="Made up wrongly", by=CONSOLE)
    entered = enter_result(match=match, sheet={"deals": [deal, POSSIBLE]})
    assert entered.sheet["deals"][0]["tricks"] == deal["tricks"]


def test_correction_that_the_cards_make_impossible_is_told_where_once_they_are_public(four: Season) -> None:
    play(four, 1)
    match = Match.objects.filter(division__season=four)[0]
    deal = find_impossible_deal(four, match)
    rounds.finish_round(season=four, number=1, by=CONSOLE)
    seat = deal["tricks"].index(0)
    assert refusal(enter_result, match=match, sheet={"deals": [deal, POSSIBLE]}, base=1) == [
        (f"sheet.deals.0.tricks.{seat}", "board-tricks")
    ]


# --- the comparison


def test_matchpoints_rank_and_a_correction_changes_all_who_are_compared(four: Season) -> None:
    matches = score(four, 1, [(0, 1), (1, 0)])
    assert list_means(four) == [100, 100, 0, 0]
    enter_result(
        matches[1],
        {"deals": [{"bids": [13, 14], "tricks": [13, 14]}] * 2},
        base=1,
        why="Misread",
    )
    assert list_means(four) == [100, 50, 50, 0]


def test_no_show_gives_60_and_0_per_cent_unless_the_director_rules(four: Season) -> None:
    first, second = Match.objects.filter(division__season=four).order_by("table")
    enter_result(first, {"deals": [{"bids": [13, 13], "tricks": [13, 14]}] * 2})
    forfeit_match(match=second, absent=[1], reason="Did not come", by=CONSOLE, base=0)
    assert list_means(four) == [60, 50, 50, 0]
    second.refresh_from_db()
    decision = rule_on_deals(
        match=second, deals=[0, 1], shares=[60, 40], reason="Had told us before", by=CONSOLE
    )
    assert list_means(four) == [60, 50, 50, 40]
    revoke_decision(decision=decision, by=CONSOLE)
    assert list_means(four) == [60, 50, 50, 0]


def test_deal_that_is_left_out_counts_for_nobody_at_that_table(four: Season) -> None:
    matches = score(four, 1, [(0, 1), (1, 0)])
    rule_on_deals(match=matches[0], deals=[1], shares=None, reason="Made up wrongly", by=CONSOLE)
    # With one result of two a deal gives 50 per cent.
    assert list_means(four) == [100, 75, 25, 0]
    assert Decision.objects.get().detail == {"deals": [1], "shares": None, "status": "played"}


@pytest.mark.parametrize(
    ("deals", "shares", "problem"),
    [
        ([2], None, ("deals", "unknown-deal")),
        ([], None, ("deals", "length")),
        ([0], [60], ("shares", "length")),
        ([0], [60, 101], ("shares.1", "range")),
    ],
)
def test_ruling_that_makes_no_sense_is_refused(
    four: Season, deals: list[int], shares: list[int] | None, problem: tuple[str, str]
) -> None:
    matches = score(four, 1, [(0, 1), (1, 0)])
    ruling = {"match": matches[0], "deals": deals, "shares": shares, "reason": "So", "by": CONSOLE}
    assert refusal(rule_on_deals, **ruling) == [problem]


def test_ruling_needs_a_match_that_counts_and_the_same_cards(four: Season, swiss: Season) -> None:
    match = Match.objects.filter(division__season=four)[0]
    ruling: dict[str, Any] = {"deals": [0], "shares": None, "reason": "So", "by": CONSOLE}
    void_match(match=match, reason="Ill", by=CONSOLE, base=match.revision)
    assert refusal(rule_on_deals, match=match, **ruling) == [("match", "not-published")]
    begin_round(swiss)
    other = Match.objects.filter(division__season=swiss)[0]
    assert refusal(rule_on_deals, match=other, **ruling) == [("match", "not-same-cards")]


# --- rounds


def test_movement_is_not_changed_by_hand_and_takes_nobody_more(club: Club) -> None:
    season = make_evening(club, 4, 3)
    paired = rounds.pair_next_round(season=season, by=CONSOLE).pairings
    assert paired
    first, second = (table["entries"][0] for table in paired["1"]["tables"])
    by_hand = {"season": season, "number": 1, "first": first, "second": second, "by": CONSOLE}
    assert refusal(proposals.exchange_players, **by_hand) == [("round", "movement")]
    rounds.publish_round(season=season, number=1, by=CONSOLE)
    newcomer = Player.objects.create(club=club, key="zoe", name="Zoe")
    late = {"division": season.divisions.get(), "player": newcomer, "reason": "Late", "by": CONSOLE}
    assert refusal(add_late_entry, **late) == [("", "movement-full")]


def test_who_comes_late_to_an_odd_number_takes_the_empty_place(club: Club) -> None:
    season = make_evening(club, 7, 7)
    begin_round(season)
    play(season, 1)
    newcomer = Player.objects.create(club=club, key="zoe", name="Zoe")
    add_late_entry(division=season.divisions.get(), player=newcomer, reason="Late", by=CONSOLE)
    begin_round(season)
    assert Match.objects.filter(division__season=season, round__number=2).count() == 4


def test_no_more_rounds_than_the_movement_has_and_none_once_the_seed_is_public(four: Season) -> None:
    more = {"season": four, "rounds": 4, "by": CONSOLE}
    assert refusal(rounds.announce_rounds, **more) == [("rounds", "out-of-range")]
    for number in (1, 2, 3):
        if number > 1:
            begin_round(four)
        play(four, number)
    rounds.finish_round(season=four, number=3, by=CONSOLE)
    assert refusal(rounds.announce_rounds, **more | {"rounds": 3}) == [("rounds", "boards-public")]


@pytest.mark.parametrize(("players", "code"), [(3, "same-cards-few"), (26, "no-movement")])
def test_numbers_for_which_there_is_no_evening_are_refused_when_it_starts(
    club: Club, players: int, code: str
) -> None:
    names = [f"Player {number}" for number in range(players)]
    with pytest.raises(ActionError) as refused:
        make_tournament(club, players, 2, names=names, kind="same-cards", options={"deals": 1})
    assert code in [problem.code for problem in refused.value.problems]


def test_who_misses_rounds_gets_nothing_for_them(club: Club) -> None:
    season = make_evening(club, 8, 7)
    begin_round(season)
    score(season, 1, [(0, 3), (1, 2), (1, 2), (1, 2)])
    first = Standing.objects.filter(entry__season=season).order_by("rank")[0].entry
    assert list_means(season)[0] == 100
    withdraw_entry(entry=first, outcome="stand", reason="Ill", by=CONSOLE)
    begin_round(season)
    play(season, 2)
    standing = Standing.objects.get(entry=first)
    assert standing.figures["matchpoints"] == 50_00 and standing.rank > 1


def test_ruling_on_a_no_show_ends_with_it(four: Season) -> None:
    first, second = Match.objects.filter(division__season=four).order_by("table")
    enter_result(first, {"deals": [{"bids": [13, 13], "tricks": [13, 14]}] * 2})
    missed = forfeit_match(match=second, absent=[1], reason="Did not come", by=CONSOLE, base=0)
    second.refresh_from_db()
    rule_on_deals(match=second, deals=[0, 1], shares=[60, 40], reason="Had told us", by=CONSOLE)
    revoke_decision(decision=missed, by=CONSOLE)
    enter_result(
        second, {"deals": [{"bids": [12, 14], "tricks": [13, 14]}] * 2}, base=second_revision(second)
    )
    assert list_means(four) == [100, 100, 0, 0]


def second_revision(match: Match) -> int:
    match.refresh_from_db()
    return match.revision


def test_fewer_rounds_do_not_publish_the_cards(four: Season) -> None:
    play(four, 1)
    rounds.finish_round(season=four, number=1, by=CONSOLE)
    fewer = {"season": four, "rounds": 1, "by": CONSOLE}
    assert refusal(rounds.announce_rounds, **fewer) == [("rounds", "nothing-left")]


def test_no_other_deals_after_a_round_that_was_published_and_taken_back(four: Season) -> None:
    rounds.unpair_round(season=four, number=1, by=CONSOLE)
    late = refusal(draw_boards, season=four, reason="So", by=CONSOLE)
    assert late == [("season", "boards-in-play")]


def test_match_whose_cards_were_public_is_not_played_any_more(four: Season) -> None:
    matches = score(four, 1, [(0, 1), (1, 0)])[:1]
    begin_round(four)
    close_season(season=reread(four), missing="void", by=CONSOLE)
    reopen_season(season=reread(four), by=CONSOLE)
    assert matches
    match = Match.objects.filter(division__season=four, round__number=2)[0]
    sheet = {"deals": [{"bids": [13, 14], "tricks": [13, 14]}] * 2}
    assert ("", "cards-public") in refusal(enter_result, match=match, sheet=sheet)


def test_players_for_whom_there_is_no_movement_are_paired_by_scores(club: Club) -> None:
    names = [f"Player {number}" for number in range(28)]
    season = make_tournament(club, 28, 3, names=names, kind="same-cards", options={"deals": 1})
    for entry in season.entries.all()[:2]:
        withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    paired = rounds.pair_next_round(season=season, by=CONSOLE).pairings
    assert paired and paired["1"]["system"] == "club" and len(paired["1"]["tables"]) == 13


def test_deals_of_which_seats_would_not_hold_as_many_are_refused(club: Club) -> None:
    with pytest.raises(ActionError) as refused:
        make_evening(club, 4, 3, deals=3)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("options.deals", "deals-uneven")
    ]


def test_options_that_do_not_fix_the_deals_are_refused_in_a_change(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "same-cards", 3)
    season = create_tournament(
        club=club, name="Cup", game="skuck", rules=rules, options={"deals": 2}, names=NAMES[:4], by=CONSOLE
    )
    asked = refusal(change_options, competition=season.competition, options={"deals": 3}, by=CONSOLE)
    assert asked == [("options.deals", "deals-uneven")]


def test_several_divisions_are_refused_when_it_starts(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "same-cards", 3)
    season = create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=NAMES[:4], by=CONSOLE)
    Division.objects.create(season=season, stage=season.stages.get(), level=2, name="B")
    with pytest.raises(ActionError) as refused:
        open_season(season=reread(season), by=CONSOLE)
    assert "same-cards-divisions" in [problem.code for problem in refused.value.problems]
