<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;
use Vitaran\Money;

/** The verbs of `balance`. */
final class Balance
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Get a balance.
     *
     * `availableBalance` is `balance` minus what is held for transfers in progress.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `paymentInstrumentId`: The fund source; the wallet by default.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     paymentInstrumentId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     balance: string,
     *     availableBalance: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function get(array $input = []): array
    {
        return $this->calls->call('balance.get', $input);
    }

    /**
     * Get an account statement.
     *
     * An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges and
     * internal transfers, oldest first; each `balance` is the available balance right after the entry. Money from an
     * account other than the registered one does not count: it is listed with its refund and changes no balance. To
     * add money, send a bank transfer to the fund source's `accountNumber` and `ifsc`.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `paymentInstrumentId`: The fund source; the wallet by default.
     * - `startDate`: Default: 29 days before `endDate`.
     * - `endDate`: At most 29 days after `startDate`. Default: today (Indian time).
     *
     * Answers:
     * - `fundSource.accountNumber`: Money sent to this account is added to the fund source; absent if it has no bank
     *   account.
     * - `entries[].type`: One of TRANSFER, PAID_LATE, CREDIT, REVERSAL, WITHDRAWAL, VERIFICATION, INTERNAL_TRANSFER,
     *   LOAN, LOAN_CHARGES, UNREGISTERED_CREDIT, REFUND, ADJUSTMENT.
     * - `entries[].amount`: The amount without charges.
     * - `entries[].charges`: Fee and tax included in `debit` or `credit`.
     * - `entries[].balance`: The available balance right after this entry.
     * - `entries[].transferId`: Your ID of the transfer or withdrawal; empty if there is none.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     paymentInstrumentId?: string,
     *     startDate?: string,
     *     endDate?: string,
     *     page?: int,
     *     perPage?: int,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     fundSource: array{
     *         paymentInstrumentId: string,
     *         name: string,
     *         accountNumber?: string,
     *         ifsc?: string,
     *         balance: string,
     *         availableBalance: string,
     *         overdraftLimit: string,
     *         lowBalanceThreshold: string,
     *         notifyLowBalance: 0|1,
     *         lastRecharge?: string,
     *         lastWithdrawal?: string,
     *         lastInternalTransfer?: string,
     *     },
     *     openingBalance: string,
     *     closingBalance: string,
     *     totalEntries: int,
     *     entries: list<array{
     *         eventTime: string,
     *         type: string,
     *         amount: string,
     *         charges: string,
     *         debit: string,
     *         credit: string,
     *         balance: string,
     *         transferId: string,
     *         referenceId: string,
     *         utr: string,
     *         remarks: string,
     *     }>,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function getStatement(array $input = []): array
    {
        return $this->calls->call('balance.getStatement', $input);
    }

    /**
     * Get an account statement.
     *
     * An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges and
     * internal transfers, oldest first; each `balance` is the available balance right after the entry. Money from an
     * account other than the registered one does not count: it is listed with its refund and changes no balance. To
     * add money, send a bank transfer to the fund source's `accountNumber` and `ifsc`.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `paymentInstrumentId`: The fund source; the wallet by default.
     * - `startDate`: Default: 29 days before `endDate`.
     * - `endDate`: At most 29 days after `startDate`. Default: today (Indian time).
     *
     * Goes through:
     * - `type`: One of TRANSFER, PAID_LATE, CREDIT, REVERSAL, WITHDRAWAL, VERIFICATION, INTERNAL_TRANSFER, LOAN,
     *   LOAN_CHARGES, UNREGISTERED_CREDIT, REFUND, ADJUSTMENT.
     * - `amount`: The amount without charges.
     * - `charges`: Fee and tax included in `debit` or `credit`.
     * - `balance`: The available balance right after this entry.
     * - `transferId`: Your ID of the transfer or withdrawal; empty if there is none.
     *
     * @param array{
     *     paymentInstrumentId?: string,
     *     startDate?: string,
     *     endDate?: string,
     *     perPage?: int,
     * } $input
     * @return \Generator<int, array{
     *     eventTime: string,
     *     type: string,
     *     amount: string,
     *     charges: string,
     *     debit: string,
     *     credit: string,
     *     balance: string,
     *     transferId: string,
     *     referenceId: string,
     *     utr: string,
     *     remarks: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function listStatement(array $input = []): \Generator
    {
        return $this->calls->list('balance.listStatement', $input);
    }

    /**
     * Set a low balance threshold.
     *
     * An extension of the classic contract. With `notify`, LOW_BALANCE_ALERT is sent once when the available balance
     * drops below the threshold, and again only after the balance has recovered.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `minimumBalance`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `paymentInstrumentId`: The fund source; the wallet by default.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     minimumBalance: string|Money,
     *     notify?: 0|1,
     *     paymentInstrumentId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     paymentInstrumentId: string,
     *     minimumBalance: string,
     *     notify: 0|1,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `balance.getStatement`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function setThreshold(array $input): array
    {
        return $this->calls->call('balance.setThreshold', $input);
    }

    /**
     * Move money between your own fund sources.
     *
     * From the wallet to the fund source with the account number `rechargeAccount`, or in v1.2 between any two fund
     * sources by ID. The transfer is immediate and free. It is refused if money would first have to move between
     * banks: recharge that fund source instead. Sending the same `transferId` again moves nothing and gets the same
     * response.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `rechargeAccount`: The account number of the fund source.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `transferId`: Default: generated by us.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     rechargeAccount?: string,
     *     amount: string|Money,
     *     transferId?: string,
     *     paymentInstrumentId?: string,
     *     toPaymentInstrumentId?: string,
     *     remarks?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     transferId: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `balance.listStatement`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function transferInternally(array $input): array
    {
        return $this->calls->call('balance.transferInternally', $input);
    }

    /**
     * Withdraw to your business account.
     *
     * From the wallet to the registered business bank account, at most three times a day (Indian time). The money
     * leaves the wallet immediately and is paid by NEFT between 8:00 and 18:45 on working days; a withdrawal cannot
     * be cancelled. Sending the same `withdrawalId` again makes no second withdrawal and returns the current state of
     * the first, with its UTR once it is paid. Every response also has its code as `statusCode`.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     withdrawalId: string,
     *     amount: string|Money,
     *     remarks?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     withdrawalId: string,
     *     utr: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `balance.listStatement`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function withdraw(array $input): array
    {
        return $this->calls->call('balance.withdraw', $input);
    }
}
