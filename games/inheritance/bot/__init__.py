"""The computer player of Inheritance."""
