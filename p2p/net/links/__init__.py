"""Links between members: called, answered, kept, and made anew when lost."""
