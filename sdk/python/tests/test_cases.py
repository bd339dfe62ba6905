"""The case list that all client libraries share, by Client and by AsyncClient."""

from __future__ import annotations

import json
import secrets
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Dict, Mapping, Tuple

from run_case import AsyncRunner, CaseRunner, SyncRunner
from stage import Loop, options

from vitaran import AsyncClient, Client

CASES = json.loads((Path(__file__).parents[2] / "cases/calls.json").read_text("utf-8"))["cases"]


def new_memory() -> Dict[str, str]:
    """What stands in ``{name}`` before any case has saved something."""

    def day(ahead: int) -> str:
        """In India, so many days from now."""
        return (datetime.now(timezone(timedelta(hours=5, minutes=30))) + timedelta(days=ahead)).strftime("%Y-%m-%d")

    return {
        "run": secrets.token_hex(4),
        "account": f"3{secrets.randbelow(10**11):011d}",
        "today": day(0),
        "later": f"{day(2)} 10:30:00",
        "expiry": day(7).replace("-", "/"),
    }


class Cases(unittest.TestCase):
    """In their order, for later ones use what earlier ones have made."""

    runners: Tuple[CaseRunner, ...]

    @classmethod
    def setUpClass(cls) -> None:
        client, async_client, loop = Client(**options()), AsyncClient(**options()), Loop()
        cls.runners = (SyncRunner(client, new_memory()), AsyncRunner(async_client, loop, new_memory()))
        cls.addClassCleanup(client.close)
        cls.addClassCleanup(loop.close)
        cls.addClassCleanup(lambda: loop.run(async_client.aclose()))


def make_test(case: Mapping[str, Any]) -> Callable[[Cases], None]:
    def test(self: Cases) -> None:
        for runner in self.runners:
            with self.subTest(type(runner).__name__):
                runner.run(self, case)

    test.__doc__ = case["name"]
    return test


for number, one in enumerate(CASES):
    setattr(Cases, f"test_{number:03d}", make_test(one))
