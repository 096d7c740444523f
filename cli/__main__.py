"""`python -m cli` is the command `crownless`."""

from cli.main import entry

entry()
