"""Every verb of the contract, by noun. Written from the contract by sdk/generate; npm run write-contract writes it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Literal, Optional, Sequence, Union

from .._decode import AnsweredFile
from .._money import Amount
from .._operation import Input
from . import inputs, models
from .operations import OPERATIONS

if TYPE_CHECKING:
    from .._client import Caller


class Transfers:
    """``transfers``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        bene_id: str,
        amount: Amount,
        transfer_id: str,
        transfer_mode: Optional[Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card", "phone"]] = None,
        remarks: Optional[str] = None,
        payment_instrument_id: Optional[str] = None,
        process_on: Optional[str] = None,
        priority: Optional[int] = None,
    ) -> models.TransfersCreateResult:
        """Pay a beneficiary.

        Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5
        seconds).

        Repeated only under the same id, which pays once.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            transfer_id: Your ID for the transfer. The same ID always means the same transfer.
            transfer_mode: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone`
                pays by UPI to the UPI ID most recently linked to the beneficiary's phone number, if
                the bank has the beneficiary's name for it.
            payment_instrument_id: The fund source that pays. Default: chosen by your shares;
                without shares, the wallet, or your only fund source.
            process_on: Do not send before this time (Indian time); at most 365 days ahead. An
                extension of the classic contract.
            priority: When transfers wait for money, higher numbers go first, then earlier
                transfers. Our extension of the contract.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "bene_id": bene_id,
            "amount": amount,
            "transfer_id": transfer_id,
            "transfer_mode": transfer_mode,
            "remarks": remarks,
            "payment_instrument_id": payment_instrument_id,
            "process_on": process_on,
            "priority": priority,
        }
        return self._caller.call(OPERATIONS["transfers.create"], models.TransfersCreateResult, given)

    def create_async(
        self,
        *,
        bene_id: str,
        amount: Amount,
        transfer_id: str,
        transfer_mode: Optional[Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card", "phone"]] = None,
        remarks: Optional[str] = None,
        payment_instrument_id: Optional[str] = None,
        process_on: Optional[str] = None,
        priority: Optional[int] = None,
    ) -> models.TransfersCreateAsyncResult:
        """Pay a beneficiary asynchronously.

        Responds as soon as the request is stored. The outcome arrives by webhook and in
        getTransferStatus.

        Repeated only under the same id, which pays once.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            transfer_id: Your ID for the transfer. The same ID always means the same transfer.
            transfer_mode: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone`
                pays by UPI to the UPI ID most recently linked to the beneficiary's phone number, if
                the bank has the beneficiary's name for it.
            payment_instrument_id: The fund source that pays. Default: chosen by your shares;
                without shares, the wallet, or your only fund source.
            process_on: Do not send before this time (Indian time); at most 365 days ahead. An
                extension of the classic contract.
            priority: When transfers wait for money, higher numbers go first, then earlier
                transfers. Our extension of the contract.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "bene_id": bene_id,
            "amount": amount,
            "transfer_id": transfer_id,
            "transfer_mode": transfer_mode,
            "remarks": remarks,
            "payment_instrument_id": payment_instrument_id,
            "process_on": process_on,
            "priority": priority,
        }
        return self._caller.call(OPERATIONS["transfers.create_async"], models.TransfersCreateAsyncResult, given)

    def create_direct(
        self,
        *,
        bene_details: inputs.TransfersCreateDirectBeneDetails,
        transfer_mode: Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card", "phone"],
        amount: Amount,
        transfer_id: str,
        remarks: Optional[str] = None,
        payment_instrument_id: Optional[str] = None,
        process_on: Optional[str] = None,
        priority: Optional[int] = None,
    ) -> models.TransfersCreateDirectResult:
        """Pay without adding a beneficiary.

        Bank transfers require `bank_account` and `ifsc`, UPI requires `vpa`, wallets and `phone`
        require `phone`; in version 1.2 wallets require nothing else. Responds as soon as the bank
        does, or with PENDING after the merchant's waiting time (5 seconds).

        Repeated only under the same id, which pays once.

        Args:
            transfer_mode: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone`
                pays by UPI to the UPI ID most recently linked to the beneficiary's phone number, if
                the bank has the beneficiary's name for it.
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            transfer_id: Your ID for the transfer. The same ID always means the same transfer.
            payment_instrument_id: The fund source that pays. Default: chosen by your shares;
                without shares, the wallet, or your only fund source.
            process_on: Do not send before this time (Indian time); at most 365 days ahead. An
                extension of the classic contract.
            priority: When transfers wait for money, higher numbers go first, then earlier
                transfers. Our extension of the contract.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 503; ``sub_code``
                says which.
        """
        given: Input = {
            "bene_details": bene_details,
            "transfer_mode": transfer_mode,
            "amount": amount,
            "transfer_id": transfer_id,
            "remarks": remarks,
            "payment_instrument_id": payment_instrument_id,
            "process_on": process_on,
            "priority": priority,
        }
        return self._caller.call(OPERATIONS["transfers.create_direct"], models.TransfersCreateDirectResult, given)

    def create_to_card(
        self,
        *,
        amount: Amount,
        transfer_id: str,
        token: str,
        card_type: Literal["DEBIT", "CREDIT"],
        remarks: Optional[str] = None,
        name: Optional[str] = None,
        network_type: Optional[Literal["VISA", "MASTERCARD"]] = None,
        cryptogram: Optional[str] = None,
        token_expiry: Optional[str] = None,
        token_p_a_n_sequence_number: Optional[str] = None,
    ) -> models.TransfersCreateToCardResult:
        """Pay to a card.

        Takes a network token, never a card number: a token issued to you as token requestor, with
        the cryptogram for this payment. An expired token is refused. The beneficiary's bank may
        take up to 48 hours to credit the card.

        Repeated only under the same id, which pays once.

        Args:
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            transfer_id: Your ID for the transfer. The same ID always means the same transfer.
            cryptogram: Required for a token made of digits.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "amount": amount,
            "transfer_id": transfer_id,
            "token": token,
            "card_type": card_type,
            "remarks": remarks,
            "name": name,
            "network_type": network_type,
            "cryptogram": cryptogram,
            "token_expiry": token_expiry,
            "token_p_a_n_sequence_number": token_p_a_n_sequence_number,
        }
        return self._caller.call(OPERATIONS["transfers.create_to_card"], models.TransfersCreateToCardResult, given)

    def get(
        self,
        *,
        transfer_id: Optional[str] = None,
        reference_id: Optional[str] = None,
    ) -> models.TransfersGetResult:
        """Get a transfer.

        By our reference_id, your transfer_id, or both, if they belong to the same transfer. The
        call also succeeds for a transfer that failed: check `data.transfer.status`. In v1.2, a
        QUEUED transfer that waits for money behind another one names it in `waits_behind`:
        transfers of a fund source are paid in their order.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "transfer_id": transfer_id,
            "reference_id": reference_id,
        }
        return self._caller.call(OPERATIONS["transfers.get"], models.TransfersGetResult, given)

    def list(
        self,
        *,
        max_return: Optional[int] = None,
        date: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        transfer_id: Optional[str] = None,
        bene_id: Optional[str] = None,
        status: Optional[Literal["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"]] = None,
        min_amount: Optional[Amount] = None,
        max_amount: Optional[Amount] = None,
    ) -> Iterator[models.TransfersListItem]:
        """List transfers.

        In the order in which we accepted them. Pass `last_return_id` to get the next page with the
        same filters; the last page has none. The filters besides `date` extend the classic
        contract; a transfer matches all of them.

        Changes nothing; repeated when no answer came.

        Args:
            date: Only transfers of this day (Indian time).
            start_date: Only transfers of this day or later (Indian time).
            end_date: Only transfers of this day or earlier (Indian time).
            transfer_id: Only the transfer with this ID of yours.
            bene_id: Only transfers to this beneficiary.
            status: Only transfers with this status.
            min_amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            max_amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "max_return": max_return,
            "date": date,
            "start_date": start_date,
            "end_date": end_date,
            "transfer_id": transfer_id,
            "bene_id": bene_id,
            "status": status,
            "min_amount": min_amount,
            "max_amount": max_amount,
        }
        return self._caller.items(OPERATIONS["transfers.list"], models.TransfersListItem, given)

    def cancel(
        self,
        *,
        transfer_id: Optional[str] = None,
        reference_id: Optional[str] = None,
    ) -> models.TransfersCancelResult:
        """Cancel a transfer.

        Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval
        or for the hours of its rail. Once a bank has it, it cannot be cancelled. An extension of
        the classic contract.

        Repeated only when the server cannot have acted on it.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "transfer_id": transfer_id,
            "reference_id": reference_id,
        }
        return self._caller.call(OPERATIONS["transfers.cancel"], models.TransfersCancelResult, given)


class Loans:
    """``loans``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def disburse(
        self,
        *,
        amount: Amount,
        loan_id: str,
        service_charges: Sequence[inputs.LoansDisburseServiceCharges],
        bene_id: Optional[str] = None,
        bene_details: Optional[inputs.LoansDisburseBeneDetails] = None,
        transfer_mode: Optional[Literal["banktransfer", "imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"]] = None,
        remarks: Optional[str] = None,
        transfer_type: Optional[str] = None,
    ) -> models.LoansDisburseResult:
        """Disburse a co-lending loan.

        Takes the lender's share and yours by the agreed split, and pays the borrower the amount
        minus all service charges. A loan is all or nothing: if either ledger cannot cover its
        share, neither is debited. Get the loan like any other transfer, with `loan_id` as
        `transfer_id`. Money that is not paid goes back to the ledgers it came from.

        Repeated only under the same id, which pays once.

        Args:
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            loan_id: Your ID for the loan and its transfer. The same ID always means the same
                loan.
            service_charges: What is deducted from the amount: up to 20 charges with names of
                your choice, or an empty list. The charge named `LENDER` goes to the lender, all
                others to you.
            bene_id: Your ID for the beneficiary: letters, digits and underscores.
            transfer_mode: With `banktransfer` we choose between IMPS, NEFT and RTGS.
            transfer_type: Ignored.

        Raises:
            OutcomeUnknownError: No answer; ask ``transfers.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "amount": amount,
            "loan_id": loan_id,
            "service_charges": service_charges,
            "bene_id": bene_id,
            "bene_details": bene_details,
            "transfer_mode": transfer_mode,
            "remarks": remarks,
            "transfer_type": transfer_type,
        }
        return self._caller.call(OPERATIONS["loans.disburse"], models.LoansDisburseResult, given)


class Recalls:
    """``recalls``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def request(
        self,
        *,
        reason: Literal["WRONG_BENEFICIARY", "WRONG_AMOUNT", "PAID_TWICE", "FRAUD", "OTHER"],
        transfer_id: Optional[str] = None,
        reference_id: Optional[str] = None,
        remarks: Optional[str] = None,
    ) -> models.RecallsRequestResult:
        """Request a recall.

        Asks the bank to return the money of a paid transfer. The bank asks the payee, and may
        refuse or not respond. Possible within 45 days of the payment, one request at a time. A
        transfer that was paid after it had failed can be recalled too. When the money comes back
        the transfer becomes REVERSED (one that was paid after it had failed stays FAILED) and the
        recall RETURNED. An extension of the classic contract.

        Repeated only when the server cannot have acted on it.

        Args:
            remarks: Printed in the letter to the bank.

        Raises:
            OutcomeUnknownError: No answer; ask ``recalls.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "reason": reason,
            "transfer_id": transfer_id,
            "reference_id": reference_id,
            "remarks": remarks,
        }
        return self._caller.call(OPERATIONS["recalls.request"], models.RecallsRequestResult, given)

    def get(
        self,
        *,
        recall_id: Optional[str] = None,
        transfer_id: Optional[str] = None,
        reference_id: Optional[str] = None,
    ) -> models.RecallsGetResult:
        """Get a recall.

        By `recall_id`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then
        RETURNED, REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes
        back later, the recall becomes RETURNED all the same. An extension of the classic contract.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "recall_id": recall_id,
            "transfer_id": transfer_id,
            "reference_id": reference_id,
        }
        return self._caller.call(OPERATIONS["recalls.get"], models.RecallsGetResult, given)

    def letter(
        self,
        *,
        id: str,
        format: Optional[Literal["text", "html"]] = None,
    ) -> AnsweredFile:
        """Download a recall letter.

        A letter to the bank with everything it needs, to print or e-mail. An extension of the
        classic contract.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `recall_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "id": id,
            "format": format,
        }
        return self._caller.call(OPERATIONS["recalls.letter"], AnsweredFile, given)

    def withdraw(
        self,
        *,
        recall_id: str,
    ) -> models.RecallsWithdrawResult:
        """Withdraw a recall.

        Tells the bank that you no longer want the money back. An extension of the classic contract.

        Repeated only when the server cannot have acted on it.

        Raises:
            OutcomeUnknownError: No answer; ask ``recalls.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "recall_id": recall_id,
        }
        return self._caller.call(OPERATIONS["recalls.withdraw"], models.RecallsWithdrawResult, given)


class Beneficiaries:
    """``beneficiaries``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        bene_id: str,
        phone: str,
        name: Optional[str] = None,
        email: Optional[str] = None,
        bank_account: Optional[str] = None,
        ifsc: Optional[str] = None,
        vpa: Optional[str] = None,
        address1: Optional[str] = None,
        address2: Optional[str] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        pincode: Optional[str] = None,
        card_no: Optional[str] = None,
        group: Optional[str] = None,
        purpose: Optional[str] = None,
    ) -> models.BeneficiariesCreateResult:
        """Add a beneficiary.

        Give a bank account with its IFSC, a UPI ID, or both. Give neither for a payee who is paid
        only to wallets: a phone number is enough. An address is optional. You can pay the
        beneficiary immediately. Bank details cannot be changed: remove the beneficiary and add it
        again. If your account has an approval policy for beneficiaries, the response is the same
        and the beneficiary has the status `APPROVAL_PENDING`: it cannot be paid until it is
        approved, and is removed if it is rejected.

        Repeated only when the server cannot have acted on it.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.
            phone: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens
                and brackets do not count.
            name: Not required for a payee who is paid only to wallets.
            email: Not required for a payee who is paid only to wallets.
            bank_account: Requires `ifsc`.
            vpa: UPI ID: letters, digits, dots and underscores; hyphens only before the @.
            city: Letters and spaces.
            state: Letters and spaces.
            card_no: A masked Visa or MasterCard number, never a full one.
            group: `DEFAULT` is the only active group.
            purpose: What you pay this beneficiary for, in your own words. An extension of the
                classic contract.

        Raises:
            OutcomeUnknownError: No answer; ask ``beneficiaries.get``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "bene_id": bene_id,
            "phone": phone,
            "name": name,
            "email": email,
            "bank_account": bank_account,
            "ifsc": ifsc,
            "vpa": vpa,
            "address1": address1,
            "address2": address2,
            "city": city,
            "state": state,
            "pincode": pincode,
            "card_no": card_no,
            "group": group,
            "purpose": purpose,
        }
        return self._caller.call(OPERATIONS["beneficiaries.create"], models.BeneficiariesCreateResult, given)

    def get(
        self,
        *,
        bene_id: str,
    ) -> models.BeneficiariesGetResult:
        """Get a beneficiary.

        Unknown values are empty strings; an unknown `pincode` is `0`. `status` is `VERIFIED`,
        `INVALID`, or `APPROVAL_PENDING` while the beneficiary waits for approval and cannot be
        paid.

        Changes nothing; repeated when no answer came.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bene_id": bene_id,
        }
        return self._caller.call(OPERATIONS["beneficiaries.get"], models.BeneficiariesGetResult, given)

    def find(
        self,
        *,
        bank_account: str,
        ifsc: str,
    ) -> models.BeneficiariesFindResult:
        """Find a beneficiary by bank account.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bank_account": bank_account,
            "ifsc": ifsc,
        }
        return self._caller.call(OPERATIONS["beneficiaries.find"], models.BeneficiariesFindResult, given)

    def list(
        self,
        *,
        max_return: Optional[int] = None,
        status: Optional[Literal["VERIFIED", "INVALID", "APPROVAL_PENDING"]] = None,
    ) -> Iterator[models.BeneficiariesListItem]:
        """List beneficiaries.

        An extension of the classic contract. Newest first, with the fields of Get a beneficiary;
        those that were removed are not listed. Pass `last_return_id` to get the next page.

        Changes nothing; repeated when no answer came.

        Args:
            status: Only beneficiaries with this status.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "max_return": max_return,
            "status": status,
        }
        return self._caller.items(OPERATIONS["beneficiaries.list"], models.BeneficiariesListItem, given)

    def remove(
        self,
        *,
        bene_id: str,
    ) -> models.BeneficiariesRemoveResult:
        """Remove a beneficiary.

        Transfers in progress continue. You can add the ID again. If your account has an approval
        policy for beneficiaries, the beneficiary stays until the removal is approved, and the
        response says so; one that is still waiting to be approved is removed immediately.

        Repeated only when the server cannot have acted on it.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.

        Raises:
            OutcomeUnknownError: No answer; ask ``beneficiaries.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "bene_id": bene_id,
        }
        return self._caller.call(OPERATIONS["beneficiaries.remove"], models.BeneficiariesRemoveResult, given)

    def list_transfers(
        self,
        *,
        bene_id: str,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        per_page: Optional[int] = None,
    ) -> Iterator[models.BeneficiariesListTransfersItem]:
        """List the transfers to a beneficiary.

        Newest first.

        Changes nothing; repeated when no answer came.

        Args:
            bene_id: Your ID for the beneficiary: letters, digits and underscores.
            start_date: Requires `end_date`.
            end_date: Before today (Indian time).

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bene_id": bene_id,
            "start_date": start_date,
            "end_date": end_date,
            "per_page": per_page,
        }
        return self._caller.items(OPERATIONS["beneficiaries.list_transfers"], models.BeneficiariesListTransfersItem, given)


class Validations:
    """``validations``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def bank_account(
        self,
        *,
        bank_account: str,
        ifsc: str,
        name: Optional[str] = None,
        phone: Optional[str] = None,
        remarks: Optional[str] = None,
    ) -> models.ValidationsBankAccountResult:
        """Verify a bank account and match the name.

        Checks with a bank immediately. No money is deposited. `city`, `branch` and `micr` are empty
        because the IFSC list that ships with the server has none.

        Repeated only when the server cannot have acted on it.

        Args:
            name: Compared with the name at the bank.
            phone: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens
                and brackets do not count.

        Raises:
            OutcomeUnknownError: No answer; ask ``balance.list_statement``.
            VitaranError: Refused with HTTP 400, 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bank_account": bank_account,
            "ifsc": ifsc,
            "name": name,
            "phone": phone,
            "remarks": remarks,
        }
        return self._caller.call(OPERATIONS["validations.bank_account"], models.ValidationsBankAccountResult, given)

    def upi(
        self,
        *,
        name: str,
        vpa: str,
    ) -> models.ValidationsUpiResult:
        """Verify a UPI ID.

        Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports
        that.

        Repeated only when the server cannot have acted on it.

        Raises:
            OutcomeUnknownError: No answer; ask ``balance.list_statement``.
            VitaranError: Refused with HTTP 400, 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "name": name,
            "vpa": vpa,
        }
        return self._caller.call(OPERATIONS["validations.upi"], models.ValidationsUpiResult, given)

    def start(
        self,
        *,
        bank_account: str,
        ifsc: str,
        name: Optional[str] = None,
        phone: Optional[str] = None,
        remarks: Optional[str] = None,
        user_id: Optional[str] = None,
    ) -> models.ValidationsStartResult:
        """Verify a bank account in the background.

        We ask a bank in the background, and retry for a while if it does not respond.

        Repeated only when the server cannot have acted on it.

        Args:
            name: Compared with the name at the bank.
            phone: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens
                and brackets do not count.
            user_id: Your ID.

        Raises:
            OutcomeUnknownError: No answer; ask ``validations.get``.
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bank_account": bank_account,
            "ifsc": ifsc,
            "name": name,
            "phone": phone,
            "remarks": remarks,
            "user_id": user_id,
        }
        return self._caller.call(OPERATIONS["validations.start"], models.ValidationsStartResult, given)

    def get(
        self,
        *,
        bv_ref_id: Optional[str] = None,
        user_id: Optional[str] = None,
    ) -> models.ValidationsGetResult:
        """Get the result of a background verification.

        Changes nothing; repeated when no answer came.

        Args:
            user_id: Your ID: returns the newest verification with it.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bv_ref_id": bv_ref_id,
            "user_id": user_id,
        }
        return self._caller.call(OPERATIONS["validations.get"], models.ValidationsGetResult, given)

    def start_bulk(
        self,
        *,
        bulk_validation_id: str,
        entries: Sequence[inputs.ValidationsStartBulkEntries],
    ) -> models.ValidationsStartBulkResult:
        """Verify many bank accounts in the background.

        A malformed entry fails on its own; its `message` says what is wrong.

        Repeated only when the server cannot have acted on it.

        Args:
            bulk_validation_id: Your ID.

        Raises:
            OutcomeUnknownError: No answer; ask ``validations.get_bulk``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "bulk_validation_id": bulk_validation_id,
            "entries": entries,
        }
        return self._caller.call(OPERATIONS["validations.start_bulk"], models.ValidationsStartBulkResult, given)

    def get_bulk(
        self,
        *,
        bulk_validation_id: Optional[str] = None,
        batch_transfer_id: Optional[str] = None,
        bank_account: Optional[str] = None,
        ifsc: Optional[str] = None,
    ) -> models.ValidationsGetBulkResult:
        """Get the results of a bulk verification.

        Entries are keyed by account number and IFSC. Without `bulk_validation_id`,
        `batch_transfer_id` is used as the ID; without either, the newest bulk verification is
        returned, as some clients expect.

        Changes nothing; repeated when no answer came.

        Args:
            bank_account: Only this account.
            ifsc: Only accounts with this IFSC.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "bulk_validation_id": bulk_validation_id,
            "batch_transfer_id": batch_transfer_id,
            "bank_account": bank_account,
            "ifsc": ifsc,
        }
        return self._caller.call(OPERATIONS["validations.get_bulk"], models.ValidationsGetBulkResult, given)


class Ifsc:
    """``ifsc``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        ifsc: str,
    ) -> models.IfscGetResult:
        """Look up an IFSC.

        Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city,
        state and branch are empty because the list has none. NEFT and RTGS are reported as live, as
        listed branches normally are.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "ifsc": ifsc,
        }
        return self._caller.call(OPERATIONS["ifsc.get"], models.IfscGetResult, given)


class Batches:
    """``batches``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        batch_transfer_id: str,
        batch_format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD"],
        batch: Sequence[inputs.BatchesCreateBatch],
        delete_bene: Optional[Literal[0, 1]] = None,
        payment_instrument_id: Optional[str] = None,
    ) -> models.BatchesCreateResult:
        """Create a batch.

        Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid
        row never rejects the others: getBatchTransferStatus gives its `failure_reason`. A payee
        without a beneficiary ID becomes a beneficiary, except for cards; rows with the same bank
        account pay the same beneficiary.

        Repeated only under the same id, which pays once.

        Args:
            batch: 1 to 500 rows.
            delete_bene: 1: a payee whose details are in a row replaces the beneficiary with the
                same ID. No effect on BENEFICIARY_ID and CARD.
            payment_instrument_id: The fund source that pays. Default: chosen by your shares;
                without shares, the wallet, or your only fund source.

        Raises:
            OutcomeUnknownError: No answer; ask ``batches.get``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "batch_transfer_id": batch_transfer_id,
            "batch_format": batch_format,
            "batch": batch,
            "delete_bene": delete_bene,
            "payment_instrument_id": payment_instrument_id,
        }
        return self._caller.call(OPERATIONS["batches.create"], models.BatchesCreateResult, given)

    def get(
        self,
        *,
        batch_transfer_id: str,
    ) -> models.BatchesGetResult:
        """Get a batch and its transfers.

        Rows are listed as soon as the batch is accepted, in the order you sent them.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "batch_transfer_id": batch_transfer_id,
        }
        return self._caller.call(OPERATIONS["batches.get"], models.BatchesGetResult, given)

    def upload(
        self,
        *,
        format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES"],
        file: Union[str, bytes],
        content_type: Literal["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-excel", "application/octet-stream"],
        name: Optional[str] = None,
        delete_bene: Optional[Literal["0", "1"]] = None,
        payment_instrument_id: Optional[str] = None,
        row_count: Optional[int] = None,
        amount: Optional[Amount] = None,
    ) -> models.BatchesUploadResult:
        """Upload a batch file.

        Pays up to 10,000 transfers, or adds beneficiaries, from a file. The request body is the
        file itself (.csv, .xlsx or .xls, up to 5 MB) with the columns of its template. In a
        workbook the first visible sheet is read; data on any other visible sheet is refused.
        Amounts may be written as people write them (₹1,25,000.00, Rs. 500/-). A cell that cannot be
        trusted (lost zeros, a formula, an amount that is shown otherwise than it is held, merged
        cells) or an invalid value fails only its own row, with the reason. Our extension of the
        contract.

        Repeated only when the server cannot have acted on it.

        Args:
            format: What the rows are: payments by format, or BENEFICIARIES to be added.
            file: The file's bytes, or its text.
            content_type: Of the file.
            name: Shown on the dashboard. Default: the format.
            delete_bene: 1: a payee whose details are in a row replaces the beneficiary with the
                same ID. No effect on BENEFICIARY_ID, CARD and BENEFICIARIES.
            payment_instrument_id: The fund source that pays. Default: chosen by your shares;
                without shares, the wallet, or your only fund source.
            row_count: How many rows you expect. If the file has another number, it is refused.
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.

        Raises:
            OutcomeUnknownError: No answer; ask ``batches.list``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "format": format,
            "file": file,
            "content_type": content_type,
            "name": name,
            "delete_bene": delete_bene,
            "payment_instrument_id": payment_instrument_id,
            "row_count": row_count,
            "amount": amount,
        }
        return self._caller.call(OPERATIONS["batches.upload"], models.BatchesUploadResult, given)

    def list(
        self,
        *,
        max_return: Optional[int] = None,
    ) -> Iterator[models.BatchesListItem]:
        """List batches.

        An extension of the classic contract. Newest first; pass `last_return_id` to get the next
        page.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 429, 502, 503; ``sub_code`` says which.
        """
        given: Input = {
            "max_return": max_return,
        }
        return self._caller.items(OPERATIONS["batches.list"], models.BatchesListItem, given)

    def get_file(
        self,
        *,
        id: str,
        max_return: Optional[int] = None,
        last_return_id: Optional[str] = None,
    ) -> models.BatchesGetFileResult:
        """Get a batch with its totals and rows.

        An extension of the classic contract.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `batch_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "id": id,
            "max_return": max_return,
            "last_return_id": last_return_id,
        }
        return self._caller.call(OPERATIONS["batches.get_file"], models.BatchesGetFileResult, given)

    def list_rows(
        self,
        *,
        id: str,
        max_return: Optional[int] = None,
    ) -> Iterator[models.BatchesListRowsItem]:
        """Get a batch with its totals and rows.

        An extension of the classic contract.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `batch_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "id": id,
            "max_return": max_return,
        }
        return self._caller.items(OPERATIONS["batches.list_rows"], models.BatchesListRowsItem, given)

    def result(
        self,
        *,
        id: str,
        type: Optional[Literal["csv", "xls", "xlsx"]] = None,
    ) -> AnsweredFile:
        """Download the results of a batch.

        A file with every row and its outcome. Of account numbers it has the last four characters.
        While the batch is in progress it shows the outcomes so far. Our extension of the contract.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `batch_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "id": id,
            "type": type,
        }
        return self._caller.call(OPERATIONS["batches.result"], AnsweredFile, given)

    def retry_failed(
        self,
        *,
        id: str,
    ) -> models.BatchesRetryFailedResult:
        """Retry the failed rows of a batch.

        Creates a new batch from the failed rows. Rows with wrong values are left out, as they would
        fail again. A row that already has a transfer gets a new transfer ID, `<transfer_id>_r2`. A
        row is paid once even if you retry the batch twice. Card rows are never retried: their
        tokens were issued for one payment. Our extension of the contract.

        Repeated only when the server cannot have acted on it.

        Args:
            id: The `batch_id`.

        Raises:
            OutcomeUnknownError: No answer; ask ``batches.list``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "id": id,
        }
        return self._caller.call(OPERATIONS["batches.retry_failed"], models.BatchesRetryFailedResult, given)

    def template(
        self,
        *,
        format: Literal["BENEFICIARY_ID", "BANK_ACCOUNT", "UPI", "PAYTM", "AMAZONPAY", "CARD", "BENEFICIARIES"],
        type: Optional[Literal["csv", "xls", "xlsx"]] = None,
    ) -> AnsweredFile:
        """Download a batch template.

        The header row, without data. An extension of the classic contract.

        Changes nothing; repeated when no answer came.

        Args:
            format: What the rows are: payments by format, or BENEFICIARIES to be added.

        Raises:
            VitaranError: Refused with HTTP 403, 409, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "format": format,
            "type": type,
        }
        return self._caller.call(OPERATIONS["batches.template"], AnsweredFile, given)


class Cashgrams:
    """``cashgrams``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        cashgram_id: str,
        name: str,
        phone: str,
        link_expiry: str,
        amount: Amount,
        email: Optional[str] = None,
        remarks: Optional[str] = None,
        notify_customer: Optional[Literal[0, 1]] = None,
        validate_account: Optional[Literal[0, 1]] = None,
        payout_type: Optional[str] = None,
        description: Optional[str] = None,
    ) -> models.CashgramsCreateResult:
        """Create a payout link.

        The payee opens the link, confirms who they are with a one-time password and chooses where
        the money goes. No money is held: the available balance must cover the amount now, and is
        checked again when the payee claims.

        Repeated only under the same id, which pays once.

        Args:
            cashgram_id: Your ID for the link: at most 35 letters, digits, hyphens and
                underscores.
            phone: Where we send the payee's code. With fewer than ten digits the code goes to
                `email`, which is then required.
            link_expiry: The last day (Indian time) on which the link works: from today to 30
                days ahead.
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            remarks: Shown to the payee.
            notify_customer: 1: the payee gets a message with the link, and a reminder on the
                day before the last.
            validate_account: 1: the name at the payee's bank must match the payee's name.
            payout_type: Accepted for compatibility; not used.
            description: Accepted for compatibility; not used.

        Raises:
            OutcomeUnknownError: No answer; ask ``cashgrams.get``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "cashgram_id": cashgram_id,
            "name": name,
            "phone": phone,
            "link_expiry": link_expiry,
            "amount": amount,
            "email": email,
            "remarks": remarks,
            "notify_customer": notify_customer,
            "validate_account": validate_account,
            "payout_type": payout_type,
            "description": description,
        }
        return self._caller.call(OPERATIONS["cashgrams.create"], models.CashgramsCreateResult, given)

    def get(
        self,
        *,
        cashgram_id: str,
    ) -> models.CashgramsGetResult:
        """Get a payout link.

        Changes nothing; repeated when no answer came.

        Args:
            cashgram_id: Your ID for the link: at most 35 letters, digits, hyphens and
                underscores.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "cashgram_id": cashgram_id,
        }
        return self._caller.call(OPERATIONS["cashgrams.get"], models.CashgramsGetResult, given)

    def deactivate(
        self,
        *,
        cashgram_id: str,
    ) -> models.CashgramsDeactivateResult:
        """Deactivate a payout link.

        Possible before the payee claims, or after a claim that failed. While a claim is in progress
        the response is 412, because the money may be leaving; after the link has ended it is 404.

        Repeated only when the server cannot have acted on it.

        Args:
            cashgram_id: Your ID for the link: at most 35 letters, digits, hyphens and
                underscores.

        Raises:
            OutcomeUnknownError: No answer; ask ``cashgrams.get``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "cashgram_id": cashgram_id,
        }
        return self._caller.call(OPERATIONS["cashgrams.deactivate"], models.CashgramsDeactivateResult, given)


class Balance:
    """``balance``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        payment_instrument_id: Optional[str] = None,
    ) -> models.BalanceGetResult:
        """Get a balance.

        `available_balance` is `balance` minus what is held for transfers in progress.

        Changes nothing; repeated when no answer came.

        Args:
            payment_instrument_id: The fund source; the wallet by default.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "payment_instrument_id": payment_instrument_id,
        }
        return self._caller.call(OPERATIONS["balance.get"], models.BalanceGetResult, given)

    def get_statement(
        self,
        *,
        payment_instrument_id: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
    ) -> models.BalanceGetStatementResult:
        """Get an account statement.

        An extension of the classic contract. Transfers, credits, reversals, withdrawals,
        verification charges and internal transfers, oldest first; each `balance` is the available
        balance right after the entry. Money from an account other than the registered one does not
        count: it is listed with its refund and changes no balance. To add money, send a bank
        transfer to the fund source's `account_number` and `ifsc`.

        Changes nothing; repeated when no answer came.

        Args:
            payment_instrument_id: The fund source; the wallet by default.
            start_date: Default: 29 days before `end_date`.
            end_date: At most 29 days after `start_date`. Default: today (Indian time).

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "payment_instrument_id": payment_instrument_id,
            "start_date": start_date,
            "end_date": end_date,
            "page": page,
            "per_page": per_page,
        }
        return self._caller.call(OPERATIONS["balance.get_statement"], models.BalanceGetStatementResult, given)

    def list_statement(
        self,
        *,
        payment_instrument_id: Optional[str] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        per_page: Optional[int] = None,
    ) -> Iterator[models.BalanceListStatementItem]:
        """Get an account statement.

        An extension of the classic contract. Transfers, credits, reversals, withdrawals,
        verification charges and internal transfers, oldest first; each `balance` is the available
        balance right after the entry. Money from an account other than the registered one does not
        count: it is listed with its refund and changes no balance. To add money, send a bank
        transfer to the fund source's `account_number` and `ifsc`.

        Changes nothing; repeated when no answer came.

        Args:
            payment_instrument_id: The fund source; the wallet by default.
            start_date: Default: 29 days before `end_date`.
            end_date: At most 29 days after `start_date`. Default: today (Indian time).

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "payment_instrument_id": payment_instrument_id,
            "start_date": start_date,
            "end_date": end_date,
            "per_page": per_page,
        }
        return self._caller.items(OPERATIONS["balance.list_statement"], models.BalanceListStatementItem, given)

    def set_threshold(
        self,
        *,
        minimum_balance: Amount,
        notify: Optional[Literal[0, 1]] = None,
        payment_instrument_id: Optional[str] = None,
    ) -> models.BalanceSetThresholdResult:
        """Set a low balance threshold.

        An extension of the classic contract. With `notify`, LOW_BALANCE_ALERT is sent once when the
        available balance drops below the threshold, and again only after the balance has recovered.

        Repeated only when the server cannot have acted on it.

        Args:
            minimum_balance: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most
                two decimals, never a float.
            payment_instrument_id: The fund source; the wallet by default.

        Raises:
            OutcomeUnknownError: No answer; ask ``balance.get_statement``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "minimum_balance": minimum_balance,
            "notify": notify,
            "payment_instrument_id": payment_instrument_id,
        }
        return self._caller.call(OPERATIONS["balance.set_threshold"], models.BalanceSetThresholdResult, given)

    def transfer_internally(
        self,
        *,
        amount: Amount,
        recharge_account: Optional[str] = None,
        transfer_id: Optional[str] = None,
        payment_instrument_id: Optional[str] = None,
        to_payment_instrument_id: Optional[str] = None,
        remarks: Optional[str] = None,
    ) -> models.BalanceTransferInternallyResult:
        """Move money between your own fund sources.

        From the wallet to the fund source with the account number `recharge_account`, or in v1.2
        between any two fund sources by ID. The transfer is immediate and free. It is refused if
        money would first have to move between banks: recharge that fund source instead. Sending the
        same `transfer_id` again moves nothing and gets the same response.

        Repeated only when the server cannot have acted on it.

        Args:
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.
            recharge_account: The account number of the fund source.
            transfer_id: Default: generated by us.

        Raises:
            OutcomeUnknownError: No answer; ask ``balance.list_statement``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "amount": amount,
            "recharge_account": recharge_account,
            "transfer_id": transfer_id,
            "payment_instrument_id": payment_instrument_id,
            "to_payment_instrument_id": to_payment_instrument_id,
            "remarks": remarks,
        }
        return self._caller.call(OPERATIONS["balance.transfer_internally"], models.BalanceTransferInternallyResult, given)

    def withdraw(
        self,
        *,
        withdrawal_id: str,
        amount: Amount,
        remarks: Optional[str] = None,
    ) -> models.BalanceWithdrawResult:
        """Withdraw to your business account.

        From the wallet to the registered business bank account, at most three times a day (Indian
        time). The money leaves the wallet immediately and is paid by NEFT between 8:00 and 18:45 on
        working days; a withdrawal cannot be cancelled. Sending the same `withdrawal_id` again makes
        no second withdrawal and returns the current state of the first, with its UTR once it is
        paid. Every response also has its code as `statusCode`.

        Repeated only when the server cannot have acted on it.

        Args:
            amount: Rupees as text ("1243.50") or Decimal, or Paise(124350); at most two
                decimals, never a float.

        Raises:
            OutcomeUnknownError: No answer; ask ``balance.list_statement``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "withdrawal_id": withdrawal_id,
            "amount": amount,
            "remarks": remarks,
        }
        return self._caller.call(OPERATIONS["balance.withdraw"], models.BalanceWithdrawResult, given)


class Incidents:
    """``incidents``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        status: Optional[Literal["RESOLVED", "UNRESOLVED", "ALL"]] = None,
        start_time: Optional[str] = None,
        end_time: Optional[str] = None,
        entity_code: Optional[str] = None,
    ) -> Iterator[models.IncidentsListItem]:
        """List incidents of beneficiaries' banks.

        Incidents that overlap the range, and those planned for it, ordered by start. Times are in
        IST. The range is today by default.

        Changes nothing; repeated when no answer came.

        Args:
            start_time: Default: today 00:00:00. At most 90 days from now.
            end_time: Default: today 23:59:59. At most 7 days after `start_time`.
            entity_code: Only this bank or handle.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "status": status,
            "start_time": start_time,
            "end_time": end_time,
            "entity_code": entity_code,
        }
        return self._caller.items(OPERATIONS["incidents.list"], models.IncidentsListItem, given)


class Downtimes:
    """``downtimes``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        status: Optional[Literal["ACTIVE", "UPCOMING", "RESOLVED", "ALL"]] = None,
        payment_instrument_id: Optional[str] = None,
    ) -> Iterator[models.DowntimesListItem]:
        """List downtimes of your fund sources.

        An extension of the classic contract. Incidents of the banks behind your fund sources,
        newest first: unscheduled ones for 15 days after they start, scheduled ones until 7 days
        after they end. The fields match the webhook FUND_SOURCE_INCIDENT. For incidents of
        beneficiaries' banks see `incidents`.

        Changes nothing; repeated when no answer came.

        Args:
            payment_instrument_id: Only this fund source.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 422, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "status": status,
            "payment_instrument_id": payment_instrument_id,
        }
        return self._caller.items(OPERATIONS["downtimes.list"], models.DowntimesListItem, given)


class Reports:
    """``reports``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def request(
        self,
        *,
        type: Literal["transfer", "pending_transfer", "flowgram", "account_statement", "reversed_transfers"],
        start_date: str,
        end_date: str,
        format: Optional[Literal["csv", "xlsx", "xls"]] = None,
        name: Optional[str] = None,
        columns: Optional[Sequence[str]] = None,
        payment_instrument_id: Optional[str] = None,
    ) -> models.ReportsRequestResult:
        """Create a report.

        An extension of the classic contract. The file is created in the background: get
        `/reports/{id}` until it is READY. At most 30 days, in Indian time, including the first and
        the last. Columns by type: `transfer`: transfer_id, reference_id, bene_id, beneName, phone,
        bank_account, ifsc, vpa, card, amount, fee, tax, transfer_mode, rail, status, acknowledged,
        utr, reason, remarks, payment_instrument_id, bank, added_on, sentOn, processed_on;
        `pending_transfer`: transfer_id, reference_id, bene_id, beneName, phone, bank_account, ifsc,
        vpa, card, amount, fee, tax, transfer_mode, rail, status, waitsFor, utr, remarks,
        payment_instrument_id, bank, added_on, sentOn; `flowgram`: cashgram_id, reference_id,
        amount, name, phone, email, status, reason, transferReferenceId, utr, remarks, added_on,
        expires_on, ended_on; `account_statement`: date, type, transfer_id, reference_id, utr,
        remarks, debit, credit, charges, notCounted, balance; `reversed_transfers`: reversedOn,
        transfer_id, reference_id, bene_id, beneName, phone, bank_account, ifsc, vpa, card, amount,
        fee, tax, transfer_mode, rail, status, reason, utr, returnUtr, remarks,
        payment_instrument_id, bank, added_on, sentOn, daysTaken.

        Repeated only when the server cannot have acted on it.

        Args:
            name: Default: the name of the type.
            columns: In the order of the file, as a list or separated by commas. Default: all.
            payment_instrument_id: For an account statement: the fund source. Default: the
                wallet.

        Raises:
            OutcomeUnknownError: No answer; ask ``reports.list``.
            VitaranError: Refused with HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "type": type,
            "start_date": start_date,
            "end_date": end_date,
            "format": format,
            "name": name,
            "columns": columns,
            "payment_instrument_id": payment_instrument_id,
        }
        return self._caller.call(OPERATIONS["reports.request"], models.ReportsRequestResult, given)

    def list(
        self,
        *,
        max_return: Optional[int] = None,
    ) -> Iterator[models.ReportsListItem]:
        """List reports.

        An extension of the classic contract. Newest first; pass `last_return_id` to get the next
        page.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 429, 502, 503; ``sub_code`` says which.
        """
        given: Input = {
            "max_return": max_return,
        }
        return self._caller.items(OPERATIONS["reports.list"], models.ReportsListItem, given)

    def get(
        self,
        *,
        id: str,
    ) -> models.ReportsGetResult:
        """Get a report.

        An extension of the classic contract.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `report_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 412, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {
            "id": id,
        }
        return self._caller.call(OPERATIONS["reports.get"], models.ReportsGetResult, given)

    def file(
        self,
        *,
        id: str,
    ) -> AnsweredFile:
        """Download a report.

        An extension of the classic contract. Files are kept for seven days; `Repr-Digest` holds the
        SHA-256. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.

        Changes nothing; repeated when no answer came.

        Args:
            id: The `report_id`.

        Raises:
            VitaranError: Refused with HTTP 403, 404, 409, 410, 412, 429, 502, 503; ``sub_code``
                says which.
        """
        given: Input = {
            "id": id,
        }
        return self._caller.call(OPERATIONS["reports.file"], AnsweredFile, given)


class Notifications:
    """``notifications``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(self) -> Iterator[models.NotificationsListItem]:
        """Get e-mail notification settings.

        An extension of the classic contract. Every category, whether it is on, and its recipients.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 429, 502, 503; ``sub_code`` says which.
        """
        given: Input = {}
        return self._caller.items(OPERATIONS["notifications.list"], models.NotificationsListItem, given)

    def set_enabled(
        self,
        *,
        category: str,
        enabled: Literal[0, 1],
    ) -> models.NotificationsSetEnabledResult:
        """Turn e-mail notifications on or off.

        An extension of the classic contract. The recipients are kept.

        Repeated only when the server cannot have acted on it.

        Args:
            category: A category from `GET /notifications`.

        Raises:
            OutcomeUnknownError: No answer; ask ``notifications.list``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "category": category,
            "enabled": enabled,
        }
        return self._caller.call(OPERATIONS["notifications.set_enabled"], models.NotificationsSetEnabledResult, given)

    def set_recipients(
        self,
        *,
        category: str,
        recipients: Sequence[str],
    ) -> models.NotificationsSetRecipientsResult:
        """Set the recipients of e-mail notifications.

        An extension of the classic contract. Replaces the current recipients; an empty list removes
        all of them.

        Repeated only when the server cannot have acted on it.

        Args:
            category: A category from `GET /notifications`.
            recipients: E-mail addresses, as a list or separated by commas; at most ten per
                category.

        Raises:
            OutcomeUnknownError: No answer; ask ``notifications.list``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "category": category,
            "recipients": recipients,
        }
        return self._caller.call(OPERATIONS["notifications.set_recipients"], models.NotificationsSetRecipientsResult, given)

    def add_recipients(
        self,
        *,
        category: str,
        recipients: Sequence[str],
    ) -> models.NotificationsAddRecipientsResult:
        """Add recipients of e-mail notifications.

        An extension of the classic contract. Adds all of them, or none if that would make more than
        ten.

        Repeated only when the server cannot have acted on it.

        Args:
            category: A category from `GET /notifications`.
            recipients: E-mail addresses, as a list or separated by commas; at most ten per
                category.

        Raises:
            OutcomeUnknownError: No answer; ask ``notifications.list``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "category": category,
            "recipients": recipients,
        }
        return self._caller.call(OPERATIONS["notifications.add_recipients"], models.NotificationsAddRecipientsResult, given)

    def remove_recipient(
        self,
        *,
        category: str,
        recipient: str,
    ) -> models.NotificationsRemoveRecipientResult:
        """Remove a recipient of e-mail notifications.

        An extension of the classic contract.

        Repeated only when the server cannot have acted on it.

        Args:
            category: A category from `GET /notifications`.

        Raises:
            OutcomeUnknownError: No answer; ask ``notifications.list``.
            VitaranError: Refused with HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503;
                ``sub_code`` says which.
        """
        given: Input = {
            "category": category,
            "recipient": recipient,
        }
        return self._caller.call(OPERATIONS["notifications.remove_recipient"], models.NotificationsRemoveRecipientResult, given)


class Tokens:
    """``tokens``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def verify(self) -> models.TokensVerifyResult:
        """Verify a token.

        Changes nothing; repeated when no answer came.

        Raises:
            VitaranError: Refused with HTTP 403, 412, 413, 429, 502, 503; ``sub_code`` says
                which.
        """
        given: Input = {}
        return self._caller.call(OPERATIONS["tokens.verify"], models.TokensVerifyResult, given)


class Nouns:
    """Every noun."""

    def __init__(self, caller: Caller) -> None:
        self.transfers = Transfers(caller)
        self.loans = Loans(caller)
        self.recalls = Recalls(caller)
        self.beneficiaries = Beneficiaries(caller)
        self.validations = Validations(caller)
        self.ifsc = Ifsc(caller)
        self.batches = Batches(caller)
        self.cashgrams = Cashgrams(caller)
        self.balance = Balance(caller)
        self.incidents = Incidents(caller)
        self.downtimes = Downtimes(caller)
        self.reports = Reports(caller)
        self.notifications = Notifications(caller)
        self.tokens = Tokens(caller)
