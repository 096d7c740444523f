"""What happens at a table as lines that a person can read, that can be judged again, and masked."""
