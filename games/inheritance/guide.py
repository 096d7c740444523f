"""The texts of Inheritance as data, for its page of rules, its screens and the docs.

The numbers of rules are behind the rows that say them (docs/rules/inheritance.md). What a card does
is its row in `cards.py`; what there is to know about it besides stands here. Keys are a kind and a
name: ``rank.assassin``, ``suit.war``.
"""

from __future__ import annotations

from typing import Final

from games.engine.guide import Chapter, Guide, Topic
from games.inheritance.cards import CHARACTERS

AIM: Final = "Begin a turn of yours with the Ring of Favour on your Admirer."  # IN-1, IN-23
GOAL: Final = "Begin a turn with the Ring on your Admirer."

TURN: Final = (  # IN-23 to IN-30
    "If the Ring lies on your Admirer, you have won.",
    "Otherwise play one card of your hand: as the new Proposal, for its ability, or as your"
    " Admirer if you have none. You must, even if you would rather not.",
    "Favour is determined: the Ring moves to the favoured Admirer, or stays if there is none.",
    "Draw a card, as long as there are any.",
    "It is the next player's turn, clockwise.",
)

_GAME: Final = Chapter(
    "game",
    "The game",
    (
        Topic(  # IN-1, IN-20, IN-21, IN-28
            "game.aim",
            "What you play for",
            "Every player has one Admirer on the table, and at most one Admirer is favoured. The"
            " Ring of Favour goes to the favoured one. It wins for you only if it still lies on"
            " your Admirer when your next turn begins: so get it, and live through one round.",
            ("term.ring", "term.favour", "term.admirer"),
        ),
        Topic(  # IN-5 to IN-12
            "game.begin",
            "How it begins",
            "Everybody has six cards. Four cards lie open: two Parents, the Successor and the"
            " Proposal. All choose an Admirer from their hands at the same time. The Ring goes to"
            " the favoured Admirer, and the player to the left of it begins.",
            ("term.family", "term.proposal"),
        ),
        Topic(  # IN-24 to IN-27, IN-36
            "game.play",
            "What a card can be",
            "The Proposal, which decides which suits are favoured. An ability, which changes what"
            " lies on the table, or how ranks are compared. Your Admirer, if you have lost yours."
            " What it replaces leaves the game, and nobody sees it again.",
            ("term.proposal", "term.influence", "term.admirer"),
        ),
        Topic(  # IN-29, IN-43, ING-29, IND-9
            "game.end",
            "How it ends",
            "With somebody whose turn begins with the Ring on the own Admirer. When there is no"
            " card left anywhere, each player gets one last look at the Ring; if it helps nobody,"
            " the game is a draw.",
            ("term.ring",),
        ),
    ),
)

_SUITS: Final = Chapter(
    "suits",
    "Suits",
    (
        Topic(  # IN-15, IN-16
            "suit.love",
            "Love",
            "As the Proposal: a marriage for love. The Successor's suit is favoured.",
            ("term.proposal", "term.family"),
        ),
        Topic(  # IN-16, ING-14
            "suit.dowry",
            "Dowry",
            "As the Proposal: a marriage for money. The suits of both Parents are favoured. A"
            " Parent that lies face-down adds none.",
            ("term.proposal", "term.family"),
        ),
        Topic(  # IN-18, ING-15
            "suit.peace",
            "Peace",
            "As the Proposal: a marriage for peace. Every suit is favoured that neither the"
            " Successor nor a Parent shows.",
            ("term.proposal", "term.family"),
        ),
        Topic(  # IN-17, IN-22
            "suit.war",
            "War",
            "As the Proposal: a marriage forced by war. No suit is favoured, so all Admirers are"
            " compared.",
            ("term.proposal", "term.favour"),
        ),
    ),
)

_MORE: Final = {  # what a rank's row does not say
    1: "Your own counts too, and so does a Secret Admirer. The Ring goes to the centre if the card"
    " under it is removed.",  # ING-8, ING-18
    2: "It lies in the Influence area until another Beggar, Peasant or Vizier does.",  # IN-19
    3: "It lies in the Influence area until another Beggar, Peasant or Vizier does. Equally near"
    " from above and below is a tie.",  # ING-12
    4: "Its suit and rank count from then on. What it replaces leaves the game, a Secret Admirer"
    " unseen. A player without an Admirer is no target.",  # ING-19, ING-20
    5: "You name the opponent, the opponent chooses the card. It becomes a Secret Admirer.",
    6: "What comes is always open. A Secret Admirer of yours goes back to your hand"
    " unseen.",  # ING-24
    7: "Its suit and rank count there from then on, so it can turn Love, Dowry and Peace around.",
    8: "It lies in the Influence area until another Beggar, Peasant or Vizier does.",
    9: "A Secret Admirer that becomes a Parent stays face-down and has neither suit nor"
    " rank.",  # IN-41
    10: "So a Royal of war replaces a card of war that lies open: any Admirer, the Successor or a"
    " Parent.",  # ING-18
}

_RANKS: Final = Chapter(
    "ranks",
    "Cards, by rank",
    tuple(
        Topic(  # INF-3
            f"rank.{row.name.lower()}",
            f"{row.rank} {row.name}",
            f"{row.text.format(suit='its own suit')} {_MORE[row.rank]}",
            ("term.influence",) if row.influence is not None else ("game.play",),
        )
        for row in CHARACTERS
    ),
)

_TERMS: Final = Chapter(
    "terms",
    "Words",
    (
        Topic(  # IN-20 to IN-22
            "term.favour",
            "Favour",
            "The Proposal says which suits are favoured. One Admirer of those suits on the table:"
            " it is favoured. Several: the rank that wins by the Influence card; two that are"
            " equally good cancel each other, and nobody is favoured. No Admirer of a favoured"
            " suit: all Admirers are compared by rank.",
            ("term.proposal", "term.influence", "term.admirer"),
        ),
        Topic(  # IN-28, ING-8
            "term.ring",
            "Ring of Favour",
            "It lies on the Admirer who was favoured last. If nobody is favoured it stays where it"
            " is. If the card under it goes away or is turned face-down, it waits in the centre.",
            ("term.favour",),
        ),
        Topic(  # IN-14
            "term.proposal",
            "Proposal",
            "One open card whose suit decides which suits are favoured.",
            ("suit.love", "suit.dowry", "suit.peace", "suit.war"),
        ),
        Topic(  # IN-19, IN-5
            "term.influence",
            "Influence",
            "How ranks are compared: at first the highest wins. A Beggar makes it the lowest, a"
            " Peasant the nearest to the Successor's rank, a Vizier the highest again.",
            ("rank.beggar", "rank.peasant", "rank.vizier"),
        ),
        Topic(  # IN-7
            "term.family",
            "Successor and Parents",
            "Three open cards. Their suits decide what Love, Dowry and Peace favour, and the"
            " Successor's rank counts for the Peasant.",
            ("rank.cleric", "rank.general", "rank.royal"),
        ),
        Topic(  # IN-9, IN-42
            "term.admirer",
            "Admirer",
            "The one card that woos for you. You never have two, and you never give one up to make"
            " room. Whoever has none lays one in the next turn, or plays another card.",
            ("term.secret", "term.favour"),
        ),
        Topic(  # IN-31, IN-37, ING-10, ING-16
            "term.secret",
            "Secret Admirer",
            "An Admirer that lies face-down. Only its owner may look at it. It has neither suit"
            " nor rank, so it cannot be favoured. In your own turn you may turn it up at no cost,"
            " before you play a card or after it.",
            ("rank.soldier", "term.admirer"),
        ),
    ),
)

GUIDE: Final = Guide(AIM, GOAL, TURN, (_GAME, _SUITS, _RANKS, _TERMS))
"""Everything a player can ask about."""
