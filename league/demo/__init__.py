"""Clubs to look at: two as club files, and one of any size (`large`).

`harbour.json` came out of Boolie itself and can be made anew in the same way: import a file of the club with its
players, the competition with its rules, and season 1 as a draft with divisions, without matches; in the browser give
it club nights (every Thursday from 8 January 2026, five tables, number 20260108); `open_season`, `demo --play`,
`close_season`, `roll_over`; the same for season 2 (from 16 April, number 20260416), up to `demo --play`;
`export_club`. In that file take the results of season 2 after 7 May away, and let one match be a forfeit; import it
into an empty database, and export it again.
"""
