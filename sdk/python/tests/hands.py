"""Both clients under one handle, so that each test is made with threads and with asyncio."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, Dict, List

from stage import Loop, options

from vitaran import AsyncClient, Client


class Hand:
    """A client by way of the road, whose every exchange is written down."""

    name: str

    def __init__(self, **more: Any) -> None:
        self.entries: List[Dict[str, Any]] = []
        self.logger = logging.Logger("vitaran", logging.DEBUG)
        self.logger.addHandler(_Notes(self.entries))
        self.options: Dict[str, Any] = {**options("roadUrl"), "logger": self.logger, **more}

    def count(self, verb: str) -> int:
        """How many exchanges of a verb there were."""
        return sum(entry["verb"] == verb for entry in self.entries)

    def do(self, verb: str, **given: Any) -> Any:
        """Calls ``noun.verb``."""
        return self.do_at_once(verb, [given])[0]

    def do_at_once(self, verb: str, inputs: List[Dict[str, Any]]) -> List[Any]:
        """Calls it with each input, all at the same time."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class Threads(Hand):
    """Client, with a thread for each call."""

    name = "threads"

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.client = Client(**self.options)

    def do_at_once(self, verb: str, inputs: List[Dict[str, Any]]) -> List[Any]:
        noun, name = verb.split(".")
        function = getattr(getattr(self.client, noun), name)
        together = Barrier(len(inputs))

        def work(given: Dict[str, Any]) -> Any:
            together.wait()
            return function(**given)

        with ThreadPoolExecutor(len(inputs)) as pool:
            return list(pool.map(work, inputs))

    def close(self) -> None:
        self.client.close()


class Tasks(Hand):
    """AsyncClient, with a task for each call."""

    name = "tasks"

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.loop = Loop()
        self.client = AsyncClient(**self.options)

    def do_at_once(self, verb: str, inputs: List[Dict[str, Any]]) -> List[Any]:
        noun, name = verb.split(".")
        function = getattr(getattr(self.client, noun), name)

        async def work() -> List[Any]:
            return list(await asyncio.gather(*(function(**given) for given in inputs)))

        found: List[Any] = self.loop.run(work())
        return found

    def close(self) -> None:
        self.loop.run(self.client.aclose())
        self.loop.close()


class _Notes(logging.Handler):
    def __init__(self, entries: List[Dict[str, Any]]) -> None:
        super().__init__()
        self._entries = entries

    def emit(self, record: logging.LogRecord) -> None:
        self._entries.append({**record.__dict__["vitaran"], "said": record.getMessage()})
