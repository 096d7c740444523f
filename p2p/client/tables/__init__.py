"""The tables of a profile: opened, gone on with, listed and kept, with the bots seated there."""
