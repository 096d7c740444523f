"""The guided first game of Heir Apparent: Court. Rules are in docs/rules/court.md."""

from __future__ import annotations

from typing import Final

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
            "Characters lie open, and whoever bids the most favor chooses first. What you pay is"
            " gone, and favor is what wins, so bid only for one that you want much more than what"
            " is left for the next.",
            (asked("bid"),),
            ("term.auction", "term.favor"),
        ),
        Lesson(
            "Take a Character",
            "The two numbers are politics and combat. Events ask for one of them, so a court that"
            " is good at one beats a court that is middling at both. The text says what a Character"
            " does when it turns.",
            (asked("pick"),),
            ("term.rating", "term.turned"),
        ),
        Lesson(
            "Your turn begins: draw",
            "You have one draw, and one more for each Character that you turn for it. Who has"
            " turned can do nothing more until the end of this turn, the Event included. So draw"
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
            " gives 2 once without turning. The text of the Event says what it gives and costs, and"
            " whom it asks for.",
            (told("The Event is"),),
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
            "A card can answer what was just played. All are asked once, in order.",
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
