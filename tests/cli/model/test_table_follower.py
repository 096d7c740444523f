"""What a follower of a table gives out, as plain values, and that it gives out nothing twice."""

from __future__ import annotations

from dataclasses import replace

from cli.model.attendance import GRACE_SECONDS, WAKING_SECONDS
from cli.model.names import Person
from cli.model.table_follower import TableFollower, TableNews
from cli.model.table_text import Names
from games.engine.table import LogLine
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import BadLink
from tests.cli.cast import ADA_BEN, moment, play_prompt
from tests.games.inheritance.build import lay


def follower(*, plays: bool = True) -> TableFollower:
    found = TableFollower(plays=plays, time_of_day=lambda ago: f"14:02 less {ago:g} s")
    found.names = ADA_BEN
    return found


def asking(step: int = 7) -> Snapshot:
    s = lay(["9 war", "8 peace"], [["1 love", "7 dowry"], ["2 war"]], pile=["3 love"])
    return moment(s, prompt=play_prompt(s, step=step))


def test_the_same_snapshot_twice_is_no_news() -> None:
    table, shown = follower(), replace(asking(), waiting=(Wait(0, "choosing", decides=True),))
    first = table.take(shown, 1.0)
    assert first.begins
    assert first.waits_anew
    assert first.question is table.question is not None
    assert table.take(shown, 2.0) == TableNews()
    assert table.asked_at == 1.0
    assert table.seconds_waited(3.0) == 2.0


def test_only_new_lines_are_given_out() -> None:
    table, one, two = follower(), LogLine("one", (), 1), LogLine("two", (), 2)
    assert table.take(replace(moment(), lines=(one,)), 0.0).lines == (one,)
    assert table.take(replace(moment(), lines=(one, two)), 0.0).lines == (two,)


def test_a_question_that_was_answered_stays_closed_until_the_table_moves() -> None:
    table = follower()
    table.take(asking(), 1.0)
    table.answered()
    assert table.take(asking(), 2.0) == TableNews()
    assert table.question is None
    following = table.take(asking(step=9), 3.0)
    assert following.question is not None
    assert not following.closed


def test_a_refused_answer_opens_its_question_again() -> None:
    table = follower()
    table.take(asking(), 1.0)
    table.answered()
    again = table.refused(5.0)
    assert again is table.question is not None
    assert table.asked_at == 5.0
    assert table.refused(6.0) is None


def test_a_question_that_closes_or_makes_way_for_another_is_said_to() -> None:
    table = follower()
    table.take(asking(), 1.0)
    other = table.take(asking(step=9), 2.0)
    assert other.closed
    assert other.question is not None
    gone = table.take(replace(asking(), prompt=None), 3.0)
    assert gone.closed
    assert gone.question is None
    assert table.take(replace(asking(), prompt=None), 4.0) == TableNews()


def test_a_dropped_question_may_be_asked_again() -> None:
    table = follower()
    table.take(asking(), 1.0)
    table.drop_question()
    assert table.take(asking(), 2.0).question is not None


def test_who_does_not_play_is_asked_nothing() -> None:
    assert follower(plays=False).take(asking(), 1.0).question is None


def test_chat_and_rematch_wishes_are_given_out_once() -> None:
    table, one, two = follower(), ChatLine(1, "one"), ChatLine(1, "two")
    assert table.hear((one,)) == (one,)
    assert table.hear((one, two)) == (two,)
    assert table.hear((two,)) == ()
    assert table.want_rematch((0,)) == ()
    assert table.want_rematch((0, 1)) == (1,)
    assert table.want_rematch((0, 1)) == ()
    assert table.rematch == (0, 1)


def test_who_flooded_a_link_is_named_once() -> None:
    table = follower()
    table.names = Names((Person("Ben", b"b" * 32),))
    (line,) = table.cut_off((b"b" * 32,))
    assert line == (
        "The link to Ben was closed: it went on sending far more than the game calls for."
    )
    (line,) = table.cut_off((b"b" * 32, b"w" * 32))
    assert "somebody without a seat (key 77777777)" in line
    assert table.cut_off((b"b" * 32, b"w" * 32)) == []


def test_who_brought_garbage_is_named_and_not_those_behind_it() -> None:
    table = follower()
    table.names = Names(tuple(Person(name, name.encode()) for name in ("Ana", "Ben", "Eva")), 1)
    table.take(moment(online=(True, True, True)), 0.0)
    bad = BadLink(b"Eva", (0,))
    (line,) = table.bad_links((bad,))
    assert line == (
        "The link to Eva carried what makes no sense or what nobody signed, so it was closed. "
        "Ana was reached through Eva alone, and did none of it. It is tried again, more and more "
        "seldom."
    )
    assert table.bad_links((bad,)) == []
    table.take(moment(online=(False, True, False)), 1.0)
    later = 1.0 + GRACE_SECONDS
    assert table.attendance.absence(0, later) == "behind Eva's bad link"
    assert table.attendance.absence(2, later) == "link closed: it carried garbage"
    table.take(moment(online=(True, True, True)), 5.0)
    table.take(moment(online=(False, True, True)), 6.0)
    assert table.attendance.absence(0, 6.0 + GRACE_SECONDS) == "reconnecting"


def test_who_passes_nothing_on_is_named() -> None:
    table = follower()
    table.names = Names(tuple(Person(name, name.encode()) for name in ("Ana", "Ben", "Eva")), 1)
    assert table.bad_links((BadLink(b"Eva", (0,), withholds=True),)) == [
        "Eva passes nothing on between you and Ana, and says that it has messages of theirs."
    ]


def test_links_that_broke_while_this_machine_slept_say_nothing_of_others() -> None:
    waits = (Wait(1, "choosing", decides=True),)
    here, away = (moment(online=(True, ben), waiting=waits) for ben in (True, False))
    table = follower()
    table.take(here, 10.0)
    table.attendance.wake(12.0)
    table.take(away, 14.0)
    assert table.attendance.newly_lost(14.0 + 5 * GRACE_SECONDS) == ()
    assert table.attendance.is_online(1, 40.0)
    assert table.attendance.seconds_lost(1, 40.0) == 0.0
    assert "off line" not in table.waiting(40.0)
    assert table.attendance.lost_due() == 12.0 + WAKING_SECONDS
    assert table.attendance.newly_lost(12.0 + WAKING_SECONDS) == (1,)
    assert table.attendance.seconds_lost(1, 12.0 + WAKING_SECONDS) == WAKING_SECONDS - 2
    assert "Ben is away since 14:02 less 58 s" in table.waiting(12.0 + WAKING_SECONDS)
