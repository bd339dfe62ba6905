<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `beneficiaries`. */
final class Beneficiaries
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Add a beneficiary.
     *
     * Give a bank account with its IFSC, a UPI ID, or both. Give neither for a payee who is paid only to wallets: a
     * phone number is enough. An address is optional. You can pay the beneficiary immediately. Bank details cannot be
     * changed: remove the beneficiary and add it again. If your account has an approval policy for beneficiaries, the
     * response is the same and the beneficiary has the status `APPROVAL_PENDING`: it cannot be paid until it is
     * approved, and is removed if it is rejected.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     * - `name`: Not required for a payee who is paid only to wallets.
     * - `email`: Not required for a payee who is paid only to wallets.
     * - `phone`: An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
     *   count.
     * - `bankAccount`: Requires `ifsc`.
     * - `vpa`: UPI ID: letters, digits, dots and underscores; hyphens only before the @.
     * - `city`: Letters and spaces.
     * - `state`: Letters and spaces.
     * - `cardNo`: A masked Visa or MasterCard number, never a full one.
     * - `group`: `DEFAULT` is the only active group.
     * - `purpose`: What you pay this beneficiary for, in your own words. An extension of the classic contract.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneId: string,
     *     name?: string,
     *     email?: string,
     *     phone: string,
     *     bankAccount?: string,
     *     ifsc?: string,
     *     vpa?: string,
     *     address1?: string,
     *     address2?: string,
     *     city?: string,
     *     state?: string,
     *     pincode?: string,
     *     cardNo?: string,
     *     group?: string,
     *     purpose?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `beneficiaries.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function create(array $input): array
    {
        return $this->calls->call('beneficiaries.create', $input);
    }

    /**
     * Get a beneficiary.
     *
     * Unknown values are empty strings; an unknown `pincode` is `0`. `status` is `VERIFIED`, `INVALID`, or
     * `APPROVAL_PENDING` while the beneficiary waits for approval and cannot be paid.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     *
     * Answers:
     * - `purpose`: What you pay this beneficiary for; absent if you gave nothing.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneId: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     beneId: string,
     *     name: string,
     *     groupName: string,
     *     email: string,
     *     phone: string,
     *     address1: string,
     *     address2: string,
     *     city: string,
     *     state: string,
     *     pincode: string,
     *     bankAccount: string,
     *     ifsc: string,
     *     status: string,
     *     vpa: string,
     *     addedOn: string,
     *     maskedCard?: string|null,
     *     purpose?: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function get(array $input): array
    {
        return $this->calls->call('beneficiaries.get', $input);
    }

    /**
     * Find a beneficiary by bank account.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     bankAccount: string,
     *     ifsc: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     beneId: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function find(array $input): array
    {
        return $this->calls->call('beneficiaries.find', $input);
    }

    /**
     * List beneficiaries.
     *
     * An extension of the classic contract. Newest first, with the fields of Get a beneficiary; those that were
     * removed are not listed. Pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `status`: Only beneficiaries with this status.
     *
     * Goes through:
     * - `purpose`: What you pay this beneficiary for; absent if you gave nothing.
     *
     * @param array{
     *     maxReturn?: int,
     *     status?: 'VERIFIED'|'INVALID'|'APPROVAL_PENDING',
     * } $input
     * @return \Generator<int, array{
     *     beneId: string,
     *     name: string,
     *     groupName: string,
     *     email: string,
     *     phone: string,
     *     address1: string,
     *     address2: string,
     *     city: string,
     *     state: string,
     *     pincode: string,
     *     bankAccount: string,
     *     ifsc: string,
     *     status: string,
     *     vpa: string,
     *     addedOn: string,
     *     maskedCard?: string|null,
     *     purpose?: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('beneficiaries.list', $input);
    }

    /**
     * Remove a beneficiary.
     *
     * Transfers in progress continue. You can add the ID again. If your account has an approval policy for
     * beneficiaries, the beneficiary stays until the removal is approved, and the response says so; one that is still
     * waiting to be approved is removed immediately.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     beneId: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `beneficiaries.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function remove(array $input): array
    {
        return $this->calls->call('beneficiaries.remove', $input);
    }

    /**
     * List the transfers to a beneficiary.
     *
     * Newest first.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `beneId`: Your ID for the beneficiary: letters, digits and underscores.
     * - `startDate`: Requires `endDate`.
     * - `endDate`: Before today (Indian time).
     *
     * @param array{
     *     beneId: string,
     *     startDate?: string,
     *     endDate?: string,
     *     perPage?: int,
     * } $input
     * @return \Generator<int, array{
     *     transferDate: string,
     *     amount: string,
     *     mode: string,
     *     beneId: string,
     *     status: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function listTransfers(array $input): \Generator
    {
        return $this->calls->list('beneficiaries.listTransfers', $input);
    }
}
