"""The settlement sheets of two evenings at tables of three and four, against amounts worked out here from the rule.

docs/reference/ranking.md, Money. Of each list the first three lost games cost 0.50, the others 1.00.
"""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.clubfile.verify import verify_file
from league.models import Club, Competition, Entry, Membership, Role, Season, User
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
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
from tests.web.public.test_downloads import as_csv, as_xlsx
from tests.web.sheets import text

# Of each list: who sat there, with games won and lost.
FIRST_EVENING = [
    {"ann": (5, 1), "bob": (3, 4), "cleo": (4, 0)},
    {"ann": (2, 6), "bob": (6, 0), "cleo": (1, 3)},
]
SECOND_EVENING = [{"ann": (3, 2), "bob": (2, 2), "cleo": (4, 5), "dev": (1, 0)}]
MONEY: JSON = {
    "currency": "€",
    "entry_fee": 600,
    "lost_games": {"each": 50, "first": 3, "then": 100},
    "prizes": {"places": [800, 400], "best_match": 200, "best_team": 250},
}
PAGE, YEAR = "/club/evenings/1/settlement/", "/club/evenings/year/2026/settlement/"


def write_list(results: dict[str, tuple[int, int]]) -> JSON:
    """Write the sums of a list in which each game won brought 30 points, and each lost one cost 60."""
    won, lost = ([of_player[part] for of_player in results.values()] for part in (0, 1))
    points = [30 * a - 60 * b for a, b in zip(won, lost, strict=True)]
    return {"deals": [{"game_points": points, "won": won, "lost": lost, "passed": 0}]}


def compute_total(results: dict[str, tuple[int, int]], player: str) -> int:
    """Return the tournament total of a list: 50 for each game won, less each lost, and 40 or 30 for those of others."""
    won, lost = results[player]
    others = sum(of_player[1] for of_player in results.values()) - lost
    return 30 * won - 60 * lost + 50 * (won - lost) + {3: 40, 4: 30}[len(results)] * others


def compute_cost(lost: int) -> int:
    return sum(50 if number <= 3 else 100 for number in range(1, lost + 1))


def build_evenings(money: JSON | None) -> JSON:
    seasons = []
    for number, lists in enumerate((FIRST_EVENING, SECOND_EVENING), 1):
        teams = {"ann": "Red", "bob": "Blue", "cleo": "Red"}
        entries = [
            {"player": name, "team": teams[name]} if name in teams else {"player": name} for name in lists[0]
        ]
        matches = [
            build_played_match(
                f"m{number}-{series}", " ".join(sums), write_list(sums), f"2026-0{number}-05", round=series
            )
            for series, sums in enumerate(lists, 1)
        ]
        division = build_division(entries, matches, name="Open")
        seasons.append(
            build_season(division, number=number, name=f"Evening {number}", starts_on=f"2026-0{number}-05")
        )
    rules = {**TOURNAMENT, "team_counts": 2, "evenings": {}, "money": money}
    competition = build_competition(*seasons, game="international-skat", kind="tournament", rules=rules)
    return build_club({**competition, "slug": "evenings", "name": "Evenings"})


def make_club(money: JSON | None) -> Club:
    import_club(encode_document(build_evenings(money)), by=CONSOLE)
    return Club.objects.get(slug="club")


@scenario
def evenings() -> Club:
    return make_club(MONEY)


@scenario
def settled_by_year() -> Club:
    return make_club(MONEY | {"lost_games": {**MONEY["lost_games"], "settled": "year"}})


@pytest.fixture
def scorer(client: Client) -> Client:
    user = User.objects.create_user("scorer@example.org", name="Sam Scorer")
    Membership.objects.create(user=user, club=Club.objects.get(slug="club"), role=Role.SCORER)
    staff = Client()
    staff.force_login(user)
    return staff


def read_balances(client: Client, address: str = PAGE) -> dict[str, int]:
    table = client.get(address).context["table"]
    return {row.player: row.balance for row in table.settlement.rows}


def test_fee_lost_games_and_prizes_make_the_balance(evenings: Any, scorer: Client) -> None:
    totals = {
        name: sum(compute_total(sums, name) for sums in FIRST_EVENING) for name in ("ann", "bob", "cleo")
    }
    order = sorted(totals, key=lambda name: -totals[name])
    best = max(FIRST_EVENING[0], key=lambda name: max(compute_total(sums, name) for sums in FIRST_EVENING))
    right = {name: -600 - sum(compute_cost(sums[name][1]) for sums in FIRST_EVENING) for name in totals}
    right[order[0]] += 800
    right[order[1]] += 400
    right[best] += 200
    red_wins = totals["ann"] + totals["cleo"] > totals["bob"]
    for name in ("ann", "cleo") if red_wins else ("bob",):
        right[name] += 125 if red_wins else 250
    assert read_balances(scorer) == right
    page = text(scorer.get(PAGE))
    taken = 3 * 600 + sum(compute_cost(of_player[1]) for sums in FIRST_EVENING for of_player in sums.values())
    till = taken - 800 - 400 - 200 - 250
    assert f"Stays in the club's till: €{till // 100}.{till % 100:02}." in page
    assert "Nothing is paid through this site." in page
    assert "A lost game costs €0.50, from the 4th of a series €1.00." in page
    assert "14 (1 + 6)" not in page and "7 (1 + 6)" in page


def test_who_has_withdrawn_wins_nothing_and_pays_if_they_have_played(evenings: Any, scorer: Client) -> None:
    totals = {name: sum(compute_total(sums, name) for sums in FIRST_EVENING) for name in FIRST_EVENING[0]}
    first, second, *_others = sorted(totals, key=lambda name: -totals[name])
    Entry.objects.filter(season__number=1, player__key=first).update(left=True)
    rows = {row.player: row for row in scorer.get(PAGE).context["table"].settlement.rows}
    assert not [prize for prize in rows[first].prizes if prize.kind != "team"]
    assert [prize.place for prize in rows[second].prizes if prize.kind == "place"] == [1]
    assert rows[first].fee == 600
    Entry.objects.filter(season__number=1, player__key=first).update(left=False)


def test_only_the_staff_see_it_and_only_with_money(client: Client, evenings: Any, scorer: Client) -> None:
    assert client.get(PAGE).status_code == 302
    assert 'href="/club/evenings/1/settlement/"' not in client.get("/club/evenings/1/").content.decode()
    assert 'href="/club/evenings/1/settlement/"' in scorer.get("/club/evenings/1/").content.decode()
    assert scorer.get(YEAR).status_code == 404
    assert scorer.get("/club/evenings/9/settlement/").status_code == 404


def test_without_money_there_is_no_settlement(db: None, client: Client) -> None:
    club = make_club(None)
    user = User.objects.create_user("scorer@example.org", name="Sam Scorer")
    Membership.objects.create(user=user, club=club, role=Role.OWNER)
    client.force_login(user)
    assert client.get(PAGE).status_code == client.get(YEAR).status_code == 404
    assert PAGE not in client.get("/club/evenings/1/").content.decode()
    assert b'"money"' not in export_club_file(club)


def test_rules_of_the_money_are_public(client: Client, evenings: Any) -> None:
    page = text(client.get("/club/evenings/rules/"))
    assert "The entry fee is €6.00. A lost game costs €0.50, from the 4th of a series €1.00." in page
    assert "Prizes: 1st prize €8.00, 2nd prize €4.00, best series €2.00, best team €2.50." in page


def test_rules_say_what_guests_pay(db: None, client: Client) -> None:
    make_club({**MONEY, "guest_fee": 750})
    page = text(client.get("/club/evenings/rules/"))
    assert "The entry fee is €6.00, for guests €7.50." in page


def test_files_hold_the_same_amounts_as_numbers(evenings: Any, scorer: Client) -> None:
    rows = as_csv(scorer.get(f"{PAGE}?download=csv"))
    balances = read_balances(scorer)
    assert [row["Player"] for row in rows] == ["Ann", "Bob", "Cleo", "Total"]
    assert [Decimal(row["Balance"]) * 100 for row in rows] == [*balances.values(), sum(balances.values())]
    assert rows[0]["Entry fee"] == "6.00" and rows[-1]["Entry fee"] == "18.00"
    assert [row["Lost games"] for row in rows] == ["7", "4", "3", "14"]
    sheet = as_xlsx(scorer.get(f"{PAGE}?download=xlsx"))
    assert [round(float(row["Balance"]) * 100) for row in sheet[:-1]] == list(balances.values())
    assert scorer.get(f"{PAGE}?download=doc").status_code == 404


def test_year_settles_lost_games_list_by_list(settled_by_year: Any, scorer: Client) -> None:
    costs: dict[str, int] = {}
    for sums in (*FIRST_EVENING, *SECOND_EVENING):
        for name, (_won, lost) in sums.items():
            costs[name] = costs.get(name, 0) + compute_cost(lost)
    assert read_balances(scorer, YEAR) == {name: -cost for name, cost in costs.items()}
    assert {
        row["Player"]: row["Cost of lost games"] for row in as_csv(scorer.get(f"{YEAR}?download=csv"))
    } == {
        **{name.title(): f"{cost // 100}.{cost % 100:02}" for name, cost in costs.items()},
        "Total": f"{sum(costs.values()) // 100}.{sum(costs.values()) % 100:02}",
    }
    evening = scorer.get(PAGE)
    assert evening.context["table"].settlement.lost_cost == 0
    assert "Lost games are paid for after the year." in text(evening)
    assert YEAR in evening.content.decode()
    assert YEAR in scorer.get("/club/evenings/year/").content.decode()
    assert scorer.get("/club/evenings/year/2025/settlement/").status_code == 404


def test_file_keeps_the_money_and_everything_is_verified(evenings: Any) -> None:
    assert verify_club(evenings) == []
    content = export_club_file(evenings)
    assert verify_file(content) == [] and b'"money": {' in content
    import_club(content, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="club")) == content


def test_takes_as_many_queries_for_many(
    settled_by_year: Any, scorer: Client, django_assert_num_queries: Any
) -> None:
    for address in (PAGE, "/club/evenings/2/settlement/"):
        with django_assert_num_queries(2 + 4):
            scorer.get(address)
    with django_assert_num_queries(2 + 5):
        scorer.get(YEAR)
    Season.objects.filter(number=1).update(starts_on="2025-01-05")
    for year in (2025, 2026):
        with django_assert_num_queries(2 + 5):
            scorer.get(f"/club/evenings/year/{year}/settlement/")
    assert Competition.objects.count() == 1
