"""Why a connection ended or never began: one sentence for a person, one code for the wire.

No text of another library and no address is in these, so they can be shown and logged as they are.
"""

from __future__ import annotations

from enum import StrEnum

from p2p.errors import LinkError


class Reason(StrEnum):
    """Each value is the sentence to show, without a full stop."""

    UNREACHABLE = "nobody answers at this address"
    STRANGE = "something else than this game answers at this address"
    WRONG_TABLE = "this invite is for another table or was replaced"
    WRONG_KEY = "somebody else than expected answers at this address"
    ITSELF = "this address leads back to this client"
    NOT_ACCEPTED = "the table did not accept you"
    OTHER_VERSION = "the other side runs another version of the program; update the older one"
    BUSY = "the other side has no room for another connection"
    LOST = "the connection was lost"
    SILENT = "the other side stopped answering"
    LEFT = "the other side closed the program"
    ENDED = "the other side ended the connection"
    DUPLICATE = "another connection to the same player took its place"
    SLOW = "the connection could not keep up"
    BAD_DATA = "the connection carried data that this game never sends"
    TOO_MUCH = "more was sent than a stranger may send before being accepted"
    FLOOD = "far more was sent over the connection than the game calls for"
    BROKEN = "this client made a mistake of its own; its log says more"


class LinkEnded(LinkError):
    """A connection that ended, or could not be opened; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


# Close codes: RFC 6455 section 7.4, and its private range from 4000 for what has no code there.
_CODES = {
    Reason.ENDED: 1000,
    Reason.LEFT: 1001,
    Reason.BAD_DATA: 1002,
    Reason.NOT_ACCEPTED: 4003,
    Reason.DUPLICATE: 4009,
    Reason.TOO_MUCH: 4013,
    Reason.FLOOD: 4014,
    Reason.BROKEN: 4500,
}
_REASONS = {code: reason for reason, code in _CODES.items()} | {
    1003: Reason.BAD_DATA,
    1007: Reason.BAD_DATA,
    1009: Reason.BAD_DATA,
    1011: Reason.SILENT,  # the websockets library, when its pings stay unanswered
    # What went wrong over there must not read as if it had gone wrong here.
    _CODES[Reason.BROKEN]: Reason.LOST,
}
_STATUSES = {
    400: Reason.OTHER_VERSION,
    403: Reason.NOT_ACCEPTED,
    404: Reason.OTHER_VERSION,
    503: Reason.BUSY,
}


def close_code(reason: Reason) -> int:
    """The code that tells the other side `reason`."""
    return _CODES.get(reason, 1000)


def of_close_code(code: int) -> Reason:
    """The reason that a close code of the other side stands for."""
    return _REASONS.get(code, Reason.LOST)


def of_status(status: int) -> Reason:
    """The reason that an HTTP status stands for, when the upgrade was refused."""
    return _STATUSES.get(status, Reason.STRANGE)
