"""Secrets as they arrive from environment files, secret stores and copies of the dashboard.

What is certainly not part of one is cut off, and what cannot be one is refused with a sentence about the secret, when the
client is made. The table in ``sdk/vectors/secrets.json`` holds for the libraries of all languages.
"""

from __future__ import annotations

import re
from base64 import b64decode

from ._errors import InvalidInputError

_BLANK = "\x00-\x20\x85\xa0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
# White space of every kind, and marks that are not seen.
_AROUND = re.compile(f"^[{_BLANK}]+|[{_BLANK}]+\\Z")
_QUOTED = re.compile("""^(?:"(.*)"|'(.*)'|`(.*)`|\u201c(.*)\u201d|\u2018(.*)\u2019)\\Z""", re.DOTALL)
# What programs write where a variable is not set.
_UNSET = frozenset(("undefined", "null", "none", "nil", "nan", "true", "false"))


def read_client_secret(given: object, name: str = "client_secret") -> str:
    """Raises InvalidInputError when it is no text, empty, or certainly something else than a client secret."""
    secret = _cut(given, name)
    if secret.startswith("whsec_"):
        raise InvalidInputError(f"{name} is a webhook secret: give it as webhook_secret", name)
    if re.search("[\x00-\x1f\x7f]", secret):
        raise InvalidInputError(f"{name} is more than one line, or holds characters that no secret has", name)
    return secret


def read_webhook_key(given: object) -> bytes:
    """The bytes behind a Standard Webhooks secret; never none, for anyone can sign with an empty key."""
    name = "webhook_secret"
    # Beside a signature stands its version, which some people copy with the secret.
    text = re.sub("^v1,(?=whsec_)", "", _cut(given, name))
    key = _cut(re.sub("^whsec_", "", text), name).rstrip("=")
    if key == "":
        raise InvalidInputError(f"{name} is empty", name)
    if not re.fullmatch("[A-Za-z0-9+/]+", key) or len(key) % 4 == 1:
        raise InvalidInputError(f"{name} is not whsec_ with a key in Base64", name)
    return b64decode(key + "=" * (-len(key) % 4))


def _cut(given: object, name: str) -> str:
    if not isinstance(given, str):
        raise InvalidInputError(f"{name} is {type(given).__name__}, not a text", name)
    before, secret = None, given
    while before != secret:
        before, secret = secret, _AROUND.sub("", secret)
        quoted = _QUOTED.match(secret)
        if quoted:
            secret = quoted.group(quoted.lastindex or 0)
    if secret == "":
        raise InvalidInputError(f"{name} is empty", name)
    if secret.lower() in _UNSET:
        raise InvalidInputError(f"{name} is the word {secret}: its variable is probably not set", name)
    return secret
