"""What matches add up to, and who stands where."""
