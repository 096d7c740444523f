"""The computer player of Soon I Will Be King!."""
