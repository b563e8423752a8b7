"""What happens on an evening with the same cards: no-shows, rulings, withdrawals, late entries, late plays."""

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from league.actions import rounds
from league.actions.decisions.deals import rule_on_deals
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.season import close_season, reopen_season
from league.clubfile.verify import verify_file
from league.models import Club, Decision, Division, Match, Player, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.actions.decisions import (
    assert_revoking_restores,
    freeze_day,
    record_void,
    record_walkover,
    reload_match,
    withdraw_player,
)
from tests.actions.refusals import refusal
from tests.actions.same_cards import (
    check_evening,
    export,
    find_match,
    finish,
    make_evening,
    make_sheet,
    play_rounds,
    play_tables,
    send_to_club,
)
from tests.actions.submissions import enter_result
from tests.actions.tournaments import begin_round, list_byes, list_tables, reread
from tests.scenarios import scenario

WRONG = "The side's hands were changed"


@scenario
def eight(club: Club) -> Season:
    """An evening of eight, whose second round has been played, but for table 2."""
    season = make_evening(club, 8, 7)
    play_rounds(season, 1, 1)
    begin_round(season)
    play_tables(season, 2, but=[2])
    return season


@scenario
def played(club: Club) -> Season:
    """An evening of eight after its second round."""
    season = make_evening(club, 8, 7)
    play_rounds(season, 1, 2)
    finish(season, 2)
    return season


def rule(match: Match, deals: list[int], shares: list[int] | None = None, reason: str = WRONG) -> Any:
    match = Match.objects.select_related("division__stage", "division__season__competition__club").get(
        pk=match.pk
    )
    return rule_on_deals(match=match, deals=deals, shares=shares, reason=reason, by=CONSOLE)


def get_values(season: Season, deal: int) -> dict[str, list[str | None]]:
    """Return what a deal gives the seats of each match."""
    told = next(each for each in export(season)["boards"]["deals"] if each["number"] == deal)
    return {compared["match"]: compared["values"] for compared in told["compared"]}


def test_a_no_show(eight: Season) -> None:
    match = find_match(eight, 2, 2)
    record_walkover(match, 1)
    finish(eight, 2)
    check_evening(eight)
    assert get_values(eight, 3)[match.key] == get_values(eight, 4)[match.key] == ["60.0000", "0.0000"]
    assert_revoking_restores(eight, lambda: rule(match, [0, 1], [60, 40], "Had a flat tyre"))
    rule(match, [0, 1], [60, 40], "Had a flat tyre")
    check_evening(eight)
    assert get_values(eight, 4)[match.key] == ["60.0000", "40.0000"]


@pytest.mark.parametrize("shares", [None, [100, 0], [60, 60]])
def test_a_ruling_and_its_undoing(played: Season, shares: list[int] | None) -> None:
    match = find_match(played, 2, 3)
    assert_revoking_restores(played, lambda: rule(match, [1], shares))
    rule(match, [1], shares)
    exported = check_evening(played)
    given = {"shares": shares} if shares else {}
    assert exported["boards"]["rulings"] == [{"match": match.key, "deals": [1], **given, "reason": WRONG}]
    values = get_values(played, 4)
    expected = [None, None] if shares is None else [f"{share}.0000" for share in shares]
    assert values[match.key] == expected
    # The three others are compared with two each, and factored up to four results.
    of_side = [Fraction(own[0] or 0) for key, own in values.items() if key != match.key]
    assert abs(sum(of_side, Fraction(0)) - 150) < Fraction(1, 1000)
    content = export_club_file(played.competition.club)
    assert send_to_club(content, "lakeside") == content
    assert send_to_club(content, "lakeside") == content  # the ruling is not there twice


def test_a_ruling_on_a_no_show_is_in_no_file_once_they_have_played(eight: Season) -> None:
    match = find_match(eight, 2, 2)
    record_walkover(match, 1)
    rule(match, [0, 1], [60, 40])
    assert [ruling["match"] for ruling in export(eight)["boards"]["rulings"]] == [match.key]
    revoke_decision(decision=Decision.objects.get(match=match, kind="forfeit"), by=CONSOLE)
    play_tables(eight, 2)
    finish(eight, 2)
    assert "rulings" not in check_evening(eight)["boards"]


def test_the_latest_of_several_rulings_counts(played: Season) -> None:
    match = find_match(played, 1, 1)
    rule(match, [0, 1], [50, 50])
    rule(match, [1])
    check_evening(played)
    assert (get_values(played, 1)[match.key], get_values(played, 2)[match.key]) == (
        ["50.0000", "50.0000"],
        [None, None],
    )


def test_rulings_that_are_refused(eight: Season) -> None:
    match = find_match(eight, 1, 1)
    assert refusal(rule, match=match, deals=[2]) == [("deals", "unknown-deal")]
    assert refusal(rule, match=match, deals=[]) == [("deals", "length")]
    assert refusal(rule, match=match, deals=[0], shares=[60]) == [("shares", "length")]
    assert refusal(rule, match=match, deals=[0], shares=[60, 101]) == [("shares.1", "range")]
    assert refusal(rule, match=match, deals=[0], reason="") == [("reason", "reason-missing")]


def test_a_match_that_was_taken_back_with_its_round(club: Club) -> None:
    season = make_evening(club, 8, 7)
    begin_round(season)
    match = find_match(season, 1, 1)
    stale = reload_match(match)
    decision = rule(match, [0])
    wanted: dict[str, Any] = {"season": season, "number": 1, "by": CONSOLE}
    assert refusal(rounds.unpair_round, **wanted) == [("round", "has-decisions")]
    revoke_decision(decision=decision, by=CONSOLE)
    rounds.unpair_round(**wanted)
    gone = [("match", "no-match")]
    assert refusal(rule_on_deals, match=stale, deals=[0], shares=None, reason=WRONG, by=CONSOLE) == gone
    play_rounds(season, 1, 1)
    finish(season, 1)
    check_evening(season)
    assert None not in get_values(season, 1)[find_match(season, 1, 1).key]
    content = export_club_file(club)
    assert send_to_club(content, "lakeside") == content


def test_a_deal_that_is_played_late(eight: Season) -> None:
    match = find_match(eight, 2, 2)
    whole = make_sheet(eight, 2, 2)
    enter_result(match, {"deals": whole["deals"][:1], "ended": "time"}, played_on=match.club.today)
    finish(eight, 2)
    check_evening(eight)
    assert get_values(eight, 4)[match.key] == [None, None]
    play_rounds(eight, 3, 3)
    match.refresh_from_db()
    enter_result(
        match,
        whole,
        base=match.revision,
        why="Played the second game in the break",
        played_on=match.club.today,
    )
    check_evening(eight)
    assert None not in get_values(eight, 4)[match.key]


def test_a_correction_changes_what_others_have(played: Season) -> None:
    match = find_match(played, 1, 1)
    before = get_values(played, 1)
    sheet = make_sheet(played, 1, 1)
    sheet["deals"][0]["bids"] = sheet["deals"][0]["tricks"]
    enter_result(match, sheet, base=match.revision, why="Bids read wrongly", played_on=match.club.today)
    check_evening(played)
    assert get_values(played, 1) != before


def test_a_void_match_is_no_result(played: Season) -> None:
    match = find_match(played, 1, 1)
    assert_revoking_restores(played, lambda: record_void(match))
    record_void(match)
    check_evening(played)


@pytest.mark.parametrize("outcome", ["stand", "expunge"])
def test_a_withdrawal(eight: Season, outcome: str) -> None:
    play_tables(eight, 2)
    finish(eight, 2)
    tables = list_tables(eight, 2)
    withdraw_player(tables[0][0], eight, outcome)
    play_rounds(eight, 3, 7)
    finish(eight, 7)
    check_evening(eight)
    for number in range(3, 8):  # the opponent sits out
        assert [kind for kind, _points in list_byes(eight, number).values()] == ["pairing"]
    left_alone = {player for number in range(3, 8) for player in list_byes(eight, number)}
    assert len(left_alone) == 5 and tables[0][0] not in left_alone


def test_a_withdrawal_within_a_round_is_a_no_show(eight: Season) -> None:
    withdraw_player(list_tables(eight, 2)[1][1], eight)
    finish(eight, 2)
    check_evening(eight)
    assert get_values(eight, 3)[find_match(eight, 2, 2).key] == ["60.0000", "0.0000"]


def enter_late(season: Season, key: str) -> None:
    division = Division.objects.select_related("stage", "season__competition__club").get(season=season)
    player = Player.objects.create(club=season.competition.club, key=key, name=key.title())
    add_late_entry(division=division, player=player, reason="The train was late", by=CONSOLE)


def test_a_late_entry_takes_the_empty_place(club: Club) -> None:
    season = make_evening(club, 7, 7)
    play_rounds(season, 1, 2)
    enter_late(season, "zoe")
    play_rounds(season, 3, 7)
    finish(season, 7)
    exported = check_evening(season)
    assert not any(list_byes(season, number) for number in range(3, 8))
    met = [match["seats"] for match in exported["divisions"][0]["matches"] if "zoe" in match["seats"]]
    assert len(met) == 5 == len({tuple(sorted(seats)) for seats in met})
    assert refusal(enter_late, season=season, key="yves") == [("", "movement-full")]


def test_a_late_entry_to_swiss_rounds(club: Club) -> None:
    season = make_evening(club, 8, 3, kind="same-cards-swiss")
    play_rounds(season, 1, 1)
    enter_late(season, "zoe")
    play_rounds(season, 2, 3)
    check_evening(season)


def test_a_player_who_is_not_there_for_a_round(played: Season) -> None:
    first, second = list_tables(played, 1)[0]
    rounds.give_bye(season=played, number=3, player=first, kind="half", by=CONSOLE)
    rounds.give_bye(season=played, number=3, player=second, kind="zero", by=CONSOLE)
    play_rounds(played, 3, 3)
    finish(played, 3)
    check_evening(played)
    kinds = {player: kind for player, (kind, _points) in list_byes(played, 3).items()}
    assert (kinds[first], kinds[second]) == ("half", "zero")
    assert sorted(kinds.values()) == ["half", "pairing", "pairing", "zero"]


def test_a_ruling_as_of_the_day_before(club: Club) -> None:
    with freeze_day(1):
        season = make_evening(club, 8, 3)
        play_rounds(season, 1, 3)
        finish(season, 3)
        before = export(season)
    with freeze_day(2):
        rule(find_match(season, 1, 1), [0])
        for day, there in ((1, before), (2, export(season))):
            content = export_club_file(club, as_of=date(2026, 3, day))
            then = json.loads(content)["competitions"][0]["seasons"][0]
            assert (then["boards"], then["report"]) == (there["boards"], there["report"])
            assert verify_file(content) == []
    assert export(season)["boards"] != before["boards"]


def test_no_round_is_played_with_cards_that_were_public(club: Club) -> None:
    season, public = make_evening(club, 8, 3), [("rounds", "boards-public")]
    play_rounds(season, 1, 2)
    close_season(season=reread(season), missing="void", by=CONSOLE)
    assert "seed" in export(season)["boards"]
    reopen_season(season=reread(season), by=CONSOLE)
    assert "seed" not in export(season)["boards"]
    assert refusal(rounds.pair_next_round, season=reread(season), by=CONSOLE) == public
    assert refusal(rounds.announce_rounds, season=reread(season), rounds=4, by=CONSOLE) == public


def test_once_all_is_over_no_round_is_added_or_taken_back(club: Club) -> None:
    season, public = make_evening(club, 8, 3), [("rounds", "boards-public")]
    play_rounds(season, 1, 3)
    finish(season, 3)
    assert "seed" in export(season)["boards"]
    assert refusal(rounds.announce_rounds, season=reread(season), rounds=4, by=CONSOLE) == public
    assert refusal(rounds.resume_round, season=reread(season), number=3, by=CONSOLE) == public
