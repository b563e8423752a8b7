"""The pages on which organisers change something, and only they."""
