"""Before the charter: who sits down, what all will sign, and where members were last seen."""
