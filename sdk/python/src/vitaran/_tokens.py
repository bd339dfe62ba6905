"""Bearer tokens: how one is asked for, and when it is too old to be used."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Optional

from ._answer import Answer
from ._conversation import Conversation, Exchange, repeat
from ._errors import ServerError
from ._operation import Operation
from ._options import Settings
from ._request import USER_AGENT, Request
from ._signature import sign_identity

_AUTHORIZE = Operation(verb="authorize", method="POST", path="/payout/v1/authorize", kind="read")

# A token this close to its end is renewed before it is used; tokens last 600 seconds.
_RENEW_BEFORE = 60.0


@dataclass(frozen=True)
class Token:
    """A bearer token, and when it ends by this machine's monotonic clock."""

    text: str
    ends_at: float

    @property
    def lasts(self) -> bool:
        """Whether it will do for the coming call."""
        return self.ends_at - _RENEW_BEFORE > time.monotonic()


def usable(token: Optional[Token], refused: Optional[str]) -> Optional[str]:
    """The token's text, if it lasts and is not the one that the server has refused."""
    return token.text if token is not None and token.lasts and token.text != refused else None


def ask_for_token(settings: Settings) -> Conversation[Token]:
    """A new token, by the key pair and the IP address, or by its RSA signature where there is a public key.

    Raises AuthenticationError for a wrong key pair or signature, ForbiddenError for an IP address that is not listed.
    """
    answer = yield from repeat(_AUTHORIZE, {}, settings.retries, lambda attempt: _ask(settings, attempt))
    return _read_token(answer)


def _ask(settings: Settings, attempt: int) -> Conversation[Answer]:
    headers = {
        "X-Client-Id": settings.client_id,
        "X-Client-Secret": settings.client_secret,
        "User-Agent": USER_AGENT,
    }
    if settings.public_key is not None:
        headers["X-Cf-Signature"] = sign_identity(settings.client_id, settings.public_key)
    answer: Answer = yield Exchange(Request(_AUTHORIZE.verb, _AUTHORIZE.method, _AUTHORIZE.path, headers), attempt)
    return answer


def _read_token(answer: Answer) -> Token:
    """How long it lasts is counted by the server's clock: this machine's may be wrong."""
    data = (answer.envelope or {}).get("data")
    try:
        text, expiry = data["token"], float(data["expiry"])  # type: ignore[index]
    except (KeyError, TypeError, ValueError) as cause:
        said = "authorize: the answer has no token"
        raise ServerError("server", said, verb="authorize", request_id=answer.request_id) from cause
    return Token(text, time.monotonic() + expiry - answer.server_time)
