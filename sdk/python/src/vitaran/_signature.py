"""Who calls, without a listed IP address: by a signature with the public key of the key pair."""

from __future__ import annotations

import time
from base64 import b64encode
from typing import Optional

from ._errors import InvalidInputError


def sign_identity(client_id: str, public_key: str, now: Optional[float] = None) -> str:
    """``X-Cf-Signature``: client id and Unix seconds, encrypted with the public key (RSA-OAEP, SHA-1), in Base64.

    The server takes it for ten minutes. Needs the package cryptography (``pip install "vitaran[signature]"``).
    Raises InvalidInputError for a key that is no PEM of a public RSA key, or without that package.
    """
    try:
        from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
        from cryptography.hazmat.primitives.hashes import SHA1
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError as cause:
        needed = 'the package cryptography is needed: pip install "vitaran[signature]"'
        raise InvalidInputError(f"public_key: {needed}", "public_key") from cause
    try:
        key = load_pem_public_key(public_key.encode())
    except ValueError as cause:
        raise InvalidInputError("public_key: not a public RSA key in PEM", "public_key") from cause
    if not isinstance(key, RSAPublicKey):
        raise InvalidInputError("public_key: a public key, but not of RSA", "public_key")
    seconds = int(time.time() if now is None else now)
    padding = OAEP(mgf=MGF1(algorithm=SHA1()), algorithm=SHA1(), label=None)
    return b64encode(key.encrypt(f"{client_id}.{seconds}".encode(), padding)).decode()
