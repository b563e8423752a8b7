"""The parts that the Skat games share: cards, seats at the table, the auction, Ramsch. It is not a game itself."""
