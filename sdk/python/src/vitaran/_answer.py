"""What the server has answered, and what that means."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional

from ._errors import ERRORS, kind_of_code
from ._operation import Operation


@dataclass(frozen=True)
class Answer:
    """One answer, read to its end."""

    http_status: int
    request_id: str
    content_type: str
    content: bytes
    envelope: Optional[Mapping[str, Any]]
    """None where the answer is no JSON object."""
    retry_after: Optional[int]
    """Seconds."""
    server_time: float
    """The server's clock, in seconds since 1970."""

    @property
    def sub_code(self) -> Optional[str]:
        """Three digits, where the envelope has them."""
        code = (self.envelope or {}).get("subCode")
        return code if isinstance(code, str) else None

    @property
    def refuses_token(self) -> bool:
        """Whether the call was not looked at, for its token is none of the server's."""
        return self.sub_code == "403" and (self.envelope or {}).get("message") == "Token is not valid"


def read_answer(http_status: int, headers: Mapping[str, str], content: bytes, request_id: str) -> Answer:
    """An answer by its status, its headers (in any case of letters) and its body."""
    content_type = headers.get("content-type", "")
    return Answer(
        http_status=http_status,
        request_id=headers.get("x-request-id", request_id),
        content_type=content_type,
        content=content,
        envelope=_read_object(content) if "json" in content_type else None,
        retry_after=_read_retry_after(headers.get("retry-after", "")),
        server_time=_read_time(headers.get("date", "")) or time.time(),
    )


def expect_success(answer: Answer, operation: Operation) -> Answer:
    """The answer, if it went well: by the subCode of the envelope, which counts in both HTTP status modes.

    A page that is no answer of the server, of a proxy say, is none. Raises the VitaranError that it stands for.
    """
    verb, envelope, sub_code = operation.verb, answer.envelope, answer.sub_code
    code = sub_code if sub_code is not None else str(answer.http_status)
    is_file = envelope is None and answer.http_status == 200 and "json" not in answer.content_type
    if code.startswith("2") and (sub_code is not None or (is_file and operation.file == "answered")):
        return answer
    message = (envelope or {}).get("message")
    said = message if isinstance(message, str) else f"HTTP {answer.http_status} without an answer of the server"
    kind = kind_of_code(code) if code[:1] in ("4", "5") else "server"
    raise ERRORS[kind](
        kind,
        f"{verb}: {said}",
        verb=verb,
        sub_code=sub_code,
        http_status=answer.http_status,
        request_id=answer.request_id,
        retry_after=answer.retry_after,
    )


def _read_object(content: bytes) -> Optional[Mapping[str, Any]]:
    try:
        value = json.loads(content, parse_float=Decimal)
    except ValueError:
        # Cut, or not what its type says: the status alone is judged.
        return None
    return value if isinstance(value, dict) else None


def _read_retry_after(text: str) -> Optional[int]:
    """Seconds, given as such or as a date (RFC 9110)."""
    if text.isascii() and text.isdigit():
        return int(text)
    at = _read_time(text)
    return None if at is None else max(0, round(at - time.time()))


def _read_time(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
