"""Deciding a match that was not played as it should: a page for those who enter results."""

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.season import close_season
from league.models import Club, Decision, Event, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.clubfile import documents as written
from tests.scenarios import discard_changes, scenario
from tests.web.log_ins import log_in
from tests.web.sheets import plain, sent_again, summary, text, value
from tests.web.untidy import GARBAGE, play

MATCH = "/riverside/matches/c1d1-m2/"  # p2 against p3
PAGE = MATCH + "decide/"
REASON = "His car broke down."


@scenario
def club() -> Club:
    return make_club()


@scenario
def scorer(club: Club) -> Client:
    return log_in(make_member(club, Role.SCORER))


def decided(client: Client, *absent: int, how: str = "forfeit", reason: str = REASON, base: int = 0) -> Any:
    sent = {"how": how, "absent": [str(number) for number in absent], "reason": reason, "base": str(base)}
    return client.post(PAGE, sent)


def match() -> Match:
    return Match.objects.select_related("current").get(key="c1d1-m2")


def outcomes() -> list[tuple[str, int]]:
    return list(match().seats.order_by("number").values_list("outcome", "score"))


def errors(page: Any) -> list[str]:
    return [sentence for _place, sentence in summary(page)]


# --- what it says beforehand


def test_page_says_what_a_forfeit_gives_by_the_rules(scorer: Client) -> None:
    page = text(scorer.get(PAGE))
    assert "An absent player loses the match, with a score of −20 over 4 games." in page
    assert "The player who came wins, without a score. If neither came, both lose." in page
    assert "No win, no loss, not counted as played." in page
    assert "Points:" not in page and "Current result" not in page


def test_points_are_told_where_the_season_is_ranked_by_them(db: None) -> None:
    page = text(asked(ranking=["points", "average"], points={"win": 3, "draw": 1, "loss": -1}))
    assert "Points: 3 for the player who came, −1 for an absent player." in page


def test_rules_that_give_no_score_say_so(db: None) -> None:
    page = text(asked(forfeit_score=None))
    assert "An absent player loses the match, without a score." in page and "-20" not in page


def asked(**rules: Any) -> Any:
    """The page in a league with such rules."""
    file = build_club_file()
    file["competitions"][0]["rules"] |= rules
    return log_in(make_member(make_club(file), Role.SCORER)).get(PAGE)


def test_result_that_is_there_is_shown_with_what_becomes_of_it(scorer: Client) -> None:
    play("c1d1-m2")
    page = scorer.get(PAGE)
    assert "Current result Version 1, played" in text(page)
    assert (
        "This result will no longer count. It stays in the match history and counts again if you undo the decision."
        in text(page)
    )
    assert value(page, "base") == "1"


def test_who_sits_for_another_is_named_with_whose_place_it_is(scorer: Client) -> None:
    substitute = Player.objects.get(key="substitute")
    match().seats.filter(number=0).update(player=substitute)
    assert "Player substitute for Player p2" in text(scorer.get(PAGE))


# --- deciding


@pytest.mark.parametrize(
    ("absent", "given", "said"),
    [
        ([1], [("win", 0), ("loss", -20)], "No-show: Player p3."),
        ([0], [("loss", -20), ("win", 0)], "No-show: Player p2."),
        ([0, 1], [("loss", -20), ("loss", -20)], "No-show by all players."),
    ],
)
def test_forfeit_is_told_on_the_match_with_its_reason(
    scorer: Client, absent: list[int], given: list[Any], said: str
) -> None:
    done = decided(scorer, *absent)
    assert done.headers["Location"] == MATCH
    assert (match().status, outcomes()) == ("forfeit", given)
    page = text(scorer.get(MATCH))
    assert "Decision saved." in page and "Forfeit" in page
    assert f"{said} Reason: {REASON} Decided on" in page
    assert page.count(" loss ") == (
        2 if len(absent) == 2 else 0
    )  # beside a winner, the winner's mark is enough
    # everybody reads it
    assert f"{said} Reason: {REASON}" in text(Client().get(MATCH))
    fixtures = text(Client().get("/riverside/league-1/1/matches/"))
    assert fixtures.count("absent") == len(absent)
    assert len(absent) == 2 or f"{said[9:18]} absent" in fixtures


def test_void_is_told_on_the_match_with_its_reason(scorer: Client) -> None:
    assert decided(scorer, how="void").status_code == 302
    assert (match().status, outcomes()) == ("void", [("", 0), ("", 0)])
    page = text(Client().get(MATCH))
    assert f"Match void. Reason: {REASON}" in page
    assert "doesn't count" in text(Client().get("/riverside/league-1/1/matches/"))
    assert ">void</a>" in Client().get("/riverside/league-1/1/grid/").content.decode()


def test_boxes_that_are_ticked_do_not_count_where_the_match_counts_for_nobody(scorer: Client) -> None:
    assert decided(scorer, 0, 1, how="void").status_code == 302
    assert match().status == "void"


def test_forfeit_becomes_another_one_and_void_becomes_a_forfeit(scorer: Client) -> None:
    decided(scorer, 0)
    assert "Current result Version 1, forfeit" in text(scorer.get(PAGE))
    assert decided(scorer, 1, base=1).status_code == 302
    assert decided(scorer, how="void", base=2).status_code == 302
    assert decided(scorer, 0, 1, base=3).status_code == 302
    assert (match().status, match().revision) == ("forfeit", 4)


def test_game_of_many_says_who_shares_the_first_place(db: None) -> None:
    division = written.build_division("ann bob cleo", [{"id": "h1", "seats": ["ann", "bob", "cleo"]}])
    rules = {"promoted": 0, "ranking": ["points"], "points": {"win": 4, "draw": 2}}
    league = written.build_competition(written.build_season(division, state="open", lot=1, rules=rules))
    club = make_club(written.build_club(league | {"game": "hucklebuck"}))
    scorer = log_in(make_member(club, Role.SCORER))
    page = scorer.get("/club/matches/h1/decide/")
    assert "A player who came alone wins; several share first place. They get no score." in text(page)
    assert "Points: 4 for a player who came alone, 2 each for several, 0 for an absent player." in text(page)
    sent = {"how": "forfeit", "absent": ["0", "2"], "reason": REASON, "base": "0"}
    assert scorer.post("/club/matches/h1/decide/", sent).status_code == 302
    assert "No-show: Ann, Cleo." in text(scorer.get("/club/matches/h1/"))


# --- refused, and nothing typed is lost


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        ({"how": "forfeit", "reason": REASON}, "id_absent", "Choose who didn't turn up."),
        ({"how": "forfeit", "absent": ["0"], "reason": " "}, "id_reason", "Enter a reason."),
        ({"how": "void"}, "id_reason", "Enter a reason."),
        (
            {"how": "void", "reason": "x" * 201},
            "id_reason",
            "Can't be longer than 200 characters.",
        ),
        ({"reason": REASON}, "id_how", "Please make a choice."),
        ({"how": "lost", "reason": REASON}, "id_how", "Please make a choice."),
        ({"how": "forfeit", "absent": ["7"], "reason": REASON}, "id_absent", "Please make a choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_is_kept(
    scorer: Client, sent: dict[str, Any], place: str, said: str
) -> None:
    page = scorer.post(PAGE, sent | {"base": "0"})
    assert page.status_code == 200 and match().status == "scheduled"
    assert [(at, sentence.partition(": ")[2]) for at, sentence in summary(page)] == [(place, said)]
    assert "Not saved" in text(page)
    again = sent_again(page)
    assert again.get("reason", "") == sent.get("reason", "")
    if sent.get("absent") == ["0"]:
        assert again["absent"] == "0"


def test_all_that_is_wrong_is_said_at_once(scorer: Client) -> None:
    page = scorer.post(PAGE, {"how": "forfeit", "base": "0"})
    assert {place for place, _said in summary(page)} == {"id_absent", "id_reason"}


@pytest.mark.parametrize("field", ["how", "absent", "reason", "base"])
def test_garbage_is_no_error_of_ours(scorer: Client, field: str) -> None:
    for garbage in GARBAGE:
        sent = {"how": "forfeit", "absent": "0", "reason": REASON, "base": "0"} | {field: garbage}
        with discard_changes():
            page = scorer.post(PAGE, sent)
            decided_now = match().status != "scheduled"
        assert page.status_code in (200, 302), garbage
        assert b"<script>alert" not in page.content
        # any reason will do, and what is no revision is none at all
        assert decided_now == (page.status_code == 302), garbage
        assert not decided_now or field in ("reason", "base"), garbage


def test_result_that_came_meanwhile_is_shown_before_anything_is_decided(scorer: Client) -> None:
    play("c1d1-m2")
    page = decided(scorer, 0)
    assert page.status_code == 200 and match().status == "played"
    assert errors(page) == ["The match has changed since you opened this page. Check it, then try again."]
    assert "Current result Version 1" in text(page)
    again = sent_again(page)
    assert again == {"how": "forfeit", "absent": "0", "reason": REASON, "base": "1"}
    assert scorer.post(PAGE, again).status_code == 302 and match().status == "forfeit"


def test_result_that_comes_at_the_last_moment_is_shown(scorer: Client) -> None:
    def meanwhile(*given: Any, **more: Any) -> bool:
        play("c1d1-m2")
        return True

    with (
        patch("league.web.manage.forfeit.DecideMatchForm.is_valid", meanwhile),
        patch(
            "league.web.manage.forfeit.DecideMatchForm.cleaned_data",
            {"how": "void", "reason": REASON, "note": ""},
            create=True,
        ),
    ):
        page = decided(scorer, how="void")
    assert page.status_code == 200 and match().status == "played"
    assert errors(page) == ["The match has changed since you opened this page. Check it, then try again."]
    assert value(page, "base") == "1" and sent_again(page)["reason"] == REASON


def test_void_match_is_not_void_once_more(scorer: Client) -> None:
    decided(scorer, how="void")
    assert 'value="void"' not in scorer.get(PAGE).content.decode()
    assert decided(scorer, how="void", base=1).status_code == 200 and match().revision == 1


def test_season_that_is_closed_keeps_its_results_and_what_was_typed(scorer: Client) -> None:
    Season.objects.update(state="closed")
    page = scorer.get(PAGE)
    assert "The season isn't open, so results can't be changed." in text(page)
    assert 'name="reason"' not in page.content.decode()
    assert f"You entered: Reason {REASON}" in text(decided(scorer, 0))
    assert match().status == "scheduled"
    assert PAGE not in scorer.get(MATCH).content.decode()


def test_nothing_is_decided_in_a_draft(db: None) -> None:
    organiser = log_in(make_member(make_club(state="draft"), Role.ORGANISER))
    assert (
        "The season isn't open, so results can't be changed." in text(decided(organiser, 0))
        and match().status == "scheduled"
    )


# --- who may


@pytest.mark.parametrize("role", [Role.SCORER, Role.ORGANISER, Role.OWNER])
def test_whoever_enters_results_is_led_there(club: Club, role: Role) -> None:
    client = log_in(make_member(club, role))
    page = client.get(MATCH)
    assert f'href="{PAGE}"' in page.content.decode() and "Record a no-show" in text(page)
    decided(client, 0)
    assert "Overrule the result" in text(client.get(MATCH))


def test_players_of_the_match_and_visitors_are_not(club: Club) -> None:
    player = log_in(make_member(club, Role.PLAYER))
    Player.objects.filter(key="p2").update(user=User.objects.get(email="player@riverside.example"))
    for client in (player, Client()):
        assert PAGE not in client.get(MATCH).content.decode()
    assert player.get(PAGE).status_code == decided(player, 0).status_code == 404
    assert Client().get(PAGE).headers["Location"].startswith("/-/log-in/")


def test_match_that_is_gone_gives_back_what_was_typed(scorer: Client) -> None:
    assert scorer.get("/riverside/matches/gone/decide/").status_code == 404
    page = scorer.post("/riverside/matches/gone/decide/", {"how": "void", "reason": REASON, "note": ""})
    assert page.status_code == 404 and REASON in text(page)


# --- the rest


def test_names_of_any_script_stand_as_text_of_their_own(scorer: Client) -> None:
    Player.objects.filter(key="p2").update(name="<b>فاطمة الزهراء</b>")
    Player.objects.filter(key="p3").update(name="אברהם 'בן־יצחק'")
    html = scorer.get(PAGE).content.decode()
    assert "<bdi>&lt;b&gt;فاطمة الزهراء&lt;/b&gt;</bdi>" in html and "<bdi>אברהם" in html
    assert "<b>فاطمة" not in html
    decided(scorer, 1, reason="מחלה <i>")
    assert "<q><bdi>מחלה &lt;i&gt;</bdi></q>" in scorer.get(MATCH).content.decode()


def test_two_of_the_same_name_are_told_apart(scorer: Client) -> None:
    Player.objects.filter(key__in=["p2", "p3"]).update(name="Kim Lee")
    assert "Kim Lee (1)" in text(scorer.get(PAGE)) and "Kim Lee (2)" in text(scorer.get(PAGE))
    decided(scorer, 1)
    assert "No-show: Kim Lee (2)." in text(scorer.get(MATCH))


def test_looking_changes_nothing(scorer: Client) -> None:
    before = Event.objects.count()
    assert scorer.get(PAGE).status_code == 200
    assert Event.objects.count() == before and match().status == "scheduled"


def test_number_of_queries_is_fixed(scorer: Client, django_assert_num_queries: Any) -> None:
    for expected in (5, 6):  # session, user, match, role, its versions; its result, if it has one
        with django_assert_num_queries(expected):
            assert scorer.get(PAGE).status_code == 200
        play("c1d1-m2")


def test_what_counted_before_a_decision_is_not_headed_as_a_correction_undone(scorer: Client) -> None:
    play("c1d1-m2")
    decided(scorer, 0, base=1)
    page = text(scorer.get(MATCH + "restore/1/"))
    assert "Restore version 1" in page and "Undo this correction" not in page
    play("c1d1-m2")
    page = text(scorer.get(MATCH + "restore/2/"))
    assert "Restore version 2" in page and "Undo this correction" not in page
    assert "Undo this correction" not in text(scorer.get(MATCH))


def test_whoever_moves_matches_is_led_to_another_day(club: Club, scorer: Client) -> None:
    organiser = log_in(make_member(club, Role.ORGANISER))
    for client, leads in ((organiser, True), (scorer, False)):
        assert (f'href="{MATCH}move/"' in client.get(PAGE).content.decode()) == leads
    play("c1d1-m2")
    assert f'href="{MATCH}move/"' not in organiser.get(PAGE).content.decode()


def test_day_that_a_match_is_due_is_said_only_while_it_is_scheduled(scorer: Client) -> None:
    Match.objects.update(due_on="2026-05-01")
    assert "Round 1 · 1 May 2026 ·" in text(scorer.get(MATCH))
    decided(scorer, 0)
    assert "1 May 2026" not in text(scorer.get(MATCH))


def test_where_the_reason_is_read_is_said_and_true(scorer: Client) -> None:
    assert "under Committee decisions" in text(scorer.get(PAGE))
    decided(scorer, 0)
    assert REASON in text(Client().get("/riverside/league-1/1/decisions/"))


def test_result_that_was_undone_leads_to_no_correction(scorer: Client) -> None:
    """A decision is taken back as such: undoing it as a correction would leave it standing."""
    play("c1d1-m2")
    decided(scorer, 0, base=1)
    page = scorer.get(MATCH).content.decode()
    number = Decision.objects.get().pk
    assert f"/riverside/league-1/1/decisions/{number}/take-back/" in page
    assert "Undo this correction" not in plain(page)


def test_match_that_closing_decided_says_so(scorer: Client) -> None:
    season = Season.objects.select_related("competition__club").get()
    close_season(season=season, by=CONSOLE, missing="forfeit")
    assert "Decided when the season was closed: the match had no result." in text(Client().get(MATCH))


def test_player_sees_the_walkover_among_their_latest_results(club: Club, scorer: Client) -> None:
    user = User.objects.create(email="p2@riverside.example", name="p2")
    Membership.objects.create(user=user, club=club, role=Role.PLAYER)
    Player.objects.filter(key="p2").update(user=user)
    decided(scorer, 1)
    mine = Client()
    mine.force_login(user)
    latest = text(mine.get("/-/my/")).partition("Your latest results")[2]
    assert "Player p2 – Player p3 forfeit win" in latest
