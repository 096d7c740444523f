"""The guided first game of Soon I Will Be King! Rules are in docs/rules/king.md."""

from __future__ import annotations

from typing import Final

from games.engine.tutorial import BEGIN, Lesson, Tutorial, asked, told
from games.king.answers import ANTIDOTE, JOIN, KNIGHTS, POISON
from games.king.events import FRIEND, RISES
from games.king.offers import ACT, DECLARE, PLANNING, REACT
from games.king.plays import ASSASSINATE
from games.king.resolution import MODE, TARGET
from games.king.state import Moment
from games.king.turn import GIFT

TUTORIAL: Final = Tutorial(
    bots=2,
    options={"turns": 6},
    lessons=(
        Lesson(
            "The way to the throne",
            "Twenty Heirs and you stand on a ladder of Ranks; you begin near its foot. When a place"
            " above is free, the most senior of the Rank below moves up, and so on down the ladder:"
            " you rise when those above you die or are sent away. As King you still have to live"
            " through a turn of your own. In this short game, after six turns each the highest Rank"
            " wins.",
            (BEGIN,),
            ("game.aim", "term.rank"),
        ),
        Lesson(
            "Your turn begins: discard and draw",
            "Pick what you do not want and discard it, or pass and keep all; then you draw until"
            " you have five cards. Keep Assassins, they are what you rise by, and Knights, which"
            " save you and your friends. After that you act: pick a card, and say what for.",
            (asked(ACT),),
            ("game.aim", "card.assassin", "card.knight"),
            keys="Below your hand stands what the card with the cursor does, and when.",
            typed="Type hand for what each card does and when.",
        ),
        Lesson(
            "Your one attack, and friends",
            "Once a turn you attack, and your Assassins must be more than the Knights that come to"
            " the defence. Whoever stands above you and is nobody's friend is easy prey: if a place"
            " gets free just above you, and you are the most senior of your Rank, it is yours. A"
            " Bribe or Blackmail is best for an Heir whose power you can use.",
            (asked(ACT, Moment.MAIN), asked(TARGET, ASSASSINATE.key)),
            ("fight.assassination", "term.seniority", "term.opening"),
        ),
        Lesson(
            "You may answer what others do",
            "Before a play counts, all others may answer it. Nobody sees what you hold: you say"
            " only that you want to act, or pass. Most of the time you pass.",
            (asked(REACT),),
            ("term.window", "game.others"),
            keys="P passes ahead, until something happens that concerns you.",
            typed="The command passes lets you pass ahead.",
        ),
        Lesson(
            "Knights for the defence?",
            "Somebody is attacked. Knights that you add count against the attack. Spend them for"
            " yourself and your friends, or to keep a rival down.",
            (asked(KNIGHTS),),
            ("card.knight", "fight.assassination"),
        ),
        Lesson(
            "Poison for the attack?",
            "The Knights are known now, and Poison adds one to the attack. It is for killing"
            " somebody whose place you want, also in another's turn.",
            (asked(POISON),),
            ("card.poison",),
        ),
        Lesson(
            "An Antidote?",
            "It takes the Poison away again, and an Heir saved so becomes your friend for good.",
            (asked(ANTIDOTE),),
            ("card.antidote", "term.friend"),
        ),
        Lesson(
            "A Ship to save somebody?",
            "Who would die leaves for a distant land instead. A player who is shipped comes back as"
            " a Commoner, but keeps hand and friends.",
            (asked("ship"),),
            ("card.ship", "fight.death"),
        ),
        Lesson(
            "Too many cards",
            "A Viscount draws five cards every turn and then discards down to five; other Ranks"
            " never have to. Whatever you keep you can also play in the turns of others, if the"
            " card says so.",
            (asked(PLANNING),),
            ("card.knight",),
        ),
        Lesson(
            "Friend or least senior?",
            "Blackmail makes an Heir your friend, who lends you a power, or sends somebody to the"
            " end of the row, so that you come before them when a place gets free.",
            (asked(MODE),),
            ("card.blackmail", "term.friend", "term.seniority"),
        ),
        Lesson(
            "An Heir has a friend",
            "Friends lend powers to their player, until they die or somebody else makes friends of"
            " them.",
            (told(FRIEND),),
            ("term.friend",),
            keys="A letter beside an Heir says whose friend it is; i tells what the Heir can do.",
            typed="To hear what an Heir can do, name it, such as: rules queen",
        ),
        Lesson(
            "Succession",
            "A place was free, so the most senior of the Rank below moved up, and others behind. In"
            " each row of the ladder the most senior stands first.",
            (told(RISES),),
            ("term.opening", "term.seniority"),
        ),
        Lesson(
            "You are King: be crowned?",
            "Declare it now, and you win if you are still King at the end of this turn. Each other"
            " player gives you a card, and then all may attack you together, so keep Knights for"
            " that.",
            (asked(DECLARE),),
            ("term.coronation", "fight.joint"),
        ),
        Lesson(
            "A gift for the King",
            "Each other player gives the King one card at a Coronation. Give what helps least"
            " against your own attack.",
            (asked(GIFT),),
            ("term.coronation",),
        ),
        Lesson(
            "Together against the King",
            "All add Assassins to one attack. If the King lives to the end of this turn, the game"
            " is lost for you: hold nothing back.",
            (asked(JOIN),),
            ("fight.joint",),
        ),
    ),
)
"""Three seats, six turns each."""
