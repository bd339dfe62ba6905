"""Exact amounts: rupees as text or Decimal, or whole paise; never a floating-point number."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Iterable, Union

from ._errors import InvalidInputError

_RUPEES = re.compile(r"([0-9]{1,13})(?:\.([0-9]{1,2}))?")
_PAISE_MAX = 999_999_999_999_999


class Paise(int):
    """A whole number of paise: ``Paise(124350)`` is 1,243.50 rupees.

    Raises InvalidInputError for anything but an int, so that nothing is cut off in silence.
    """

    def __new__(cls, paise: int) -> Paise:
        if not isinstance(paise, int) or isinstance(paise, bool):
            raise InvalidInputError(f"paise: {paise!r} is not a whole number (int)", "paise")
        return super().__new__(cls, paise)

    def __repr__(self) -> str:
        return f"Paise({int(self)})"


Amount = Union[str, Decimal, Paise]
"""Rupees as text (``"1243.50"``) or Decimal, with at most two decimals, or whole paise (``Paise(124350)``)."""


def to_paise(amount: Amount, field: str = "amount") -> Paise:
    """An amount in paise.

    Raises InvalidInputError, naming the field, for a float or a bare int, a negative amount, more than two decimals
    or more than 13 digits of rupees.
    """
    if isinstance(amount, Paise):
        paise = int(amount)
    elif isinstance(amount, Decimal):
        paise = _paise_of_decimal(amount, field)
    elif isinstance(amount, str):
        paise = _paise_of_text(amount, field)
    else:
        # Only callers without a type checker come here.
        raise InvalidInputError(_why_refused(amount, field), field)
    if 0 <= paise <= _PAISE_MAX:
        return Paise(paise)
    raise InvalidInputError(f"{field}: {paise} paise is negative or more than 13 digits of rupees", field)


def format_rupees(amount: Amount, field: str = "amount") -> str:
    """Rupees as text with two decimals: ``format_rupees(Paise(124350))`` is ``"1243.50"``. Raises as to_paise."""
    rupees, paise = divmod(to_paise(amount, field), 100)
    return f"{rupees}.{paise:02d}"


def sum_rupees(amounts: Iterable[Amount]) -> str:
    """The sum of amounts, as rupees with two decimals. Raises as to_paise."""
    return format_rupees(Paise(sum(to_paise(amount) for amount in amounts)))


def _paise_of_text(text: str, field: str) -> int:
    matched = _RUPEES.fullmatch(text)
    if matched is None:
        raise InvalidInputError(
            f'{field}: {text!r} is not rupees as text with at most two decimals, as in "1243.50"', field
        )
    return int(matched[1] + (matched[2] or "").ljust(2, "0"))


def _paise_of_decimal(rupees: Decimal, field: str) -> int:
    if not rupees.is_finite() or rupees.adjusted() > 12:
        raise InvalidInputError(f"{field}: {rupees!r} is not an amount, or more than 13 digits of rupees", field)
    # By its digits, for arithmetic would round to the precision of the program's decimal context.
    whole, _, decimals = f"{rupees:f}".partition(".")
    return _paise_of_text(f"{whole}.{decimals.rstrip('0') or '0'}", field)


def _why_refused(amount: object, field: str) -> str:
    numeric = isinstance(amount, (int, float)) and not isinstance(amount, bool)
    said = f"the number {amount!r}" if numeric else type(amount).__name__
    wanted = 'give rupees as text ("1243.50") or Decimal, or Paise(124350)'
    return f"{field}: {said} is refused, for it does not say exactly how much; {wanted}"
