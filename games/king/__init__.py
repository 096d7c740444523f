"""Soon I Will Be King!: intrigue on a board of ranks, until somebody survives a Coronation."""
