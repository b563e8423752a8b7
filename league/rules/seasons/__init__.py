"""What the end of a season means: promotion, the next season, awards, statistics and records."""
