"""Line mode: one line in, lines out."""
