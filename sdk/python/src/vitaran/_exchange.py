"""One HTTP exchange by httpx, with threads or asyncio: the request, its log entry, and what a lost answer means."""

from __future__ import annotations

import logging
import time
import traceback
import uuid
from contextlib import contextmanager
from typing import Any, Dict, Iterator, Union

import httpx

from ._answer import Answer, read_answer
from ._conversation import Exchange
from ._errors import NoAnswerError, NoConnectionError, VitaranError
from ._options import Settings

# Failures that come before a byte of the call is sent.
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)

# Idle connections are closed by us before the server does (5 s), or a call could fall into the gap.
LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=100, keepalive_expiry=3.0)


class _QuietURL(httpx.URL):
    """Without its query when it is shown: httpx logs addresses, and accounts stand in queries."""

    def __str__(self) -> str:
        return str(httpx.URL(self).copy_with(query=None))

    __repr__ = __str__


class Underway:
    """An exchange that has begun."""

    def __init__(self, settings: Settings, http: Union[httpx.Client, httpx.AsyncClient], exchange: Exchange) -> None:
        self._settings = settings
        self._exchange = exchange
        self._started = time.monotonic()
        self.request_id = str(uuid.uuid4())
        request = exchange.request
        headers = {"X-Request-Id": self.request_id, **request.headers}
        url = settings.base_url + request.path
        self.request = http.build_request(
            request.method, url, headers=headers, content=request.content, timeout=settings.timeout
        )
        self.request.url = _QuietURL(self.request.url)

    def read(self, response: httpx.Response) -> Answer:
        """The whole answer, whatever it says."""
        answer = read_answer(response.status_code, response.headers, response.content, self.request_id)
        self.log(http_status=answer.http_status, sub_code=answer.sub_code)
        return answer

    def log(self, **more: Any) -> None:
        """Verb, path, attempt, status and request id; no bodies, queries, keys or tokens."""
        request = self._exchange.request
        entry: Dict[str, Any] = {
            "verb": request.verb,
            "method": request.method,
            "path": request.path.split("?")[0],
            "attempt": self._exchange.attempt,
            "duration_ms": round((time.monotonic() - self._started) * 1000),
            "request_id": self.request_id,
            **more,
        }
        level = logging.WARNING if "error" in more else logging.DEBUG
        said = " ".join(f"{name}={value}" for name, value in entry.items() if value is not None)
        try:
            self._settings.logger.log(level, "%s", said, extra={"vitaran": entry})
        except Exception:
            # What a handler raises changes nothing about a call that may have paid.
            traceback.print_exc()

    def failed(self, cause: Exception) -> VitaranError:
        """What it means that no answer came."""
        verb = self._exchange.request.verb
        never_sent = isinstance(cause, _NEVER_SENT)
        if isinstance(cause, httpx.TimeoutException) and not never_sent:
            reason = f"no answer within {self._settings.timeout:g} s"
            self.log(error=reason)
            return NoAnswerError("timeout", f"{verb}: {reason}", verb=verb, request_id=self.request_id)
        reason = str(cause) or type(cause).__name__
        self.log(error=reason)
        error = NoConnectionError("connection", f"{verb}: {reason}", verb=verb, request_id=self.request_id)
        error._never_sent = never_sent
        return error


@contextmanager
def begin(
    settings: Settings, http: Union[httpx.Client, httpx.AsyncClient], exchange: Exchange
) -> Iterator[Underway]:
    """An exchange, whose failures become NoConnectionError and NoAnswerError."""
    underway = Underway(settings, http, exchange)
    try:
        yield underway
    except (httpx.RequestError, OSError) as cause:
        raise underway.failed(cause) from cause
