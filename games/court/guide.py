"""The texts of Heir Apparent: Court as data, for its page of rules, its screens and the docs.

The numbers of rules are behind the rows that say them (docs/rules/court.md). What a card does is
its own row (`deck.py`). Keys are a kind and a name: ``character.odo``, ``card.glove``.
"""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Character, Event, Prince
from games.court.deck import CATALOGUE, Catalogue
from games.court.terms import Keyword, Kind
from games.court.words import kind_of, printed, when
from games.engine.guide import Chapter, Guide, Topic
from games.engine.words import begun

AIM: Final = (  # HA-1, HA-75
    "Have the most favor with the King when the last Event is over."
)
GOAL: Final = "Have the most favor after the last Event."

TURN: Final = (  # HA-44
    "Draw a card, and one more for each open place in your court or Character that you turn.",
    "Play Action cards, use your Characters, and start Melees with Fighters, as often as you like.",
    "Reveal an Event: from you on, all add tokens or pass, until everybody has passed in a row.",
    "All discard down to five Action cards, and your Characters unturn.",
)

_GAME: Final = Chapter(
    "game",
    "The game",
    (
        Topic(  # HA-1, HA-36, HA-65, HA-75
            "game.aim",
            "What you play for",
            "You are one of the King's children. Favor is what he thinks of you: it buys your"
            " court in the auction, Events bring and cost it, and whoever has the most at the end"
            " is heir. Every turn brings an Event, and nobody wins many of those alone: your"
            " Characters may support whom you like, also a rival whom you would rather see win"
            " than another.",
            ("term.favor", "event.contest", "event.challenge"),
        ),
        Topic(  # HA-33 to HA-43
            "game.begin",
            "How it begins",
            "Each gets a Prince by chance, and sits clockwise by falling popularity. In five"
            " rounds you bid favor for the first choice among the Characters on offer; then each"
            " takes one. With five Characters and three Action cards, the Prince with the most"
            " favor begins.",
            ("term.auction", "term.popularity"),
        ),
        Topic(  # HA-45 to HA-52, HAG-16 to HAG-21
            "game.draw",
            "Drawing",
            "You draw one card, Action or Character, one more for each open place in your court,"
            " and one for each Character you turn. Two Spells or Enchantments can be exchanged"
            " for a card. A new Character comes in turned; you may send away or replace one in"
            " each Draw Phase. Draw Action cards first: a filled place gives no further draw.",
            ("term.turned",),
        ),
        Topic(  # HA-53 to HA-55, HAG-48
            "game.actions",
            "Your actions",
            "Play cards, use what Characters do by turning, turn one to draw an Action card, or"
            " have a Fighter attack. Then you reveal the Event.",
            ("game.melee", "term.wizard"),
        ),
        Topic(  # HA-56 to HA-61, CTD-11
            "game.melee",
            "Melee",
            "A Character attacks one of a rival. Both begin with their combat. From the player of"
            " the attacked on, each does one thing or passes: turn a Character for either side,"
            " or play a card marked Action or Melee; a combat bonus counts at once. When all have"
            " passed in a row, the greater side kills; on a tie the defender does. Princes keep"
            " out of it.",
            ("keyword.fighter", "term.killed"),
        ),
        Topic(  # HA-62 to HA-64, HA-8, HA-67, HAG-35
            "game.event",
            "The Event",
            "From the current player on, each does one thing or passes: turn a Character with a"
            " rating of at least 1 in what the Event asks for, give the Prince's free support of"
            " 2, or play a card marked Event. It goes on until all have passed in a row. What"
            " somebody does lets all others act again.",
            ("event.contest", "event.challenge", "term.support"),
        ),
        Topic(  # HA-73 to HA-75, HAG-43 to HAG-45
            "game.end",
            "How it ends",
            "There are four Events for each player, or as many as the table agreed on. When the"
            " last is over, the most favor wins, and among equals the more popular Prince.",
            ("term.favor", "term.popularity"),
        ),
    ),
)

_EVENTS: Final = (
    Topic(  # HA-65 to HA-69, HAG-35 to HAG-39
        "event.contest",
        "Contest",
        "Each Prince has a pool. The most tokens win, the fewest lose; popularity breaks ties,"
        " for the winner as against the loser. Only you can bring the first token to your pool;"
        " from then on everybody may add to it. Who has no token takes no part and cannot lose,"
        " unless the Contest is Mandatory: then all take part from the start.",
        ("term.support", "term.popularity"),
    ),
    Topic(  # HA-70 to HA-72
        "event.challenge",
        "Challenge",
        "There is one pool for it and one against. It succeeds with more tokens for than against;"
        " a tie fails. The strongest on a side is whose tokens there are the most, then the more"
        " popular. Some Challenges oppose themselves: they begin with tokens against them.",
        ("term.support",),
    ),
)

_TERMS: Final = Chapter(
    "terms",
    "Words",
    (
        Topic(  # HA-36, HAG-42
            "term.favor",
            "Favor",
            "What you pay with in the auction and win with at the end. It never falls below 0.",
            ("term.auction",),
        ),
        Topic(  # HA-35, HAG-45
            "term.popularity",
            "Popularity",
            "The number of your Prince, from 5 down to 1. It breaks every tie, and the most"
            " popular begins the auction. The less popular start with more favor.",
            ("term.auction",),
        ),
        Topic(  # HA-37 to HA-41, HAG-11 to HAG-14, CTD-14
            "term.auction",
            "Auction, Right of First Bid",
            "Whoever has the right bids first, from 0 up. Who passes is out of the round; the"
            " others bid more or pass, until one is left, who pays and chooses first. Then each"
            " takes a Character, clockwise. The last to choose has the right in the next round.",
            ("term.favor",),
        ),
        Topic(  # HA-15, HA-24, CTD-12
            "term.rating",
            "Politics and combat",
            "The two ratings of everybody, written as 4/1. An Event asks for one of them, a Melee"
            " for combat. What lies under a Character counts.",
            ("term.under",),
        ),
        Topic(  # HA-17 to HA-19, HA-74
            "term.turned",
            "Turned",
            "Used: whoever has turned can do nothing more until unturned. Yours unturn at the end"
            " of your own turn, so what you spend in your rivals' Events you lack in your own.",
        ),
        Topic(  # HA-8 to HA-10, HA-65, HA-80, HAG-41
            "term.support",
            "Support and tokens",
            "A Character brings as many tokens as its rating, to the pool that you name. If it is"
            " killed or discarded, they go with it. Your Prince gives 2 once in each Event"
            " without turning, and may turn besides.",
            ("event.contest", "event.challenge"),
        ),
        Topic(  # HA-20, HA-78
            "term.killed",
            "Killed, discarded",
            "The killed are out of the game. The discarded may be drawn again when the Character"
            " deck is empty. What lay under them goes to the Action discards.",
        ),
        Topic(  # HA-27, HA-30, HA-31, HAG-1
            "term.under",
            "Equipment, Enchantment",
            "They stay under a Character or Prince and count from then on. No two of the same"
            " title lie under the same one.",
            ("term.wizard",),
        ),
        Topic(  # HA-29, HAG-28, CTD-6, CTD-10
            "term.reaction",
            "Reaction",
            "A card that answers something: an attack, a death, an Effect, a Spell, or the end of"
            " a Contest or Challenge. All are asked once, from the current player on, and what"
            " was played last happens first.",
        ),
        Topic(  # HA-82, HAG-23 to HAG-25
            "term.wizard",
            "Wizards and countering",
            "To play a Spell or an Enchantment you need an unturned Wizard, who does not turn for"
            " it. Then anybody may turn a Wizard to counter it, and another to counter that. An"
            " odd number of counters stops the Spell.",
            ("keyword.wizard",),
        ),
        Topic(  # HA-79
            "term.mandatory",
            "Mandatory",
            "All Princes take part in such a Contest and risk to lose it, even without a token.",
            ("event.contest",),
        ),
        Topic(  # HA-55, HA-76
            "keyword.fighter",
            "Fighter",
            "May turn in your Actions Phase to attack a Character of a rival.",
            ("game.melee",),
        ),
        Topic(  # HA-82
            "keyword.wizard",
            "Wizard",
            "Lets you play Spells and Enchantments while unturned, and turns to counter them.",
            ("term.wizard",),
        ),
        Topic(  # HA-81, HAG-3
            "keyword.wealthy",
            "Wealthy, Money",
            "A Wealthy Character who turns to take part in a Money Event brings 2 tokens more.",
            ("term.support",),
        ),
        Topic(  # HA-16, HA-25, HAG-40
            "keyword.others",
            "Noble, Palace, Clergy, Guild, Spy",
            "They do nothing by themselves. Events favor or exclude some of them, and cards name"
            " them.",
        ),
    ),
)


def _prince(row: Prince) -> Topic:
    text = f"Popularity {row.popularity}, {row.favor} favor. {begun(printed(row))}. {row.text}"
    return Topic(f"prince.{row.key}", row.title, text, ("term.popularity", "term.support"))


_KEYWORDS: Final = {
    Keyword.FIGHTER: "keyword.fighter",
    Keyword.WIZARD: "keyword.wizard",
    Keyword.WEALTHY: "keyword.wealthy",
}


def _character(row: Character) -> Topic:
    see = tuple(_KEYWORDS[word] for word in row.keywords if word in _KEYWORDS)
    text = f"{begun(printed(row))}. {row.text}"
    return Topic(f"character.{row.key}", row.title, text, (*see, "term.rating"))


def _event(row: Event) -> Topic:
    see = "event.contest" if row.is_contest else "event.challenge"
    return Topic(f"event.{row.key}", row.title, f"{begun(kind_of(row))}. {row.text}", (see,))


def _action(row: Action) -> Topic:
    return Topic(f"card.{row.key}", row.title, f"{when(row)}. {row.text}", row.see)


def _chapter(kind: Kind, rows: tuple[Action, ...]) -> Chapter:
    return Chapter(kind.plural.lower(), kind.plural, tuple(map(_action, rows)))


_OPTIONS: Final = Chapter(
    "options",
    "What a table can agree on",
    (
        Topic(
            "option.events",
            "Events for each player",
            "Each turn ends with one Event, so this is also how many turns each player has. Four"
            " make a whole game, two or one a short one.",
            ("game.end",),
        ),
    ),
)


def guide_of(catalogue: Catalogue) -> Guide:
    """All that a player of a game with these cards can ask about."""
    contests, challenges = catalogue.contests, catalogue.challenges
    return Guide(
        AIM,
        GOAL,
        TURN,
        (
            _GAME,
            Chapter("princes", "Princes", tuple(map(_prince, catalogue.princes))),
            Chapter("characters", "Characters", tuple(map(_character, catalogue.characters))),
            Chapter("contests", "Contests", (_EVENTS[0], *map(_event, contests))),
            Chapter("challenges", "Challenges", (_EVENTS[1], *map(_event, challenges))),
            *(_chapter(kind, catalogue.by_kind[kind]) for kind in Kind),
            _TERMS,
            _OPTIONS,
        ),
    )


GUIDE: Final = guide_of(CATALOGUE)
"""Everything a player can ask about."""
