"""Our own names for the keys of others: given, changed and forgotten, alike wherever it is asked.

Held by tests/cli/lifecycle/test_naming.py.
"""

from __future__ import annotations

from p2p.errors import LocalError
from p2p.key_words import key_phrase
from p2p.lookalike import alike
from p2p.storage.profile import Profile


def name_key(profile: Profile, key: bytes, name: str) -> str:
    """Call the owner of this key so from now on, or with no name forget it; says what was done.

    Raises LocalError for what can be no name or is our own key, ProfileError for a name that
    another key has.
    """
    if key == profile.identity.public:
        raise LocalError("that is your own key; contacts are for those of others")
    before = profile.contacts.get(key)
    if not name.strip():
        if before is None:
            return "That key has no name of yours."
        profile.remove_contact(key)
        return f"{before} is no longer a contact."
    profile.put_contact(key, name)
    contacts = profile.contacts
    now = contacts[key]
    if before is not None and before != now:
        said = f"{before} is called {now} from now on."
    else:
        said = f"The key {key_phrase(key)} is called {now} from now on."
    other = alike(now, [one for held, one in contacts.items() if held != key])
    if other is not None:
        said += f" Careful: that looks like {other}, another of your contacts."
    return said
