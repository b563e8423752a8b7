"""Demo clubs: three as club files, and one of any size (`large`).

`harbour.json` was exported by Boolie itself and can be made again in the same way: import a file of the club
with its players, the competition with its rules, and season 1 as a draft with divisions but without matches;
in the browser, make its schedule (match nights on every Thursday from 8 January 2026, five tables, number
20260108); run `open_season`, `demo --play`, `close_season` and `roll_over`; do the same for season 2 (from 16
April, number 20260416), up to `demo --play`; run `export_club`. In that file remove the results of season 2
after 7 May, and let one match be a forfeit; import it into an empty database, and export it again.

Its two tournaments were added by the actions, with the rules that the plans propose and `generate_sheet` from a
number and the id of the match. "Hucklebuck Evening", 8 May 2026, number 20260508: the last 13 players by id, three
rounds of plan "standings", ended. "Spring Open", 16 May, number 20260516: players 2 to 14 in five rounds of SKUCK by
plan "swiss"; player 16 came after round 1, player 10 withdrew after round 2; tables 1, 3 and 4 of round 3 have results.

"Ultimate SKUCK", 20 June, number 20260620, was added later: players 9 to 16 in seven rounds of two deals by plan
"same-cards", ended. The seed of its deals begins the SHA-256 of "Ultimate SKUCK, 20 June 2026". The sheets are those
that tests/skuck_play.py plays from the cards; of table 3 of round 4 the second deal is left out.

`lantern.json` was made likewise. The first file has the competitions skat and skull-king, each with season 1
as a draft without matches. The match nights of skat are Wednesdays, four tables: season 1 from 14 January
2026, number 20260114, played, closed and rolled over; season 2 from 22 April, number 20260422, played. Those
of skull-king are Saturdays, two tables, from 2 May, number 20260502, played. In the file from `export_club`,
remove the results of skat after 6 May and of skull-king after 16 May, and let match m34 be a forfeit that
babak missed.

Its tournament "Skat Evenings" was added by the actions: six deals for each dealer, two series by the system "score",
teams of which the best three count, money, and a year of evenings: 8 May 2026, number 20260508, the first ten players
by id, ended; 16 May, number 20260516, players 3 to 13, of whose second series table 2 has its result. Sheets are
those of `generate_sheet` from the id of the match; but for table 1 of the first series of the second evening, their
sums. Player 11 was marked as a guest, and taken out of a team, after that.
"""

DEMO_CLUB = "riverside"  # the first of the three, and where its log-ins belong
