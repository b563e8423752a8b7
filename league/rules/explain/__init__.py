"""How a standing, a move or an award came about, as one tree of steps."""
