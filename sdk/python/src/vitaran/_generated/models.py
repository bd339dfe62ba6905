"""The answers of verbs. Written from the contract by sdk/generate; npm run write-contract writes it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Literal, Optional, Union


@dataclass(frozen=True)
class TransfersCreateResult:
    """The answer of ``transfers.create``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
    reference_id: Optional[str] = None
    """Our ID of the transfer."""
    utr: Optional[str] = None
    """The bank's reference, once the transfer is paid."""
    acknowledged: Optional[Literal[0, 1]] = None
    """1 once the beneficiary's bank has credited the money."""
    reason: Optional[str] = None
    """For a failed transfer that was paid later, for example PAID_AFTER_FAILURE."""
    description: Optional[str] = None
    """With `reason`: what happened to the money, and what to do."""


@dataclass(frozen=True)
class TransfersCreateAsyncResult:
    """The answer of ``transfers.create_async``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
    reference_id: Optional[str] = None
    """Our ID of the transfer."""


@dataclass(frozen=True)
class TransfersCreateDirectResult:
    """The answer of ``transfers.create_direct``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
    reference_id: Optional[str] = None
    """Our ID of the transfer."""
    utr: Optional[str] = None
    """The bank's reference, once the transfer is paid."""
    acknowledged: Optional[Literal[0, 1]] = None
    """1 once the beneficiary's bank has credited the money."""
    reason: Optional[str] = None
    """For a failed transfer that was paid later, for example PAID_AFTER_FAILURE."""
    description: Optional[str] = None
    """With `reason`: what happened to the money, and what to do."""


@dataclass(frozen=True)
class TransfersCreateToCardResult:
    """The answer of ``transfers.create_to_card``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
    reference_id: Optional[str] = None
    """Our ID of the transfer."""
    utr: Optional[str] = None
    """The bank's reference, once the transfer is paid."""
    acknowledged: Optional[Literal[0, 1]] = None
    """1 once the beneficiary's bank has credited the money."""
    reason: Optional[str] = None
    """For a failed transfer that was paid later, for example PAID_AFTER_FAILURE."""
    description: Optional[str] = None
    """With `reason`: what happened to the money, and what to do."""


@dataclass(frozen=True)
class TransfersGetResultWaitsBehind:
    reference_id: str
    amount: str
    transfer_id: Optional[str] = None
    """Absent if it is a withdrawal."""


@dataclass(frozen=True)
class TransfersGetResult:
    """The answer of ``transfers.get``."""

    transfer_id: str
    reference_id: str
    bene_id: str
    """Empty for a direct transfer."""
    amount: str
    status: Literal["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"]
    added_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    processed_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    transfer_mode: Literal["BANK", "UPI", "PAYTM", "AMAZONPAY", "CARD", "phone"]
    acknowledged: Literal[0, 1]
    bank_account: Optional[str] = None
    ifsc: Optional[str] = None
    utr: Optional[str] = None
    reason: Optional[Literal["BANK_GATEWAY_ERROR", "BENE_BANK_DECLINED", "FAILED", "INVALID_IFSC_FAIL", "INVALID_ACCOUNT_FAIL", "RETURNED_FROM_BENEFICIARY", "INSUFFICIENT_BALANCE", "IMPS_MODE_FAIL", "RTGS_MODE_FAIL", "REINITIALIZE_TRANSFER_LATER", "NRE_ACCOUNT_FAIL", "ACCOUNT_BLOCKED", "DEST_LIMIT_REACHED", "INVALID_MODE_FAIL", "NPCI_UNAVAILABLE", "BENEFICIARY_BANK_OFFLINE", "INVALID_AMOUNT_FAIL", "SUSPECTED_TRANSFER", "BENE_NAME_DIFFERS", "DISABLED_MODE", "AMAZON_AMOUNT_EXCEED", "BENEFICIARY_BLACKLISTED", "PAYOUT_INACTIVE", "INVALID_TRANSFER_AMOUNT", "BENEFICIARY_NOT_EXIST", "BENEFICIARY_INVALID_MODE", "INVALID_BENE_ACCOUNT_OR_IFSC", "INVALID_OR_NO_SUCH_ACCOUNT_TYPE", "ANY_OTHER_REASON", "CANCELLED", "APPROVAL_REJECTED", "APPROVAL_EXPIRED", "PAID_AFTER_FAILURE", "PAID_LATE_AND_RETURNED", "PAID_TWICE"]] = None
    """Why the transfer was not paid, or was reversed."""
    description: Optional[str] = None
    """With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a
    transfer that had failed, and what to do. An extension of the classic contract.
    """
    vpa: Optional[str] = None
    phone: Optional[str] = None
    """In v1.2."""
    payment_instrument_id: Optional[str] = None
    """The fund source that pays; in v1.2."""
    waits_behind: Optional[TransfersGetResultWaitsBehind] = None
    name_match_score: Optional[Literal[100, 85, 61, 55, 14]] = None
    """How well the names match; absent if you gave no name, or one that cannot be compared: then
    compare name_at_bank.
    """
    name_match_result: Optional[Literal["DIRECT_MATCH", "GOOD_PARTIAL_MATCH", "MODERATE_PARTIAL_MATCH", "POOR_PARTIAL_MATCH", "NO_MATCH"]] = None


@dataclass(frozen=True)
class TransfersListItem:
    """One of the list of ``transfers.list``."""

    transfer_id: str
    reference_id: str
    bank_account: str
    bene_id: str
    """Empty for a direct transfer."""
    amount: str
    status: Literal["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"]
    utr: str
    added_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    processed_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    acknowledged: Literal[0, 1]
    description: Optional[str] = None
    """With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a
    transfer that had failed, and what to do. An extension of the classic contract.
    """
    reason: Optional[Literal["BANK_GATEWAY_ERROR", "BENE_BANK_DECLINED", "FAILED", "INVALID_IFSC_FAIL", "INVALID_ACCOUNT_FAIL", "RETURNED_FROM_BENEFICIARY", "INSUFFICIENT_BALANCE", "IMPS_MODE_FAIL", "RTGS_MODE_FAIL", "REINITIALIZE_TRANSFER_LATER", "NRE_ACCOUNT_FAIL", "ACCOUNT_BLOCKED", "DEST_LIMIT_REACHED", "INVALID_MODE_FAIL", "NPCI_UNAVAILABLE", "BENEFICIARY_BANK_OFFLINE", "INVALID_AMOUNT_FAIL", "SUSPECTED_TRANSFER", "BENE_NAME_DIFFERS", "DISABLED_MODE", "AMAZON_AMOUNT_EXCEED", "BENEFICIARY_BLACKLISTED", "PAYOUT_INACTIVE", "INVALID_TRANSFER_AMOUNT", "BENEFICIARY_NOT_EXIST", "BENEFICIARY_INVALID_MODE", "INVALID_BENE_ACCOUNT_OR_IFSC", "INVALID_OR_NO_SUCH_ACCOUNT_TYPE", "ANY_OTHER_REASON", "CANCELLED", "APPROVAL_REJECTED", "APPROVAL_EXPIRED", "PAID_AFTER_FAILURE", "PAID_LATE_AND_RETURNED", "PAID_TWICE"]] = None
    """Why the transfer was not paid, or was reversed."""


@dataclass(frozen=True)
class TransfersCancelResult:
    """The answer of ``transfers.cancel``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    transfer_id: str
    reference_id: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class LoansDisburseResult:
    """The answer of ``loans.disburse``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
    reference_id: Optional[str] = None
    """Our ID of the transfer."""
    utr: Optional[str] = None
    """The bank's reference, once the transfer is paid."""
    acknowledged: Optional[Literal[0, 1]] = None
    """1 once the beneficiary's bank has credited the money."""
    reason: Optional[str] = None
    """For a failed transfer that was paid later, for example PAID_AFTER_FAILURE."""
    description: Optional[str] = None
    """With `reason`: what happened to the money, and what to do."""


@dataclass(frozen=True)
class RecallsRequestResultHistory:
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    because: str
    event_time: str
    """Indian time; empty if it does not apply."""


@dataclass(frozen=True)
class RecallsRequestResult:
    """The answer of ``recalls.request``."""

    recall_id: str
    transfer_id: str
    reference_id: str
    amount: str
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    reason: Literal["WRONG_BENEFICIARY", "WRONG_AMOUNT", "PAID_TWICE", "FRAUD", "OTHER"]
    remarks: str
    requested_on: str
    """Indian time; empty if it does not apply."""
    expires_on: str
    """When the recall expires without a response (Indian time); empty once it has ended."""
    bank_reference: str
    """The bank's case number, once known."""
    refusal: str
    """Why the bank refused."""
    ended_on: str
    """Indian time; empty if it does not apply."""
    history: List[RecallsRequestResultHistory]


@dataclass(frozen=True)
class RecallsGetResultHistory:
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    because: str
    event_time: str
    """Indian time; empty if it does not apply."""


@dataclass(frozen=True)
class RecallsGetResult:
    """The answer of ``recalls.get``."""

    recall_id: str
    transfer_id: str
    reference_id: str
    amount: str
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    reason: Literal["WRONG_BENEFICIARY", "WRONG_AMOUNT", "PAID_TWICE", "FRAUD", "OTHER"]
    remarks: str
    requested_on: str
    """Indian time; empty if it does not apply."""
    expires_on: str
    """When the recall expires without a response (Indian time); empty once it has ended."""
    bank_reference: str
    """The bank's case number, once known."""
    refusal: str
    """Why the bank refused."""
    ended_on: str
    """Indian time; empty if it does not apply."""
    history: List[RecallsGetResultHistory]


@dataclass(frozen=True)
class RecallsWithdrawResultHistory:
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    because: str
    event_time: str
    """Indian time; empty if it does not apply."""


@dataclass(frozen=True)
class RecallsWithdrawResult:
    """The answer of ``recalls.withdraw``."""

    recall_id: str
    transfer_id: str
    reference_id: str
    amount: str
    status: Literal["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"]
    reason: Literal["WRONG_BENEFICIARY", "WRONG_AMOUNT", "PAID_TWICE", "FRAUD", "OTHER"]
    remarks: str
    requested_on: str
    """Indian time; empty if it does not apply."""
    expires_on: str
    """When the recall expires without a response (Indian time); empty once it has ended."""
    bank_reference: str
    """The bank's case number, once known."""
    refusal: str
    """Why the bank refused."""
    ended_on: str
    """Indian time; empty if it does not apply."""
    history: List[RecallsWithdrawResultHistory]


@dataclass(frozen=True)
class BeneficiariesCreateResult:
    """The answer of ``beneficiaries.create``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BeneficiariesGetResult:
    """The answer of ``beneficiaries.get``."""

    sub_code: str
    message: str
    bene_id: str
    name: str
    group_name: str
    email: str
    phone: str
    address1: str
    address2: str
    city: str
    state: str
    pincode: str
    bank_account: str
    ifsc: str
    status: str
    vpa: str
    added_on: str
    request_id: str
    """The id under which the server has logged the call."""
    masked_card: Optional[Union[str, None]] = None
    purpose: Optional[str] = None
    """What you pay this beneficiary for; absent if you gave nothing."""


@dataclass(frozen=True)
class BeneficiariesFindResult:
    """The answer of ``beneficiaries.find``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bene_id: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BeneficiariesListItem:
    """One of the list of ``beneficiaries.list``."""

    bene_id: str
    name: str
    group_name: str
    email: str
    phone: str
    address1: str
    address2: str
    city: str
    state: str
    pincode: str
    bank_account: str
    ifsc: str
    status: str
    vpa: str
    added_on: str
    masked_card: Optional[Union[str, None]] = None
    purpose: Optional[str] = None
    """What you pay this beneficiary for; absent if you gave nothing."""


@dataclass(frozen=True)
class BeneficiariesRemoveResult:
    """The answer of ``beneficiaries.remove``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BeneficiariesListTransfersItem:
    """One of the list of ``beneficiaries.list_transfers``."""

    transfer_date: str
    amount: str
    mode: str
    bene_id: str
    status: str


@dataclass(frozen=True)
class ValidationsBankAccountResult:
    """The answer of ``validations.bank_account``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    name_at_bank: str
    amount_deposited: str
    ref_id: str
    """Our ID of the verification."""
    bank_name: str
    city: str
    branch: str
    micr: int
    request_id: str
    """The id under which the server has logged the call."""
    account_status: Optional[Literal["VALID", "INVALID"]] = None
    account_status_code: Optional[Literal["ACCOUNT_IS_VALID", "INVALID_BANK_ACCOUNT", "INVALID_IFSC_FAIL", "ACCOUNT_BLOCKED", "NRE_ACCOUNT_FAIL"]] = None
    utr: Optional[str] = None
    """The bank's reference; absent if no account was found."""
    name_match_score: Optional[Literal[100, 85, 61, 55, 14]] = None
    """How well the names match; absent if you gave no name, or one that cannot be compared: then
    compare name_at_bank.
    """
    name_match_result: Optional[Literal["DIRECT_MATCH", "GOOD_PARTIAL_MATCH", "MODERATE_PARTIAL_MATCH", "POOR_PARTIAL_MATCH", "NO_MATCH"]] = None


@dataclass(frozen=True)
class ValidationsUpiResult:
    """The answer of ``validations.upi``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    account_exists: Literal["YES", "NO"]
    request_id: str
    """The id under which the server has logged the call."""
    name_at_bank: Optional[str] = None


@dataclass(frozen=True)
class ValidationsStartResult:
    """The answer of ``validations.start``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bv_ref_id: int
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class ValidationsGetResult:
    """The answer of ``validations.get``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bv_ref_id: int
    bank_account: str
    ifsc: str
    request_id: str
    """The id under which the server has logged the call."""
    name_at_bank: Optional[str] = None
    account_exists: Optional[Literal["YES", "NO"]] = None
    utr: Optional[str] = None
    name_match_score: Optional[Literal[100, 85, 61, 55, 14]] = None
    """How well the names match; absent if you gave no name, or one that cannot be compared: then
    compare name_at_bank.
    """
    name_match_result: Optional[Literal["DIRECT_MATCH", "GOOD_PARTIAL_MATCH", "MODERATE_PARTIAL_MATCH", "POOR_PARTIAL_MATCH", "NO_MATCH"]] = None


@dataclass(frozen=True)
class ValidationsStartBulkResult:
    """The answer of ``validations.start_bulk``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bulk_validation_id: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class ValidationsGetBulkResultEntries:
    name: Optional[str] = None
    phone: Optional[str] = None
    bank_account: Optional[str] = None
    ifsc: Optional[str] = None
    account_exists: Optional[Literal["YES", "NO"]] = None
    """Absent until it is known."""
    name_at_bank: Optional[str] = None
    amount_deposited: Optional[str] = None
    utr: Optional[str] = None
    ref_id: Optional[str] = None
    message: Optional[str] = None
    name_match_score: Optional[Literal[100, 85, 61, 55, 14]] = None
    """How well the names match; absent if you gave no name, or one that cannot be compared: then
    compare name_at_bank.
    """
    name_match_result: Optional[Literal["DIRECT_MATCH", "GOOD_PARTIAL_MATCH", "MODERATE_PARTIAL_MATCH", "POOR_PARTIAL_MATCH", "NO_MATCH"]] = None


@dataclass(frozen=True)
class ValidationsGetBulkResult:
    """The answer of ``validations.get_bulk``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bulk_validation_id: str
    entries: Dict[str, ValidationsGetBulkResultEntries]
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class IfscGetResult:
    """The answer of ``ifsc.get``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    bank: str
    ifsc: str
    neft: Literal["Live", "Not Live"]
    imps: Literal["Live", "Not Live"]
    rtgs: Literal["Live", "Not Live"]
    upi: Literal["Live", "Not Live"]
    ft: Literal["Live", "Not Live"]
    card: Literal["Live", "Not Live"]
    address: str
    city: str
    state: str
    branch: str
    ifsc_subcode: str
    category: Literal["DIRECT_MEMBER", "SUB_MEMBER"]
    swift_code: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BatchesCreateResult:
    """The answer of ``batches.create``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    reference_id: int
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BatchesGetResultTransfers:
    transfer_id: str
    bene_id: str
    reference_id: int
    """0 until there is a transfer."""
    bank_account: str
    ifsc: str
    amount: str
    remarks: str
    status: Literal["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"]
    utr: str
    added_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    processed_on: str
    """Indian time; `0000-00-00 00:00:00` until it happens."""
    failure_reason: Optional[str] = None
    """Why the row was rejected, failed or was reversed."""
    description: Optional[str] = None
    """For a row that failed and was paid later: what happened to the money, and what to do."""


@dataclass(frozen=True)
class BatchesGetResult:
    """The answer of ``batches.get``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    row_count: int
    reference_id: int
    transfers: List[BatchesGetResultTransfers]
    request_id: str
    """The id under which the server has logged the call."""
    payment_instrument_id: Optional[str] = None
    """The fund source that pays; in v1.2."""


@dataclass(frozen=True)
class BatchesUploadResultWarnings:
    kind: Literal["same_file", "same_payment"]
    text: str
    rows: List[int]


@dataclass(frozen=True)
class BatchesUploadResult:
    """The answer of ``batches.upload``."""

    sub_code: str
    message: str
    batch_id: str
    reference_id: int
    name: str
    format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES", "MIXED"]
    """What the rows are: payments by format, or BENEFICIARIES to be added."""
    status: Literal["UPLOADED", "VALIDATING", "AWAITING_APPROVAL", "PROCESSING", "COMPLETED", "PARTLY_FAILED", "REJECTED"]
    """PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
    """
    row_count: int
    """Compare this and `amount` with what you meant to send."""
    amount: str
    """The sum of all rows with a readable amount."""
    open_rows: int
    accepted_rows: int
    rejected_rows: int
    done_rows: int
    """Paid, or added."""
    done_amount: str
    failed_rows: int
    """Rejected, or ended unpaid."""
    failed_amount: str
    content_hash: str
    """A hash of everything in the rows. An approval applies to this hash."""
    warnings: List[BatchesUploadResultWarnings]
    """The same file was uploaded before, or several rows pay the same amount to the same payee.
    Nothing is held back because of it.
    """
    added_on: str
    """Indian time."""
    request_id: str
    """The id under which the server has logged the call."""
    batch_transfer_id: Optional[str] = None
    """Your ID, if the batch was created by an API call."""
    reason: Optional[str] = None
    """Why the whole batch was rejected."""
    cloned_from: Optional[str] = None
    """The `batch_id` of the batch that the failed rows come from."""


@dataclass(frozen=True)
class BatchesListItemWarnings:
    kind: Literal["same_file", "same_payment"]
    text: str
    rows: List[int]


@dataclass(frozen=True)
class BatchesListItem:
    """One of the list of ``batches.list``."""

    batch_id: str
    reference_id: int
    name: str
    format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES", "MIXED"]
    """What the rows are: payments by format, or BENEFICIARIES to be added."""
    status: Literal["UPLOADED", "VALIDATING", "AWAITING_APPROVAL", "PROCESSING", "COMPLETED", "PARTLY_FAILED", "REJECTED"]
    """PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
    """
    row_count: int
    """Compare this and `amount` with what you meant to send."""
    amount: str
    """The sum of all rows with a readable amount."""
    open_rows: int
    accepted_rows: int
    rejected_rows: int
    done_rows: int
    """Paid, or added."""
    done_amount: str
    failed_rows: int
    """Rejected, or ended unpaid."""
    failed_amount: str
    content_hash: str
    """A hash of everything in the rows. An approval applies to this hash."""
    warnings: List[BatchesListItemWarnings]
    """The same file was uploaded before, or several rows pay the same amount to the same payee.
    Nothing is held back because of it.
    """
    added_on: str
    """Indian time."""
    batch_transfer_id: Optional[str] = None
    """Your ID, if the batch was created by an API call."""
    reason: Optional[str] = None
    """Why the whole batch was rejected."""
    cloned_from: Optional[str] = None
    """The `batch_id` of the batch that the failed rows come from."""


@dataclass(frozen=True)
class BatchesGetFileResultWarnings:
    kind: Literal["same_file", "same_payment"]
    text: str
    rows: List[int]


@dataclass(frozen=True)
class BatchesGetFileResultRows:
    row: int
    """Counted as a spreadsheet does: the first row is 1."""
    bene_id: str
    status: str
    transfer_id: Optional[str] = None
    amount: Optional[str] = None
    reference_id: Optional[int] = None
    """The transfer's ID; 0 until there is one."""
    utr: Optional[str] = None
    failure_reason: Optional[str] = None
    description: Optional[str] = None
    """For a row that failed and was paid later: what happened to the money, and what to do."""


@dataclass(frozen=True)
class BatchesGetFileResult:
    """The answer of ``batches.get_file``."""

    sub_code: str
    message: str
    batch_id: str
    reference_id: int
    name: str
    format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES", "MIXED"]
    """What the rows are: payments by format, or BENEFICIARIES to be added."""
    status: Literal["UPLOADED", "VALIDATING", "AWAITING_APPROVAL", "PROCESSING", "COMPLETED", "PARTLY_FAILED", "REJECTED"]
    """PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
    """
    row_count: int
    """Compare this and `amount` with what you meant to send."""
    amount: str
    """The sum of all rows with a readable amount."""
    open_rows: int
    accepted_rows: int
    rejected_rows: int
    done_rows: int
    """Paid, or added."""
    done_amount: str
    failed_rows: int
    """Rejected, or ended unpaid."""
    failed_amount: str
    content_hash: str
    """A hash of everything in the rows. An approval applies to this hash."""
    warnings: List[BatchesGetFileResultWarnings]
    """The same file was uploaded before, or several rows pay the same amount to the same payee.
    Nothing is held back because of it.
    """
    added_on: str
    """Indian time."""
    rows: List[BatchesGetFileResultRows]
    request_id: str
    """The id under which the server has logged the call."""
    batch_transfer_id: Optional[str] = None
    """Your ID, if the batch was created by an API call."""
    reason: Optional[str] = None
    """Why the whole batch was rejected."""
    cloned_from: Optional[str] = None
    """The `batch_id` of the batch that the failed rows come from."""
    last_return_id: Optional[str] = None
    """Pass it to get the next page; absent on the last page."""


@dataclass(frozen=True)
class BatchesListRowsItem:
    """One of the list of ``batches.list_rows``."""

    row: int
    """Counted as a spreadsheet does: the first row is 1."""
    bene_id: str
    status: str
    transfer_id: Optional[str] = None
    amount: Optional[str] = None
    reference_id: Optional[int] = None
    """The transfer's ID; 0 until there is one."""
    utr: Optional[str] = None
    failure_reason: Optional[str] = None
    description: Optional[str] = None
    """For a row that failed and was paid later: what happened to the money, and what to do."""


@dataclass(frozen=True)
class BatchesRetryFailedResultWarnings:
    kind: Literal["same_file", "same_payment"]
    text: str
    rows: List[int]


@dataclass(frozen=True)
class BatchesRetryFailedResult:
    """The answer of ``batches.retry_failed``."""

    sub_code: str
    message: str
    batch_id: str
    reference_id: int
    name: str
    format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES", "MIXED"]
    """What the rows are: payments by format, or BENEFICIARIES to be added."""
    status: Literal["UPLOADED", "VALIDATING", "AWAITING_APPROVAL", "PROCESSING", "COMPLETED", "PARTLY_FAILED", "REJECTED"]
    """PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid.
    """
    row_count: int
    """Compare this and `amount` with what you meant to send."""
    amount: str
    """The sum of all rows with a readable amount."""
    open_rows: int
    accepted_rows: int
    rejected_rows: int
    done_rows: int
    """Paid, or added."""
    done_amount: str
    failed_rows: int
    """Rejected, or ended unpaid."""
    failed_amount: str
    content_hash: str
    """A hash of everything in the rows. An approval applies to this hash."""
    warnings: List[BatchesRetryFailedResultWarnings]
    """The same file was uploaded before, or several rows pay the same amount to the same payee.
    Nothing is held back because of it.
    """
    added_on: str
    """Indian time."""
    request_id: str
    """The id under which the server has logged the call."""
    batch_transfer_id: Optional[str] = None
    """Your ID, if the batch was created by an API call."""
    reason: Optional[str] = None
    """Why the whole batch was rejected."""
    cloned_from: Optional[str] = None
    """The `batch_id` of the batch that the failed rows come from."""


@dataclass(frozen=True)
class CashgramsCreateResult:
    """The answer of ``cashgrams.create``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    reference_id: int
    cashgram_link: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class CashgramsGetResult:
    """The answer of ``cashgrams.get``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    cashgram_status: Literal["ACTIVE", "EXPIRED", "PENDING", "FAILED", "REDEEMED", "REVERSED"]
    """`FAILED`: the last claim was not paid; the payee can enter other details until the link expires.
    `EXPIRED` also covers a link that was deactivated or blocked: see `reason`.
    """
    reference_id: int
    cashgram_id: str
    cashgram_link: str
    request_id: str
    """The id under which the server has logged the call."""
    reason: Optional[str] = None
    """Why it is FAILED or EXPIRED."""
    redeem_ref_id: Optional[int] = None
    """Our ID of the transfer that paid the link."""
    utr: Optional[str] = None


@dataclass(frozen=True)
class CashgramsDeactivateResult:
    """The answer of ``cashgrams.deactivate``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BalanceGetResult:
    """The answer of ``balance.get``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    balance: str
    available_balance: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BalanceGetStatementResultFundSource:
    payment_instrument_id: str
    name: str
    balance: str
    available_balance: str
    overdraft_limit: str
    low_balance_threshold: str
    notify_low_balance: Literal[0, 1]
    account_number: Optional[str] = None
    """Money sent to this account is added to the fund source; absent if it has no bank account.
    """
    ifsc: Optional[str] = None
    last_recharge: Optional[str] = None
    last_withdrawal: Optional[str] = None
    last_internal_transfer: Optional[str] = None


@dataclass(frozen=True)
class BalanceGetStatementResultEntries:
    event_time: str
    type: Literal["TRANSFER", "PAID_LATE", "CREDIT", "REVERSAL", "WITHDRAWAL", "VERIFICATION", "INTERNAL_TRANSFER", "LOAN", "LOAN_CHARGES", "UNREGISTERED_CREDIT", "REFUND", "ADJUSTMENT"]
    amount: str
    """The amount without charges."""
    charges: str
    """Fee and tax included in `debit` or `credit`."""
    debit: str
    credit: str
    balance: str
    """The available balance right after this entry."""
    transfer_id: str
    """Your ID of the transfer or withdrawal; empty if there is none."""
    reference_id: str
    utr: str
    remarks: str


@dataclass(frozen=True)
class BalanceGetStatementResult:
    """The answer of ``balance.get_statement``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    fund_source: BalanceGetStatementResultFundSource
    opening_balance: str
    closing_balance: str
    total_entries: int
    entries: List[BalanceGetStatementResultEntries]
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BalanceListStatementItem:
    """One of the list of ``balance.list_statement``."""

    event_time: str
    type: Literal["TRANSFER", "PAID_LATE", "CREDIT", "REVERSAL", "WITHDRAWAL", "VERIFICATION", "INTERNAL_TRANSFER", "LOAN", "LOAN_CHARGES", "UNREGISTERED_CREDIT", "REFUND", "ADJUSTMENT"]
    amount: str
    """The amount without charges."""
    charges: str
    """Fee and tax included in `debit` or `credit`."""
    debit: str
    credit: str
    balance: str
    """The available balance right after this entry."""
    transfer_id: str
    """Your ID of the transfer or withdrawal; empty if there is none."""
    reference_id: str
    utr: str
    remarks: str


@dataclass(frozen=True)
class BalanceSetThresholdResult:
    """The answer of ``balance.set_threshold``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    payment_instrument_id: str
    minimum_balance: str
    notify: Literal[0, 1]
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BalanceTransferInternallyResult:
    """The answer of ``balance.transfer_internally``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    transfer_id: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class BalanceWithdrawResult:
    """The answer of ``balance.withdraw``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    withdrawal_id: str
    utr: str
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class IncidentsListItem:
    """One of the list of ``incidents.list``."""

    id: int
    type: Literal["BENEFICIARY"]
    entity: Literal["BANK", "HANDLE"]
    """HANDLE: the part of a UPI ID after the @."""
    mode: Literal["IMPS", "NEFT", "RTGS", "UPI"]
    created_at: str
    """When it began, or will begin (Indian time)."""
    resolved_at: str
    """Empty until it is over."""
    is_scheduled: bool
    is_resolved: bool
    impact: Literal["LOW", "HIGH"]
    entity_name: str
    entity_code: str
    """For a bank, the first four letters of its IFSCs."""


@dataclass(frozen=True)
class DowntimesListItemFundSources:
    payment_instrument_id: str
    name: str


@dataclass(frozen=True)
class DowntimesListItem:
    """One of the list of ``downtimes.list``."""

    id: int
    fund_sources: List[DowntimesListItemFundSources]
    """Fund sources that pay through this bank."""
    bank_id: str
    bank_name: str
    incident_type: Literal["SCHEDULED", "UNSCHEDULED"]
    mode: Literal["IMPS", "NEFT", "RTGS", "UPI", "PAYTM", "AMAZONPAY", "CARD"]
    started_at: str
    """When it began, or will begin (Indian time)."""
    ends_at: str
    """The announced end; empty if none was announced."""
    resolved_at: str
    """Empty until it is over."""
    status: Literal["ACTIVE", "UPCOMING", "RESOLVED"]
    severity: Literal["LOW", "HIGH"]


@dataclass(frozen=True)
class ReportsRequestResult:
    """The answer of ``reports.request``."""

    sub_code: str
    message: str
    report_id: str
    name: str
    type: Literal["transfer", "pending_transfer", "flowgram", "account_statement", "reversed_transfers"]
    format: Literal["csv", "xlsx", "xls"]
    columns: List[str]
    start_date: str
    end_date: str
    payment_instrument_id: str
    """For an account statement; otherwise empty."""
    status: Literal["REQUESTED", "RUNNING", "READY", "FAILED", "EXPIRED"]
    """EXPIRED: the seven days for which we keep the file are over."""
    reason: str
    """Why the report failed; otherwise empty."""
    row_count: int
    """While the report is being created: rows so far."""
    size_bytes: int
    sha256: str
    """SHA-256 of the file, in hexadecimal; empty until it is ready."""
    requested_on: str
    """Indian time; empty until it happens."""
    as_of: str
    """The report covers everything recorded before this time (Indian time)."""
    finished_on: str
    """Indian time; empty until it happens."""
    expires_on: str
    """Indian time; empty until it happens."""
    opening_balance: str
    """For an account statement that is ready; otherwise empty."""
    closing_balance: str
    """For an account statement that is ready; otherwise empty."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class ReportsListItem:
    """One of the list of ``reports.list``."""

    report_id: str
    name: str
    type: Literal["transfer", "pending_transfer", "flowgram", "account_statement", "reversed_transfers"]
    format: Literal["csv", "xlsx", "xls"]
    columns: List[str]
    start_date: str
    end_date: str
    payment_instrument_id: str
    """For an account statement; otherwise empty."""
    status: Literal["REQUESTED", "RUNNING", "READY", "FAILED", "EXPIRED"]
    """EXPIRED: the seven days for which we keep the file are over."""
    reason: str
    """Why the report failed; otherwise empty."""
    row_count: int
    """While the report is being created: rows so far."""
    size_bytes: int
    sha256: str
    """SHA-256 of the file, in hexadecimal; empty until it is ready."""
    requested_on: str
    """Indian time; empty until it happens."""
    as_of: str
    """The report covers everything recorded before this time (Indian time)."""
    finished_on: str
    """Indian time; empty until it happens."""
    expires_on: str
    """Indian time; empty until it happens."""
    opening_balance: str
    """For an account statement that is ready; otherwise empty."""
    closing_balance: str
    """For an account statement that is ready; otherwise empty."""


@dataclass(frozen=True)
class ReportsGetResult:
    """The answer of ``reports.get``."""

    sub_code: str
    message: str
    report_id: str
    name: str
    type: Literal["transfer", "pending_transfer", "flowgram", "account_statement", "reversed_transfers"]
    format: Literal["csv", "xlsx", "xls"]
    columns: List[str]
    start_date: str
    end_date: str
    payment_instrument_id: str
    """For an account statement; otherwise empty."""
    status: Literal["REQUESTED", "RUNNING", "READY", "FAILED", "EXPIRED"]
    """EXPIRED: the seven days for which we keep the file are over."""
    reason: str
    """Why the report failed; otherwise empty."""
    row_count: int
    """While the report is being created: rows so far."""
    size_bytes: int
    sha256: str
    """SHA-256 of the file, in hexadecimal; empty until it is ready."""
    requested_on: str
    """Indian time; empty until it happens."""
    as_of: str
    """The report covers everything recorded before this time (Indian time)."""
    finished_on: str
    """Indian time; empty until it happens."""
    expires_on: str
    """Indian time; empty until it happens."""
    opening_balance: str
    """For an account statement that is ready; otherwise empty."""
    closing_balance: str
    """For an account statement that is ready; otherwise empty."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class NotificationsListItem:
    """One of the list of ``notifications.list``."""

    category: str
    """The name that the other calls use."""
    name: str
    description: str
    enabled: Literal[0, 1]
    recipients: List[str]
    """At most ten."""


@dataclass(frozen=True)
class NotificationsSetEnabledResult:
    """The answer of ``notifications.set_enabled``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    category: str
    """The name that the other calls use."""
    name: str
    description: str
    enabled: Literal[0, 1]
    recipients: List[str]
    """At most ten."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class NotificationsSetRecipientsResult:
    """The answer of ``notifications.set_recipients``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    category: str
    """The name that the other calls use."""
    name: str
    description: str
    enabled: Literal[0, 1]
    recipients: List[str]
    """At most ten."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class NotificationsAddRecipientsResult:
    """The answer of ``notifications.add_recipients``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    category: str
    """The name that the other calls use."""
    name: str
    description: str
    enabled: Literal[0, 1]
    recipients: List[str]
    """At most ten."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class NotificationsRemoveRecipientResult:
    """The answer of ``notifications.remove_recipient``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    category: str
    """The name that the other calls use."""
    name: str
    description: str
    enabled: Literal[0, 1]
    recipients: List[str]
    """At most ten."""
    request_id: str
    """The id under which the server has logged the call."""


@dataclass(frozen=True)
class TokensVerifyResult:
    """The answer of ``tokens.verify``."""

    status: Literal["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"]
    sub_code: str
    message: str
    request_id: str
    """The id under which the server has logged the call."""
