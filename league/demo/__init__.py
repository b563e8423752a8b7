"""Clubs to look at: three as club files, and one of any size (`large`).

`harbour.json` came out of Boolie itself and can be made anew in the same way: import a file of the club with its
players, the competition with its rules, and season 1 as a draft with divisions, without matches; in the browser give
it club nights (every Thursday from 8 January 2026, five tables, number 20260108); `open_season`, `demo --play`,
`close_season`, `roll_over`; the same for season 2 (from 16 April, number 20260416), up to `demo --play`;
`export_club`. In that file take the results of season 2 after 7 May away, and let one match be a forfeit; import it
into an empty database, and export it again.

So did `lantern.json`. The first file has the skat competition with season 1 and the skull-king one with season 1, both
drafts without matches. The nights of skat are Wednesdays, four tables: season 1 from 14 January 2026, number 20260114,
played, closed and rolled over; season 2 from 22 April, number 20260422, played. Those of skull-king are Saturdays, two
tables, from 2 May, number 20260502, played. In what `export_club` gives, take the results of skat after 6 May and of
skull-king after 16 May away, and let match m34 be a forfeit that babak missed.
"""
