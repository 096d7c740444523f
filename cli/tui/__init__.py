"""The full screen: the same table as line mode, on one screen."""
