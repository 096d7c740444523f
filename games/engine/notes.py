"""What happens to the cards of a table between two steps, in the words that are hashed.

Every plain call of the rules that changes where cards lie or what they show, or names an event,
leaves a *note*. The engine hashes the notes with the step that follows them, so whoever has the
steps and the notes of a table can follow its cards without the rules:

    ("zone", name, owner or nothing, hand)  a zone was made
    ("create", faces, zone)                 new open cards, at the bottom of a zone
    ("place", cards, zone, index)           cards leave where they lie and enter a zone, in order
    ("hide", cards)                         open cards were turned face down
    ("remove", cards)                       cards went out of play
    ("event", name)                         something named has happened
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.values import CardId, Face, Form, Seat, form, text_form

_NONE = Form("()")


class Notes:
    """The notes since they were last hashed, each in its canonical form, put together by hand."""

    __slots__ = ("_forms",)

    def __init__(self) -> None:
        self._forms: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._forms)

    def form(self) -> Form:
        """The canonical form of all of them."""
        return Form(f"({''.join(self._forms)})") if self._forms else _NONE

    def clear(self) -> None:
        """They are hashed."""
        self._forms.clear()

    def zone(self, name: str, owner: Seat | None, *, hand: bool) -> None:
        """A zone was made."""
        owned = "n" if owner is None else f"i{owner},"
        self._forms.append(f"(s4:zone{text_form(name)}{owned}{'t' if hand else 'f'})")

    def create(self, faces: tuple[Face, ...], zone: str) -> None:
        """New open cards, at the bottom of a zone."""
        self._forms.append(f"(s6:create{form(faces)}{text_form(zone)})")

    def place(self, cards: Iterable[CardId], zone: str, index: int) -> None:
        """Cards entered a zone, the first at ``index``."""
        self._forms.append(f"(s5:place{_ids(cards)}{text_form(zone)}i{index},)")

    def hide(self, cards: Iterable[CardId]) -> None:
        """Open cards were turned face down."""
        self._forms.append(f"(s4:hide{_ids(cards)})")

    def remove(self, cards: Iterable[CardId]) -> None:
        """Cards went out of play."""
        self._forms.append(f"(s6:remove{_ids(cards)})")

    def event(self, name: str) -> None:
        """Something named has happened."""
        self._forms.append(f"(s5:event{text_form(name)})")


def _ids(cards: Iterable[CardId]) -> str:
    """The canonical form of a list of cards."""
    return f"({''.join([f'i{card},' for card in cards])})"
