"""Every page that tells of matches and standings, for tables of three, four and seven.

The club is the one of tests/rules/table_club.py.
"""

import re
from typing import Any
from uuid import uuid4

from django.core import mail
from django.test import Client
from django.utils import timezone

from league.actions.club import import_club
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.actions.statistics import refresh_statistics
from league.models import Club, Job, Match, Membership, Player, Role, User
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    encode_document,
)
from tests.rules.table_club import COMEBACK, RULES, build_hands, build_table_club
from tests.scenarios import scenario
from tests.web.sheets import plain, text
from tests.web.tables import rows

SEASON = "/club/league/1/"
SEVEN = build_hands(*[(5, 0, 0, 0, None, None, None)] * 2, (1, 4, 0, 0, None, None, None))


@scenario
def table() -> Club:
    import_club(
        encode_document(build_table_club({"id": "m8", "seats": ["ann", "gus", "eva"], "round": 5})),
        by=CONSOLE,
    )
    found = Club.objects.get()
    refresh_statistics(competition=found.competitions.get().pk)
    return found


@scenario
def scorer(table: Club) -> Client:
    """Helps in the club, and is one of its players."""
    user = User.objects.create_user("gus@example.org", name="Gus")
    mark_proved(user)
    Membership.objects.create(user=user, club=table, role=Role.SCORER)
    Player.objects.filter(key="gus").update(user=user)
    client = Client()
    client.force_login(user)
    return client


def results(page: str) -> list[str]:
    """Who sat there, each with what the match gave them."""
    part = page.partition('<ul class="results">')[2].partition("</ul>")[0]
    return [plain(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", part, re.DOTALL)]


def test_match_page_shows_places_beside_scores(table: Club, client: Client) -> None:
    response = client.get("/club/matches/m1/")
    page = text(response)
    assert results(response.content.decode()) == [
        "Ann 11 1st",
        "Bob 2 2nd",
        "Cleo 1 shared 3rd",
        "Dev 1 shared 3rd",
    ]
    assert "Ann – Bob – Cleo – Dev · League" in page
    assert page.count("Final score") == 4 and "Player Played First Shared first Not first Hands" in page
    assert "loss" not in page and "against" not in page
    assert "Ann 11 (1st), Bob 2 (2nd), Cleo 1 (shared 3rd), Dev 1 (shared 3rd)" in page  # the version


def test_who_came_to_a_forfeit_has_the_first_place(table: Club, client: Client) -> None:
    shared, alone = (client.get(f"/club/matches/{key}/").content.decode() for key in ("m4", "m6"))
    assert results(shared) == ["Bob shared 1st", "Gus shared 1st", "Dev absent"]
    assert results(alone) == ["Finn 1st", "Ann absent", "Cleo absent"]


def test_substitute_is_named_with_whose_place_it_was(table: Club, client: Client) -> None:
    page = client.get("/club/matches/m5/").content.decode()
    assert results(page)[2] == "Zoe 1 shared 3rd played for Bob"


def test_seven_at_a_table_are_named_in_short_above_and_in_full_below(db: None, client: Client) -> None:
    seven = "ann bob cleo dev eva finn gus"
    import_club(encode_document(league_of(seven, [build_played_match("m1", seven, SEVEN)])), by=CONSOLE)
    response = client.get("/club/matches/m1/")
    page = response.content.decode()
    (heading,) = re.findall(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert plain(heading) == "Ann – Bob – Cleo and 4 others"
    assert results(page)[3:] == [f"{name} 0 shared 3rd" for name in ("Dev", "Eva", "Finn", "Gus")]
    assert "5 5 10 0 0 0 0 0 0 0 0 0 out – 0 out – 0 out – 0" in plain(page)  # who is out keeps the total


def test_running_totals_stand_beside_what_each_hand_is_worth(table: Club, client: Client) -> None:
    said = text(client.get("/club/matches/m2/"))
    assert "Tricks Score Total Tricks Score Total Tricks Score Total Hand 1 3 3 3 2 2 2 0 0 0" in said
    assert (
        "Hand 2 2 2 5 2 2 4 1 1 1 Hand 3 0 −3 2 3 3 7 2 2 3 Hand 4 0 −2 0 5 5 12 0 −3 0 Total 0 12 0" in said
    )


def league_of(players: str, matches: list[Any]) -> Any:
    one = build_season(build_division(players, matches))
    return build_club(build_competition(one, game="hucklebuck", rules={"promoted": 0}))


def test_standings_count_first_places_and_say_so(table: Club, client: Client) -> None:
    head, first, *_others = rows(client.get(SEASON))
    assert head == [
        *("Rank", "Player", "Played", "First", "Shared first", "Not first", "Hands", "Score", "Points"),
        *("Average", "Tie-break used"),
    ]
    assert first == [
        *("1", "Ann", "3", "2", "0", "1", "6", "22", "8", "3.67"),
        "head-to-head record at shared tables",
    ]


def test_grid_tells_who_met_whom_and_will_yet(table: Club, client: Client) -> None:
    response = client.get(SEASON + "grid/")
    head, *body = rows(response)
    met = {row[0]: dict(zip(head, row, strict=True)) for row in body}
    assert head == ["Player", "Ann", "Finn", "Bob", "Gus", "Dev", "Eva", "Cleo"]
    assert met["Ann"]["Cleo"] == met["Cleo"]["Ann"] == "met 2 times"
    assert met["Eva"]["Gus"] == "met 2 times, 1 to come"
    assert met["Ann"]["Gus"] == "1 to come"
    assert met["Dev"]["Finn"] == ""  # what nobody played, or was void, is no meeting
    tabs = response.content.decode().partition('class="tabs')[2].partition("</nav>")[0]
    assert "Pairings" in tabs and "Results grid" not in tabs


def test_matches_are_listed_best_first_with_who_won_and_who_stayed_away(table: Club, client: Client) -> None:
    page = text(client.get(SEASON + "matches/"))
    assert "Finn ✓won 12 Eva 0 Gus 0" in page.partition("Tue 6 Jan 2026")[2]
    assert "Bob =drawn Gus =drawn Dev absent" in page
    assert "Finn ✓won Ann absent Cleo absent" in page
    assert "Ann Gus Eva" in page
    assert "Dev ✓won 11 Gus 2 Zoe 1 Eva 1" in page


def test_fixtures_lead_to_paper_and_managing_the_season_to_a_spreadsheet(
    table: Club, client: Client, scorer: Client
) -> None:
    paper, spreadsheet = f'href="{SEASON}paper/"', f'href="{SEASON}results/"'
    anybody, helper = (one.get(SEASON + "matches/").content.decode() for one in (client, scorer))
    assert paper in anybody and spreadsheet not in anybody + helper
    managing = scorer.get(SEASON + "manage/").content.decode()
    assert paper in managing and spreadsheet in managing
    assert 'href="/club/matches/m8/paper/"' in client.get("/club/matches/m8/").content.decode()
    Match.objects.filter(key="m8").delete()
    assert paper not in scorer.get(SEASON + "matches/").content.decode()


def test_player_page_counts_places_and_who_ended_ahead(table: Club, client: Client) -> None:
    page = text(client.get("/club/players/eva/"))
    assert "Next match with Ann, Gus To be arranged" in page
    assert "Rivals Played3 2nd1 1 shared 3rd2 2 shared Hands10 Score1 Average0.10" in page
    assert "Tricks6 All five tricks0 Hands without a trick7 Hands sat out0 Best match1" in page
    assert "=2Shared 2nd of 3, 6 January 2026, with Finn, Gus" in page
    rivals = page.partition("With Met Ahead Equal Behind Score")[2]
    assert (
        "Finn 2 0 1 1 0 to 12" in rivals
        and "Gus 2 0 1 1 1 to 2" in rivals
        and "Dev 1 0 0 1 1 to 11" in rivals
    )
    matches = page.partition("Match With Played on Result Score")[2]
    assert "1 Finn, Gus 6 Jan 2026 shared 2nd of 3 0 0.00" in matches
    assert "Won" not in page and "Against" not in page and "Level" not in page


def test_club_and_my_page_show_the_last_results_by_place(table: Club, scorer: Client) -> None:
    assert "Tue 20 Jan 2026 Dev ✓won 11 Gus 2 Zoe 1 Eva 1" in text(scorer.get("/club/"))
    mine = text(scorer.get("/-/my/"))
    assert "Dev 11, Gus 2, Zoe 1, Eva 1 2nd" in mine
    assert "Bob – Dev – Gus forfeit shared 1st" in mine
    assert "Ann – Gus – Eva" in mine.partition("Your next match")[2]


def test_mail_about_a_correction_tells_places(table: Club, scorer: Client) -> None:
    match = Match.objects.get(key="m8")  # ann, gus, eva
    for base, sheet in enumerate((COMEBACK, build_hands((5, 0, 0), (5, 0, 0), (1, 2, 2)))):
        submit_result(match=match, sheet=sheet, by=CONSOLE, key=uuid4(), base=base)
        run_jobs()
        Job.objects.filter(kind="mail-results", state="waiting").update(due_at=timezone.now())
        run_jobs()
    _entered, message = mail.outbox
    assert message.to == ["gus@example.org"] and message.subject == "A result of yours has been changed"
    assert "Before: Ann 0 (shared 2nd), Gus 12 (1st), Eva 0 (shared 2nd)" in message.body
    assert "Now: Ann 11 (1st), Gus 2 (shared 2nd), Eva 2 (shared 2nd)" in message.body


def test_why_page_tells_points_by_place(table: Club, client: Client) -> None:
    page = text(client.get(SEASON + "why/dev/"))
    assert "Points: 6 Match m1: 2 for shared 3rd at a table of 4 The match" in page
    assert "Match m4: 0, absent (table of 3)" in page


def test_rules_page_says_how_tables_and_points_are_made(table: Club, client: Client) -> None:
    page = text(client.get("/club/league/rules/"))
    assert "Players at a table 3 to 7, here 4" in page
    assert "Each pair of a division meets about once, at tables of 4." in page
    assert "At a table of 3: 1st: 3, 2nd: 2, 3rd: 1." in page
    assert "At a table of 4: 1st: 4, 2nd: 3, 3rd: 2, 4th: 1." in page
    assert "if several are there, they share it" in page and "absent players get none" in page
    assert "head-to-head record at shared tables" in page.lower()


def test_season_of_a_few_takes_as_many_queries_as_one_of_many(
    db: None, client: Client, django_assert_num_queries: Any
) -> None:
    for slug, size in (("few", 4), ("lots", 20)):
        players = " ".join(f"p{number}" for number in range(size))
        tables = [" ".join(players.split()[start : start + 4]) for start in range(0, size, 4)]
        hand = build_hands((5, 0, 0, 0), (5, 0, 0, 0), (1, 2, 1, 1))
        matches = [build_played_match(f"m{number}", seats, hand) for number, seats in enumerate(tables)]
        document = build_club(
            build_competition(
                build_season(build_division(players, matches)),
                game="hucklebuck",
                rules=RULES | {"division_size": 20},
            )
        )
        document["club"]["slug"] = slug
        import_club(encode_document(document), by=CONSOLE)
        for part, queries in {"": 13, "grid/": 5, "matches/": 5}.items():
            page = f"/{slug}/league/1/{part}"
            with django_assert_num_queries(queries, info=page):
                client.get(page)
