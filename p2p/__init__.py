"""Connect people, agree on what happened, turn what the rules ask for into cryptography."""
