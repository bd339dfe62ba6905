"""Which page of a list comes next, for both clients."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from ._operation import Operation


class Pages:
    """Goes through a list: by page number until one is empty, or by ``lastReturnId`` until there is none."""

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        self.turn: Dict[str, Any] = {"page": 1} if operation.by == "page" else {}
        """What the next call takes besides the caller's input."""
        self.ended = False

    def read(self, content: Mapping[str, Any]) -> List[Any]:
        """The items of a page, as they came; then ``turn`` is that of the next one."""
        found = content.get(self._operation.items or "")
        items = found if isinstance(found, list) else []
        last = content.get("lastReturnId")
        if self._operation.by == "page":
            self.turn = {"page": self.turn["page"] + 1}
        elif self._operation.by == "lastReturnId" and isinstance(last, str) and last != "":
            self.turn = {"last_return_id": last}
        else:
            self.ended = True
        self.ended = self.ended or not items
        return items
