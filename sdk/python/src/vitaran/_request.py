"""From a verb's input to the request of its operation."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, Mapping, Optional, Sequence
from urllib.parse import quote, urlencode

from ._errors import InvalidInputError
from ._money import format_rupees
from ._names import to_wire, wire_name
from ._operation import Input, Operation
from ._version import VERSION

USER_AGENT = f"vitaran-python/{VERSION}"


@dataclass(frozen=True)
class Request:
    """What is sent, but for what each try adds."""

    verb: str
    method: str
    path: str
    """With its query."""
    headers: Mapping[str, str]
    content: Optional[bytes] = field(default=None, repr=False)

    def with_token(self, token: str) -> Request:
        """The same with a bearer token."""
        return replace(self, headers={**self.headers, "Authorization": f"Bearer {token}"})


def build_request(operation: Operation, given: Input) -> Request:
    """Path, query, JSON or file, amounts as exact text.

    An order carries its own id as Idempotency-Key, with the field's name on the wire, so that a repeat
    gets the first answer again.
    Raises InvalidInputError, naming the field.
    """
    present = {name: value for name, value in given.items() if value is not None}
    for path in operation.amounts:
        present = _write_amount(present, path.split("."), "")
    headers = {"User-Agent": USER_AGENT}
    if operation.kind == "order" and operation.id is not None:
        headers["Idempotency-Key"] = f"{wire_name(operation.id)}:{_need_id(present, operation.id)}"
    path = re.sub(r"\{(\w+)\}", lambda found: quote(_need_text(present, found[1]), safe=""), operation.path)
    query = {wire_name(name): _simple(present[name], name) for name in operation.in_query if name in present}
    if query:
        path += f"?{urlencode(query)}"
    content: Optional[bytes] = None
    if operation.file == "sent":
        headers["Content-Type"] = _need_id(present, "content_type")
        content = _need_file(present.get("file"))
    elif operation.method != "GET":
        headers["Content-Type"] = "application/json"
        elsewhere = {*operation.in_path, *operation.in_query}
        content = _write_json({name: value for name, value in present.items() if name not in elsewhere})
    return Request(operation.verb, operation.method, path, headers, content)


def _write_json(fields: Input) -> bytes:
    try:
        return json.dumps(to_wire(fields), ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError) as cause:
        raise InvalidInputError(f"the input cannot be written as JSON: {cause}", "input") from cause


def _write_amount(value: Any, steps: Sequence[str], at: str) -> Any:
    """A copy with the amount as rupees in text; what is absent stays absent."""
    if value is None:
        return None
    if not steps:
        return format_rupees(value, at)
    step, *rest = steps
    if step == "*":
        if not isinstance(value, (list, tuple)):
            raise InvalidInputError(f"{at}: must be a list", at)
        return [_write_amount(one, rest, f"{at}[{index}]") for index, one in enumerate(value)]
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{at}: must be a dictionary", at)
    if step not in value:
        return value
    inside = f"{at}.{step}" if at else step
    return {**value, step: _write_amount(value[step], rest, inside)}


def _need_text(given: Input, name: str) -> str:
    value = given.get(name)
    if isinstance(value, str) and value != "":
        return value
    raise InvalidInputError(f"{name} is missing, or is no text", name)


def _need_id(given: Input, name: str) -> str:
    """Text that a header can carry."""
    value = _need_text(given, name)
    if value.isascii() and value.isprintable():
        return value
    raise InvalidInputError(f"{name}: {value!r} has characters other than ASCII", name)


def _simple(value: object, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise InvalidInputError(f"{name}: must be text or a whole number", name)


def _need_file(value: object) -> bytes:
    if isinstance(value, str):
        return value.encode("utf-8")
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise InvalidInputError("file: must be the file's bytes or its text", "file")
