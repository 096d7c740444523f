"""Tables without a network or a disk: a trusted dealer, and seats on a seeded simulated network."""
