"""How many queries each page takes: a figure goes down with the page that needs fewer, and never up by itself.

A line holds the figures of a page for those named above it, and its path, which may have facts of the site in braces.
Nobody gets a page where there is a dash: they are led elsewhere or refused. Every SQL statement counts, savepoints too.
Nothing is kept from other visits, so that visitors' pages are made anew.
"""

from collections.abc import Iterator

PUBLIC = """
visitor player organiser  page
      5      7         7  /
     11      7         7  /?page=2
     12      8         8  /?find=river
     10      6         6  /?find=zzzz
     12     15        15  /riverside/
      8     11        11  /riverside/players/
     11     14        14  /riverside/players/ann/
      5      7         7  /riverside/skuck-league/rules/
     10     13        14  /riverside/skuck-league/3/
     24     21        22  /riverside/skuck-league/3/?as_of=2025-08-01
     16     13        14  /riverside/skuck-league/3/?as_of=yesterday
      7      9         9  /riverside/skuck-league/3/grid/
      7     10        10  /riverside/skuck-league/3/matches/
     12     14        14  /riverside/skuck-league/3/why/ann/
      8     10        10  /riverside/skuck-league/2/awards/
      4      6         6  /riverside/skuck-league/3/awards/
      9     12        12  /riverside/skuck-league/hall-of-fame/
      6      9         9  /riverside/matches/m1/
      7     10        10  /empty/
      7     10        10  /names/matches/n4/
      6      9         9  /riverside/skuck-league/3/decisions/
      9     12        12  /names/league/1/decisions/
      3      5         5  /harbour/matches/m47/paper/
     12      8         8  /harbour/hucklebuck-league/2/paper/
      5      7         7  /lantern/skat/count/
     10      6         6  /lantern/skat/count/?helper=points&cards=JC+10S+AH
     12      8         8  /riverside/skuck-league/3/matches/?download=csv
     14     11        11  /riverside/players/?download=csv
      1      3         3  /-/report/?page=/riverside/
      9      5         5  /-/search/?q=riv
      2      4         4  /-/imprint/
      2      4         4  /-/contact/
      2      4         4  /-/privacy/
"""
# Whoever is organiser at riverside has an app, a passkey and recovery codes to log in with.
ACCOUNTS = """
visitor player organiser  page
      -      8        10  /-/my/
     11      4         4  /-/invitations/{invitation}/
      1      -         -  /-/log-in/?next=/riverside/
      1      -         -  /-/log-in/code/
      -      3         3  /-/log-out/
      1      -         -  /-/sign-up/
      1      3         3  /-/waiting/
      1      3         3  /-/inactive/
      -      4         4  /-/account/sessions/
      -      5         5  /-/account/second-factor/
      -     14         -  /-/account/second-factor/app/
      -      -        11  /-/account/second-factor/app/remove/
      -     16        16  /-/account/second-factor/passkeys/add/
      -      -        10  /-/account/second-factor/passkeys/{passkey}/remove/
      -      -        11  /-/account/second-factor/codes/
      -     10        10  /-/account/second-factor/codes/new/
      -      -         9  /-/confirm/code/
      -      -        13  /-/confirm/passkey/
      -      9         9  /-/confirm/
      -      5         5  /-/account/
      -      3         3  /-/account/name/
      -      3         3  /-/account/address/
      -      3         3  /-/account/data/
      -      6         6  /-/account/delete/
      -      3         3  /-/password/
      1      3         3  /-/password/reset/
      1      3         3  /-/password/reset/sent/
      2      4         4  /-/password/reset/{user}/nonsense/
      1      3         3  /-/password/reset/done/
      -      3         3  /-/clubs/new/
      -      -        10  /-/account/second-factor/codes/download/
"""
RUNNING_A_CLUB = """
visitor player organiser  page
      -      -        14  /names/league/2/
      -      -        10  /names/league/2/matches/
      -      6         6  /names/matches/n5/enter/
      -      -         6  /names/matches/n2/enter/
      -      -         8  /names/cup/
      -      -         9  /names/cup/hall-of-fame/
      -      -         8  /names/cup/rules/
      -      -         7  /riverside/matches/m50/restore/1/
      -      6         6  /riverside/-/leave/
      -      -        13  /autumn/sundays/1/set-up/schedule/
      -      -         8  /autumn/tuesdays/2/nights/
      -      -         6  /autumn/matches/tuesdays-2-1-6/move/
      -      -        11  /names/league/2/set-up/schedule/
      -      -         7  /names/league/2/nights/
      -      -        13  /autumn/sundays/1/set-up/
      -      -        13  /autumn/fridays/2/set-up/
      -      -        12  /autumn/sundays/1/set-up/divisions/
      -      -        11  /autumn/sundays/1/undo/
      -      -         7  /autumn/saturdays/new-season/
      -      -        13  /names/league/2/set-up/divisions/
      -      -        10  /autumn/thursdays/1/close/
      -      -         9  /autumn/mondays/1/reopen/
      -      -        12  /autumn/mondays/1/roll-over/
      -      -        13  /autumn/fridays/1/roll-over/
      -      -        10  /autumn/fridays/2/undo/
      -      -         7  /autumn/mondays/1/roll-over/{job_waiting}/
      -      -         8  /empty/-/players/add/
      -      -         9  /empty/-/competitions/new/
      -      -         6  /autumn/-/settings/
      -      -         7  /autumn/sundays/settings/
      -      -         7  /riverside/matches/m53/decide/
      -      -        16  /names/league/1/decisions/{decision}/take-back/
      -      -         9  /names/league/1/decisions/{decision}/remove-reason/
      -      -        10  /riverside/skuck-league/3/withdraw/
      -      -        11  /riverside/skuck-league/3/withdraw/?player=dev
      -      -         9  /riverside/skuck-league/3/penalty/
      -      -        11  /riverside/skuck-league/3/substitute/?player=dev
      -      -         9  /riverside/skuck-league/3/late-entry/
      -      -         7  /riverside/matches/m53/substitute/
      -      -         8  /harbour/hucklebuck-league/2/results/
      -      -        12  /harbour/cup/1/set-up/schedule/
      -      -         8  /harbour/cup/game/
      -      -         7  /harbour/-/variants/
      -      -         9  /harbour/hucklebuck-league/2/results/results.csv
"""
OWNERS = """
owner  page
   10  /empty/-/members/
   11  /riverside/-/members/
    7  /riverside/-/members/{member}/
    6  /riverside/-/players/ann/forget/
    6  /riverside/-/delete/
    5  /-/clubs/former/restore/
   17  /riverside/-/club-file/
"""
ADMINISTRATORS = """
administrator  page
            9  /-/confirm/mailed-code/
            6  /-/password/set/
            9  /former/
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
    "account_confirm_login_code": "leads to the log-in unless a code was sent",
    "account_confirm_sign_up": "leads to the sign-up unless a code was sent",
    "admin": "leads to the administrators' site",
    "admin-changes": "leads to the events",
    "admin:*": "pages of a row need its id; tests/admin shows that lists and cards take as many for many rows",
    "check": "only takes what is sent to it",
    "confirm-address": "leads to the account unless a code was sent",
    "healthz": "is for programs",
    "mfa_authenticate": "leads to the log-in unless somebody is logging in",
    "mfa_login_webauthn": "is for the script of the log-in",
    "readyz": "is for programs",
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
