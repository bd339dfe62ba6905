"""What the library raises. Every error is a VitaranError and says whether the order may have been taken."""

from __future__ import annotations

from typing import Dict, Literal, Optional, Type


ErrorKind = Literal[
    "invalid-input",
    "authentication",
    "forbidden",
    "not-found",
    "conflict",
    "refused",
    "rate-limited",
    "server",
    "connection",
    "timeout",
    "outcome-unknown",
    "signature",
]
"""Stable names of the errors, the same in every client library."""


class VitaranError(Exception):
    """Any error of the library. The text says what happened; the attributes are for programs."""

    kind: ErrorKind
    verb: Optional[str]
    """The verb that was called: ``transfers.create``."""
    sub_code: Optional[str]
    """Three digits, as text; None where the server's own answer did not come."""
    http_status: Optional[int]
    request_id: Optional[str]
    """The id under which the server has logged the call."""
    outcome_unknown: bool
    """Whether the server may have acted on the call. Unknown is never failed."""
    retry_after: Optional[int]
    """Seconds after which the server asks to be called again."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        verb: Optional[str] = None,
        sub_code: Optional[str] = None,
        http_status: Optional[int] = None,
        request_id: Optional[str] = None,
        outcome_unknown: bool = False,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.verb = verb
        self.sub_code = sub_code
        self.http_status = http_status
        self.request_id = request_id
        self.outcome_unknown = outcome_unknown
        self.retry_after = retry_after
        # Whether it is certain that nothing of the call has reached the server.
        self._never_sent = False
        # Whether it was a token that could not be had.
        self._at_token = False

    @property
    def message(self) -> str:
        """What happened, in the server's words where it has answered."""
        return str(self.args[0])


class InvalidInputError(VitaranError):
    """Refused by the library itself, before anything was sent; ``field`` names what is wrong."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__("invalid-input", message)
        self.field = field


class AuthenticationError(VitaranError):
    """The key pair, or the signature of the caller, is not right (401)."""


class ForbiddenError(VitaranError):
    """The key pair is right and may not do this: IP address, switched off features (403)."""


class NotFoundError(VitaranError):
    """There is nothing of this id (404)."""


class ConflictError(VitaranError):
    """The id is in use for something else (409)."""


class RefusedError(VitaranError):
    """The server has looked at it and said no, and says why (400, 412, 413, 422)."""


class RateLimitedError(VitaranError):
    """Too many calls in this minute (429); ``retry_after`` says when to come again."""


class ServerError(VitaranError):
    """The server could not answer (5xx, sub_code 520) something that changes nothing."""


class NoConnectionError(VitaranError):
    """No connection, or it was cut."""


class NoAnswerError(VitaranError):
    """No answer within ``timeout``."""


class OutcomeUnknownError(VitaranError):
    """The server may have acted, and did not say so: a timeout, a cut connection or a 5xx.

    Not a failure: never pay again under another id. Ask for the status under the same id, with the verb that the
    message names.
    """


class SignatureError(VitaranError):
    """A webhook that was not signed with your secret, is too old, or cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__("signature", message)


ERRORS: Dict[ErrorKind, Type[VitaranError]] = {
    "authentication": AuthenticationError,
    "forbidden": ForbiddenError,
    "not-found": NotFoundError,
    "conflict": ConflictError,
    "refused": RefusedError,
    "rate-limited": RateLimitedError,
    "server": ServerError,
    "connection": NoConnectionError,
    "timeout": NoAnswerError,
    "outcome-unknown": OutcomeUnknownError,
}
"""The class that callers catch, of each kind that a call ends with."""

_KIND_OF_CODE: Dict[str, ErrorKind] = {
    "401": "authentication",
    "403": "forbidden",
    "404": "not-found",
    "409": "conflict",
    "429": "rate-limited",
}


def kind_of_code(code: str) -> ErrorKind:
    """The kind that a three-digit code stands for."""
    return _KIND_OF_CODE.get(code, "refused" if code.startswith("4") else "server")
