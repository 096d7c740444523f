"""The session of one client on its own thread: work in, effects and pictures of the table out."""
