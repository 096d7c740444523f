"""From a command to a table, and to the same table after a start that was cut short."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.client.tables import open_table
from p2p.errors import StoreError
from p2p.lobby.table_config import CONFIG_NOTE
from p2p.net.invite import Invite, fingerprint
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store

INVITE = Invite(b"0123456789", fingerprint(bytes(32)), (("127.0.0.1", 4000),), False)


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "home")


@pytest.mark.parametrize("left", [b"", b"SQLite format 3\0", bytes(4096)])
@pytest.mark.parametrize("number", [0, 1])
async def test_an_invite_whose_table_was_half_born_is_taken_up_again(
    profile: Profile, left: bytes, number: int
) -> None:
    """Before: "table.db is not a Crownless table", for ever."""
    opens = (open_table.open_guest, open_table.open_bot)[number]
    table_id = (INVITE.sni, f"{INVITE.sni}bot1")[number]
    path = profile.table_path(table_id)
    path.parent.mkdir(parents=True)
    path.write_bytes(left)
    await opens(profile, INVITE).close()
    with Store.open(path) as store:
        assert store.note(CONFIG_NOTE) is not None
    await opens(profile, INVITE).close()


async def test_a_table_that_was_never_begun_says_how_to_begin_it(profile: Profile) -> None:
    path = profile.table_path("abc")
    path.parent.mkdir(parents=True)
    path.touch()
    with pytest.raises(StoreError, match="by the same invite"):
        open_table.open_saved(profile, "abc")


async def test_the_internet_is_chosen_for_one_table_and_stays_chosen_there(
    profile: Profile,
) -> None:
    at_home = open_table.open_host(profile, "inheritance", 2, {}, new=True)
    chosen = open_table.open_host(profile, "inheritance", 3, {}, new=True, internet=True)
    guest = open_table.open_guest(profile, INVITE, internet=True)
    bots = open_table.open_play(profile, "inheritance", 1, {}, new=True)
    tables = (at_home, chosen, guest, bots)
    assert [table.client.internet for table in tables] == [False, True, True, False]
    for table in tables:
        await table.close()
    for table in tables:
        again = open_table.open_saved(profile, table.id)
        assert again.client.internet == table.client.internet
        await again.close()
    later = open_table.open_saved(profile, at_home.id, internet=True)
    assert later.client.internet
    await later.close()
