"""How a client is set up, and what stands where nothing is said."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import Optional, Sequence, Tuple, Union

import httpx

from ._errors import InvalidInputError
from ._secrets import read_client_secret, read_webhook_key
from ._signature import sign_identity

_LOGGER = logging.getLogger("vitaran")
# A program that has set up no logging is told by errors alone.
_LOGGER.addHandler(logging.NullHandler())


@dataclass(frozen=True)
class Settings:
    """The options of a client, checked."""

    client_id: str
    client_secret: str = field(repr=False)
    base_url: str
    public_key: Optional[str]
    webhook_secrets: Tuple[str, ...] = field(repr=False)
    timeout: float
    retries: int
    logger: logging.Logger


def read_options(
    *,
    client_id: str,
    client_secret: str,
    base_url: str,
    public_key: Optional[str] = None,
    webhook_secret: Union[str, Sequence[str]] = (),
    timeout: float = 30.0,
    retries: int = 3,
    proxy: Optional[str] = None,
    has_http_client: bool = False,
    logger: Optional[logging.Logger] = None,
) -> Settings:
    """Raises InvalidInputError for a missing key pair, a secret or an address that is none, and times that cannot be."""
    for name, value in (("client_id", client_id), ("client_secret", client_secret), ("base_url", base_url)):
        if value is None:
            raise InvalidInputError(f"{name} is missing", name)
    secrets = (webhook_secret,) if isinstance(webhook_secret, str) or webhook_secret is None else tuple(webhook_secret)
    for secret in secrets:
        # A secret that is none is told now, and not at the first webhook.
        read_webhook_key(secret)
    if not _is_address(base_url):
        raise InvalidInputError(f"base_url: {base_url!r} is not an http or https address", "base_url")
    if proxy is not None and has_http_client:
        raise InvalidInputError("proxy: give either a proxy or an http_client", "proxy")
    if proxy is not None and not _is_address(proxy):
        # It may hold a password, so the error does not repeat it.
        raise InvalidInputError("proxy: must be an address such as http://proxy.example:3128", "proxy")
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < 1e6:
        raise InvalidInputError(f"timeout: {timeout!r} is not a number of seconds", "timeout")
    if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
        raise InvalidInputError(f"retries: {retries!r} is not a whole number of at least 0", "retries")
    if public_key is not None:
        # A key that is none is told now, not at the first payout.
        sign_identity(client_id, public_key)
    return Settings(
        client_id=read_client_secret(client_id, "client_id"),
        client_secret=read_client_secret(client_secret),
        base_url=base_url.rstrip("/"),
        public_key=public_key,
        webhook_secrets=secrets,
        timeout=timeout,
        retries=retries,
        logger=logger if logger is not None else _LOGGER,
    )


def _is_address(text: object) -> bool:
    if not isinstance(text, str) or not re.fullmatch(r"https?://[^\s?#]+", text):
        return False
    try:
        return httpx.URL(text).host != ""
    except httpx.InvalidURL:
        return False
