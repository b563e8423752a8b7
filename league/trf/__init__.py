"""TRF, FIDE's tournament report: reading, checking, writing, and what a round is paired from. No Django."""
