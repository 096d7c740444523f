"""How even the games are among bots: games by fixed seeds, and the pages of them in docs/balance."""
