"""Arguments, standard input and output, exit codes."""
