"""How even the games are among bots, by fixed seeds: writes the pages of docs/balance."""
