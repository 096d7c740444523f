"""The table screen."""
