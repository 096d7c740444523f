"""One seat's protocol core, sans-I/O: bytes, decisions and the time go in, effects come out."""
