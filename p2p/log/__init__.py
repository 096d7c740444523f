"""Who signed what, in which order, and the faults that two signatures prove."""
