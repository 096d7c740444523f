"""whoami: our name, our key, its words, and the folder that holds everything."""

from __future__ import annotations

import argparse

from cli.console.exit_codes import Exit
from cli.console.stdout import say
from p2p.key_words import LONG, key_phrase
from p2p.storage.profile import Profile


def run(args: argparse.Namespace) -> int:
    """Show it; with --name, change the name first."""
    profile = Profile.open(args.profile)
    if args.name is not None:
        profile.name = args.name
    key = profile.identity.public
    say(
        [
            f"Name: {profile.name}",
            f"Key: {key.hex()}",
            f"Words: {key_phrase(key)}",
            f"Six words, for the lobby: {key_phrase(key, LONG)}",
            f"Home: {profile.home}",
        ]
    )
    return Exit.DONE
