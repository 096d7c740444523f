"""What stands behind the command contact: whose key, and the name it gets. Pure.

Held by tests/cli/plain/test_controller.py.
"""

from __future__ import annotations

from cli.model import text_commands
from cli.model.intents import NameKey
from cli.model.table_text import Names


# D-42: from inside the lobby; `crownless contact` finds by its words a key met earlier.
def contact_wanted(typed: str, names: Names) -> NameKey | str:
    """The key of a seat with its name, such as 2 Ben; else a sentence on what may stand there."""
    said, _, name = typed.partition(" ")
    seat, people = text_commands.seat_number(said), names.people
    if seat is None or not 1 <= seat <= len(people) or people[seat - 1].mine:
        return "Say whose key, by the seat, and the name, such as: contact 2 Ben"
    person = people[seat - 1]
    if person.operator:
        return "A bot's key is of one table only, so a name for it is of no use."
    return NameKey(person.key, name.strip())
