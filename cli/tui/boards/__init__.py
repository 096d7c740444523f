"""Drawing a view: one module a kind of board, and a plain one that serves any game."""
