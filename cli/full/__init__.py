"""The full-screen terminal: the same table as line mode, on one screen.

`screens` and everything they use are pure: they hold what is shown, take keys and clicks, and paint
into a grid of cells. Only `shell` knows prompt-toolkit, only `desk` knows the network.
"""
