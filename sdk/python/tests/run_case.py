"""Runs a case of sdk/cases with both clients, and compares what came with what is expected."""

from __future__ import annotations

import dataclasses
import inspect
import re
from itertools import islice
from typing import Any, List, Mapping
from unittest import TestCase

from stage import Loop

from vitaran import AsyncClient, Client, Paise, VitaranError


def snake(text: str) -> str:
    """Words of the contract as Python has them."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: f"_{found[1].lower()}", text)


class CaseRunner:
    """One client, and what its cases have saved."""

    def __init__(self, memory: Mapping[str, str]) -> None:
        self._memory = dict(memory)

    def run(self, test: TestCase, case: Mapping[str, Any]) -> None:
        """Runs one case; what it saves fills ``{name}`` in the texts of those that follow."""
        expected = fill(case["expect"], self._memory)
        noun, verb = case["call"].split(".")
        given = named(fill(case.get("input", {}), self._memory))
        try:
            result = self.call(noun, snake(verb), given, case.get("take"))
        except VitaranError as error:
            if "error" not in expected:
                raise
            wanted = expected["error"]
            if error.kind == "invalid-input":
                # The library's own words name fields as Python does.
                wanted = {**wanted, "message": {"$match": snake(wanted["message"]["$match"])}}
            compare(test, error, wanted, "error")
            return
        test.assertNotIn("error", expected, f"an error was expected, but it answered {result}")
        compare(test, result, expected.get("items", expected.get("result")), "result")
        for name, field in case.get("save", {}).items():
            self._memory[name] = str(read(result, field))

    def call(self, noun: str, verb: str, given: Mapping[str, Any], take: int | None) -> Any:
        raise NotImplementedError


class SyncRunner(CaseRunner):
    """By Client."""

    def __init__(self, client: Client, memory: Mapping[str, str]) -> None:
        super().__init__(memory)
        self._client = client

    def call(self, noun: str, verb: str, given: Mapping[str, Any], take: int | None) -> Any:
        answer = with_all_needed(getattr(getattr(self._client, noun), verb), given)
        return list(islice(answer, take)) if inspect.isgenerator(answer) else answer


class AsyncRunner(CaseRunner):
    """By AsyncClient."""

    def __init__(self, client: AsyncClient, loop: Loop, memory: Mapping[str, str]) -> None:
        super().__init__(memory)
        self._client, self._loop = client, loop

    def call(self, noun: str, verb: str, given: Mapping[str, Any], take: int | None) -> Any:
        answer = with_all_needed(getattr(getattr(self._client, noun), verb), given)
        return self._loop.run(collect(answer, take) if inspect.isasyncgen(answer) else answer)


async def collect(items: Any, take: int | None) -> List[Any]:
    found: List[Any] = []
    async for item in items:
        found.append(item)
        if len(found) == take:
            break
    return found


def with_all_needed(verb: Any, given: Mapping[str, Any]) -> Any:
    """Calls it as a program that has no value for a needed argument does: with None."""
    parameters = inspect.signature(verb).parameters.values()
    needed = {one.name: None for one in parameters if one.default is inspect.Parameter.empty}
    return verb(**{**needed, **given})


def fill(value: Any, memory: Mapping[str, str]) -> Any:
    """Fills ``{name}`` into texts; ``{"$paise": "100"}`` becomes Paise, ``{"$number": 1.5}`` a number."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: memory.get(found[1], found[0]), value)
    if isinstance(value, list):
        return [fill(one, memory) for one in value]
    if not isinstance(value, dict):
        return value
    if list(value) == ["$paise"]:
        return Paise(int(value["$paise"]))
    if list(value) == ["$number"]:
        return value["$number"]
    return {name: fill(one, memory) for name, one in value.items()}


def named(value: Any) -> Any:
    """An input with the names of Python."""
    if isinstance(value, list):
        return [named(one) for one in value]
    if isinstance(value, dict):
        return {snake(name): named(one) for name, one in value.items()}
    return value


def read(actual: Any, name: str) -> Any:
    """A part of a result, by the contract's name."""
    if isinstance(actual, list):
        return actual[int(name)]
    return getattr(actual, snake(name))


def compare(test: TestCase, actual: Any, expected: Any, at: str) -> None:
    """``$match``: text by a pattern; ``$absent``: not there; ``$length``: so many items; else at least these fields."""
    said = f"{at} is {actual!r}"
    if isinstance(expected, list):
        expected = {str(index): one for index, one in enumerate(expected)}
    if not isinstance(expected, dict):
        test.assertEqual(actual, expected, said)
    elif "$match" in expected:
        test.assertRegex(str(actual), expected["$match"], said)
    elif "$absent" in expected:
        test.assertIsNone(actual, said)
    elif "$length" in expected:
        test.assertEqual(len(actual), expected["$length"], said)
    else:
        test.assertTrue(isinstance(actual, (list, VitaranError)) or dataclasses.is_dataclass(actual), said)
        for name, one in expected.items():
            compare(test, read(actual, name), one, f"{at}.{name}")
