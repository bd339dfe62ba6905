"""Answers as the dataclasses that the contract says. Never fails: the money has moved, whatever the answer looks like."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Dict, Mapping, Tuple, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from ._answer import Answer
from ._names import wire_name
from ._operation import Operation

T = TypeVar("T")


@dataclass(frozen=True)
class AnsweredFile:
    """A file that the server has answered with."""

    content: bytes = field(repr=False)
    content_type: str
    request_id: str


def read_content(operation: Operation, answer: Answer) -> Dict[str, Any]:
    """``data`` of an answer with the rest of the envelope and the request id beside it, by the contract's names."""
    envelope = dict(answer.envelope or {})
    data = envelope.pop("data", None)
    content = data if isinstance(data, dict) else {}
    if operation.pick is not None:
        picked = content.get(operation.pick)
        return picked if isinstance(picked, dict) else {}
    return {**envelope, **content, "requestId": answer.request_id}


def read_result(operation: Operation, result: Type[T], answer: Answer) -> T:
    """The result of a verb."""
    if operation.file == "answered":
        value: Any = AnsweredFile(answer.content, answer.content_type, answer.request_id)
    else:
        value = decode(result, read_content(operation, answer))
    return value  # type: ignore[no-any-return]


def decode(hint: Any, value: Any) -> Any:
    """A value as its type hint wants it; one that does not fit stays as it came."""
    origin = get_origin(hint)
    if origin is Union:
        kinds = [one for one in get_args(hint) if one is not type(None)]
        return decode(kinds[0], value) if len(kinds) == 1 and value is not None else value
    if origin is list and isinstance(value, list):
        return [decode(get_args(hint)[0], one) for one in value]
    if origin is dict and isinstance(value, dict):
        return {name: decode(get_args(hint)[1], one) for name, one in value.items()}
    if isinstance(hint, type) and dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        fields = _fields_of(hint)
        return hint(**{name: decode(inside, value.get(wire)) for name, wire, inside in fields})
    return value


@lru_cache(maxsize=None)
def _fields_of(record: Any) -> Tuple[Tuple[str, str, Any], ...]:
    """Of a dataclass: each field's name, its name in the contract, and its type hint."""
    hints = get_type_hints(record)
    return tuple((one.name, wire_name(one.name), hints[one.name]) for one in dataclasses.fields(record))
