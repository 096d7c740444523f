"""The guided first game of Heir Apparent: Court. Rules are in docs/rules/court.md."""

from __future__ import annotations

from typing import Final

from games.court.affair import REVEAL
from games.court.turn import TURN
from games.engine.tutorial import BEGIN, Lesson, Tutorial, asked, told

TUTORIAL: Final = Tutorial(
    bots=2,
    options={"events": 1},
    lessons=(
        Lesson(
            "The King's children",
            "You are one of them, and favor is what the King thinks of you. Whoever has the most"
            " when the last Event is over is heir. In this short game each player has one turn, and"
            " each turn ends with one Event. First you win a court of five Characters.",
            (BEGIN,),
            ("game.aim", "term.favor"),
        ),
        Lesson(
            "The auction",
            "Everybody gets one of these Characters; the highest bid chooses first. The numbers are"
            " politics and combat. Favor is what wins, and a bid that wins is gone: bid only for"
            " one that you want much more than what is left for the next. Tab and i read a card.",
            (asked("bid"),),
            ("term.auction", "term.rating", "term.popularity"),
        ),
        Lesson(
            "Take a Character",
            "Events ask for politics or for combat, so a court that is good at one beats a court"
            " that is middling at both. Characters turn when they are used: to bring their number,"
            " or to do what their text says.",
            (asked("pick"),),
            ("term.rating", "term.turned"),
        ),
        Lesson(
            "The turns",
            "In each turn somebody draws, acts, perhaps attacks, and then holds an Event in which"
            " all take part. A Character of yours that turns, in anybody's turn, is of no more use"
            " until the end of your own turn. A dash marks who has turned.",
            (told(TURN),),
            ("term.turned", "game.draw", "game.event"),
        ),
        Lesson(
            "Your turn begins: draw",
            "You have one draw, and one more for each Character that you turn for it. Who turns"
            " now cannot help in your Event; all of yours unturn when your turn is over. So draw"
            " with those that are of no use in an Event.",
            (asked("draw"),),
            ("game.draw", "term.turned"),
        ),
        Lesson(
            "What you do before the Event",
            "Play cards, let Characters do what their text says, or have a Fighter attack. When you"
            " are done, pass: then the Event is revealed. You need not do anything, and whoever"
            " stays unturned can bring tokens to the Event.",
            (asked("act"),),
            ("game.actions", "game.melee"),
        ),
        Lesson(
            "An Event",
            "Everybody may add tokens, one thing at a time and round and round, until all have"
            " passed in a row. A Character that turns brings as many as its rating; your Prince"
            " gives 2 once without turning. In a Contest each Prince has a pool, and the largest"
            " wins; in a Challenge all are for it or against it.",
            (told(REVEAL),),
            ("game.event", "event.contest", "event.challenge"),
        ),
        Lesson(
            "Your tokens",
            "The line above says how it stands. Add if that changes who wins; else keep your"
            " Characters. You may pass and come back in if somebody acts after you.",
            (asked("event"),),
            ("term.support",),
        ),
        Lesson(
            "Do you react?",
            "A card can answer what was just played. All are asked once, in order. You need not;"
            " p passes.",
            (asked("react"),),
            ("term.reaction",),
        ),
        Lesson(
            "A Spell, and you have a Wizard",
            "Turn a Wizard to stop the Spell. Somebody else may stop that again with another.",
            (asked("counter"),),
            ("term.wizard",),
        ),
        Lesson(
            "A Melee",
            "Two Characters fight with their combat. Each may turn Characters for a side or play"
            " cards, until all have passed in a row. The greater side kills; on a tie the one who"
            " was attacked does.",
            (asked("melee"),),
            ("game.melee",),
        ),
        Lesson(
            "Somebody wants to join you",
            "A new Character comes in turned. If your court is full, another has to leave for it.",
            (asked("newcomer"),),
            ("game.draw",),
        ),
        Lesson(
            "Too many cards",
            "At the end of a turn everybody goes down to five Action cards.",
            (asked("sack"),),
        ),
    ),
)
"""Three seats, one Event each."""
