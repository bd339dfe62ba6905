"""The nested parts of inputs. Written from the contract by sdk/generate; npm run write-contract writes it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Sequence, TypedDict

from .._money import Amount

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class TransfersCreateDirectBeneDetails(TypedDict):
    bene_id: NotRequired[str]
    """Not looked up: we pay the details given here."""
    name: NotRequired[str]
    """Required, except for wallets, which require only `phone`."""
    email: NotRequired[str]
    """Not required for a payee who is paid only to wallets."""
    phone: NotRequired[str]
    """An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
    count.
    """
    bank_account: NotRequired[str]
    ifsc: NotRequired[str]
    vpa: NotRequired[str]
    """UPI ID: letters, digits, dots and underscores; hyphens only before the @."""
    address1: NotRequired[str]
    address2: NotRequired[str]
    city: NotRequired[str]
    """Letters and spaces."""
    state: NotRequired[str]
    """Letters and spaces."""
    pincode: NotRequired[str]


class LoansDisburseBeneDetails(TypedDict):
    name: str
    """Not required for a payee who is paid only to wallets."""
    email: str
    """Not required for a payee who is paid only to wallets."""
    phone: str
    """An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
    count.
    """
    bene_id: NotRequired[str]
    """Not looked up: we pay the details given here."""
    bank_account: NotRequired[str]
    ifsc: NotRequired[str]
    vpa: NotRequired[str]
    """UPI ID: letters, digits, dots and underscores; hyphens only before the @."""
    address1: NotRequired[str]
    address2: NotRequired[str]
    city: NotRequired[str]
    """Letters and spaces."""
    state: NotRequired[str]
    """Letters and spaces."""
    pincode: NotRequired[str]


class LoansDisburseServiceCharges(TypedDict):
    key: str
    value: Amount
    """Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two decimals, never a float.
    """


class ValidationsStartBulkEntries(TypedDict):
    name: str
    phone: str
    bank_account: str
    ifsc: str


class BatchesCreateBatch(TypedDict):
    transfer_id: str
    """Your ID for the transfer: letters, digits, hyphens and underscores."""
    amount: Amount
    """Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two decimals, never a float.
    """
    transfer_mode: NotRequired[Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"]]
    """With `banktransfer` we choose between IMPS, NEFT and RTGS."""
    remarks: NotRequired[str]
    """Letters, digits and spaces."""
    bene_id: NotRequired[str]
    name: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]
    """8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count."""
    bank_account: NotRequired[str]
    ifsc: NotRequired[str]
    vpa: NotRequired[str]
    token: NotRequired[str]
    card_type: NotRequired[Literal["DEBIT", "CREDIT"]]
    network_type: NotRequired[Literal["VISA", "MASTERCARD"]]
    cryptogram: NotRequired[str]
    """Required for a token made of digits."""
    token_expiry: NotRequired[str]
    token_p_a_n_sequence_number: NotRequired[str]
