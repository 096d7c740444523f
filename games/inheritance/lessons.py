"""The guided first game of Inheritance. Rules are in docs/rules/inheritance.md."""

from __future__ import annotations

from typing import Final

from games.engine.tutorial import BEGIN, Lesson, Tutorial, asked, told
from games.inheritance.choices import ADMIRER, DISGUISE, OBEY, PLAY, REVEAL_EARLY, REVEAL_LATE
from games.inheritance.ring import RING_GOES, RING_RETURNS
from games.inheritance.rules import ADMIRER_GONE, HIDDEN_LAID

TUTORIAL: Final = Tutorial(
    bots=2,
    lessons=(
        Lesson(
            "A wedding at court",
            "Everybody wants to marry the Successor, and woos with one card: the Admirer. One"
            " Admirer at a time is favoured and gets the Ring of Favour. If your turn begins and"
            " the Ring lies on your Admirer, you win. The table says at any time who is nearest to"
            " that.",
            (BEGIN,),
            ("game.aim", "term.ring"),
            keys="That is the second line of the screen. i on a card tells all about it.",
            typed="Type look to hear it, and rules with a word for all about that.",
        ),
        Lesson(
            "Choose your Admirer",
            "All choose at the same time. The table names the favoured suits: Admirers of those"
            " are compared, and the highest rank wins. Two equal ranks cancel each other. So a high"
            " card of a favoured suit is a good choice. If you have none, take any high card: where"
            " no Admirer has a favoured suit, all are compared.",
            (asked(ADMIRER),),
            ("term.admirer", "term.favour"),
        ),
        Lesson(
            "The Ring has an owner",
            "Favour is looked at anew after each turn, and the Ring moves to whoever is favoured"
            " then. Its owner has not won yet: first everybody else has a turn, to move it away.",
            (told(RING_GOES),),
            ("term.ring",),
        ),
        Lesson(
            "Your turn: play one card",
            "A card can become the new Proposal, so that other suits are favoured, or do what is"
            " printed on it. You pick the card first, then what for. If the Ring lies elsewhere,"
            " look for a play that brings it to you. If somebody is about to win, move the Ring"
            " away, but not to whoever plays next.",
            (asked(PLAY),),
            ("game.play", "term.proposal", "term.influence"),
            keys="Before the last Enter, the line that begins with Then tells what comes of it.",
            typed="Type back to take a step back, until the answer is sent.",
        ),
        Lesson(
            "The Ring is back in the centre",
            "The card under it is gone, or lies face-down. It goes to the next favoured Admirer."
            " As long as nobody is favoured, it stays where it is.",
            (told(RING_RETURNS),),
            ("term.ring",),
        ),
        Lesson(
            "Your Admirer is gone",
            "Without an Admirer you cannot get the Ring. In your turn you can lay a card of your"
            " hand as the new one, in place of another play.",
            (told(ADMIRER_GONE),),
            ("term.admirer",),
        ),
        Lesson(
            "A Secret Admirer",
            "It lies face-down, so it has neither suit nor rank and cannot be favoured. Only its"
            " owner may look at it, and may turn it up in any turn of their own, at no cost.",
            (told(HIDDEN_LAID),),
            ("term.secret",),
        ),
        Lesson(
            "A Soldier came for you",
            "Your Admirer goes back to your hand, and another card takes its place, face-down. You"
            " can turn that one up in your own turn, so give a card that would be favoured then.",
            (asked(OBEY),),
            ("rank.soldier", "term.secret"),
        ),
        Lesson(
            "Show your Secret Admirer?",
            "Only an open Admirer can be favoured. Turn it up if it would be favoured as the cards"
            " lie now. Kept secret, no Assassin of a rival knows what it would hit.",
            (asked(REVEAL_EARLY), asked(REVEAL_LATE)),
            ("term.secret",),
        ),
        Lesson(
            "A card of your hand for your Admirer",
            "The Spy exchanges them: the card you choose is your open Admirer now, and the old one"
            " is in your hand.",
            (asked(DISGUISE),),
            ("rank.spy",),
        ),
    ),
)
"""Three seats: of two gentle bots one takes the Ring from whoever would win in a first turn."""
