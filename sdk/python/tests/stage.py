"""The stage that this suite runs on, and the road to it."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from typing import Any, Dict, Mapping, TypedDict
from urllib.parse import quote
from urllib.request import Request, urlopen

STAGE: Dict[str, Any] = json.loads(os.environ["VITARAN_STAGE"])

RUN = secrets.token_hex(4)
"""Of this run: ids that begin with it are unlike those of every other."""


class Options(TypedDict):
    """What a client needs."""

    base_url: str
    client_id: str
    client_secret: str


def options(way: str = "baseUrl", pair: Mapping[str, Any] = STAGE) -> Options:
    """Of a client that goes to the server itself, or by way of the road (``roadUrl``)."""
    return {"base_url": STAGE[way], "client_id": pair["clientId"], "client_secret": pair["clientSecret"]}


def clear_road() -> None:
    """Forgets rules and counts."""
    _ask("DELETE")


def add_rule(**rule: object) -> None:
    """As sdk/stage/road-rules.ts has them."""
    _ask("POST", body=json.dumps(rule).encode())


def calls(path: str) -> int:
    """How many calls of a path came."""
    return int(_ask("GET")["calls"].get(path, 0))


def sub_codes(path: str) -> Dict[str, int]:
    """What the calls of a path were answered with."""
    return dict(_ask("GET")["subCodes"].get(path, {}))


def paid(prefix: str) -> Dict[str, int]:
    """Of each transfer whose id begins so, how many payments are in the banks' books."""
    return dict(_ask("GET", f"/paid?prefix={quote(prefix)}"))


def _ask(method: str, path: str = "", body: bytes | None = None) -> Any:
    with urlopen(Request(f"{STAGE['roadUrl']}/_road{path}", data=body, method=method)) as answer:
        text = answer.read()
    return json.loads(text) if text else None


class Loop:
    """Runs coroutines of one asyncio client from tests that are none."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()

    def run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self._loop.close()
