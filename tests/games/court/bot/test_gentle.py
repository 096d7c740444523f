"""What the gentle bot leaves alone."""

from __future__ import annotations

from games.court.bot.gentle import Novice
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.values import Seat
from tests.games.court.build import at_event, lay


def test_it_never_bids() -> None:
    eyes = Novice(lay().table, Seat(0), {}, Choice("bid", "", low=0, high=10))
    assert eyes.mark(Answer(number=0)) < eyes.mark(Answer())


def test_it_starts_no_melee() -> None:
    s = lay({0: "odo", 1: "lisbet"})
    assert Novice(s.table, Seat(0), {}, Choice("act", "")).mark(Answer(option="fight odo")) < 0


def test_it_gives_to_its_own_pool_and_turns_but_one_character() -> None:
    s = lay({0: "odo isaura"})
    at_event(s, "poets", "1:3")
    eyes = Novice(s.table, Seat(0), {}, Choice("event", ""))
    gift, turned, other = (
        eyes.mark(Answer(option=key)) for key in ("gift 0", "support odo 0", "gift 1")
    )
    assert gift > turned > eyes.mark(NOTHING) > other
    at_event(s, "taxes", "0:3:isaura")
    assert (
        Novice(s.table, Seat(0), {}, Choice("event", "")).mark(Answer(option="support odo 0")) < 0
    )
