"""The search for puzzles: positions of games in which one move is right."""
