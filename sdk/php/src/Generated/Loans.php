<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;
use Vitaran\Money;

/** The verbs of `loans`. */
final class Loans
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Disburse a co-lending loan.
     *
     * Takes the lender's share and yours by the agreed split, and pays the borrower the amount minus all service
     * charges. A loan is all or nothing: if either ledger cannot cover its share, neither is debited. Get the loan
     * like any other transfer, with `loanId` as `transferId`. Money that is not paid goes back to the ledgers it came
     * from.
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     * - `beneDetails.beneId`: Not looked up: we pay the details given here.
     * - `beneDetails.name`: Not required for a payee who is paid only to wallets.
     * - `beneDetails.email`: Not required for a payee who is paid only to wallets.
     * - `beneDetails.phone`: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets
     *   do not count.
     * - `beneDetails.vpa`: UPI ID: letters, digits, dots and underscores; hyphens only before the @.
     * - `beneDetails.city`: Letters and spaces.
     * - `beneDetails.state`: Letters and spaces.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `loanId`: Your ID for the loan and its transfer. The same ID always means the same loan.
     * - `transferMode`: With `banktransfer` we choose between IMPS, NEFT and RTGS.
     * - `serviceCharges`: What is deducted from the amount: up to 20 charges with names of your choice, or an empty
     *   list. The charge named `LENDER` goes to the lender, all others to you.
     * - `serviceCharges[].value`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a
     *   number.
     * - `transferType`: Ignored.
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
     *     beneId?: string,
     *     beneDetails?: array{
     *         beneId?: string,
     *         name: string,
     *         email: string,
     *         phone: string,
     *         bankAccount?: string,
     *         ifsc?: string,
     *         vpa?: string,
     *         address1?: string,
     *         address2?: string,
     *         city?: string,
     *         state?: string,
     *         pincode?: string,
     *     },
     *     amount: string|Money,
     *     loanId: string,
     *     transferMode?: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay'|'card',
     *     remarks?: string,
     *     serviceCharges: list<array{
     *         key: string,
     *         value: string|Money,
     *     }>,
     *     transferType?: string,
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
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function disburse(array $input): array
    {
        return $this->calls->call('loans.disburse', $input);
    }
}
