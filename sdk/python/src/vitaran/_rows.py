"""Batches from rows, as a spreadsheet has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, TypedDict

from ._errors import InvalidInputError
from ._money import Amount, sum_rupees, to_paise

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import NotRequired


class BatchRow(TypedDict):
    """A row of a batch: who is paid is named in one way only, by ``bene_id``, ``bank_account`` or ``vpa``."""

    transfer_id: str
    """Your own id of the transfer; the same id is paid once."""
    amount: Amount
    """Rupees as text or Decimal, or Paise."""
    transfer_mode: NotRequired[Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay"]]
    remarks: NotRequired[str]
    bene_id: NotRequired[str]
    """A listed beneficiary."""
    bank_account: NotRequired[str]
    """A bank account, with ``ifsc``, ``name``, ``phone`` and ``email``."""
    ifsc: NotRequired[str]
    vpa: NotRequired[str]
    """A UPI ID, with ``name``, ``phone`` and ``email``."""
    name: NotRequired[str]
    phone: NotRequired[str]
    email: NotRequired[str]


_ROWS_MAX = 500

# Which field names the payee, and the format that it makes.
_FORMATS = {"bene_id": "BENEFICIARY_ID", "bank_account": "BANK_ACCOUNT", "vpa": "UPI"}


def batch_from_rows(
    batch_transfer_id: str, rows: Sequence[BatchRow], payment_instrument_id: Optional[str] = None
) -> Dict[str, Any]:
    """Rows as the keyword arguments of ``batches.create``: the format is found from how they name their payees.

    Raises InvalidInputError naming the row, from 1, when rows are mixed, repeat a transfer_id, have a bad amount, or
    are none or more than 500 (more go by ``batches.upload``).
    """
    rows = list(rows)
    if not 1 <= len(rows) <= _ROWS_MAX:
        more = "up to 10,000 go as a file, with batches.upload"
        raise InvalidInputError(f"rows: {len(rows)} rows; a batch has 1 to {_ROWS_MAX}, and {more}", "rows")
    seen: Dict[str, int] = {}
    formats = [_check_row(row, number, seen) for number, row in enumerate(rows, 1)]
    for number, other in enumerate(formats, 1):
        if other != formats[0]:
            said = f"row 1 is {formats[0]}, row {number} is {other}"
            raise InvalidInputError(f"rows: {said}; a batch has rows of one format", "rows")
    return {
        "batch_transfer_id": batch_transfer_id,
        "batch_format": formats[0],
        "batch": rows,
        "payment_instrument_id": payment_instrument_id,
    }


def sum_of_rows(rows: Iterable[BatchRow]) -> str:
    """What rows make together, as rupees: to compare with what you meant to pay."""
    return sum_rupees(row["amount"] for row in rows)


def _check_row(row: Mapping[str, Any], number: int, seen: Dict[str, int]) -> str:
    where = f"row {number}"
    to_paise(row.get("amount", ""), f"{where}, amount")
    transfer_id = row.get("transfer_id")
    if not isinstance(transfer_id, str) or transfer_id == "":
        raise InvalidInputError(f"{where}, transfer_id is missing", "transfer_id")
    earlier = seen.setdefault(transfer_id, number)
    if earlier != number:
        raise InvalidInputError(f"{where} repeats the transfer_id of row {earlier}: {transfer_id}", "transfer_id")
    named: List[str] = [name for name in _FORMATS if row.get(name) not in (None, "")]
    if len(named) == 1:
        return _FORMATS[named[0]]
    said = f"names its payee by {' and '.join(named)}" if named else "names no payee"
    raise InvalidInputError(f"{where} {said}: give one of bene_id, bank_account and vpa", "rows")
