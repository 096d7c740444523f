"""A person at a table: typed lines against snapshots, and a whole game typed through."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cli.model.intents import (
    Attend,
    Concede,
    Decide,
    Mute,
    NameKey,
    PassUntil,
    PreviewMove,
    Quit,
    Say,
    ShowSeed,
)
from cli.model.table_text import Names
from cli.plain.controller import LineController
from games import registry
from games.engine.choice import Answer, Choice
from games.engine.engine import Engine
from games.engine.game import StandingOffer
from games.engine.legal_answers import why_not
from games.engine.steps import Ask, AskAll
from games.engine.values import Outcome, Seat
from p2p.client.talk.chat import ChatLine
from p2p.session.person import Attention, Prompt
from p2p.session.session import Ending
from simulation.dealer import Dealer, dice
from tests.cli.cast import ADA_BEN, moment, names, play_prompt
from tests.cli.plain.players import NOW, a_table, asked, seated, text
from tests.games.court.build import acting, does
from tests.games.court.build import lay as court_table

# Commands


# Answers


def test_a_question_comes_with_the_table_and_is_asked_once() -> None:
    player, s = seated(), a_table()
    shown = moment(s, prompt=play_prompt(s))
    lines = player.follow(shown, NOW)
    assert "Play a card." in lines
    assert "  Successor: 5 Soldier of war" in lines
    assert player.follow(shown, NOW) == []


def test_the_event_that_melchior_looks_at_is_told_with_the_question_about_it() -> None:
    s = court_table({0: "melchior"}, events="ball dragon stag")
    s.hold(acting(0), does(0, "power melchior"))
    asked, told, here = Prompt(7, s.choice(), False, False), [], (True, True, True)
    for seat, prompt in ((0, asked), (1, None)):
        player = LineController(plays=True)
        player.begin(names("Ada", "Ben", "Cleo", own=seat))
        lines = player.follow(moment(s, seat, prompt=prompt, online=here), NOW)
        told.append(" ".join(" ".join([*lines, *player.typed("table", NOW).lines]).split()))
    assert "Events to come: The Masked Ball [comes next] (A Contest of politics" in told[0]
    assert "You see the next Event. Does it stay on top?" in told[0]
    assert "Masked Ball" not in told[1]


def test_an_answer_is_given_once() -> None:
    player = asked(step=7)
    assert player.typed("1", NOW).intent is None
    reaction = player.typed("1", NOW)
    assert reaction.lines[0].startswith("You will send: ")
    assert isinstance(reaction.intent, PreviewMove)
    intent = player.typed("", NOW).intent
    assert isinstance(intent, Decide)
    assert intent.step == 7
    assert player.typed("", NOW).intent is None


def test_what_an_answer_would_lead_to_is_said_before_it_is_sent() -> None:
    player = asked()
    player.typed("1", NOW)
    ahead = player.typed("1", NOW).intent
    assert isinstance(ahead, PreviewMove)
    assert player.foreseen(ahead.of, ("{0} bows.", "{1} too.")) == [
        "Then: Ada bows. Ben too.",
        "Enter sends it, back changes it.",
    ]
    assert player.foreseen(ahead.of, ()) == ["Enter sends it, back changes it."]
    player.typed("back", NOW)
    assert player.foreseen(ahead.of, ("{0} bows.",)) == []


def test_a_command_in_the_midst_of_an_answer_changes_nothing() -> None:
    player = asked()
    player.typed("1", NOW)
    player.typed("table", NOW)
    assert player.typed("1", NOW).lines[0].startswith("You will send: ")


def test_a_question_that_is_over_says_so() -> None:
    player = asked()
    assert player.follow(moment(a_table()), NOW) == ["That question is no longer open."]
    assert player.follow(moment(a_table()), NOW) == []


def test_the_next_question_follows_upon_the_last() -> None:
    player, s = asked(step=7), a_table()
    player.typed("1", NOW)
    assert "Play a card." in player.follow(moment(s, prompt=play_prompt(s, step=9)), NOW)
    assert isinstance(player.typed("1", NOW).lines, list)


def test_a_spectator_is_asked_nothing() -> None:
    player, s = seated(plays=False), a_table()
    player.follow(moment(s), NOW)
    assert player.follow(moment(s, prompt=play_prompt(s)), NOW) == []
    assert not player.ready_for("1")
    player.begin(names("Ada", "Ben", own=None))
    assert player.typed("hand", NOW).lines == ["You watch, so you hold no cards."]
    assert "nothing to concede" in text(player.typed("concede", NOW))


def test_a_pipe_keeps_answers_for_their_question_and_commands_run_at_once() -> None:
    player, s = seated(), a_table()
    assert not player.ready_for("1")
    assert not player.ready_for("")
    assert player.ready_for("table")
    player.follow(moment(s, prompt=play_prompt(s)), NOW)
    assert player.ready_for("")


# Talk


def test_what_is_said_is_handed_on_and_what_is_heard_is_shown_once() -> None:
    player = asked()
    assert player.typed("say  good luck", NOW).intent == Say("good luck")
    assert player.hear((ChatLine(0, "good luck"),)) == ["You say: good luck"]
    both = (ChatLine(0, "good luck"), ChatLine(1, "you too"))
    assert player.hear(both) == ["Ben says: you too"]
    assert player.hear(both) == []


def test_talk_goes_on_when_the_oldest_lines_have_gone() -> None:
    player = seated()
    lines = [ChatLine(1, str(number)) for number in range(9)]
    assert len(player.hear(tuple(lines[:5]))) == 5
    assert player.hear(tuple(lines[3:7])) == ["Ben says: 5", "Ben says: 6"]
    assert player.hear(tuple(lines[8:])) == ["Ben says: 8"]


def test_who_concedes_is_told_that_its_bots_go_too() -> None:
    people = names("Ana", "Ben", "Marigold").people
    seats = Names((people[0], people[1], replace(people[2], operator="your bot")), 0)
    player = LineController(plays=True)
    player.begin(seats)
    player.follow(moment(), NOW)
    assert "Marigold leaves with you." in text(player.typed("concede", NOW))
    alone = LineController(plays=True)
    alone.begin(Names((people[0], replace(people[1], operator="your bot")), 0))
    alone.follow(moment(), NOW)
    assert "with you." not in text(alone.typed("concede", NOW)).replace("leaves with you.", "")


def test_a_key_is_named_by_its_seat() -> None:
    player = LineController(plays=True)
    player.meet(ADA_BEN)
    key = ADA_BEN.people[1].key
    assert player.typed("contact 2 Uncle Ben", NOW).intent == NameKey(key, "Uncle Ben")
    assert player.typed("contact b Ben", NOW).intent == NameKey(key, "Ben")
    assert player.typed("contact 2", NOW).intent == NameKey(key, "")
    for line in ("contact", "contact 1 Me", "contact 3 Cy", "contact 0", "contact Ben"):
        assert player.typed(line, NOW).intent is None, line
        assert "contact 2 Ben" in text(player.typed(line, NOW))
    bot = Names((ADA_BEN.people[0], replace(ADA_BEN.people[1], operator="your bot")), 0)
    player.meet(bot)
    assert "of one table only" in text(player.typed("contact 2 Ben", NOW))


def test_a_seat_is_muted_and_heard_again() -> None:
    player = asked()
    first = player.typed("mute 2", NOW)
    assert first.intent == Mute(1, True)
    assert first.lines == ["What Ben says is not shown any more."]
    assert player.typed("mute 2", NOW).intent == Mute(1, False)
    for line in ("mute", "mute 1", "mute 3", "mute 0"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
        assert "mute 2" in text(reaction)


def test_passes_that_a_game_offers_are_listed_and_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    player = asked()
    assert player.typed("passes", NOW).lines == ["There is nothing to pass ahead here."]
    game = registry.make("inheritance")
    offers = (StandingOffer(("turn {me}", "a"), "until your own turn"),)
    monkeypatch.setattr(type(game), "info", replace(game.info, passes=offers))
    assert "until your own turn" in text(player.typed("passes", NOW))
    posted = player.typed("passes 1", NOW)
    assert posted.intent == PassUntil(("a", "turn 0"))
    assert player.typed("passes 2", NOW).intent is None


def test_a_person_can_be_asked_in_every_window_and_no_more() -> None:
    player = asked()
    said = player.typed("windows", NOW)
    assert said.intent == Attend(Attention.ABLE)
    assert "wherever you can play something" in text(said)
    said = player.typed("windows", NOW)
    assert said.intent == Attend(Attention.ALWAYS)
    assert "in every window now" in text(said)
    said = player.typed("windows", NOW)
    assert said.intent == Attend(Attention.CONCERNED)
    assert "you pass by yourself" in text(said)


def test_a_seed_is_shown_on_wish() -> None:
    assert asked().typed("seed", NOW).intent == ShowSeed()


# Leaving


def test_quit_asks_nothing() -> None:
    assert asked().typed("quit", NOW).intent == Quit()


def test_conceding_asks_once_more() -> None:
    player = asked()
    assert "Type yes to concede" in text(player.typed("concede", NOW))
    stays = player.typed("1", NOW)
    assert stays.intent is None
    assert stays.lines[0] == "You stay at the table."
    assert "Play a card." in stays.lines
    player.typed("concede", NOW)
    assert player.typed(" YES ", NOW).intent == Concede()
    assert player.follow(moment(a_table()), NOW) == []


def test_there_is_nothing_to_concede_after_the_end() -> None:
    player = seated()
    ending = Ending(Outcome((Seat(0),), "so"), None, (0, 1), (0, 1))
    player.follow(replace(moment(a_table()), ending=ending), NOW)
    assert "nothing to concede" in text(player.typed("concede", NOW))
    assert "The game is over." in text(player.typed("1", NOW))


# A whole game


class Typist:
    """A person who types numbers, and goes back now and then."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.typed = 0

    def decide(self, player: LineController) -> Answer:
        """Type until a decision comes out."""
        for _ in range(400):
            line = self._random.choice(("1", "2", "3", "4", "5", "6", "", "", "back", "pass"))
            self.typed += 1
            intent = player.typed(line, NOW).intent
            if intent is not None and not isinstance(intent, PreviewMove):
                assert isinstance(intent, Decide)
                assert isinstance(intent.decision, Answer)
                return intent.decision
        raise AssertionError("the typist never came to a decision")


def typed_through(seed: int) -> tuple[int, list[str]]:
    """Seat 0 types, the others are bots; gives how many lines it took and what was shown."""
    game = registry.make("inheritance")
    engine = Engine(game, 4, {})
    dealer = Dealer(engine, dice(seed))
    engine.start()
    people = names("Ada", "Ben", "Cyr", "Dee")
    player, typist, bot = LineController(plays=True), Typist(seed), registry.bot("inheritance")
    player.begin(people)
    below = dice(seed + 100)
    shown: list[str] = []
    dealer.follow()

    def answer(seat: Seat, choice: Choice) -> Answer:
        if seat:
            return bot.choose(dealer.situation(seat, choice), below)
        knowledge = dealer.knowledge(seat)
        sees = engine.table.sees(knowledge)
        snapshot = replace(
            moment(online=(True,) * 4),
            view=game.view(engine.table, seat, knowledge),
            prompt=Prompt(engine.number, choice),
            sees=sees,
            lines=tuple(engine.table.log),
        )
        shown.extend(player.follow(snapshot, NOW))
        decided = typist.decide(player)
        assert why_not(choice, decided, sees) is None
        return decided

    while engine.outcome is None:
        step = engine.waiting
        if isinstance(step, Ask):
            engine.feed(answer(step.seat, step.choice))
        elif isinstance(step, AskAll):
            engine.feed(tuple(answer(seat, choice) for seat, choice in step.asks))
        else:
            assert step is not None
            engine.feed(dealer.result(step))
        dealer.follow()
    return typist.typed, shown


def test_whole_games_are_typed_through() -> None:
    total = 0
    for seed in range(6):
        typed, shown = typed_through(seed)
        total += typed
        assert shown.count("Choose your Admirer.") == 1
        assert shown.count("Your hand, 6 cards:") == 1
        assert any(line.startswith("Ada enters with the") for line in shown)
    assert total > 200


def test_a_guided_game_tells_its_lessons_before_the_question() -> None:
    player, s = seated(), a_table()
    player.begin(ADA_BEN, guided=True)
    lines = player.follow(moment(s, prompt=play_prompt(s, step=7)), NOW)
    lessons = [line for line in lines if line.startswith("Guide: ")]
    assert lessons == ["Guide: A wedding at court.", "Guide: Your turn: play one card."]
    assert lines.index(lessons[-1]) < lines.index("Play a card.")
    spectator = seated(plays=False)
    spectator.begin(ADA_BEN, guided=True)
    assert not any("Guide: " in line for line in spectator.follow(moment(s), NOW))
