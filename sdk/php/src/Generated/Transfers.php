<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;
use Vitaran\Money;

/** The verbs of `transfers`. */
final class Transfers
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Pay a beneficiary.
     *
     * Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5 seconds).
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `transferId`: Your ID for the transfer. The same ID always means the same transfer.
     * - `transferMode`: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID
     *   most recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
     * - `paymentInstrumentId`: The fund source that pays. Default: chosen by your shares; without shares, the wallet,
     *   or your only fund source.
     * - `processOn`: Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
     *   contract.
     * - `priority`: When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
     *   the contract.
     *
     * Answers:
     * - `referenceId`: Our ID of the transfer.
     * - `utr`: The bank's reference, once the transfer is paid.
     * - `acknowledged`: 1 once the beneficiary's bank has credited the money.
     * - `reason`: For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
     * - `description`: With `reason`: what happened to the money, and what to do.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneId: string,
     *     amount: string|Money,
     *     transferId: string,
     *     transferMode?: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay'|'card'|'phone',
     *     remarks?: string,
     *     paymentInstrumentId?: string,
     *     processOn?: string,
     *     priority?: int,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId?: string,
     *     utr?: string,
     *     acknowledged?: 0|1,
     *     reason?: string,
     *     description?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `transfers.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503
     */
    public function create(array $input): array
    {
        return $this->calls->call('transfers.create', $input);
    }

    /**
     * Pay a beneficiary asynchronously.
     *
     * Responds as soon as the request is stored. The outcome arrives by webhook and in getTransferStatus.
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `transferId`: Your ID for the transfer. The same ID always means the same transfer.
     * - `transferMode`: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID
     *   most recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
     * - `paymentInstrumentId`: The fund source that pays. Default: chosen by your shares; without shares, the wallet,
     *   or your only fund source.
     * - `processOn`: Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
     *   contract.
     * - `priority`: When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
     *   the contract.
     *
     * Answers:
     * - `referenceId`: Our ID of the transfer.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneId: string,
     *     amount: string|Money,
     *     transferId: string,
     *     transferMode?: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay'|'card'|'phone',
     *     remarks?: string,
     *     paymentInstrumentId?: string,
     *     processOn?: string,
     *     priority?: int,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `transfers.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 503
     */
    public function createAsync(array $input): array
    {
        return $this->calls->call('transfers.createAsync', $input);
    }

    /**
     * Pay without adding a beneficiary.
     *
     * Bank transfers require `bankAccount` and `ifsc`, UPI requires `vpa`, wallets and `phone` require `phone`; in
     * version 1.2 wallets require nothing else. Responds as soon as the bank does, or with PENDING after the
     * merchant's waiting time (5 seconds).
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `beneDetails.beneId`: Not looked up: we pay the details given here.
     * - `beneDetails.name`: Required, except for wallets, which require only `phone`.
     * - `beneDetails.email`: Not required for a payee who is paid only to wallets.
     * - `beneDetails.phone`: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets
     *   do not count.
     * - `beneDetails.vpa`: UPI ID: letters, digits, dots and underscores; hyphens only before the @.
     * - `beneDetails.city`: Letters and spaces.
     * - `beneDetails.state`: Letters and spaces.
     * - `transferMode`: With `banktransfer` we choose between IMPS, NEFT and RTGS. `phone` pays by UPI to the UPI ID
     *   most recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `transferId`: Your ID for the transfer. The same ID always means the same transfer.
     * - `paymentInstrumentId`: The fund source that pays. Default: chosen by your shares; without shares, the wallet,
     *   or your only fund source.
     * - `processOn`: Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
     *   contract.
     * - `priority`: When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of
     *   the contract.
     *
     * Answers:
     * - `referenceId`: Our ID of the transfer.
     * - `utr`: The bank's reference, once the transfer is paid.
     * - `acknowledged`: 1 once the beneficiary's bank has credited the money.
     * - `reason`: For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
     * - `description`: With `reason`: what happened to the money, and what to do.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneDetails: array{
     *         beneId?: string,
     *         name?: string,
     *         email?: string,
     *         phone?: string,
     *         bankAccount?: string,
     *         ifsc?: string,
     *         vpa?: string,
     *         address1?: string,
     *         address2?: string,
     *         city?: string,
     *         state?: string,
     *         pincode?: string,
     *     },
     *     transferMode: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay'|'card'|'phone',
     *     amount: string|Money,
     *     transferId: string,
     *     remarks?: string,
     *     paymentInstrumentId?: string,
     *     processOn?: string,
     *     priority?: int,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId?: string,
     *     utr?: string,
     *     acknowledged?: 0|1,
     *     reason?: string,
     *     description?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `transfers.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 503
     */
    public function createDirect(array $input): array
    {
        return $this->calls->call('transfers.createDirect', $input);
    }

    /**
     * Pay to a card.
     *
     * Takes a network token, never a card number: a token issued to you as token requestor, with the cryptogram for
     * this payment. An expired token is refused. The beneficiary's bank may take up to 48 hours to credit the card.
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `transferId`: Your ID for the transfer. The same ID always means the same transfer.
     * - `cryptogram`: Required for a token made of digits.
     *
     * Answers:
     * - `referenceId`: Our ID of the transfer.
     * - `utr`: The bank's reference, once the transfer is paid.
     * - `acknowledged`: 1 once the beneficiary's bank has credited the money.
     * - `reason`: For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
     * - `description`: With `reason`: what happened to the money, and what to do.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     amount: string|Money,
     *     transferId: string,
     *     remarks?: string,
     *     token: string,
     *     cardType: 'DEBIT'|'CREDIT',
     *     name?: string,
     *     networkType?: 'VISA'|'MASTERCARD',
     *     cryptogram?: string,
     *     tokenExpiry?: string,
     *     tokenPANSequenceNumber?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId?: string,
     *     utr?: string,
     *     acknowledged?: 0|1,
     *     reason?: string,
     *     description?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `transfers.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function createToCard(array $input): array
    {
        return $this->calls->call('transfers.createToCard', $input);
    }

    /**
     * Get a transfer.
     *
     * By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds for a
     * transfer that failed: check `data.transfer.status`. In v1.2, a QUEUED transfer that waits for money behind
     * another one names it in `waitsBehind`: transfers of a fund source are paid in their order.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `beneId`: Empty for a direct transfer.
     * - `status`: One of RECEIVED, APPROVAL_PENDING, QUEUED, PENDING, SUCCESS, FAILED, REJECTED, REVERSED.
     * - `addedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `processedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `reason`: Why the transfer was not paid, or was reversed. One of BANK_GATEWAY_ERROR, BENE_BANK_DECLINED,
     *   FAILED, INVALID_IFSC_FAIL, INVALID_ACCOUNT_FAIL, RETURNED_FROM_BENEFICIARY, INSUFFICIENT_BALANCE,
     *   IMPS_MODE_FAIL, RTGS_MODE_FAIL, REINITIALIZE_TRANSFER_LATER, NRE_ACCOUNT_FAIL, ACCOUNT_BLOCKED,
     *   DEST_LIMIT_REACHED, INVALID_MODE_FAIL, NPCI_UNAVAILABLE, BENEFICIARY_BANK_OFFLINE, INVALID_AMOUNT_FAIL,
     *   SUSPECTED_TRANSFER, BENE_NAME_DIFFERS, DISABLED_MODE, AMAZON_AMOUNT_EXCEED, BENEFICIARY_BLACKLISTED,
     *   PAYOUT_INACTIVE, INVALID_TRANSFER_AMOUNT, BENEFICIARY_NOT_EXIST, BENEFICIARY_INVALID_MODE,
     *   INVALID_BENE_ACCOUNT_OR_IFSC, INVALID_OR_NO_SUCH_ACCOUNT_TYPE, ANY_OTHER_REASON, CANCELLED,
     *   APPROVAL_REJECTED, APPROVAL_EXPIRED, PAID_AFTER_FAILURE, PAID_LATE_AND_RETURNED, PAID_TWICE.
     * - `description`: With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of
     *   a transfer that had failed, and what to do. An extension of the classic contract.
     * - `phone`: In v1.2.
     * - `paymentInstrumentId`: The fund source that pays; in v1.2.
     * - `waitsBehind.transferId`: Absent if it is a withdrawal.
     * - `nameMatchScore`: How well the names match; absent if you gave no name, or one that cannot be compared: then
     *   compare nameAtBank.
     * - `nameMatchResult`: One of DIRECT_MATCH, GOOD_PARTIAL_MATCH, MODERATE_PARTIAL_MATCH, POOR_PARTIAL_MATCH,
     *   NO_MATCH.
     *
     * @param array{
     *     transferId?: string,
     *     referenceId?: string,
     * } $input
     * @return array{
     *     transferId: string,
     *     referenceId: string,
     *     bankAccount?: string,
     *     ifsc?: string,
     *     beneId: string,
     *     amount: string,
     *     status: string,
     *     utr?: string,
     *     addedOn: string,
     *     processedOn: string,
     *     reason?: string,
     *     description?: string,
     *     transferMode: 'BANK'|'UPI'|'PAYTM'|'AMAZONPAY'|'CARD'|'phone',
     *     acknowledged: 0|1,
     *     vpa?: string,
     *     phone?: string,
     *     paymentInstrumentId?: string,
     *     waitsBehind?: array{
     *         transferId?: string,
     *         referenceId: string,
     *         amount: string,
     *     },
     *     nameMatchScore?: 100|85|61|55|14,
     *     nameMatchResult?: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function get(array $input = []): array
    {
        return $this->calls->call('transfers.get', $input);
    }

    /**
     * List transfers.
     *
     * In the order in which we accepted them. Pass `lastReturnId` to get the next page with the same filters; the
     * last page has none. The filters besides `date` extend the classic contract; a transfer matches all of them.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `date`: Only transfers of this day (Indian time).
     * - `startDate`: Only transfers of this day or later (Indian time).
     * - `endDate`: Only transfers of this day or earlier (Indian time).
     * - `transferId`: Only the transfer with this ID of yours.
     * - `beneId`: Only transfers to this beneficiary.
     * - `status`: Only transfers with this status. One of RECEIVED, APPROVAL_PENDING, QUEUED, PENDING, SUCCESS,
     *   FAILED, REJECTED, REVERSED.
     * - `minAmount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `maxAmount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     *
     * Goes through:
     * - `beneId`: Empty for a direct transfer.
     * - `status`: One of RECEIVED, APPROVAL_PENDING, QUEUED, PENDING, SUCCESS, FAILED, REJECTED, REVERSED.
     * - `addedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `processedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `description`: With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of
     *   a transfer that had failed, and what to do. An extension of the classic contract.
     * - `reason`: Why the transfer was not paid, or was reversed. One of BANK_GATEWAY_ERROR, BENE_BANK_DECLINED,
     *   FAILED, INVALID_IFSC_FAIL, INVALID_ACCOUNT_FAIL, RETURNED_FROM_BENEFICIARY, INSUFFICIENT_BALANCE,
     *   IMPS_MODE_FAIL, RTGS_MODE_FAIL, REINITIALIZE_TRANSFER_LATER, NRE_ACCOUNT_FAIL, ACCOUNT_BLOCKED,
     *   DEST_LIMIT_REACHED, INVALID_MODE_FAIL, NPCI_UNAVAILABLE, BENEFICIARY_BANK_OFFLINE, INVALID_AMOUNT_FAIL,
     *   SUSPECTED_TRANSFER, BENE_NAME_DIFFERS, DISABLED_MODE, AMAZON_AMOUNT_EXCEED, BENEFICIARY_BLACKLISTED,
     *   PAYOUT_INACTIVE, INVALID_TRANSFER_AMOUNT, BENEFICIARY_NOT_EXIST, BENEFICIARY_INVALID_MODE,
     *   INVALID_BENE_ACCOUNT_OR_IFSC, INVALID_OR_NO_SUCH_ACCOUNT_TYPE, ANY_OTHER_REASON, CANCELLED,
     *   APPROVAL_REJECTED, APPROVAL_EXPIRED, PAID_AFTER_FAILURE, PAID_LATE_AND_RETURNED, PAID_TWICE.
     *
     * @param array{
     *     maxReturn?: int,
     *     date?: string,
     *     startDate?: string,
     *     endDate?: string,
     *     transferId?: string,
     *     beneId?: string,
     *     status?: string,
     *     minAmount?: string|Money,
     *     maxAmount?: string|Money,
     * } $input
     * @return \Generator<int, array{
     *     transferId: string,
     *     referenceId: string,
     *     bankAccount: string,
     *     beneId: string,
     *     amount: string,
     *     status: string,
     *     utr: string,
     *     addedOn: string,
     *     processedOn: string,
     *     acknowledged: 0|1,
     *     description?: string,
     *     reason?: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('transfers.list', $input);
    }

    /**
     * Cancel a transfer.
     *
     * Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the hours
     * of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     transferId?: string,
     *     referenceId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     transferId: string,
     *     referenceId: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `transfers.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function cancel(array $input = []): array
    {
        return $this->calls->call('transfers.cancel', $input);
    }
}
