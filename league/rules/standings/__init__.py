"""Totals over matches, and the ranking of a division."""
