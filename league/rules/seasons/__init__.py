"""What a season's end means: promotion, the next season, awards, statistics and records."""
