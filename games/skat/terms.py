"""What German-speaking players call what these pages say in English."""

from __future__ import annotations

from games.problems import Text, _

GERMAN_TERMS = tuple(
    map(
        Text,
        (
            _("In German, reizen is to bid. Reizwert: the bid. Passen: to pass. Überreizt: overbid."),
            _("Alleinspieler: the declarer. Gegenspieler: the two others. Geber: the dealer."),
            _("Spitzen: matadors, mit so many or ohne so many. Augen: card points. Stich: a trick."),
            _(
                "Kreuz, Pik, Herz, Karo: clubs, spades, hearts, diamonds. Bube, Dame, König: jack, queen, king."
            ),
            _("Kontra, Re, Bock, Hirsch: the doublings, one after the other."),
            _(
                "Liste: the score sheet. Serie: the deals of one table, a session. Eingepasst: all have passed."
            ),
        ),
    )
)
