"""One module a command; each has `run(args)`, which gives the exit code."""
