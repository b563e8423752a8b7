"""The answers about a tournament once its final has begun: of each player the last stage, of all the leaders."""

from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.final import begin_final
from league.actions.proof import mark_proved
from league.actions.season import close_season
from league.models import Club, Decision, Division, Entry, Match, Player, Season, User
from league.notifications.reminders import build_due_match
from league.notifications.seasons import mail_season
from league.principals import CONSOLE
from league.queries.club_overview import list_leaders
from league.queries.decisions import READ_WITH, build_line, read_decision_facts
from league.queries.goals import find_neighbourhood
from league.queries.hall_of_fame import list_champions
from league.queries.location import locate_season
from league.queries.occasions import filter_matches
from league.queries.own_clubs import list_own_entries
from league.queries.prizes import list_prizes
from league.queries.snapshot import read_snapshot
from league.rules.standings.totals import format_ordinal
from league.templatetags.decisions import decision_sentence
from tests.actions.decisions import freeze_day
from tests.actions.test_final import FINAL, NAMES, play_all, play_final
from tests.actions.tournaments import make_tournament, reread
from tests.scenarios import scenario

GUEST = AnonymousUser()
DAY = date(2026, 1, 6)


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def played(club: Club) -> Season:
    """Two groups of four, after their last match."""
    season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=FINAL)
    play_all(season)
    return reread(season)


@scenario
def begun(played: Season) -> Season:
    begin_final(season=played, by=CONSOLE)
    return reread(played)


def find_finalist(season: Season) -> Entry:
    in_final = Entry.objects.filter(season=season, stage__number=2)
    related = in_final.select_related("player", "division__stage", "season__competition__club")
    return related.order_by("seed").first()  # type: ignore[return-value]


def make_account(entry: Entry) -> User:
    user = User.objects.create(email="ann@players.example", name="Ann")
    mark_proved(user)
    entry.player.user = user
    entry.player.save(update_fields=["user"])
    return user


def withdraw(entry: Entry) -> None:
    withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)


def test_leaders_are_those_of_the_final_once_it_has_begun(begun: Season) -> None:
    [leaders] = list_leaders([begun])
    assert [division.name for division, _entries in leaders.divisions] == ["Final"]
    assert leaders.more == 0
    assert leaders.metric == "average"


def test_as_of_a_day_before_the_final_began_there_was_none(club: Club) -> None:
    with freeze_day(2):
        season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=FINAL)
        play_all(season)
        before = read_snapshot(club)
    with freeze_day(4):
        begin_final(season=season, by=CONSOLE)
        assert read_snapshot(club, as_of=date(2026, 3, 3)) == before
        assert read_snapshot(club, as_of=date(2026, 3, 4)) == read_snapshot(club) != before


def test_no_figure_leads_to_the_first_place_of_a_bracket(begun: Season) -> None:
    play_final(begun)
    around = find_neighbourhood(begun, find_finalist(begun).player.key)
    assert around and around.entries and around.goal is None
    [(_entry, goal)] = list_own_entries(make_account(find_finalist(begun)))
    assert goal is None


def test_matches_of_the_final_come_after_those_of_the_groups(begun: Season) -> None:
    play_final(begun)
    stages = [match.division.stage.number for match in filter_matches(begun, None)]
    assert stages == sorted(stages) and set(stages) == {1, 2}


def test_a_finalist_has_the_tournament_once_among_their_own(begun: Season) -> None:
    finalist = find_finalist(begun)
    user = make_account(finalist)
    assert [entry for entry, _goal in list_own_entries(user)] == [finalist]
    withdraw(finalist)
    assert list_own_entries(user) == []


def test_who_withdrew_from_the_final_has_no_prize_of_the_groups(begun: Season) -> None:
    finalist = find_finalist(begun)
    Entry.objects.filter(season=begun, player=finalist.player).update(team="East")
    assert "Best of East" in [str(prize.title) for prize in list_prizes(begun, reader=GUEST)]
    withdraw(finalist)
    assert "Best of East" not in [str(prize.title) for prize in list_prizes(begun, reader=GUEST)]


def test_who_withdrew_from_the_final_is_not_told_a_place_of_the_groups(begun: Season) -> None:
    finalist = find_finalist(begun)
    user = make_account(finalist)
    withdraw(finalist)
    play_final(begun)
    close_season(season=reread(begun), by=CONSOLE)
    closed = reread(begun)
    closings = len(closed.closure_history)
    mail_season(season=closed.pk, state=closed.state, closings=closings, user=user.pk)
    assert mail.outbox == []


def test_a_late_entry_joined_a_group_also_after_the_final_has_begun(club: Club) -> None:
    season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=FINAL)
    group = Division.objects.select_related("stage", "season__competition__club").get(season=season, level=1)
    late = Player.objects.create(club=club, key="late", name="Late Comer")
    decision = add_late_entry(division=group, player=late, reason="Late train", by=CONSOLE)
    play_all(season)
    begin_final(season=reread(season), by=CONSOLE)
    season, decision = reread(season), Decision.objects.select_related(*READ_WITH).get(pk=decision.pk)
    facts = read_decision_facts(season, [decision], viewer=GUEST)
    line = build_line(decision, season, facts, viewer=GUEST, by=CONSOLE)
    assert strip_tags(decision_sentence("riverside", line)) == "Late Comer joined Group A after the start."


def test_mails_name_the_bracket_and_the_group(begun: Season) -> None:
    finalist = find_finalist(begun)
    user = make_account(finalist)
    in_group = Match.objects.filter(division__stage__number=1, seats__player=finalist.player)
    match = in_group.select_related("division__season__competition", "round").first()
    assert match
    due = {"matches": [build_due_match(match, "riverside", user)], "where": locate_season(begun), "day": DAY}
    reminder = render_to_string("mail/reminder.txt", due)
    assert f"\n{match.division.name}, round {match.round.number}\n" in reminder
    place = render_to_string("mail/result_place.txt", {"match": match})
    assert place.strip().endswith(f", {match.division.name}, round {match.round.number}")
    play_final(begun)
    close_season(season=reread(begun), by=CONSOLE)
    closed = reread(begun)
    mail_season(season=closed.pk, state=closed.state, closings=len(closed.closure_history), user=user.pk)
    [sent] = mail.outbox
    rank = Entry.objects.get(pk=finalist.pk).standing.rank
    assert f"You finished {format_ordinal(rank)} of 4 in Final." in str(sent.body)


def test_a_tournament_that_ended_in_its_groups_has_no_champion(played: Season) -> None:
    close_season(season=played, by=CONSOLE)
    assert list_champions(played.competition) == {}


def test_the_winner_of_the_final_is_the_champion(begun: Season) -> None:
    play_final(begun)
    close_season(season=reread(begun), by=CONSOLE)
    [champion] = list_champions(begun.competition)[begun.pk]
    assert Entry.objects.get(player=champion, stage__number=2).standing.rank == 1
