"""The pages on which results are entered, corrected, and restored to an earlier version."""
