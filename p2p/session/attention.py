"""What a person is asked, and what the client passes for it: for persons alone, bots see all.

Some choices say that what happens concerns others (`Weight`). Of these a person sees by default
only those at which it can do something that it could not do when it was asked last.
"""

from __future__ import annotations

from enum import IntEnum

from games.engine.choice import Choice, Weight
from games.engine.legal_answers import playable
from games.engine.private import Knowledge


class Attention(IntEnum):
    """How much a person wants to be asked, of what may be passed."""

    CONCERNED = 0
    """What concerns it, and what has become possible."""
    ABLE = 1
    """Wherever it can do anything but pass."""
    ALWAYS = 2
    """Also where only minor options are open."""

    @property
    def word(self) -> str:
        """How settings write it."""
        return self.name.lower()

    @classmethod
    def of(cls, word: object) -> Attention:
        """What a setting says; the usual one if it says nothing of the kind."""
        return next((level for level in cls if level.word == word), cls.CONCERNED)


class AskedSoFar:
    """What one person has been asked, as far as that decides what it is asked next.

    Nothing of it is kept: after a restart everything that is possible counts as new, once.
    """

    def __init__(self) -> None:
        self.attention = Attention.ABLE
        self._possible: frozenset[str] = frozenset()
        """The options that could be chosen when the person was last asked."""
        self._step = 0
        """The step of what it was asked last."""
        self._claimed = False
        """Whether it wants to act and has not yet been asked what."""

    def stops(self, step: int, choice: Choice, sees: Knowledge) -> bool:
        """Whether the person is asked this, at which it can do something."""
        if self.attention is not Attention.CONCERNED or choice.weight is Weight.NONE:
            return choice.weight is not Weight.NONE
        if self._step == step or self._claimed:
            return True
        if not choice.options:
            return choice.weight is Weight.FULL
        possible = playable(choice, sees)
        if choice.weight is Weight.FULL and not possible <= choice.slight:
            return True
        return not possible <= self._possible

    def asked(self, step: int, choice: Choice, sees: Knowledge) -> None:
        """The person is asked this now."""
        if self._step == step:
            return
        self._step = step
        if choice.may_pass and choice.options:
            self._possible = playable(choice, sees)

    def decided(self, *, claims: bool) -> None:
        """The person has decided."""
        self._claimed = claims
