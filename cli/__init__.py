"""Show a table to a person and turn keys into moves."""
