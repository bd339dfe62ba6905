<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `validations`. */
final class Validations
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Verify a bank account and match the name.
     *
     * Checks with a bank immediately. No money is deposited. `city`, `branch` and `micr` are empty because the IFSC
     * list that ships with the server has none.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `name`: Compared with the name at the bank.
     * - `phone`: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
     *   count.
     *
     * Answers:
     * - `accountStatusCode`: One of ACCOUNT_IS_VALID, INVALID_BANK_ACCOUNT, INVALID_IFSC_FAIL, ACCOUNT_BLOCKED,
     *   NRE_ACCOUNT_FAIL.
     * - `refId`: Our ID of the verification.
     * - `utr`: The bank's reference; absent if no account was found.
     * - `nameMatchScore`: How well the names match; absent if you gave no name, or one that cannot be compared: then
     *   compare nameAtBank.
     * - `nameMatchResult`: One of DIRECT_MATCH, GOOD_PARTIAL_MATCH, MODERATE_PARTIAL_MATCH, POOR_PARTIAL_MATCH,
     *   NO_MATCH.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bankAccount: string,
     *     ifsc: string,
     *     name?: string,
     *     phone?: string,
     *     remarks?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     accountStatus?: 'VALID'|'INVALID',
     *     accountStatusCode?: string,
     *     nameAtBank: string,
     *     amountDeposited: string,
     *     refId: string,
     *     bankName: string,
     *     utr?: string,
     *     city: string,
     *     branch: string,
     *     micr: int,
     *     nameMatchScore?: 100|85|61|55|14,
     *     nameMatchResult?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `balance.listStatement`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 412, 422, 429, 502, 503
     */
    public function bankAccount(array $input): array
    {
        return $this->calls->call('validations.bankAccount', $input);
    }

    /**
     * Verify a UPI ID.
     *
     * Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports that.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     name: string,
     *     vpa: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     nameAtBank?: string,
     *     accountExists: 'YES'|'NO',
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `balance.listStatement`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 412, 422, 429, 502, 503
     */
    public function upi(array $input): array
    {
        return $this->calls->call('validations.upi', $input);
    }

    /**
     * Verify a bank account in the background.
     *
     * We ask a bank in the background, and retry for a while if it does not respond.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `name`: Compared with the name at the bank.
     * - `phone`: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
     *   count.
     * - `userId`: Your ID.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bankAccount: string,
     *     ifsc: string,
     *     name?: string,
     *     phone?: string,
     *     remarks?: string,
     *     userId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     bvRefId: int,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `validations.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function start(array $input): array
    {
        return $this->calls->call('validations.start', $input);
    }

    /**
     * Get the result of a background verification.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `userId`: Your ID: returns the newest verification with it.
     *
     * Answers:
     * - `nameMatchScore`: How well the names match; absent if you gave no name, or one that cannot be compared: then
     *   compare nameAtBank.
     * - `nameMatchResult`: One of DIRECT_MATCH, GOOD_PARTIAL_MATCH, MODERATE_PARTIAL_MATCH, POOR_PARTIAL_MATCH,
     *   NO_MATCH.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bvRefId?: string,
     *     userId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     bvRefId: int,
     *     bankAccount: string,
     *     ifsc: string,
     *     nameAtBank?: string,
     *     accountExists?: 'YES'|'NO',
     *     utr?: string,
     *     nameMatchScore?: 100|85|61|55|14,
     *     nameMatchResult?: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function get(array $input = []): array
    {
        return $this->calls->call('validations.get', $input);
    }

    /**
     * Verify many bank accounts in the background.
     *
     * A malformed entry fails on its own; its `message` says what is wrong.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `bulkValidationId`: Your ID.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bulkValidationId: string,
     *     entries: list<array{
     *         name: string,
     *         phone: string,
     *         bankAccount: string,
     *         ifsc: string,
     *     }>,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     bulkValidationId: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `validations.getBulk`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function startBulk(array $input): array
    {
        return $this->calls->call('validations.startBulk', $input);
    }

    /**
     * Get the results of a bulk verification.
     *
     * Entries are keyed by account number and IFSC. Without `bulkValidationId`, `batchTransferId` is used as the ID;
     * without either, the newest bulk verification is returned, as some clients expect.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `bankAccount`: Only this account.
     * - `ifsc`: Only accounts with this IFSC.
     *
     * Answers:
     * - `entries[].accountExists`: Absent until it is known.
     * - `entries[].nameMatchScore`: How well the names match; absent if you gave no name, or one that cannot be
     *   compared: then compare nameAtBank.
     * - `entries[].nameMatchResult`: One of DIRECT_MATCH, GOOD_PARTIAL_MATCH, MODERATE_PARTIAL_MATCH,
     *   POOR_PARTIAL_MATCH, NO_MATCH.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bulkValidationId?: string,
     *     batchTransferId?: string,
     *     bankAccount?: string,
     *     ifsc?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     bulkValidationId: string,
     *     entries: array<string, array{
     *         name?: string,
     *         phone?: string,
     *         bankAccount?: string,
     *         ifsc?: string,
     *         accountExists?: 'YES'|'NO',
     *         nameAtBank?: string,
     *         amountDeposited?: string,
     *         utr?: string,
     *         refId?: string,
     *         message?: string,
     *         nameMatchScore?: 100|85|61|55|14,
     *         nameMatchResult?: string,
     *     }>,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function getBulk(array $input = []): array
    {
        return $this->calls->call('validations.getBulk', $input);
    }
}
