"""The contract's names (``transferId``) and Python's (``transfer_id``). The generator checks that each becomes the other."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Mapping

_AFTER_UNDERSCORE = re.compile(r"_([a-z0-9])")


@lru_cache(maxsize=None)
def wire_name(name: str) -> str:
    """``transfer_id`` as the contract writes it."""
    return _AFTER_UNDERSCORE.sub(lambda found: found[1].upper(), name)


def to_wire(value: Any) -> Any:
    """A copy with the contract's names, at every depth; what is None is absent."""
    if isinstance(value, Mapping):
        return {wire_name(str(name)): to_wire(one) for name, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [to_wire(one) for one in value]
    return value
