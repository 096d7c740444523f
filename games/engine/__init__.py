"""What a game is written against: values, choices, steps, the table and the engine that runs it."""
