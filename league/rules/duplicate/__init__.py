"""Tournaments in which everyone plays the same cards: how they are drawn, and how what was played is compared."""
