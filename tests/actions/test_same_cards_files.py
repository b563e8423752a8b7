"""Club files of evenings with the same cards that leave something out, tell too much, or come in another order."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from league.actions.boards import draw_boards
from league.actions.club import import_club
from league.actions.season import close_season, reopen_season
from league.clubfile.verify import verify_file
from league.models import BoardSet, Club, Season
from league.principals import CONSOLE
from league.queries.boards import find_public_board, list_known_rounds, load_match_boards
from league.queries.club import export_club_file, verify_club
from tests.actions.refusals import refusal
from tests.actions.same_cards import (
    check_evening,
    deal_packs,
    export,
    find_match,
    finish,
    get_settings,
    make_evening,
    play_rounds,
    send_to_club,
)
from tests.actions.test_same_cards_decisions import get_values, rule
from tests.actions.tournaments import begin_round, make_tournament, reread
from tests.scenarios import scenario

BOARDS = "competitions.0.seasons.0.boards"


@scenario
def played(club: Club) -> Season:
    """An evening of four after its third and last round."""
    season = make_evening(club, 4, 3)
    play_rounds(season, 1, 3)
    finish(season, 3)
    return season


@scenario
def running(club: Club) -> Season:
    """An evening of eight whose first round is finished, and no other one paired."""
    season = make_evening(club, 8, 7)
    play_rounds(season, 1, 1)
    finish(season, 1)
    return season


def read_file(season: Season, slug: str = "riverside") -> Any:
    document = json.loads(export_club_file(season.competition.club))
    document["club"]["slug"] = slug
    return document


def get_season(document: Any) -> Any:
    return document["competitions"][0]["seasons"][0]


def send(document: Any) -> None:
    import_club(json.dumps(document).encode(), by=CONSOLE)


def find_elsewhere() -> Season:
    return Season.objects.for_page().get(competition__club__slug="lakeside")


# --- what is left out

LEFT_OUT: list[tuple[str, Callable[[Any], object], str]] = [
    ("all", lambda season: season.pop("boards"), BOARDS),
    ("seed", lambda season: season["boards"].pop("seed"), f"{BOARDS}.seed"),
    ("deal", lambda season: season["boards"]["deals"].pop(2), f"{BOARDS}.deals"),
    ("values", lambda season: season["boards"]["deals"][2].pop("compared"), f"{BOARDS}.deals.2.compared.m3"),
]


@pytest.mark.parametrize(
    ("leave_out", "path"), [pytest.param(leave_out, path, id=name) for name, leave_out, path in LEFT_OUT]
)
def test_file_of_an_evening_that_is_over_is_verified_as_a_whole(
    played: Season, leave_out: Callable[[Any], object], path: str
) -> None:
    document = read_file(played)
    leave_out(get_season(document))
    assert path in [found.path for found in verify_file(json.dumps(document).encode())]


def test_file_of_a_running_evening_may_leave_its_deals_out(running: Season) -> None:
    document = read_file(running)
    get_season(document)["boards"].pop("deals")
    assert verify_file(json.dumps(document).encode()) == []


def test_file_of_a_running_evening_may_leave_out_what_a_deal_gives(running: Season) -> None:
    document = read_file(running)
    get_season(document)["boards"]["deals"][0].pop("compared")
    assert verify_file(json.dumps(document).encode()) == []


def test_evening_that_lost_its_deals_comes_back_into_its_own_club(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document).pop("boards")
    send(document)
    again = export_club_file(find_elsewhere().competition.club)
    import_club(again, by=CONSOLE)
    assert export_club_file(find_elsewhere().competition.club) == again


def test_what_is_known_of_the_deals_is_not_lost_by_a_file_that_lacks_it(running: Season) -> None:
    document = read_file(running, "lakeside")
    send(document)
    get_season(document)["boards"].pop("deals")
    send(document)
    assert sorted(BoardSet.objects.get(season=find_elsewhere()).deals) == ["1", "2"]
    assert [deal["number"] for deal in export(find_elsewhere())["boards"]["deals"]] == [1, 2]


def test_deals_of_finished_rounds_are_known_without_their_seed(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document)["boards"]["deals"].pop(1)
    send(document)
    there = find_elsewhere()
    found = [find_public_board(there, get_settings(there), number) for number in (1, 2, 3)]
    assert found == [deal_packs(running, 1)[0][1], None, None]


def test_evening_that_lost_its_deals_has_none_to_show_or_to_check_sheets_with(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document).pop("boards")
    send(document)
    there = find_elsewhere()
    assert list_known_rounds(there, get_settings(there), None) == []
    assert load_match_boards(find_match(there, 1, 1), get_settings(there)) == []


def test_evening_without_deals_gets_them_with_its_first_round(club: Club) -> None:
    document = read_file(make_evening(club, 4, 3), "lakeside")
    get_season(document).pop("boards")
    send(document)
    there = find_elsewhere()
    assert not BoardSet.objects.filter(season=there).exists()
    play_rounds(there, 1, 3)
    finish(there, 3)
    check_evening(there)


def test_evening_that_has_begun_gets_no_deals_that_were_not_played(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document).pop("boards")
    send(document)
    there = find_elsewhere()
    begin_round(there)
    assert not BoardSet.objects.filter(season=there).exists()


# --- what is not taken


@pytest.mark.parametrize("left_out", [(), ("seed", "deals"), ("seed", "deals", "digest")])
@pytest.mark.parametrize("rounds", [1, 3])
def test_evening_that_was_closed_is_opened_by_a_file_whatever_is_known_of_its_deals(
    club: Club, rounds: int, left_out: Sequence[str]
) -> None:
    season = make_evening(club, 4, 3)
    play_rounds(season, 1, rounds)
    finish(season, rounds)
    close_season(season=reread(season), by=CONSOLE)
    documents = [read_file(season, "lakeside")]
    reopen_season(season=reread(season), by=CONSOLE)
    documents.append(read_file(season, "lakeside"))
    for document, state in zip(documents, ("closed", "open"), strict=True):
        boards = get_season(document)["boards"]
        for key in left_out:
            boards.pop(key, None)
        if not boards:
            get_season(document).pop("boards")
        send(document)
        assert find_elsewhere().state == state
    assert verify_club(find_elsewhere().competition.club) == []


def test_seed_of_a_running_evening_is_refused(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document)["boards"]["seed"] = BoardSet.objects.get().seed
    refused = refusal(import_club, content=json.dumps(document).encode(), by=CONSOLE)
    assert refused == [(f"{BOARDS}.seed", "seed-not-public")]


def test_deals_of_a_tournament_without_the_same_cards_are_refused(club: Club) -> None:
    document = read_file(make_tournament(club, 4, 2), "lakeside")
    get_season(document)["boards"] = {"digest": "0" * 64}
    refused = refusal(import_club, content=json.dumps(document).encode(), by=CONSOLE)
    assert refused == [(BOARDS, "not-same-cards")]


def test_lot_that_the_game_does_not_draw_is_refused(running: Season) -> None:
    document = read_file(running, "lakeside")
    get_season(document)["boards"]["deals"][0]["lot"] = 2
    refused = refusal(import_club, content=json.dumps(document).encode(), by=CONSOLE)
    assert refused == [(f"{BOARDS}.deals.0.lot", "out-of-range")]


def test_other_deals_come_with_a_file_until_the_first_round_is_published(club: Club) -> None:
    season = make_evening(club, 4, 3)
    older = read_file(season)
    send(read_file(season, "lakeside"))
    draw_boards(season=season, reason="Packs were seen", by=CONSOLE)
    send(read_file(season, "lakeside"))
    digest = BoardSet.objects.get(season=season).digest
    assert BoardSet.objects.get(season=find_elsewhere()).digest == digest
    # Where the deals were drawn, a file does not take their seed away.
    assert refusal(import_club, content=json.dumps(older).encode(), by=CONSOLE) == [
        (f"{BOARDS}.digest", "other-digest")
    ]
    begin_round(find_elsewhere())
    get_season(older)["boards"]["digest"] = "0" * 64
    older["club"]["slug"] = "lakeside"
    assert (f"{BOARDS}.digest", "other-digest") in refusal(
        import_club, content=json.dumps(older).encode(), by=CONSOLE
    )


# --- the order of rulings


def list_reasons(season: Season) -> list[str]:
    return [ruling["reason"] for ruling in export(season)["boards"]["rulings"]]


def test_ruling_of_a_file_stands_where_the_file_has_it(running: Season) -> None:
    match = find_match(running, 1, 1)
    rule(match, [0], [50, 50], "Slow")
    send(read_file(running, "lakeside"))
    there = find_elsewhere()
    rule(find_match(there, 1, 1), [0], [100, 0], "Both slow")
    send(read_file(there))
    assert list_reasons(running) == list_reasons(there) == ["Slow", "Both slow"]
    assert get_values(running, 1)[match.key] == ["100.0000", "0.0000"]
    rule(match, [0], [50, 50], "Slow")  # as before the other one
    again = export_club_file(running.competition.club)
    import_club(again, by=CONSOLE)
    assert export_club_file(running.competition.club) == again
    assert list_reasons(running) == ["Slow", "Both slow", "Slow"]
    assert get_values(running, 1)[match.key] == ["50.0000", "50.0000"]
    assert verify_club(reread(running).competition.club) == []
    assert send_to_club(again, "hillside") == again
