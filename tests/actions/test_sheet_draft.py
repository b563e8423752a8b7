"""Saving a sheet unfinished, discarding it, and bids that others do not see yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

import games
from games import registry
from league.actions.club import import_club
from league.actions.decisions.void import void_match
from league.actions.errors import ActionError
from league.actions.result import undo_result
from league.actions.season import close_season
from league.actions.sheet_draft import MAX_DRAFT_LENGTH, discard_sheet_draft, enter_bid, save_sheet_draft
from league.models import Club, Event, Match, Role, SheetDraft, Submission
from league.principals import CONSOLE, Person, Principal
from league.queries.club import export_club_file, verify_club
from league.rules import snapshot
from tests.actions.clubs import build_club_file, list_matches, make_club, make_member
from tests.actions.submissions import enter_result, fetch_result_rows, get_player_actor
from tests.clubfile.documents import encode_document
from tests.scenarios import scenario

TYPED = {"deals-0-bids-0": "16", "deals-0-tricks-0": "oops", "played_on": "2026-01-05"}


@scenario
def club() -> Club:
    return make_club()


@pytest.fixture
def match(club: Club) -> Match:
    return list_matches(club)[0]


def refuse(action: Any, **arguments: Any) -> list[tuple[str, str]]:
    with pytest.raises(ActionError) as refused:
        action(**arguments)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def bid(match: Match, seat: int, number: int, *, deal: int = 0, field: str = "bids") -> SheetDraft:
    return enter_bid(match=match, deal=deal, field=field, number=number, by=get_player_actor(match, seat))


def refuse_bid(
    match: Match, seat: int, number: int, *, deal: int = 0, field: str = "bids"
) -> list[tuple[str, str]]:
    by = get_player_actor(match, seat)
    return refuse(enter_bid, match=match, deal=deal, field=field, number=number, by=by)


def get_entered(match: Match) -> dict[int, dict[int, list[int]]]:
    return SheetDraft.objects.get(match=match).entered


# --- a sheet saved unfinished


def test_a_sheet_is_saved_however_wrong_it_is_and_counts_for_nothing(club: Club, match: Match) -> None:
    before, file = fetch_result_rows(), export_club_file(club)
    by = make_member(club, Role.SCORER)
    draft = save_sheet_draft(match=match, texts=TYPED, by=by, base=0)
    assert (draft.texts, draft.saved_by) == (TYPED, by.user) and draft.revision and draft.saved_at
    event = Event.objects.get(action="save_sheet_draft")
    assert (event.noun, event.key, event.by, event.before, event.after) == (
        *("match", match.key, by.user, None),
        {"filled": 3},
    )
    after = fetch_result_rows()
    assert {name for name in after if after[name] != before[name]} == {"Event"}
    assert export_club_file(club) == file and verify_club(club) == []


def test_the_same_again_changes_nothing_and_another_raises_the_revision(match: Match) -> None:
    player = get_player_actor(match)
    first = save_sheet_draft(match=match, texts=TYPED, by=player, base=0)
    assert save_sheet_draft(match=match, texts=TYPED, by=player, base=0).revision == first.revision
    assert Event.objects.filter(action="save_sheet_draft").count() == 1
    second = save_sheet_draft(
        match=match, texts={**TYPED, "deals-1-bids-0": "1"}, by=player, base=first.revision
    )
    assert second.revision != first.revision


def test_what_was_changed_elsewhere_is_not_overwritten(match: Match) -> None:
    ann, bob = (get_player_actor(match, seat) for seat in (0, 1))
    first = save_sheet_draft(match=match, texts=TYPED, by=ann, base=0)
    for base in (0, first.revision + 1):
        assert refuse(save_sheet_draft, match=match, texts={}, by=bob, base=base) == [("", "draft-changed")]
        assert refuse(discard_sheet_draft, match=match, by=bob, base=base) == [("", "draft-changed")]
    assert SheetDraft.objects.get().texts == TYPED
    discard_sheet_draft(match=match, by=bob, base=first.revision)
    assert not SheetDraft.objects.exists()
    discard_sheet_draft(match=match, by=bob, base=first.revision)  # pressed twice
    assert refuse(save_sheet_draft, match=match, texts={}, by=ann, base=first.revision) == [
        ("", "draft-changed")
    ]
    assert Event.objects.get(action="discard_sheet_draft").before == {"filled": 3}


def test_others_may_not_and_visitors_may_not(club: Club, match: Match) -> None:
    others = list_matches(club)[1]
    names = set(match.seats.values_list("player", flat=True))
    seat = next(seat for seat in others.seats.all() if seat.player_id not in names)
    for by in (get_player_actor(others, seat.number), make_member(club, Role.PLAYER, "x@example.org")):
        with pytest.raises(PermissionDenied):
            save_sheet_draft(match=match, texts=TYPED, by=by, base=0)
        with pytest.raises(PermissionDenied):
            discard_sheet_draft(match=match, by=by, base=0)
        with pytest.raises(PermissionDenied):
            enter_bid(match=match, deal=0, field="bids", number=1, by=by)


def test_a_sheet_too_long_is_refused_and_one_with_any_character_is_kept(match: Match) -> None:
    long = {"deals-0-bids-0": "x" * MAX_DRAFT_LENGTH}
    assert refuse(save_sheet_draft, match=match, texts=long, by=CONSOLE, base=0) == [("", "draft-too-long")]
    odd = {"deals-0-bids-0": "\0\ud800\N{SNOWMAN}"}
    save_sheet_draft(match=match, texts=odd, by=CONSOLE, base=0)
    assert SheetDraft.objects.get().texts == odd


def test_a_result_takes_it_away_whoever_enters_it(club: Club, match: Match) -> None:
    save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    bid(match, 0, 13)
    enter_result(match)
    assert not SheetDraft.objects.exists()
    assert refuse(save_sheet_draft, match=match, texts=TYPED, by=CONSOLE, base=0) == [("", "has-result")]
    undo_result(match=match, by=CONSOLE, base=1)
    draft = save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    void_match(match=match, reason="No room", by=CONSOLE, base=0)
    assert not SheetDraft.objects.exists() and draft.revision


def test_a_finished_sheet_does_not_take_away_what_its_sender_has_not_seen(match: Match) -> None:
    draft = save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    assert refuse(enter_result, match=match, draft=0) == [("", "draft-changed")]
    assert Submission.objects.get().verdict == "refused" and SheetDraft.objects.exists()
    enter_result(match, draft=draft.revision)
    assert not SheetDraft.objects.exists()
    undo_result(match=match, by=CONSOLE, base=1)
    enter_result(match, draft=0)  # where there is none


def test_closing_and_deleting_take_it_away(club: Club, match: Match) -> None:
    save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    season = match.division.season
    close_season(season=season, missing="void", by=CONSOLE)
    assert not SheetDraft.objects.exists()
    season.refresh_from_db()
    again = Match.objects.get(pk=match.pk)
    assert {
        code for _path, code in refuse(save_sheet_draft, match=again, texts=TYPED, by=CONSOLE, base=0)
    } == {
        "season-closed",
        "has-result",
    }


def test_where_results_wait_none_is_saved_beside_one(club: Club) -> None:
    file = build_club_file(slug="waiting")
    file["competitions"][0]["rules"]["unconfirmed_results"] = "wait"
    import_club(encode_document(file), by=CONSOLE)
    match = list_matches(Club.objects.get(slug="waiting"))[0]
    player = get_player_actor(match)
    draft = save_sheet_draft(match=match, texts=TYPED, by=player, base=0)
    assert enter_result(match, by=player, draft=draft.revision) is None
    assert not SheetDraft.objects.exists()
    assert refuse(save_sheet_draft, match=match, texts=TYPED, by=player, base=0) == [("", "waiting")]


# --- secret bids


def test_bids_can_be_changed_until_both_are_in_and_tricks_come_after(match: Match) -> None:
    bid(match, 0, 13)
    assert refuse_bid(match, 0, 14, field="tricks") == [("field", "bids-missing")]
    bid(match, 0, 16)
    bid(match, 1, 12)
    assert get_entered(match) == {0: {0: [16], 1: [12]}}
    assert refuse_bid(match, 0, 15) == refuse_bid(match, 1, 15) == [("number", "bids-fixed")]
    bid(match, 1, 11, field="tricks")
    bid(match, 1, 10, field="tricks")
    assert refuse_bid(match, 0, 13, deal=1) == [("deal", "other-deal")]
    bid(match, 0, 17, field="tricks")
    assert get_entered(match) == {0: {0: [16, 17], 1: [12, 10]}}
    assert refuse_bid(match, 0, 16, field="tricks") == [("deal", "other-deal")]
    bid(match, 0, 1, deal=1)


def test_what_no_bid_can_be_is_refused(club: Club, match: Match) -> None:
    assert refuse_bid(match, 0, 28) == refuse_bid(match, 0, -1) == [("number", "bid-range")]
    assert refuse_bid(match, 0, 1, field="points") == [("field", "no-secret-bids")]
    for deal in (-1, 1, 4, 10**9):
        assert refuse_bid(match, 0, 1, deal=deal) == [("deal", "other-deal")]
    enter_result(match)
    assert refuse_bid(match, 0, 13) == [("", "has-result")]
    assert not SheetDraft.objects.exists()


def test_only_who_sits_there_bids(club: Club, match: Match) -> None:
    people: list[Principal] = [CONSOLE, make_member(club, Role.OWNER)]
    owner = people[-1].user
    assert owner
    owner.is_superuser = True
    owner.save()
    for by in (*people, Person(owner)):
        with pytest.raises(PermissionDenied):
            enter_bid(match=match, deal=0, field="bids", number=1, by=by)
    absent = get_player_actor(match)
    seat = match.seats.get(number=0)
    free = club.players.exclude(seats__match=match).order_by("pk")[0]
    seat.player = free  # a substitute
    seat.save()
    with pytest.raises(PermissionDenied):
        enter_bid(match=match, deal=0, field="bids", number=1, by=absent)
    bid(match, 0, 1)


def test_no_event_and_no_file_has_a_number_of_them(club: Club, match: Match) -> None:
    file = export_club_file(club)
    bid(match, 0, 13)
    bid(match, 1, 12)
    bid(match, 0, 19, field="tricks")
    assert list(Event.objects.filter(action="enter_bid").order_by("pk").values_list("after", flat=True)) == [
        {"deal": 0, "seat": 0, "field": "bids"},
        {"deal": 0, "seat": 1, "field": "bids"},
        {"deal": 0, "seat": 0, "field": "tricks"},
    ]
    assert export_club_file(club) == file and verify_club(club) == []


def test_a_deal_that_is_written_on_the_sheet_needs_no_bids(match: Match) -> None:
    written = {
        f"deals-0-{key}-{seat}": number
        for key, numbers in (("bids", "13"), ("tricks", "13"))
        for seat, number in enumerate([numbers, "14"])
    }
    save_sheet_draft(match=match, texts=written, by=CONSOLE, base=0)
    assert refuse_bid(match, 0, 13) == [("deal", "other-deal")]
    bid(match, 0, 13, deal=1)
    draft = SheetDraft.objects.get()
    discard_sheet_draft(match=match, by=CONSOLE, base=draft.revision)
    assert get_entered(match) == {1: {0: [13]}}  # only the sheet goes


def test_skull_king_tells_all_bids_at_once(db: None) -> None:
    match = make_skull_king_match()
    for seat in (2, 0):
        bid(match, seat, 1)
    assert refuse_bid(match, 1, 2) == [("number", "bid-range")]  # of one card
    bid(match, 0, 0)
    bid(match, 1, 1)
    assert get_entered(match) == {0: {0: [0], 1: [1], 2: [1]}}
    assert refuse_bid(match, 0, 1) == [("deal", "other-deal")]
    bid(match, 1, 2, deal=1)


def make_skull_king_match() -> Match:
    """Make a match of three."""
    file = build_club_file(slug="pirates")
    (competition,) = file["competitions"]
    competition |= {
        "game": "skull-king",
        "rules": competition["rules"] | {"ranking": list(games.get("skull-king").ranking)},
    }
    (season,) = competition["seasons"]
    for division in season["divisions"]:
        division["matches"] = [
            {
                "id": f"d{division['level']}-m1",
                "round": 1,
                "table": 1,
                "due_on": "2026-01-05",
                "seats": [entry["player"] for entry in division["entries"][:3]],
            }
        ]
    import_club(encode_document(file), by=CONSOLE)
    return Match.objects.filter(club__slug="pirates").order_by("key")[0]


def test_who_sits_a_deal_out_enters_nothing_in_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of which none is installed: with secret bids, and a player who sits out."""
    played = games.get("skull-king")

    def build_layout(options: Any, seats: int) -> games.Layout:
        return replace(played.layout(options, seats), resting=lambda deal: [deal % seats])

    installed = {"skull-king": replace(played, layout=build_layout)}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)
    monkeypatch.setattr(snapshot, "_parse_cached_settings", snapshot._parse_cached_settings.__wrapped__)
    match = make_skull_king_match()
    assert refuse_bid(match, 0, 1) == [("deal", "rests")]
    for seat in (1, 2):
        bid(match, seat, 1)
    assert get_entered(match) == {0: {1: [1], 2: [1]}}
    bid(match, 0, 1, deal=1)


def test_queries(match: Match, django_assert_num_queries: Any) -> None:
    player = get_player_actor(match)
    with django_assert_num_queries(7):
        save_sheet_draft(match=match, texts=TYPED, by=player, base=0)
    with django_assert_num_queries(6):
        enter_bid(match=match, deal=0, field="bids", number=13, by=player)
