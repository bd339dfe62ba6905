"""How long to wait before a call is repeated, and when not to."""

from __future__ import annotations

import random
from typing import Callable, Optional

# A server that asks for more is believed, and the caller told instead of waiting.
_RETRY_AFTER_MAX = 60
_FIRST_DELAY = 0.25
_DELAY_MAX = 8.0


def delay_before_repeat(
    attempt: int, retry_after: Optional[int] = None, chance: Callable[[], float] = random.random
) -> Optional[float]:
    """Seconds before the next try, after the try that has failed (from 1). None: do not wait that long.

    Twice as long each time, between half of it and all of it by chance, so that many callers do not come back
    together; never less than the server asks for.
    """
    if retry_after is not None and retry_after > _RETRY_AFTER_MAX:
        return None
    full = min(_DELAY_MAX, _FIRST_DELAY * float(2 ** (attempt - 1)))
    return (retry_after or 0) + full / 2 + full / 2 * chance()
