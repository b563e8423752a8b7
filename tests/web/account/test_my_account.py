"""The pages of one's own account."""

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.actions.decisions.penalty import penalise_entry
from league.actions.membership import add_member
from league.models import Club, Event, Membership, Player, Report, Role, User
from league.notifications.switches import switch_by_link
from league.principals import CONSOLE
from league.web.account import overview
from tests.web.sheets import MATCH, build_fields, summary, text

PASSWORD = "a good long pass phrase"
SAM, NEW = "sam@example.org", "samuel@example.org"
ADDRESS, CONFIRM, DATA, DELETE = (
    f"/-/account/{part}" for part in ("address/", "address/confirm/", "data/", "delete/")
)
LEAVE = "/riverside/-/leave/"


def reauthenticate(client: Client, next: str = "/-/account/") -> Any:
    """Type the password once more where it is asked for."""
    return client.post("/-/confirm/", {"password": PASSWORD, "next": next})


def find_code() -> str:
    (code,) = re.findall(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    return str(code)


def log_in(email: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(email=email))
    return client


def test_page_shows_the_account_and_leads_to_all_its_pages(scorer: Client) -> None:
    page = scorer.get("/-/account/").content.decode()
    for address in ("/-/account/name/", ADDRESS, DATA, DELETE, LEAVE, "/-/password/"):
        assert f'href="{address}"' in page
    assert "Sam Scorer" in page and SAM in page
    assert 'href="/-/account/"' in scorer.get("/-/my/").content.decode()


def test_page_takes_the_same_queries_whatever_the_clubs(
    scorer: Client, helper: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        club = Club.objects.create(slug=f"club-{number}", name=f"Club {number}")
        Membership.objects.create(user=helper, club=club, role=Role.OWNER)
        Player.objects.create(club=club, key="sam", name="Sam", user=helper)
    with django_assert_max_num_queries(4):
        assert "Club 4" in text(scorer.get("/-/account/"))
    with django_assert_max_num_queries(6):
        scorer.get(DELETE)


# --- name


def test_name_is_changed(scorer: Client) -> None:
    assert scorer.post("/-/account/name/", {"name": " Samuel S. "}).headers["Location"] == "/-/account/"
    assert User.objects.get(email=SAM).name == "Samuel S."
    assert "Name changed." in text(scorer.get("/-/account/"))


@pytest.mark.parametrize("name", ["", "x" * 81, "Sam\x07", "\u2028"])
def test_bad_name_comes_back_as_it_was_typed(scorer: Client, name: str) -> None:
    refused = scorer.post("/-/account/name/", {"name": name})
    assert summary(refused)[0][0] == "id_name"
    assert User.objects.get(email=SAM).name == "Sam Scorer"
    if name == "x" * 81:
        assert name in refused.content.decode()


# --- address


def test_address_changes_once_the_code_is_typed_in(scorer: Client) -> None:
    asked = scorer.post(ADDRESS, {"email": NEW})
    assert asked.headers["Location"].startswith("/-/confirm/?next=") and mail.outbox == []
    sent = reauthenticate(scorer, ADDRESS)  # what was typed is not asked for again
    assert sent.headers["Location"] == CONFIRM
    assert [message.to for message in mail.outbox] == [[NEW]]
    assert User.objects.get(name="Sam Scorer").email == SAM
    assert scorer.post(CONFIRM, {"code": find_code()}).headers["Location"] == "/-/account/"
    assert NEW in text(scorer.get("/-/account/"))


def test_links_for_a_new_password_end_with_the_old_address(scorer: Client) -> None:
    Client().post("/-/password/reset/", {"email": SAM})
    link = re.search(r"http://localhost:8000(/-/password/reset/\S+)", str(mail.outbox[-1].body))
    assert link
    change_address(scorer)
    assert "This link no longer works" in text(Client().get(link[1]))


def test_code_that_was_mailed_to_the_old_address_logs_nobody_in(scorer: Client) -> None:
    elsewhere = Client()
    elsewhere.post("/-/log-in/code/", {"email": SAM})
    code = find_code()
    change_address(scorer)
    answer = elsewhere.post("/-/log-in/code/confirm/", {"code": code}, follow=True)
    assert "This account now has another e-mail address." in text(answer)
    assert elsewhere.get("/-/my/").status_code == 302


def change_address(client: Client) -> None:
    reauthenticate(client)
    client.post(ADDRESS, {"email": NEW})
    client.post(CONFIRM, {"code": find_code()})
    assert User.objects.filter(email=NEW).exists()


def test_address_of_another_account_gets_the_same_answer_and_its_owner_a_mail(scorer: Client) -> None:
    User.objects.create_user("bob@example.org")
    reauthenticate(scorer)
    pages = []
    for email in (NEW, "bob@example.org"):
        assert scorer.post(ADDRESS, {"email": email}).headers["Location"] == CONFIRM
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", scorer.get(CONFIRM).content.decode())
        pages.append(page.replace(email, "…"))
    assert pages[0] == pages[1]
    _code, told = mail.outbox
    assert told.to == ["bob@example.org"] and "nothing has been changed" in told.body
    assert SAM not in f"{told.subject} {told.body}"
    for code in ("", "AAAA-AAAA"):
        assert scorer.post(CONFIRM, {"code": code}).status_code == 200
    assert User.objects.filter(email=SAM).exists()


def test_address_that_another_account_was_given_meanwhile_is_refused(scorer: Client) -> None:
    reauthenticate(scorer)
    scorer.post(ADDRESS, {"email": NEW})
    User.objects.create_user(NEW)
    answer = scorer.post(CONFIRM, {"code": find_code()}, follow=True)
    assert "This address now belongs to another account." in text(answer)
    assert User.objects.filter(email=SAM).exists()


@pytest.mark.parametrize(
    "email", ["", "sam", SAM, SAM.upper(), "x" * 250 + "@example.org", "a\0b@example.org"]
)
def test_bad_address_comes_back_as_it_was_typed(scorer: Client, email: str) -> None:
    refused = scorer.post(ADDRESS, {"email": email})
    assert summary(refused)[0][0] == "id_email" and mail.outbox == []
    if "\0" not in email:
        assert f'value="{email}"' in refused.content.decode() or not email


def test_three_wrong_codes_void_it(scorer: Client) -> None:
    reauthenticate(scorer)
    scorer.post(ADDRESS, {"email": NEW})
    wrong = scorer.post(CONFIRM, {"code": "AAAA-AAAA"})
    assert 'value="AAAA-AAAA"' in wrong.content.decode()
    scorer.post(CONFIRM, {"code": "AAAA-AAAA"})
    assert scorer.post(CONFIRM, {"code": "AAAA-AAAA"}).headers["Location"] == ADDRESS
    assert "Too many attempts." in text(scorer.get(ADDRESS))
    assert scorer.post(CONFIRM, {"code": find_code()}).headers["Location"] == ADDRESS
    assert User.objects.filter(email=SAM).exists()


def test_of_two_tabs_the_later_address_counts(scorer: Client) -> None:
    reauthenticate(scorer)
    scorer.post(ADDRESS, {"email": "first@example.org"})
    first = find_code()
    scorer.post(ADDRESS, {"email": NEW})
    assert "Wrong code. Check for typing mistakes" in text(scorer.post(CONFIRM, {"code": first}))
    scorer.post(CONFIRM, {"code": find_code()})
    assert User.objects.filter(email=NEW).exists()


def test_mails_to_a_new_address_are_limited(scorer: Client) -> None:
    reauthenticate(scorer)
    answers = [scorer.post(ADDRESS, {"email": NEW}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


# --- showing once more who it is


def test_account_without_a_password_types_a_code(scorer: Client, helper: User) -> None:
    helper.set_unusable_password()
    helper.save()
    client = log_in(SAM)
    by_code = client.post(ADDRESS, {"email": NEW}).headers["Location"]
    assert by_code == f"/-/confirm/mailed-code/?next={ADDRESS.replace('/', '%2F')}"
    assert client.get("/-/confirm/").headers["Location"] == "/-/confirm/mailed-code/"
    assert "Send me a code" in text(client.get(by_code)) and mail.outbox == []
    assert client.post(by_code, {"send": "1"}).status_code == 302
    assert [message.to for message in mail.outbox] == [[SAM]]
    assert "Wrong code. Check for typing mistakes" in text(client.post(by_code, {"code": "AAAA-AAAA"}))
    goes_on = client.post(by_code, {"code": find_code(), "next": ADDRESS})
    assert goes_on.headers["Location"] == CONFIRM
    assert mail.outbox[-1].to == [NEW]


def test_three_wrong_codes_void_that_one_too(scorer: Client, helper: User) -> None:
    helper.set_unusable_password()
    helper.save()
    client = log_in(SAM)
    client.post("/-/confirm/mailed-code/", {"send": "1"})
    for _again in range(3):
        answer = client.post("/-/confirm/mailed-code/", {"code": "AAAA-AAAA"})
    assert answer.status_code == 302
    client.post("/-/confirm/mailed-code/", {"code": find_code()})
    assert client.post(DATA).headers["Content-Type"].startswith("text/html")


# --- my data


def download(client: Client) -> Any:
    reauthenticate(client)
    return client.post(DATA)


def test_data_is_a_file_for_whoever_has_shown_that_it_is_them(scorer: Client) -> None:
    shown = scorer.post(DATA)
    assert "first confirm that it's you" in text(shown) and "Content-Disposition" not in shown.headers
    file = download(scorer)
    assert file.headers["Content-Disposition"] == 'attachment; filename="boolie-account.json"'
    assert "no-store" in file.headers["Cache-Control"]
    assert json.loads(file.content)["account"]["email"] == SAM


def test_data_has_what_concerns_the_person(scorer: Client, helper: User, riverside: Club) -> None:
    bob = Player.objects.get(club=riverside, key="bob")
    bob.user = helper
    bob.save()
    Event.objects.create(
        club=riverside, at="2026-01-01T00:00Z", by=helper, action="rename", noun="club", key="riverside"
    )
    EmailAddress.objects.filter(user=helper).update(verified=True)
    for email in (SAM.upper(), "eve@example.org", ""):
        Report.objects.create(page="/riverside/", text=f"By <{email}>", email=email, made_at=timezone.now())
    switch_by_link(user=helper.pk, wanted={"match-due": False})
    entry = bob.entries.latest("season__number")
    penalise_entry(entry=entry, points=0, score=1, reason="Came late", note="Drunk", by=CONSOLE)
    data = json.loads(download(scorer).content)
    assert data["format"] == "boolie-account/1"
    assert data["memberships"] == [{"club": "riverside", "role": "scorer"}]
    assert len(data["sessions"]) >= 1
    (player,) = data["players"]
    assert (player["club"], player["id"], player["name"]) == ("riverside", "bob", "Bob Birch")
    assert len(player["entries"]) == 3 and len(player["matches"]) > 6
    assert player["matches"][0]["sheet"]
    assert data["notifications"]["match-due"] is False and data["notifications"]["season-closed"] is True
    assert [change["action"] for change in data["changes"]] == ["rename"]
    assert [report["text"] for report in data["reports"]] == [f"By <{SAM.upper()}>"]
    (decision,) = player["decisions"]
    assert (decision["kind"], decision["reason"]) == ("penalty", "Came late")
    assert "Drunk" not in json.dumps(data)
    assert {"invitations", "submissions", "decisions", "changes_by_others"} < set(data)
    assert PASSWORD not in json.dumps(data) and "argon2" not in json.dumps(data)


def test_data_has_every_column_of_a_player_but_those_that_say_nothing(
    scorer: Client, helper: User, riverside: Club
) -> None:
    Player.objects.filter(club=riverside, key="bob").update(user=helper)
    (player,) = json.loads(download(scorer).content)["players"]
    # The number of the row, `id` in the file, whose file it is, and the name as it is searched; steps of a change.
    stored_otherwise = {"id", "key", "user", "folded_name", "to_erase", "next_key"}
    columns = {field.name for field in Player._meta.concrete_fields}
    missing = columns - stored_otherwise - set(player)
    assert not missing, f"Add {sorted(missing)} to league/queries/personal_data.py, or say here why not."


def test_data_takes_the_same_queries_however_much_there_is(
    scorer: Client, helper: User, riverside: Club, django_assert_max_num_queries: Any
) -> None:
    Player.objects.filter(club=riverside).update(user=helper)
    reauthenticate(scorer)
    with django_assert_max_num_queries(33):
        scorer.post(DATA)


def test_downloads_are_limited(scorer: Client) -> None:
    answers = [download(scorer).status_code for _ in range(2)]
    for _more in range(overview.DOWNLOADS.most - 2):
        scorer.post(DATA)
    assert answers == [200, 200] and scorer.post(DATA).status_code == 429


# --- leaving


def test_leaving_is_said_before_and_done_once(scorer: Client, helper: User, riverside: Club) -> None:
    Player.objects.filter(club=riverside, key="bob").update(user=helper)
    before = text(scorer.get(LEAVE))
    assert "The player Bob Birch stays" in before and "to come back you need the club's approval" in before
    assert scorer.post(LEAVE).headers["Location"] == "/-/account/"
    assert "You have left Riverside Card Club." in text(scorer.get("/-/account/"))
    assert scorer.get(LEAVE).status_code == scorer.post(LEAVE).status_code == 404


def test_club_that_hides_names_says_so(scorer: Client, helper: User, riverside: Club) -> None:
    Player.objects.filter(club=riverside, key="bob").update(user=helper)
    Club.objects.update(hides_former_players=True)
    for address in (LEAVE, DELETE):
        assert "with “Former player” and a number" in text(scorer.get(address))
    scorer.post(LEAVE)
    player = text(Client().get("/riverside/players/bob/"))
    assert "Former player 1" in player and "Bob Birch" not in player


def test_last_owner_is_told_what_to_do_first(founder: Client) -> None:
    assert "The club has no other members." in text(founder.get("/foxes/-/leave/"))
    assert "A club needs an owner. Make another member an owner first." in text(
        founder.post("/foxes/-/leave/")
    )
    add_member(club=Club.objects.get(slug="foxes"), email="bob@example.org", role="player", by=CONSOLE)
    assert "Make another member an owner first." in text(founder.get("/foxes/-/leave/"))
    assert Membership.objects.filter(user__email="stranger@example.org").exists()


# --- deleting


def test_account_is_deleted_once_address_and_password_are_typed(scorer: Client) -> None:
    elsewhere = log_in(SAM)
    asked = scorer.post(DELETE, {"address": " Sam@Example.org "})
    assert asked.headers["Location"].startswith("/-/confirm/")
    assert User.objects.filter(email=SAM).exists()
    gone = reauthenticate(scorer, DELETE)
    assert gone.headers["Location"] == "/"
    assert "Your account has been deleted." in text(scorer.get("/"))
    for client in (scorer, elsewhere):
        assert client.get("/-/my/").status_code == 302
    assert "Wrong e-mail address or password" in text(
        Client().post("/-/log-in/", {"login": SAM, "password": PASSWORD})
    )


@pytest.mark.parametrize("typed", ["", "bob@example.org", "x" * 300, "delete"])
def test_nothing_is_deleted_unless_the_address_is_typed(scorer: Client, typed: str) -> None:
    reauthenticate(scorer)
    refused = scorer.post(DELETE, {"address": typed})
    assert summary(refused)[0][0] == "id_address"
    assert f'value="{typed}"' in refused.content.decode() or not typed
    assert User.objects.filter(email=SAM).exists()


def test_last_owner_hands_over_before_deleting(founder: Client) -> None:
    assert "Foxes has no other members and will have no owner" in text(founder.get(DELETE))
    add_member(club=Club.objects.get(slug="foxes"), email="bob@example.org", role="player", by=CONSOLE)
    assert "Foxes: you are the only owner." in text(founder.get(DELETE))
    refused = founder.post(DELETE, {"address": "stranger@example.org"})
    assert "Foxes: you are the only owner." in text(refused)
    assert User.objects.filter(email="stranger@example.org").exists()


def test_who_entered_results_is_a_deleted_account_afterwards(scorer: Client, submit: Any) -> None:
    assert submit(build_fields()).status_code in (200, 302)
    reauthenticate(scorer)
    scorer.post(DELETE, {"address": SAM})
    organiser = User.objects.create_user("olga@example.org")
    Membership.objects.create(user=organiser, club=Club.objects.get(slug="riverside"), role=Role.ORGANISER)
    page = text(log_in("olga@example.org").get(MATCH))
    assert "by deleted account" in page and "Sam Scorer" not in page


# --- a player whose person asked


def test_owner_replaces_the_name_of_a_player(riverside: Club) -> None:
    owner = User.objects.create_user("olga@example.org")
    Membership.objects.create(user=owner, club=riverside, role=Role.OWNER)
    client, address = log_in("olga@example.org"), "/riverside/-/players/ann/forget/"
    assert f'href="{address}"' in client.get("/riverside/players/ann/").content.decode()
    assert "Tonight the web address of the player page changes" in text(client.get(address))
    assert client.post(address).headers["Location"] == "/riverside/players/ann/"
    assert "Former player 1" in text(client.get("/riverside/players/ann/"))
    assert "Ann Archer" not in text(Client().get("/riverside/players/"))


def test_club_sets_what_becomes_of_names(organiser: Client, riverside: Club) -> None:
    form = {"name": riverside.name, "timezone": riverside.timezone, "former_players": "hide"}
    assert organiser.post("/riverside/-/settings/", form).status_code == 302
    assert Club.objects.get(slug="riverside").hides_former_players
    after = Event.objects.get(action="change_club").after
    assert after and after["hides_former_players"] is True
    refused = organiser.post("/riverside/-/settings/", form | {"former_players": "perhaps"})
    assert summary(refused)[0][0] == "id_former_players"
