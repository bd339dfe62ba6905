"""A call with all that belongs to it, without any input or output of its own.

A conversation is a generator: it yields what has to be done and is sent what came of it. The clients, with threads or
with asyncio, do only that, so that both decide alike what is repeated and what an answer means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Generator, Optional, TypeVar, Union

from ._answer import Answer, expect_success
from ._errors import OutcomeUnknownError, VitaranError
from ._operation import Input, Operation
from ._repeat import delay_before_repeat
from ._request import Request, build_request


@dataclass(frozen=True)
class Exchange:
    """Send the request once; comes back with the Answer."""

    request: Request
    attempt: int


@dataclass(frozen=True)
class TakeToken:
    """Comes back with a bearer token that lasts for the coming call, other than the one that was refused."""

    refused: Optional[str] = None


@dataclass(frozen=True)
class Wait:
    """Do nothing for so many seconds."""

    seconds: float


T = TypeVar("T")
Step = Union[Exchange, TakeToken, Wait]
Conversation = Generator[Step, Any, T]


def converse(operation: Operation, given: Input, retries: int) -> Conversation[Answer]:
    """Calls an operation with a token, and again where that is safe. Raises VitaranError."""
    request = build_request(operation, given)
    return (yield from repeat(operation, given, retries, lambda attempt: _send_with_token(request, attempt)))


def repeat(
    operation: Operation, given: Input, retries: int, attempt: Callable[[int], Conversation[Answer]]
) -> Conversation[Answer]:
    """Tries until there is an answer that stands, the tries are used up, or a repeat would not be safe."""
    unknown = False
    tries = 1
    while True:
        try:
            return expect_success((yield from attempt(tries)), operation)
        except VitaranError as error:
            failure = error
        # Once a try may have been acted on, only a refusal makes the outcome known again.
        unknown = operation.kind != "read" and (unknown or _is_unanswered(failure)) and not _is_refusal(failure)
        again = tries <= retries and _is_repeatable(failure, operation)
        delay = delay_before_repeat(tries, failure.retry_after) if again else None
        if delay is None:
            if unknown:
                raise _outcome_unknown(failure, operation, given) from failure
            raise failure
        yield Wait(delay)
        tries += 1


def _send_with_token(request: Request, attempt: int) -> Conversation[Answer]:
    """Sends with a token; one that the server does not take is replaced once."""
    token = yield from _take_token()
    answer: Answer = yield Exchange(request.with_token(token), attempt)
    if not answer.refuses_token:
        return answer
    token = yield from _take_token(refused=token)
    answer = yield Exchange(request.with_token(token), attempt)
    return answer


def _take_token(refused: Optional[str] = None) -> Conversation[str]:
    try:
        token: str = yield TakeToken(refused)
    except VitaranError as error:
        error._at_token = True
        raise
    return token


def _is_unanswered(error: VitaranError) -> bool:
    """Whether the server may have acted although it did not answer so."""
    return error.kind in ("server", "connection", "timeout") and not (error._at_token or error._never_sent)


def _is_refusal(error: VitaranError) -> bool:
    """The server has looked at the order and said no: it stands, whatever became of earlier tries under its id."""
    return error.sub_code is not None and error.kind in ("refused", "not-found") and not error._at_token


def _is_repeatable(error: VitaranError, operation: Operation) -> bool:
    # Asking for a token has its own tries.
    if error._at_token:
        return False
    if error._never_sent or error.kind == "rate-limited":
        return True
    return operation.kind != "change" and _is_unanswered(error)


def _outcome_unknown(error: VitaranError, operation: Operation, given: Input) -> OutcomeUnknownError:
    verb, own = operation.verb, given.get(operation.id) if operation.id is not None else None
    same = "" if own is None else f" under the same {operation.id}, {own}"
    said = error.message[len(verb) + 2 :] if error.message.startswith(f"{verb}: ") else error.message
    return OutcomeUnknownError(
        "outcome-unknown",
        f"{verb}: the outcome is unknown, which is not failed ({said}). "
        f"Ask for the status{same}, with {operation.ask}; never send it again under another id.",
        verb=verb,
        sub_code=error.sub_code,
        http_status=error.http_status,
        request_id=error.request_id,
        outcome_unknown=True,
    )
