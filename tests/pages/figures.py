"""How many queries each page takes: a figure goes down with the page that needs fewer, and never up by itself.

A line holds the figures of a page for those named above it, and its path, which may have facts of the site in braces.
Nobody gets a page where there is a dash: they are led elsewhere or refused. Every SQL statement counts, savepoints too.
Nothing is kept from other visits, so that visitors' pages are made anew.
"""

from collections.abc import Iterator

PUBLIC = """
visitor player organiser  page
      8     11        11  /
     11      8         8  /?page=2
     11      8         8  /?find=river
      9      6         6  /?find=zzzz
     13     16        17  /riverside/
      9     12        12  /riverside/players/
     12     15        15  /riverside/players/ann/
      8     10        10  /riverside/skuck-league/players/ann/
      6      8         8  /riverside/skuck-league/rules/
      6      8         8  /riverside/skuck-league/rules/strategy/
     16     22        22  /riverside/skuck-league/3/
     24     21        22  /riverside/skuck-league/3/?as_of=2025-08-01
     19     18        18  /riverside/skuck-league/3/?as_of=yesterday
      7      9         9  /riverside/skuck-league/3/grid/
      7      9         9  /riverside/skuck-league/3/matches/
      9     11        11  /riverside/skuck-league/3/screen/
      9     11        11  /riverside/skuck-league/3/rounds/1/cards/
      7     11        11  /harbour/cup/1/
      7      9         9  /harbour/cup/1/registration/{guest}/
     10     12        12  /harbour/spring-open/1/rounds/2/
     11     13        13  /harbour/summer-cup/1/final/rounds/3/
      9     11        11  /harbour/summer-cup/1/final/rounds/3/cards/
      6      8         8  /harbour/spring-open/1/prizes/
      6      8         8  /harbour/spring-open/1/teams/
      7     10        10  /lantern/skat-evenings/year/
      7     10        10  /lantern/skat-evenings/year/2026/
     10     13        13  /harbour/winter-cup/1/bracket/
      6      9         9  /harbour/winter-cup/1/draw/
     10     13        13  /harbour/ladder/1/ladder/
      9     12        12  /harbour/ultimate-skuck/1/deals/
     21     23        23  /harbour/ultimate-skuck/1/deals/1/
     12     14        14  /harbour/ultimate-skuck/1/deals/movement/
      6      8         8  /harbour/ultimate-skuck/1/deals/practice/
     16     18        18  /riverside/skuck-league/3/why/ann/
      9     11        11  /riverside/skuck-league/2/awards/
      5      7         7  /riverside/skuck-league/3/awards/
     10     13        13  /riverside/skuck-league/hall-of-fame/
      8     10        10  /riverside/skuck-league/awards/
      7     10        10  /riverside/matches/m1/
      8     11        12  /empty/
      8     11        11  /names/matches/n4/
      7     10        10  /riverside/skuck-league/3/decisions/
     10     13        13  /names/league/1/decisions/
      4      6         6  /harbour/matches/m47/paper/
      2      4         4  /riverside/matches/m53/clock/
     13      9         9  /harbour/hucklebuck-league/2/paper/
      5      7         7  /lantern/skat/paper/
      6      8         8  /lantern/skat/2/night/2026-04-22/
      6      8         8  /lantern/skat/count/
      1      4         4  /-/reference/
      1      4         4  /-/reference/scoring/
     11      7         7  /lantern/skat/count/?helper=points&cards=JC+10S+AH
     11      7         7  /riverside/skuck-league/3/matches/?download=csv
     15     12        12  /riverside/players/?download=csv
      1      4         4  /-/report/?page=/riverside/
      9      6         6  /-/search/?q=riv
      2      5         5  /-/imprint/
      2      5         5  /-/contact/
      2      5         5  /-/privacy/
"""
# Whoever is organiser at riverside has an app, a passkey and recovery codes to log in with.
ACCOUNTS = """
visitor player organiser  page
      -     13        14  /-/my/
     11      5         5  /-/invitations/{invitation}/
      1      -         -  /-/log-in/?next=/riverside/
      1      -         -  /-/log-in/code/
      -      4         4  /-/log-out/
      1      -         -  /-/sign-up/
      1      4         4  /-/waiting/
      1      4         4  /-/inactive/
      -      5         5  /-/account/sessions/
      -      6         6  /-/account/second-factor/
      -     15         -  /-/account/second-factor/app/
      -      -        12  /-/account/second-factor/app/remove/
      -     17        17  /-/account/second-factor/passkeys/add/
      -      -        11  /-/account/second-factor/passkeys/{passkey}/remove/
      -      -        12  /-/account/second-factor/codes/
      -     11        11  /-/account/second-factor/codes/new/
      -      -        10  /-/confirm/code/
      -      -        14  /-/confirm/passkey/
      -     10        10  /-/confirm/
      -      6         6  /-/account/
      -      4         4  /-/account/name/
      -      4         4  /-/account/address/
      -      4         4  /-/account/data/
      -      6         6  /-/account/notifications/
      3      6         6  /-/notifications/{switch}/
      -      7         7  /-/account/delete/
      -      4         4  /-/password/
      1      4         4  /-/password/reset/
      1      4         4  /-/password/reset/sent/
      2      5         5  /-/password/reset/{user}/nonsense/
      1      4         4  /-/password/reset/done/
      -      4         4  /-/clubs/new/
      -      -        10  /-/account/second-factor/codes/download/
"""
RUNNING_A_CLUB = """
visitor player organiser  page
      -      -        15  /names/league/2/
      -      -        11  /names/league/2/matches/
      -      8        11  /names/matches/n5/enter/
      -      8         8  /names/matches/n5/table/
      2      -         8  /names/matches/n5/enter/night/
      -      -        11  /names/matches/n2/enter/
      -      -         9  /names/cup/
      -      -        10  /names/cup/hall-of-fame/
      -      -         9  /names/cup/rules/
      -      -         9  /riverside/matches/m50/restore/1/
      -      -         9  /riverside/matches/m50/undo/
      -      8         -  /names/matches/n1/confirm/
      -      8         -  /names/matches/n1/dispute/
      -      -         8  /names/matches/n2/settle/
      -      -         9  /names/matches/n2/remove-reason/
      -      7         7  /riverside/-/leave/
      -      -        12  /autumn/sundays/1/set-up/schedule/
      -      -         9  /autumn/tuesdays/2/nights/
      -      -         7  /autumn/matches/tuesdays-2-1-6/move/
      -      -        12  /names/league/2/set-up/schedule/
      -      -         8  /names/league/2/nights/
      -      -         9  /lantern/skat-evenings/1/settlement/
      -      -         8  /lantern/skat-evenings/2/guests/
      -      -        14  /autumn/sundays/1/set-up/
      -      -        14  /autumn/fridays/2/set-up/
      -      -        13  /autumn/sundays/1/set-up/divisions/
      -      -        12  /autumn/sundays/1/undo/
      -      -         8  /autumn/saturdays/new-season/
      -      -        14  /names/league/2/set-up/divisions/
      -      -        12  /autumn/thursdays/1/close/
      -      -        10  /autumn/mondays/1/reopen/
      -      -        14  /autumn/mondays/1/roll-over/
      -      -        15  /autumn/fridays/1/roll-over/
      -      -        11  /autumn/fridays/2/undo/
      -      -         8  /autumn/mondays/1/roll-over/{job_waiting}/
      -      -         9  /empty/-/players/add/
      -      -        10  /empty/-/competitions/new/
      -      -        11  /empty/-/tournaments/new/
      -      -        12  /autumn/-/manage/
      -      -         9  /autumn/thursdays/1/manage/
      -      -         7  /autumn/-/settings/
      -      -         7  /autumn/-/news/
      -      -         8  /riverside/-/players/ann/edit/
      -      -         8  /riverside/-/players/ann/merge/
      -     10        10  /empty/-/join/
      -      -         8  /autumn/-/requests/
      -      -         7  /riverside/-/requests/{join_request}/
      -      -         8  /autumn/sundays/settings/
      -      -         8  /riverside/matches/m53/decide/
      -      -        17  /names/league/1/decisions/{decision}/take-back/
      -      -        10  /names/league/1/decisions/{decision}/remove-reason/
      -      -        17  /harbour/ultimate-skuck/1/packs/
      -      -        17  /harbour/skuck-by-lamplight/1/packs/
      -      -        10  /harbour/skuck-by-lamplight/1/ruling/
      -      -        11  /riverside/skuck-league/3/withdraw/
      -      -        12  /riverside/skuck-league/3/withdraw/?player=dev
      -      -        10  /riverside/skuck-league/3/penalty/
      -      -        12  /riverside/skuck-league/3/substitute/?player=dev
      -      -        10  /riverside/skuck-league/3/late-entry/
      -      -         8  /riverside/matches/m53/substitute/
      -      -         9  /harbour/hucklebuck-league/2/results/
      -      -        13  /harbour/cup/1/set-up/schedule/
      -      -        17  /harbour/spring-open/1/run/
      -      -        13  /harbour/masters/1/final/
      -      -         8  /harbour/winter-cup/1/draw/show/
      -      -         7  /harbour/matches/m214/arrange/
      -      -         8  /harbour/spring-open/1/screens/
      -      -        18  /harbour/spring-open/1/tournament.trf
      -      -        11  /harbour/cup/1/registration/
      -      -         9  /harbour/cup/1/check-in/
      -      -         9  /harbour/cup/game/
      -      -         8  /harbour/-/variants/
      -      -         9  /harbour/hucklebuck-league/2/results/results.csv
"""
OWNERS = """
owner  page
   11  /empty/-/members/
   12  /riverside/-/members/
    8  /riverside/-/members/{member}/
    7  /riverside/-/members/invite/
    7  /riverside/-/players/ann/forget/
    7  /riverside/-/delete/
    6  /-/clubs/former/restore/
   18  /riverside/-/club-file/
"""
ADMINISTRATORS = """
administrator  page
           10  /-/confirm/mailed-code/
            7  /-/password/set/
           11  /former/
           19  /-/admin/
            5  /-/admin/league/club/
            6  /-/admin/league/match/
            6  /-/admin/league/season/
            5  /-/admin/league/player/
            5  /-/admin/league/membership/
            4  /-/admin/league/user/
            5  /-/admin/league/job/
            9  /-/admin/league/event/
            4  /-/admin/axes/accessattempt/
"""
TABLES = (PUBLIC, ACCOUNTS, RUNNING_A_CLUB, OWNERS, ADMINISTRATORS)

# Addresses without a figure, by name or pattern, and why.
WITHOUT_FIGURES = {
    "retire-player": "only takes what is sent to it",
    "undo-merge": "needs two players that were merged",
    "year-settlement": "the demo has none; tests/web/manage/test_settlement.py counts",
    "account_confirm_login_code": "leads to the log-in unless a code was sent",
    "account_confirm_sign_up": "leads to the sign-up unless a code was sent",
    "admin": "leads to the administrators' site",
    "admin-changes": "leads to the events",
    "admin:*": "pages of a row need its id; tests/admin shows that lists and cards take as many for many rows",
    "challenge": "only takes what is sent to it",
    "check": "only takes what is sent to it",
    "demo-*": "are offered under `dev.py run` only",
    "design": "is offered under `dev.py run` only",
    "confirm-address": "leads to the account unless a code was sent",
    "enter-night": "leads to the form of a match",
    "enter-results": "leads to the form of a match",
    "healthz": "is for programs",
    "language": "only takes what is sent to it",
    "mfa_authenticate": "leads to the log-in unless somebody is logging in",
    "mfa_login_webauthn": "is for the script of the log-in",
    "hall-screen": "takes one more than the screen: see tests/web/manage/test_screen_links.py",
    "readyz": "is for programs",
    "robots": "is for programs",
    "table-clock-worker": "is a file",
    "discard-sheet": "needs an unfinished sheet; tests/web/entry/test_sheet_draft.py has its figure",
    "rounds": "leads to the latest round",
    "register": "only takes what is sent to it",
    "register-by-mail": "only takes what is sent to it",
    "remove-variant": "only takes what is sent to it",
    "withdraw-invitation": "only takes what is sent to it",
}


def parse_tables() -> Iterator[tuple[str, str, str]]:
    """Yield who visits, the path and the figure."""
    for table in TABLES:
        heads, *lines = table.strip().splitlines()
        for line in lines:
            *figures, path = line.split()
            yield from ((who, path, figure) for who, figure in zip(heads.split()[:-1], figures, strict=True))
