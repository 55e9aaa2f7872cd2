"""Live games: their state as a fold of events, the rules of who may do what, and the registry of all games."""
