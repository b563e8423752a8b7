"""A year of twelve evenings of Skat, of which the best eight count, against a table worked out here by other code."""

import itertools
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.clubfile.verify import verify_file
from league.models import Club, Competition, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.year import Year
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
from tests.web.sheets import text

MEMBERS = ["ann", "bob", "cleo", "dev", "eva", "finn", "gus"]
GUEST = "hana"
YEAR = "/skat/evenings/year/"
Sums = dict[str, list[int]]


def play_evening(number: int, chance: Random) -> tuple[list[str], list[Sums]]:
    """Make up who comes to an evening, and the sums of two lists at a table."""
    there = sorted(chance.sample(MEMBERS, 3)) + ([GUEST] if number in (3, 7) else [])
    lists = []
    for _series in range(2):
        won = [chance.randint(2, 6) for _player in there]
        lost = [chance.randint(0, 2) for _player in there]
        points = [30 * a - 50 * b for a, b in zip(won, lost, strict=True)]
        lists.append({"game_points": points, "won": won, "lost": lost})
    return there, lists


def build_evening(number: int, there: list[str], lists: list[Sums], year: int) -> JSON:
    day = f"{year}-{number:02}-05"
    matches = [
        build_played_match(
            f"m{year}-{number}-{series}",
            " ".join(there),
            {"deals": [{**sums, "passed": 0}]},
            day,
            round=series,
        )
        for series, sums in enumerate(lists, 1)
    ]
    division = build_division(" ".join(there), matches, name="Open")
    name = f"Evening {year}/{number}"
    return build_season(division, number=number + (12 if year == 2026 else 0), starts_on=day, name=name)


def make_year(**evenings: Any) -> tuple[Club, list[tuple[list[str], list[Sums]]]]:
    chance = Random(11)
    played = [play_evening(number, chance) for number in range(1, 13)]
    seasons = [build_evening(number, *evening, 2026) for number, evening in enumerate(played, 1)]
    before = [build_evening(12, *play_evening(1, chance), 2025)]
    competition = build_competition(
        *before,
        *seasons,
        game="international-skat",
        kind="tournament",
        rules={**TOURNAMENT, "evenings": evenings},
    )
    document = build_club({**competition, "slug": "evenings", "name": "Club Evenings"})
    document["club"]["slug"] = "skat"
    import_club(encode_document(document), by=CONSOLE)
    return Club.objects.get(slug="skat"), played


@scenario
def best_eight() -> tuple[Club, list[tuple[list[str], list[Sums]]]]:
    return make_year(best=8, least=3)


def add_up(played: list[tuple[list[str], list[Sums]]]) -> dict[str, list[tuple[int, int, int]]]:
    """Return total, games won and games lost of each player in each evening, from the text of the rules."""
    years: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for there, lists in played:
        each = {3: 40, 4: 30}[len(there)]
        for seat, player in enumerate(there):
            total = won = lost = 0
            for sums in lists:
                a, b = sums["won"][seat], sums["lost"][seat]
                others = sum(sums["lost"]) - b
                total += sums["game_points"][seat] + 50 * a - 50 * b + each * others
                won, lost = won + a, lost + b
            years[player].append((total, won, lost))
    return years


def get_table(client: Client, address: str = YEAR) -> Year:
    page = client.get(address)
    assert page.status_code == 200
    table: Year = page.context["table"]
    return table


def test_best_eight_of_twelve_evenings_count(best_eight: Any, client: Client) -> None:
    _club, played = best_eight
    right = []
    for player, evenings in add_up(played).items():
        best = sorted(evenings, key=lambda evening: (-evening[0], -evening[1], evening[2]))[:8]
        total, won, lost = (sum(values) for values in zip(*best, strict=True))
        right.append((len(evenings) < 3, -total, -won, lost, player, len(evenings)))
    table = get_table(client)
    assert [(row.player, row.values, len(row.evenings)) for row in table.rows] == [
        (player, (-total, -won, lost), number) for _apart, total, won, lost, player, number in sorted(right)
    ]
    assert max(len(row.counted) for row in table.rows) <= 8
    assert [row.player for row in table.rows if row.rank is None] == [GUEST]
    assert [row.rank for row in table.rows if row.rank] == [1, 2, 3, 4, 5, 6, 7]


def test_page_says_what_it_takes_to_gain_a_place(best_eight: Any, client: Client) -> None:
    table = get_table(client)
    assert table.rows[0].needed is None and table.rows[-1].needed is None
    for above, row in zip(table.rows, table.rows[1:-1], strict=False):
        worst = min(row.evenings[number][0] for number in row.counted) if len(row.counted) == 8 else 0
        assert row.needed is not None
        assert row.values[0] - worst + row.needed == above.values[0] + 1


def test_evening_and_year_stand_on_one_page_and_each_year_has_its_own(
    best_eight: Any, client: Client
) -> None:
    response = client.get(YEAR)
    page = text(response)
    assert "Pos. Player Seeger-Fabian Evenings" in page
    assert "Club Evenings, year 2026" in page and "The evening of 5 December 2026" in page
    assert (
        "each player's best 8 evenings count. Who came to fewer than 3, such as guests, ranks apart." in page
    )
    assert {entry.season_id for entry in response.context["table"].last} == {
        Season.objects.values_list("pk", flat=True).get(number=24)
    }
    assert len(get_table(client, f"{YEAR}2025/").evenings) == 1
    assert client.get(f"{YEAR}2024/").status_code == 404
    assert 'href="/skat/evenings/year/"' in client.get("/skat/evenings/24/").content.decode()
    assert "best 8 evenings count" in text(client.get("/skat/evenings/rules/"))


def test_months_are_added_up_over_all_evenings_also_in_the_file(best_eight: Any, client: Client) -> None:
    _club, _played = best_eight
    table = get_table(client)
    days = [evening.began_on for evening in table.evenings if evening.began_on]
    assert len(days) == 12 and len(table.months) == len({day.month for day in days})
    for row, _name, _link, totals in table.by_month:
        by_month: dict[int, int] = defaultdict(int)
        for number, values in row.evenings.items():
            by_month[days[number].month] += values[0]
        assert {
            month.month: total.value for month, total in zip(table.months, totals, strict=True) if total
        } == by_month
    for column in zip(*(totals for _row, _name, _link, totals in table.by_month), strict=True):
        most = max(total.value for total in column if total)
        assert all(total.is_best == (total.value == most) for total in column if total)
    page = text(client.get(YEAR))
    assert "Totals by month" in page
    lines = client.get(f"{YEAR}?download=csv").content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Position,Player,Id,Counts,Evenings,2026-") and "January" in lines[0]
    assert len(lines) == 1 + len(table.rows)


def test_year_may_be_ranked_by_average(db: None, client: Client) -> None:
    _club, played = make_year(by="average", least=3)
    averages = {
        player: Fraction(sum(total for total, _won, _lost in evenings), len(evenings))
        for player, evenings in add_up(played).items()
        if len(evenings) >= 3
    }
    table = get_table(client)
    ranked = [row for row in table.rows if row.rank]
    assert [row.player for row in ranked] == sorted(averages, key=lambda player: -averages[player])
    assert [row.average for row in ranked] == sorted(averages.values(), reverse=True)
    assert "To gain a place" in text(client.get(YEAR))
    assert ranked[0].needed is None and table.rows[-1].needed is None  # the last is a guest
    for above, row in itertools.pairwise(ranked):
        assert row.needed is not None and check_needed(add_up(played)[row.player], row.needed, above.average)


def check_needed(
    evenings: list[tuple[int, int, int]], needed: int, average: Fraction, best: int = 99
) -> bool:
    """Return whether so much in the next evening lifts the average of the best above this one, and no less does."""

    def after(brought: int) -> Fraction:
        counted = sorted((*(total for total, _won, _lost in evenings), brought), reverse=True)[:best]
        return Fraction(sum(counted), len(counted))

    return after(needed) > average >= after(needed - 1)


def test_average_of_the_best_says_what_replaces_the_worst_of_them(db: None, client: Client) -> None:
    _club, played = make_year(by="average", best=3)
    ranked = [row for row in get_table(client).rows if row.rank]
    assert {len(row.counted) for row in ranked} == {2, 3}  # also of a guest who came twice
    for above, row in itertools.pairwise(ranked):
        assert row.needed is not None
        assert check_needed(add_up(played)[row.player], row.needed, above.average, best=3)


def test_file_keeps_the_rule_and_everything_is_verified(best_eight: Any) -> None:
    club, _played = best_eight
    assert verify_club(club) == []
    content = export_club_file(club)
    assert verify_file(content) == [] and b'"evenings": {' in content
    import_club(content, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="skat")) == content


def test_takes_as_many_queries_for_many_evenings(
    best_eight: Any, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1 + 3):
        client.get(YEAR)
    with django_assert_num_queries(1 + 3):
        client.get(f"{YEAR}2025/")


def test_without_the_rule_there_is_no_year(best_eight: Any, client: Client) -> None:
    competition = Competition.objects.get()
    Competition.objects.update(rules={**competition.rules, "evenings": None})
    assert client.get(f"{YEAR}2026/?again").status_code == 404


@pytest.mark.parametrize("evenings", [{"best": 0}, {"by": "luck"}, {"least": 0}, {"most": 1}, 3])
def test_rule_has_limits(evenings: object) -> None:
    from games import Invalid, get
    from league.rules.rule_checks import parse_rules

    with pytest.raises(Invalid):
        parse_rules({"evenings": evenings}, get("international-skat"))


def test_evening_without_a_day_is_of_the_year_in_which_it_was_opened(best_eight: Any, client: Client) -> None:
    dated = [evening.pk for evening in get_table(client).evenings]
    for season in Season.objects.filter(pk__in=dated):
        Season.objects.filter(pk=season.pk).update(opened_on=season.starts_on, starts_on=None)
    assert [evening.pk for evening in get_table(client, f"{YEAR}2026/?again").evenings] == dated
