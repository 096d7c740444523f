"""A place at a table from opening it to leaving: events out, intents in; it shows nothing."""
