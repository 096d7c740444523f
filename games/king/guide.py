"""The texts of Soon I Will Be King! as data, for its page of rules, its screens and the docs.

The numbers of rules are behind the rows that say them (docs/rules/king.md). What a card, a Rank or
an Heir does is its own row (`cards.py`, `plays.py`, `ranks.py`, `heirs.py`); what there is to know
besides stands here. Keys are a kind and a name: ``card.bribe``, ``heir.queen``.
"""

from __future__ import annotations

from typing import Final

from games.engine.guide import Chapter, Guide, Topic
from games.king.cards import Kind
from games.king.heirs import HEIRS, Heir
from games.king.plays import CATALOGUE
from games.king.ranks import ABILITY, PLACES, Rank
from games.king.state import Catalogue

AIM: Final = (  # SK-10, SK-18
    "Rise to King, declare your Coronation when your turn starts, and live to the end of it."
)
GOAL: Final = "Become King, and live through your own turn."

TURN: Final = (  # SK-3 to SK-9
    "If you are King, you may declare your Coronation: end this turn alive as King, and you win.",
    "Discard cards that you do not want.",
    "Draw up to five cards.",
    "Use what your Rank allows: a Duke may execute somebody.",
    "Blackmail, and one assassination: kill or move whoever stands above you, and you rise.",
)

_GAME: Final = Chapter(
    "game",
    "The game",
    (
        Topic(  # SK-10, SK-17
            "game.aim",
            "What you play for",
            "Twenty Heirs who do not want the throne, and you who do, stand on a board of Ranks."
            " Whenever a place is free, the most senior of the Rank below moves up. So you rise by"
            " whatever happens to those above you. As King you still need a Coronation: declare it"
            " at the start of your turn and live through it.",
            ("term.coronation", "term.rank", "term.opening"),
        ),
        Topic(  # SK-1, SK-2, SKG-5
            "game.begin",
            "How it begins",
            "The Heirs stand on the board in random order. One player is the last Baron, the"
            " others are Commoners. Everybody has five cards, and no Heir has a friend.",
            ("term.friend", "rank.commoner"),
        ),
        Topic(  # SK-11, SKD-2
            "game.others",
            "In other players' turns",
            "After the start of a turn, after the draw, at its end, and whenever somebody"
            " announces something, the others may play cards that say “at any time”. You"
            " can pass until something happens that concerns you.",
            ("term.window", "term.announced"),
        ),
        Topic(  # SKG-37, SKG-77, SKG-80, SKG-81
            "game.end",
            "How it ends",
            "Whoever survives the own Coronation wins. Everyone loses if the True Heir becomes"
            " King, or if the Hanged Man does and lives without a friend who can win. After the"
            " last round the highest Rank wins; Seniority decides between equals.",
            ("term.coronation", "heir.true_heir", "heir.hanged_man"),
        ),
    ),
)

_FIGHT: Final = Chapter(
    "fight",
    "Killing and dying",
    (
        Topic(  # SK-12 to SK-16
            "fight.assassination",
            "Assassination",
            "Once in your turn you play Assassins against one person. Then all others may answer,"
            " once each in order: Knights for the defence, Poison for the attack, an Antidote"
            " against the Poison. If Assassins and Poison add up to more than the Knights, the"
            " target dies. Equal is not enough.",
            ("card.assassin", "card.knight", "card.poison", "card.antidote"),
        ),
        Topic(  # SK-19, SKG-17, SK-32
            "fight.execution",
            "Execution",
            "A Duke may discard the whole hand, at least one card, after drawing, and an Heir or"
            " a player below the Dukes dies. Only a Royal Pardon or a Ship helps. Commoners"
            " cannot be executed.",
            ("rank.duke", "card.pardon", "card.ship"),
        ),
        Topic(  # SK-56, SKG-56, SKG-57
            "fight.death",
            "Death",
            "An Heir who dies is gone. A player who dies loses hand and friends, and is back as"
            " the last Commoner with five new cards, in place of the next turn. Whoever is taken"
            " away by a Ship keeps both.",
            ("card.ship", "term.friend"),
        ),
        Topic(  # SK-8, SKG-47
            "fight.joint",
            "Joint attack",
            "After a Coronation is declared, or attempted by the Hanged Man, all others may attack"
            " the King together: each in turn may add Assassins to one attempt.",
            ("term.coronation", "fight.assassination"),
        ),
    ),
)


def _key(text: str) -> str:
    return text.replace(" ", "_")


def _card(kind: Kind) -> Topic:
    several = f" Values: {', '.join(map(str, kind.values))}." if len(kind.values) > 1 else ""
    text = f"Played {kind.when}. {kind.text}{several}"
    return Topic(f"card.{kind.key}", kind.name, text, kind.see)


def _heir(heir: Heir) -> Topic:
    text = f"{heir.own} For the player whose friend this Heir is: {heir.friend}"
    return Topic(f"heir.{_key(heir.key)}", heir.short, text, ("term.friend",))


def _rank(rank: Rank) -> Topic:
    places = PLACES.get(rank)
    room = (
        "As many as there are." if places is None else f"{places} place{'s' if places > 1 else ''}."
    )
    see = {Rank.KING: ("term.coronation",), Rank.DUKE: ("fight.execution",)}
    return Topic(
        f"rank.{rank.title.lower()}", rank.title, f"{room} {ABILITY[rank]}",
        see.get(rank, ("term.rank",)),
    )  # fmt: skip


_TERMS: Final = Chapter(
    "terms",
    "Words",
    (
        Topic(  # SK-17, SKG-7
            "term.rank",
            "Rank",
            "Where somebody stands: King, Duke, Marquis, Earl, Viscount, Baron, Commoner. What a"
            " Rank allows you may do as long as you stand there. Investigation takes that away"
            " for a turn; Station by Proxy lends you a friend's.",
            ("rank.king", "card.investigation", "card.proxy"),
        ),
        Topic(  # SKG-7
            "term.seniority",
            "Seniority",
            "The order within a Rank, the most senior first. The most senior moves up when there"
            " is an opening above. Blackmail can make somebody the least senior.",
            ("term.opening", "card.blackmail"),
        ),
        Topic(  # SK-17, SKG-66
            "term.opening",
            "Opening",
            "A free place in a Rank. The most senior of the Rank below takes it and is the least"
            " senior there; that leaves an opening below, and so on down the board.",
            ("term.seniority",),
        ),
        Topic(  # SK-3, SK-8, SK-10, SKG-12
            "term.coronation",
            "Coronation",
            "A King's way to win, declared at the start of the own turn. Each other player gives"
            " the King a card. All may attack the King together. Whoever is still King when the"
            " turn ends, without the True Heir as a friend, wins.",
            ("fight.joint", "heir.true_heir", "card.investigation"),
        ),
        Topic(  # SK-30, SK-31, SKG-29
            "term.friend",
            "Friend",
            "An Heir is the friend of one player at most, with a power for that player."
            " Blackmail, Antidote and a Ship make a friend for good, a Bribe until the"
            " turn ends. Friends who die are lost.",
            ("card.bribe", "card.blackmail", "card.betrayal"),
        ),
        Topic(  # SKD-28
            "term.announced",
            "Announced",
            "A play is announced first, and all others may answer it before it takes effect. The"
            " answer happens first.",
            ("term.window",),
        ),
        Topic(  # SKD-2, SKD-31
            "term.window",
            "Window",
            "A moment at which everybody may play something out of turn. You pass or say that you"
            " want to act, without saying what. A pass posted ahead counts for all windows until"
            " one of the events that it names; everybody can see it.",
            ("game.others",),
        ),
        Topic(  # SKD-17
            "term.token",
            "Token",
            "A card made by an ability, such as a Baron's Knight. It lies open, counts for no"
            " limit, and is gone when it is used or the turn ends.",
            ("rank.baron", "rank.earl", "heir.sage", "heir.old_man"),
        ),
    ),
)


def _options(catalogue: Catalogue) -> Chapter:
    return Chapter(
        "options",
        "What a table can agree on",
        (
            Topic(  # SKD-24
                "option.turns",
                "Turns for each player",
                "After so many rounds the highest Rank wins, then Seniority. Six make a short"
                " game.",
                ("game.end",),
            ),
            Topic(  # SK-63, SKD-33
                "option.deck",
                "Deck or dice",
                f"With dice every draw is a throw: each of the {len(catalogue.cards)} kinds comes"
                " up equally often, however many have been seen. Then there are no discards to"
                " draw from again. What dice call a Squire is a Ship to a Distant Land, and their"
                " Stay of Execution a Royal Pardon.",
                ("game.begin", "card.ship", "card.pardon"),
            ),
        ),
    )


def guide_of(catalogue: Catalogue) -> Guide:
    """All that a player of a game with these cards can ask about."""
    return Guide(
        AIM,
        GOAL,
        TURN,
        (
            _GAME,
            _FIGHT,
            Chapter("ranks", "Ranks, from the top", tuple(_rank(rank) for rank in Rank)),
            Chapter("cards", "Cards", tuple(_card(kind) for kind in catalogue.kinds)),
            Chapter("heirs", "Heirs", tuple(_heir(heir) for heir in HEIRS)),
            _TERMS,
            _options(catalogue),
        ),
    )


GUIDE: Final = guide_of(CATALOGUE)
"""Everything a player can ask about."""
