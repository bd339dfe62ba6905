"""Webhooks: whether they are genuine, and what they say. Of every format that the server sends."""

from __future__ import annotations

import hmac
import json
import time
from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Union
from urllib.parse import parse_qsl

from ._errors import InvalidInputError, SignatureError
from ._secrets import read_client_secret, read_webhook_key

_Header = Callable[[str], Optional[str]]


@dataclass(frozen=True)
class WebhookEvent:
    """What a genuine webhook says."""

    type: str
    """``TRANSFER_SUCCESS``, for example."""
    id: Optional[str]
    """Of the message; the same when it is sent again, so that you act once. None where the sender gave none.

    Only the Standard Webhooks signature covers it: with a client secret alone, go by the ids in ``data``.
    """
    data: Mapping[str, Any]
    """The event's fields, by the contract's names. Numbers are their exact text: amounts never become floats."""


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, Any],
    *,
    client_secret: Optional[str] = None,
    webhook_secret: Union[str, Sequence[str]] = (),
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a genuine webhook. Every signature that can be checked with the secrets given must hold.

    Args:
        body: As it came, before any parser: bytes or text.
        headers: As Django, Flask, FastAPI and http.server give them.
        client_secret: Checks the classic signatures, and that of the format v2.
        webhook_secret: ``whsec_...``, or several: checks the Standard Webhooks signature, which every format carries.
        tolerance: Seconds that a signed time may be off. The classic signatures have no time.
        now: Unix seconds; the present when absent.

    Raises:
        SignatureError: it is forged, changed, too old or unreadable.
        InvalidInputError: no secret is given, or one is none, or the body was parsed already.
    """
    secrets = [webhook_secret] if isinstance(webhook_secret, str) or webhook_secret is None else list(webhook_secret)
    if client_secret is None and not secrets:
        raise InvalidInputError("client_secret or webhook_secret is needed to verify a webhook", "client_secret")
    keys = [read_webhook_key(secret) for secret in secrets]
    client_key = None if client_secret is None else read_client_secret(client_secret).encode()
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise InvalidInputError("body: give the raw body, bytes or text, not what a parser made of it", "body")
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    header = _read_headers(headers)
    fields = _read_fields(raw.decode("utf-8", "replace"), header("content-type"))
    clock = _Clock(time.time() if now is None else now, tolerance)
    if keys:
        _check_standard(raw, header, keys, clock)
    if client_key is not None:
        if header("x-webhook-signature") is None:
            _check_classic(fields, raw, header, client_key)
        else:
            _check_v2(raw, header, client_key, clock)
    return _read_event(fields, header("webhook-id"))


@dataclass(frozen=True)
class _Clock:
    now: float
    tolerance: float

    def check(self, timestamp: str, per_second: int) -> None:
        try:
            signed_at = float(timestamp) / per_second
        except ValueError:
            signed_at = 0.0
        if not abs(self.now - signed_at) <= self.tolerance:
            raise SignatureError(f"The webhook was not signed within {self.tolerance:g} seconds of now")


def _read_headers(headers: Mapping[str, Any]) -> _Header:
    by_name = {str(name).lower(): value for name, value in headers.items()}

    def header(name: str) -> Optional[str]:
        value = by_name.get(name)
        if isinstance(value, (list, tuple)):
            return ", ".join(str(one) for one in value)
        return None if value is None else str(value)

    return header


def _read_fields(text: str, content_type: Optional[str]) -> Dict[str, Any]:
    """JSON or a form; numbers of JSON stay text."""
    if "json" in content_type if content_type is not None else text.startswith("{"):
        try:
            value = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as cause:
            raise SignatureError("The webhook's body is no JSON") from cause
        if isinstance(value, dict):
            return value
        raise SignatureError("The webhook's body is no JSON object")
    entries = parse_qsl(text, keep_blank_values=True)
    fields = dict(entries)
    if len(fields) != len(entries):
        raise SignatureError("The webhook has a field twice")
    return dict(fields)


def _check_classic(fields: Mapping[str, Any], body: bytes, header: _Header, secret: bytes) -> None:
    """Field ``signature``, and the header over the raw body where it came."""
    text = "".join(_as_text(fields[name]) for name in sorted(fields) if name != "signature")
    expected = b64encode(hmac.digest(secret, text.encode("utf-8", "replace"), "sha256")).decode()
    of_body = header("x-cf-signature")
    body_holds = of_body is None or _is_same(of_body, hmac.digest(secret, body, "sha256").hex())
    signature = fields.get("signature")
    if not (isinstance(signature, str) and _is_same(signature, expected) and body_holds):
        raise SignatureError("The webhook's classic signature is not that of this client secret")


def _as_text(value: object) -> str:
    """As JSON writes what is no text."""
    return value if isinstance(value, str) else json.dumps(value)


def _check_v2(body: bytes, header: _Header, secret: bytes, clock: _Clock) -> None:
    timestamp = header("x-webhook-timestamp") or ""
    expected = b64encode(hmac.digest(secret, timestamp.encode() + body, "sha256")).decode()
    if not _is_same(header("x-webhook-signature") or "", expected):
        raise SignatureError("The webhook's v2 signature is not that of this client secret")
    clock.check(timestamp, per_second=1000)


def _check_standard(body: bytes, header: _Header, keys: Sequence[bytes], clock: _Clock) -> None:
    """https://www.standardwebhooks.com: any of the signatures, by any of the secrets."""
    message_id, timestamp = header("webhook-id") or "", header("webhook-timestamp") or ""
    given = (header("webhook-signature") or "").split(" ")
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = ["v1," + b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys]
    if not any(_is_same(one, other) for one in given for other in expected):
        raise SignatureError("The webhook's signature is not that of this webhook secret")
    clock.check(timestamp, per_second=1)


def _is_same(given: str, expected: str) -> bool:
    """In the same time, wherever they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _read_event(fields: Mapping[str, Any], message_id: Optional[str]) -> WebhookEvent:
    name = fields.get("event") or fields.get("type")
    if not isinstance(name, str):
        raise SignatureError("The webhook names no event")
    inside = fields.get("data")
    if not isinstance(inside, dict):
        inside = {key: value for key, value in fields.items() if key not in ("event", "type", "data", "signature")}
    return WebhookEvent(name, message_id, inside)
