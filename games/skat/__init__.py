"""What the Skat games share: cards, places at the table, the auction, Ramsch. It is no game itself."""
