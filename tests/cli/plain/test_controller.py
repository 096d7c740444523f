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
    Quit,
    Ready,
    Refuse,
    Say,
    SeatBot,
    ShowSeed,
)
from cli.model.table_text import Names
from cli.plain.controller import LineController, Reaction
from games import registry
from games.engine.choice import Answer, Choice, why_not
from games.engine.engine import Engine
from games.engine.game import StandingOffer
from games.engine.steps import Ask, AskAll
from games.engine.values import Outcome, Seat
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Wait
from p2p.session.attention import Attention
from p2p.session.person import Prompt
from p2p.session.session import Ending
from tests.cli.cast import ADA_BEN, moment, names, play_prompt
from tests.games.dealer import Dealer, dice
from tests.games.inheritance.build import lay
from tests.games.scenario import Scenario

NOW = 5.0


def a_table() -> Scenario:
    return lay(["9 war", "8 peace"], [["1 love", "7 dowry"], ["2 war"]], pile=["3 love"])


def seated(*, plays: bool = True) -> LineController:
    player = LineController(plays=plays)
    player.begin(ADA_BEN)
    return player


def asked(step: int = 7) -> LineController:
    player, s = seated(), a_table()
    assert player.follow(moment(s, prompt=play_prompt(s, step=step)), NOW)
    return player


def text(reaction: Reaction) -> str:
    return " ".join(" ".join(reaction.lines).split())


# Commands


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table", "Nothing lies on the table"),
        ("look", "The game has not begun."),
        ("hand", "You have no cards yet"),
        ("seats", "Nobody is known to sit here"),
        ("log", "Nothing has happened yet"),
        ("why", "The game has not begun"),
        ("invite", "no invite to this table yet"),
        ("help", "concede"),
        ("concede", "nothing to concede"),
        ("3", "Nothing is asked of you now. The game has not begun."),
        ("", "The game has not begun."),
        ("log x", "such as: log 3"),
    ],
)
def test_everything_may_be_typed_before_the_game(line: str, says: str) -> None:
    reaction = LineController(plays=True).typed(line, NOW)
    assert says in text(reaction)
    assert reaction.intent is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table", "Successor: 5 Soldier of war"),
        ("table", "Aim: Begin a turn with the Ring on your Admirer."),
        ("look", "Standing: Whoever has the favoured Admirer gets the Ring"),
        ("hand", "Your hand, 2 cards:"),
        ("seats", "2. Ben: 1 card"),
        ("why", "Everything that is listed can be chosen."),
        ("why 1", "It can be chosen."),
        ("why 5", "There is no number 5 here."),
        ("log", "Nothing has happened yet"),
    ],
)
def test_commands_while_a_question_is_open(line: str, says: str) -> None:
    player = asked()
    assert says in text(player.typed(line, NOW))
    assert player.ready_for("1")


def test_commands_while_others_decide() -> None:
    player, s = seated(), a_table()
    player.follow(moment(s), NOW)
    assert player.follow(moment(s, waiting=[Wait(1, "a decision")]), NOW) == []
    assert "Ben is choosing" in text(player.typed("table", NOW))
    assert "Ben is choosing" in text(player.typed("why", NOW))
    assert text(player.typed("", NOW)).startswith("Ben is choosing")
    assert text(player.typed("1", NOW)).startswith("Nothing is asked of you now. Ben is choosing")


def test_words_of_keys_and_invites_once_they_are_known() -> None:
    player = asked()
    player.words = ("a-b-c", "d-e-f")
    player.invites = ["To watch this table: x"]
    assert "d-e-f" in text(player.typed("seats", NOW))
    assert player.typed("invite", NOW).lines == player.invites


def test_before_the_charter_those_who_have_come_are_listed() -> None:
    player = LineController(plays=True)
    player.meet(ADA_BEN)
    assert player.typed("seats", NOW).lines == ["  1. Ada (you)", "  2. Ben"]


def test_ready_is_taken_once_and_only_for_the_table_that_was_shown() -> None:
    player = LineController(plays=True)
    assert "not asked for it now" in text(player.typed("ready", NOW))
    player.ask_to_agree(NOW)
    early = player.typed("ready", NOW)
    assert early.intent is None
    assert "has just changed" in text(early)
    assert player.typed("ready", NOW + 1).intent == Ready()
    assert player.typed("ready", NOW + 1).intent is None
    player.ask_to_agree(NOW)
    player.ask_to_agree(None)
    assert player.typed("ready", NOW + 1).intent is None
    assert "begun already" in text(asked().typed("ready", NOW))


# Answers


def test_a_question_comes_with_the_table_and_is_asked_once() -> None:
    player, s = seated(), a_table()
    shown = moment(s, prompt=play_prompt(s))
    lines = player.follow(shown, NOW)
    assert "Play a card." in lines
    assert "  Successor: 5 Soldier of war" in lines
    assert player.follow(shown, NOW) == []


def test_an_answer_is_given_once() -> None:
    player = asked(step=7)
    for line in ("1", "1"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
    assert reaction.lines[0].startswith("You will send: ")
    intent = player.typed("", NOW).intent
    assert isinstance(intent, Decide)
    assert intent.step == 7
    assert player.typed("", NOW).intent is None


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


def test_the_opener_refuses_a_seat_before_the_game() -> None:
    player = LineController(plays=True, hosts=True)
    player.meet(ADA_BEN)
    reaction = player.typed("refuse 2", NOW)
    assert reaction.intent == Refuse(ADA_BEN.people[1].key)
    assert "Ben gets no seat" in text(reaction)
    for line in ("refuse", "refuse 1", "refuse 3", "refuse 0"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
        assert "refuse 2" in text(reaction)
    player.begin(ADA_BEN)
    assert player.typed("refuse 2", NOW).intent is None


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


@pytest.mark.parametrize(
    ("hosts", "said"), [(True, "until you come back to the table"), (False, "Your seat is free")]
)
def test_a_lobby_with_people_is_left_after_a_question(hosts: bool, said: str) -> None:
    player = LineController(plays=True, hosts=hosts)
    player.meet(ADA_BEN)
    reaction = player.typed("quit", NOW)
    assert reaction.intent is None
    assert said in text(reaction)
    assert player.ready_for("no")
    assert text(player.typed("no", NOW)) == "You stay here."
    player.typed("quit", NOW)
    assert player.typed("Yes", NOW).intent == Quit()
    bot = Names((ADA_BEN.people[0], replace(ADA_BEN.people[1], operator="your bot")), 0)
    player.meet(bot)
    assert player.typed("quit", NOW).intent == Quit(), "bots of ours are no people"
    player.begin(ADA_BEN)
    assert player.typed("quit", NOW).intent == Quit()


def test_the_opener_gives_seats_to_bots_before_the_game() -> None:
    player = LineController(plays=True, hosts=True, strengths=("strong", "fair", "gentle"))
    player.meet(ADA_BEN)
    for line, wanted in {
        "bot": SeatBot(),
        "bot fair": SeatBot("fair"),
        "bot 2": SeatBot(count=2),
        "bot 2 Gentle": SeatBot("gentle", 2),
        "bot gentle 2": SeatBot("gentle", 2),
    }.items():
        assert player.typed(line, NOW).intent == wanted, line
    for line in ("bot clever", "bot 0", "bot 12", "bot -1"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
        assert "There are strong, fair and gentle ones" in text(reaction)
    bot = Names((ADA_BEN.people[0], replace(ADA_BEN.people[1], operator="your bot")), 0)
    player.meet(bot)
    reaction = player.typed("refuse 2", NOW)
    assert text(reaction) == "Ben goes."
    assert reaction.intent == Refuse(ADA_BEN.people[1].key)
    player.begin(ADA_BEN)
    assert player.typed("bot", NOW).intent is None


def test_a_guest_refuses_nobody() -> None:
    assert "Only who opened a table" in text(LineController(plays=True).typed("bot", NOW))
    player = LineController(plays=True)
    player.meet(ADA_BEN)
    reaction = player.typed("refuse 2", NOW)
    assert reaction.intent is None
    assert "Only who opened a table" in text(reaction)


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
            if intent is not None:
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
