"""What must be known of an operation to call it; the table is written from the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional, Tuple

Input = Mapping[str, Any]
"""What a verb is called with, by Python's names; None is absent."""


@dataclass(frozen=True)
class Operation:
    """One row of the table."""

    verb: str
    method: str
    path: str
    kind: Literal["read", "order", "change"]
    """``read`` and ``order`` are repeated when no answer came; ``change`` only where the server cannot have acted."""
    id: Optional[str] = None
    """The field with the caller's own id."""
    ask: str = ""
    """The verb to ask when the outcome is unknown."""
    pick: Optional[str] = None
    """The one property of ``data`` that is the result."""
    items: Optional[str] = None
    """Of a list: the property of ``data`` with the items."""
    by: Literal["lastReturnId", "page", "nothing"] = "nothing"
    """How a list goes on."""
    in_path: Tuple[str, ...] = ()
    in_query: Tuple[str, ...] = ()
    amounts: Tuple[str, ...] = ()
    """Paths of amounts in the input: ``batch.*.amount``."""
    file: Optional[Literal["sent", "answered"]] = None
