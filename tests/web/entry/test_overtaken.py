"""A correction that changes who goes on in a bracket: what is asked before it is made."""

from typing import Any

import pytest
from django.test import Client

from league.actions.confirmation import dispute_result
from league.actions.decisions.forfeit import forfeit_match
from league.actions.final import begin_final
from league.models import Club, Match, Player, Role, Season, Seat, User
from league.models.match import MatchStatus
from league.principals import CONSOLE, Person
from league.queries.overtaken import PossibleEnd, list_overtaken
from league.rules.snapshot import parse_settings
from tests.actions.clubs import make_member
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import LEVEL, WINS, begin, play
from tests.actions.test_final import FINAL, play_all
from tests.actions.tournaments import make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

PAIRED = "Others go on, so Ann Archer – Dan Dyer don't meet in round 2: their match, which has no result, is removed."


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def eight(club: Club) -> Season:
    """A knockout of eight whose first two rounds are published."""
    season = make_tournament(club, 8, kind="knockout")
    begin(season)
    play(season, 1)
    begin(season)
    return season


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def find_first_round(names: str) -> Match:
    """Return the match of the first round in which this player sits."""
    return Match.objects.get(round__number=1, seats__player__name=names)


def ask(match: Match, end: PossibleEnd) -> list[tuple[int, list[str], bool]]:
    overtaken = list_overtaken(
        match.division, {match.pk: end}, parse_settings(*match.division.season.settings), viewer=User()
    )
    return [(each.round, list(each.names), each.has_result) for each in overtaken]


def test_matches_of_later_rounds_are_named_where_others_would_go_on(eight: Season) -> None:
    first = find_first_round("Dan Dyer")
    pair = ["Ann Archer", "Dan Dyer"]
    others, absent = PossibleEnd(MatchStatus.PLAYED, WINS[1]), PossibleEnd(MatchStatus.FORFEIT, absent=[0])
    assert ask(first, others) == ask(first, absent) == [(2, pair, False)]
    play(eight, 2)
    begin(eight)
    assert ask(first, others) == [(2, pair, True), (3, ["Cleo Carter", "Dan Dyer"], False)]


def test_matches_of_a_final_are_named_by_its_own_rules(club: Club) -> None:
    season = make_tournament(club, 8, kind="round-robin", groups=2, final=FINAL)
    play_all(season)
    begin_final(season=season, by=CONSOLE)
    begin(season)
    of_final = Match.objects.filter(division__season=season, division__stage__number=2)
    for match in of_final:
        enter_result(match, WINS[0], played_on=match.club.today)
    first = of_final.get(table=1)
    begin(season)
    others = PossibleEnd(MatchStatus.PLAYED, WINS[1])
    winner, loser = first.seats.order_by("number").values_list("player__name", flat=True)
    found = [(number, winner in names, loser in names) for number, names, _has_result in ask(first, others)]
    assert found == [(2, True, False), (2, False, True)]  # the last match, and that for the third place


def test_nothing_falls_before_it_is_known_who_goes_on(eight: Season) -> None:
    first = find_first_round("Dan Dyer")
    play(eight, 2)
    begin(eight)
    for end in (
        PossibleEnd(MatchStatus.PLAYED, WINS[0]),
        PossibleEnd(MatchStatus.PLAYED, LEVEL),
        PossibleEnd(MatchStatus.VOID),
        PossibleEnd(),
    ):
        assert ask(first, end) == []


def test_match_that_came_by_a_correction_is_named_before_that_is_changed(eight: Season) -> None:
    first = find_first_round("Dan Dyer")
    enter_result(first, WINS[1], base=1, why="Typed wrongly", played_on=first.club.today)
    assert ask(first, PossibleEnd(MatchStatus.PLAYED, WINS[0])) == [(2, ["Ann Archer", "Eve Ellis"], False)]


def test_what_has_fallen_already_is_not_named_again(eight: Season) -> None:
    first = find_first_round("Dan Dyer")
    for seat in first.seats.all():  # as if an import had changed it
        Seat.objects.filter(pk=seat.pk).update(points=2 - seat.points)
    other = find_first_round("Bob Baker")
    assert ask(other, PossibleEnd(MatchStatus.PLAYED, WINS[1])) == [(2, ["Bob Baker", "Cleo Carter"], False)]


@pytest.mark.parametrize("players", [8, 16])
def test_question_costs_no_more_in_a_larger_bracket(
    club: Club, django_assert_num_queries: Any, players: int
) -> None:
    names = [f"Zoe {letter}" for letter in "abcdefghijklmnop"][:players]
    season = make_tournament(club, kind="knockout", names=names)
    begin(season)
    play(season, 1)
    match = Match.objects.select_related("division__season__competition").filter(table=1)[0]
    settings = parse_settings(*season.settings)
    with django_assert_num_queries(2):
        list_overtaken(match.division, {match.pk: PossibleEnd()}, settings, viewer=User())
    begin(season)
    with django_assert_num_queries(6):
        list_overtaken(match.division, {match.pk: PossibleEnd()}, settings, viewer=User())


def build_sheet(winner: int) -> dict[str, str]:
    """Return the fields of a sheet that the player in this seat wins."""
    sheet = WINS[winner]["deals"]
    return {
        f"deals-{deal}-{field}-{seat}": str(line[field][seat])
        for deal, line in enumerate(sheet)
        for field in ("bids", "tricks")
        for seat in (0, 1)
    }


def test_edited_result_is_saved_once_the_question_is_answered(eight: Season, organiser: Client) -> None:
    first = find_first_round("Dan Dyer")
    page = f"/riverside/matches/{first.key}/enter/"
    sent = {**read_fields(organiser, page), **build_sheet(1), "base": "1", "why": "Typed wrongly"}
    asked = organiser.post(page, sent)
    assert PAIRED in text(asked) and "Save anyway" in text(asked)
    waved = asked.context["form"].data["waved"]
    assert organiser.post(page, {**sent, "waved": waved}).status_code == 302
    assert Match.objects.get(pk=first.pk).revision == 2


def test_nothing_is_asked_before_a_sheet_that_saving_refuses(eight: Season, organiser: Client) -> None:
    first = find_first_round("Dan Dyer")
    page = f"/riverside/matches/{first.key}/enter/"
    sent = {**read_fields(organiser, page), **build_sheet(1), "base": "1", "why": "Typed wrongly"}
    refused = text(organiser.post(page, {**sent, "ended": "on"}))
    assert "The match is complete, so it wasn't ended by time." in refused and PAIRED not in refused
    assert Match.objects.get(pk=first.pk).revision == 1


def read_fields(client: Client, page: str) -> dict[str, str]:
    """Return the fields of the form of a result, as they are shown."""
    form = client.get(page).context["form"]
    return {cell.name: cell.text for cell in form.sheet.cells} | {"played_on": form["played_on"].value()}


def test_page_that_undoes_a_result_says_what_falls(club: Club, organiser: Client) -> None:
    season = make_tournament(club, 4, kind="knockout")
    begin(season)
    first = find_first_round("Dan Dyer")
    enter_result(first, WINS[1], played_on=first.club.today)
    enter_result(first, WINS[0], base=1, why="Typed wrongly", played_on=first.club.today)
    play(season, 1)
    begin(season)
    page = f"/riverside/matches/{first.key}/undo/"
    fallen = "Ann Archer – Bob Baker don't meet in round 2: their match"
    assert f"{fallen}, which has no result, is removed." in text(organiser.get(page))
    play(season, 2)
    assert f"{fallen} becomes void." in text(organiser.get(page))
    other = find_first_round("Bob Baker")
    assert "Others go on" not in text(organiser.get(f"/riverside/matches/{other.key}/undo/"))


def test_page_that_restores_a_version_says_what_falls(club: Club, organiser: Client) -> None:
    season = make_tournament(club, 4, kind="knockout")
    begin(season)
    first = find_first_round("Dan Dyer")
    enter_result(first, WINS[1], played_on=first.club.today)
    enter_result(first, WINS[0], base=1, why="Typed wrongly", played_on=first.club.today)
    page = f"/riverside/matches/{first.key}/restore/1/"
    play(season, 1)
    assert "Others go on" not in text(organiser.get(page))
    begin(season)
    assert "Others go on, so Ann Archer – Bob Baker don't meet in round 2" in text(organiser.get(page))


def test_no_show_is_recorded_once_the_question_is_answered(eight: Season, organiser: Client) -> None:
    first = find_first_round("Dan Dyer")
    page = f"/riverside/matches/{first.key}/decide/"
    sent = {"how": "forfeit", "absent": "0", "reason": "Did not come", "note": "", "base": "1"}
    asked = organiser.post(page, sent)
    assert PAIRED in text(asked)
    assert organiser.post(page, {**sent, "later": asked.context["form"].later}).status_code == 302
    assert find_first_round("Dan Dyer").status == "forfeit"


def test_page_that_undoes_a_decision_says_what_falls(eight: Season, club: Club, organiser: Client) -> None:
    season = make_tournament(club, 4, kind="knockout", name="Autumn Open")
    begin(season)
    first = Match.objects.get(division__season=season, table=1)
    enter_result(first, WINS[1], played_on=first.club.today)
    decision = forfeit_match(match=first, absent=[1], base=1, reason="late", by=CONSOLE)
    play(season, 1)
    begin(season)
    page = text(organiser.get(f"/riverside/autumn-open/1/decisions/{decision.pk}/take-back/"))
    assert "Others go on, so Ann Archer – Bob Baker don't meet in round 2" in page


def test_page_that_settles_a_dispute_says_what_falls(eight: Season, club: Club, organiser: Client) -> None:
    season = make_tournament(club, 4, kind="knockout", name="Autumn Open")
    begin(season)
    first = Match.objects.get(division__season=season, table=1)
    by_seat = [make_player(seat.player) for seat in first.seats.order_by("number").select_related("player")]
    entered = enter_result(first, WINS[0], by=by_seat[0], played_on=club.today)
    dispute_result(
        match=first,
        submission=entered.submission_id,
        by=by_seat[1],
        why="I won",
        sheet=WINS[1],
        played_on=club.today,
    )
    play(season, 1)
    begin(season)
    page = text(organiser.get(f"/riverside/matches/{first.key}/settle/"))
    assert "Others go on, so Ann Archer – Bob Baker don't meet in round 2" in page


def make_player(player: Player) -> Person:
    """Return the account of a player."""
    user = User.objects.create_user(f"{player.key}@example.org", name=player.name)
    Player.objects.filter(pk=player.pk).update(user=user)
    return Person(user)
