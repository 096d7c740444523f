"""What the story says of the Ring, and why (IN-20 to IN-22, IN-28)."""

from __future__ import annotations

import pytest

from games.inheritance.ring import determine_favour
from tests.games.inheritance.build import lay

SECRET = "?9 love"
GOES = "The Ring of Favour goes to"


@pytest.mark.parametrize(
    ("admirers", "proposal", "influence", "ring", "said"),
    [
        (["3 love", "8 war"], "1 war", "", None,
         f"{GOES} {{1}}: the highest rank among all, as no suit is favoured."),
        (["3 love", "8 peace"], "1 dowry", "", None,
         f"{GOES} {{1}}: the highest rank among all, as nobody shows war."),
        (["3 war", "8 peace"], "1 dowry", "", None, f"{GOES} {{0}}: the only open Admirer of war."),
        (["3 war", "8 war"], "1 dowry", "2 war", None, f"{GOES} {{0}}: the lowest rank among war."),
        (["4 love", "8 peace"], "1 peace", "3 war", None,
         f"{GOES} {{0}}: the rank nearest to the Successor's among love or dowry or peace."),
        (["3 love", SECRET], "1 war", "", None, f"{GOES} {{0}}: the only open Admirer."),
        (["3 love", "8 war"], "1 war", "", 1,
         "{1} keeps the Ring of Favour: the highest rank among all, as no suit is favoured."),
        (["3 love", "3 war"], "1 war", "", 1,
         "Nobody is favoured (a tie): the Ring of Favour stays with {1}."),
        ([SECRET, ""], "1 war", "", None,
         "Nobody is favoured (no open Admirer): the Ring of Favour stays in the centre."),
    ],
)  # fmt: skip
def test_the_story_says_where_the_ring_goes_and_why(
    admirers: list[str], proposal: str, influence: str, ring: int | None, said: str
) -> None:
    s = lay(admirers, [[], []], proposal=proposal, influence=influence, ring=ring)
    s.setup(determine_favour)
    assert s.log == [said]
