"""What Crownless must reach, measured: `python -m bench` prints it and writes results.json."""
