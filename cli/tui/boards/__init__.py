"""Drawing a view: one module a game, and a plain board that serves any game."""
