"""Guests of an evening: how they rank, in the evening and in the year, and what is refused.

The expected places are worked out here from the totals, by docs/reference/ranking.md, Guests.
"""

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

import games
from games import Invalid
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.actions.guests import set_guests
from league.actions.season import close_season
from league.clubfile.verify import verify_file
from league.models import Club, Entry, Event, Round, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.prizes import list_prizes
from league.queries.series import rank_series
from league.queries.settlement import find_settlement
from league.rules.rule_checks import parse_rules
from tests.actions.refusals import refusal
from tests.actions.seasons import make_league
from tests.actions.tournaments import reread
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    encode_document,
)
from tests.rules.skat_lists import TOURNAMENT
from tests.scenarios import scenario
from tests.web.manage.test_settlement import compute_total, write_list
from tests.web.public.test_downloads import as_csv
from tests.web.sheets import text

# Of each evening: who sat at the table, with games won and lost. Hana and Ivo are guests, Ivo on the first one only.
EVENINGS = [
    {"hana": (7, 0), "ann": (5, 1), "ivo": (3, 2), "bob": (2, 2)},
    {"hana": (6, 0), "bob": (3, 3), "ivo": (4, 1), "cleo": (1, 4)},
]
GUESTS = [{"hana", "ivo"}, {"hana"}]


def build_evenings(**rules: Any) -> JSON:
    seasons = []
    for number, (played, guests) in enumerate(zip(EVENINGS, GUESTS, strict=True), 1):
        entries: list[JSON] = [
            {"player": player} | ({"guest": True} if player in guests else {}) for player in played
        ]
        day = f"2026-0{number}-05"
        match = build_played_match(f"m{number}", " ".join(played), write_list(played), day)
        division = build_division(entries, [match], name="Open")
        seasons.append(build_season(division, number=number, name=f"Evening {number}", starts_on=day))
    competition = build_competition(
        *seasons,
        game="international-skat",
        kind="tournament",
        rules={**TOURNAMENT, "evenings": {}, **rules},
    )
    return build_club({**competition, "slug": "evenings", "name": "Evenings"})


def make_club(**rules: Any) -> Club:
    import_club(encode_document(build_evenings(**rules)), by=CONSOLE)
    return Club.objects.get(slug="club")


@scenario
def with_all() -> Club:
    return make_club()


@scenario
def apart() -> Club:
    return make_club(guests="apart", money={"currency": "EUR", "entry_fee": 500, "prizes": {"places": [900]}})


@scenario
def unranked() -> Club:
    return make_club(guests="unranked")


def list_ranks(number: int = 1) -> list[tuple[str, int]]:
    rows = Standing.objects.filter(entry__season__number=number).order_by("rank")
    return list(rows.values_list("entry__player__key", "rank"))


def order_by_total(players: set[str], number: int = 1) -> list[str]:
    evening = EVENINGS[number - 1]
    return sorted(players, key=lambda player: -compute_total(evening, player))


def read_rows(client: Client, number: int = 1) -> list[tuple[str, str, str]]:
    rows = as_csv(client.get(f"/club/evenings/{number}/?download=csv"))
    return [(row["Player"], row["Rank"], row["Guest"]) for row in rows]


def test_guests_rank_with_all_by_default(with_all: Any, client: Client) -> None:
    order = order_by_total(set(EVENINGS[0]))
    assert list_ranks() == [(player, rank) for rank, player in enumerate(order, 1)]
    assert order[0] == "hana"
    assert read_rows(client)[0] == ("Hana", "1", "guest")
    page = text(client.get("/club/evenings/1/"))
    assert page.count("guest") == 2
    assert "Guests" not in text(client.get("/club/evenings/rules/"))


@pytest.mark.parametrize(("rule", "ranks"), [("apart", ["1", "2"]), ("unranked", ["", ""])])
def test_guests_stand_below_all_others(db: None, rule: str, ranks: list[str], client: Client) -> None:
    make_club(guests=rule)
    members, guests = order_by_total({"ann", "bob"}), order_by_total({"hana", "ivo"})
    assert list_ranks() == [(player, rank) for rank, player in enumerate([*members, *guests], 1)]
    assert read_rows(client) == [
        *((player.title(), str(rank), "") for rank, player in enumerate(members, 1)),
        *((player.title(), rank, "guest") for player, rank in zip(guests, ranks, strict=True)),
    ]
    last_member = Standing.objects.get(entry__season__number=1, entry__player__key=members[-1])
    assert last_member.decided_by == ""
    page = text(client.get("/club/evenings/1/"))
    assert ("(1)" in page) == (rule == "apart")


def test_explanation_says_who_is_a_guest(apart: Any, client: Client) -> None:
    members = order_by_total({"ann", "bob"})
    assert "Hana is a guest, below all others" in text(client.get("/club/evenings/1/why/hana/"))
    assert "Hana is a guest" in text(client.get(f"/club/evenings/1/why/{members[-1]}/"))


def test_guests_win_no_prizes_unless_they_rank_with_all(apart: Any) -> None:
    season = Season.objects.for_page().get(number=1)
    winners = {winner[0] for prize in list_prizes(season, reader=AnonymousUser()) for winner in prize.winners}
    assert winners <= {"ann", "bob"}
    table = find_settlement(season, reader=AnonymousUser())
    assert table
    best = order_by_total({"ann", "bob"})[0]
    assert {row.player: row.balance for row in table.settlement.rows} == {
        player: (900 if player == best else 0) - 500 for player in EVENINGS[0]
    }


def read_year(client: Client) -> list[tuple[str, int | None]]:
    return [(row.player, row.rank) for row in client.get("/club/evenings/year/").context["table"].rows]


def compute_years() -> dict[str, int]:
    totals: dict[str, int] = {}
    for evening in EVENINGS:
        for player in evening:
            totals[player] = totals.get(player, 0) + compute_total(evening, player)
    return totals


@pytest.mark.parametrize("rule", [None, "apart", "unranked"])
def test_who_was_a_guest_the_last_time_is_one_in_the_year(db: None, rule: str | None, client: Client) -> None:
    make_club(guests=rule)
    totals = compute_years()
    order = sorted(totals, key=lambda player: -totals[player])
    if rule is None:
        right: list[tuple[str, int | None]] = [(player, rank) for rank, player in enumerate(order, 1)]
    else:
        order.remove("hana")  # Ivo has joined the club by the second evening
        right = [(player, rank) for rank, player in enumerate(order, 1)]
        right += [("hana", None)] if rule == "apart" else []
    assert read_year(client) == right


def test_ranking_of_a_round_has_no_place_for_guests_who_rank_apart(apart: Any, client: Client) -> None:
    season = Season.objects.for_page().get(number=1)
    series = rank_series(season, Round.objects.get(stage__season=season), reader=AnonymousUser())
    assert series
    assert [(row.player, row.rank) for row in series.rows] == [
        *((player, rank) for rank, player in enumerate(order_by_total({"ann", "bob"}), 1)),
        ("hana", None),
        ("ivo", None),
    ]


def test_guests_who_rank_apart_have_not_the_most_of_a_month(apart: Any, client: Client) -> None:
    months = client.get("/club/evenings/year/").context["table"].by_month
    best = {row.player: [total and total.is_best for total in totals] for row, _name, _link, totals in months}
    totals = [{player: compute_total(evening, player) for player in evening} for evening in EVENINGS]
    for number, evening in enumerate(totals):
        first = max((player for player in evening if player != "hana"), key=lambda player: evening[player])
        assert [player for player in best if best[player][number]] == [first]


def test_file_keeps_guests_and_everything_is_verified(unranked: Any) -> None:
    assert verify_club(unranked) == []
    content = export_club_file(unranked)
    assert verify_file(content) == []
    seasons = json.loads(content)["competitions"][0]["seasons"]
    assert [
        {entry["player"] for entry in season["divisions"][0]["entries"] if entry.get("guest")}
        for season in seasons
    ] == GUESTS
    assert b'"guest": false' not in content
    import_club(content, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="club")) == content


def test_guest_in_a_team_is_refused_with_both_names(db: None) -> None:
    document = build_evenings()
    document["competitions"][0]["seasons"][0]["divisions"][0]["entries"][0]["team"] = "Red"
    with pytest.raises(ActionError) as refused:
        import_club(encode_document(document), by=CONSOLE)
    [problem] = refused.value.problems
    assert (problem.path, problem.code) == (
        "competitions.0.seasons.0.divisions.0.entries.0.guest",
        "guest-in-team",
    )
    assert "hana is a guest and in the team Red: guests play in no team." in str(problem.message)


def test_leagues_have_no_guests(db: None) -> None:
    document = build_evenings()
    league = document["competitions"][0]
    league |= {"kind": "league", "rules": {"promoted": 0}}
    for season in league["seasons"]:
        del season["name"]
    league["seasons"].pop()
    with pytest.raises(ActionError) as refused:
        import_club(encode_document(document), by=CONSOLE)
    assert {problem.code for problem in refused.value.problems} == {"not-in-league"}
    assert {problem.path.rpartition(".")[2] for problem in refused.value.problems} == {"guest"}


@pytest.mark.parametrize(
    "rules",
    [
        {"pairing": "knockout", "ranking": ["bracket", "wins"]},
        {"pairing": "ladder", "ranking": ["ladder", "wins"]},
        {"groups": 2, "final": {"pairing": "knockout"}},
    ],
)
def test_brackets_ladders_and_finals_rank_guests_with_all(rules: JSON) -> None:
    with pytest.raises(Invalid) as refused:
        parse_rules(rules | {"guests": "apart"}, games.get("skuck"))
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("rules.guests", "guests-rank")
    ]


def test_marks_change_the_standings_of_a_running_evening(apart: Any) -> None:
    season = Season.objects.for_page().get(number=1)
    set_guests(season=season, guests={"bob"}, by=CONSOLE)
    order = [*order_by_total({"hana", "ann", "ivo"}), "bob"]
    assert [player for player, _rank in list_ranks()] == order
    assert verify_club(apart) == []
    set_guests(season=reread(season), guests=(), by=CONSOLE)
    assert [player for player, _rank in list_ranks()] == order_by_total(set(EVENINGS[0]))
    assert not Entry.objects.filter(season=season, guest=True).exists()


def test_marks_that_change_nobody_have_no_event(apart: Any) -> None:
    season = Season.objects.for_page().get(number=1)
    set_guests(season=season, guests=GUESTS[0], by=CONSOLE)
    assert not Event.objects.filter(action="set_guests").exists()


def test_tournament_that_has_ended_takes_no_marks(apart: Any) -> None:
    season = Season.objects.for_page().get(number=1)
    close_season(season=season, by=CONSOLE)
    assert refusal(set_guests, season=reread(season), guests={"bob"}, by=CONSOLE) == [("", "season-closed")]
    assert (
        set(Entry.objects.filter(season=season, guest=True).values_list("player__key", flat=True))
        == GUESTS[0]
    )


def test_players_of_a_league_are_not_marked(db: None) -> None:
    season = make_league([4])
    [player, *_others] = season.entries.values_list("player__key", flat=True)
    assert refusal(set_guests, season=season, guests={player}, by=CONSOLE) == [("season", "not-a-tournament")]
    assert not Entry.objects.filter(guest=True).exists()


def test_marks_that_are_refused_change_nothing(apart: Any) -> None:
    season = Season.objects.for_page().get(number=1)
    Entry.objects.filter(season=season, player__key="ann").update(team="Red")
    before = list_ranks()
    for guests, path, code in (
        ({"nina"}, "guests.nina", "not-entered"),
        ({"ann"}, "guests.ann", "guest-in-team"),
    ):
        with pytest.raises(ActionError) as refused:
            set_guests(season=season, guests=guests, by=CONSOLE)
        assert [(problem.path, problem.code) for problem in refused.value.problems] == [(path, code)]
    assert list_ranks() == before
    assert "Red" in str(refused.value.problems[0].message)
