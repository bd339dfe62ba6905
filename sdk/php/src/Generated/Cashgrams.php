<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;
use Vitaran\Money;

/** The verbs of `cashgrams`. */
final class Cashgrams
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Create a payout link.
     *
     * The payee opens the link, confirms who they are with a one-time password and chooses where the money goes. No
     * money is held: the available balance must cover the amount now, and is checked again when the payee claims.
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `cashgramId`: Your ID for the link: at most 35 letters, digits, hyphens and underscores.
     * - `phone`: Where we send the payee's code. With fewer than ten digits the code goes to `email`, which is then
     *   required.
     * - `linkExpiry`: The last day (Indian time) on which the link works: from today to 30 days ahead.
     * - `remarks`: Shown to the payee.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `notifyCustomer`: 1: the payee gets a message with the link, and a reminder on the day before the last.
     * - `validateAccount`: 1: the name at the payee's bank must match the payee's name.
     * - `payoutType`: Accepted for compatibility; not used.
     * - `description`: Accepted for compatibility; not used.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     cashgramId: string,
     *     name: string,
     *     phone: string,
     *     email?: string,
     *     linkExpiry: string,
     *     remarks?: string,
     *     amount: string|Money,
     *     notifyCustomer?: 0|1,
     *     validateAccount?: 0|1,
     *     payoutType?: string,
     *     description?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId: int,
     *     cashgramLink: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `cashgrams.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function create(array $input): array
    {
        return $this->calls->call('cashgrams.create', $input);
    }

    /**
     * Get a payout link.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `cashgramId`: Your ID for the link: at most 35 letters, digits, hyphens and underscores.
     *
     * Answers:
     * - `cashgramStatus`: `FAILED`: the last claim was not paid; the payee can enter other details until the link
     *   expires. `EXPIRED` also covers a link that was deactivated or blocked: see `reason`.
     * - `reason`: Why it is FAILED or EXPIRED.
     * - `redeemRefId`: Our ID of the transfer that paid the link.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     cashgramId: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     cashgramStatus: 'ACTIVE'|'EXPIRED'|'PENDING'|'FAILED'|'REDEEMED'|'REVERSED',
     *     reason?: string,
     *     referenceId: int,
     *     cashgramId: string,
     *     cashgramLink: string,
     *     redeemRefId?: int,
     *     utr?: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function get(array $input): array
    {
        return $this->calls->call('cashgrams.get', $input);
    }

    /**
     * Deactivate a payout link.
     *
     * Possible before the payee claims, or after a claim that failed. While a claim is in progress the response is
     * 412, because the money may be leaving; after the link has ended it is 404.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `cashgramId`: Your ID for the link: at most 35 letters, digits, hyphens and underscores.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     cashgramId: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `cashgrams.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function deactivate(array $input): array
    {
        return $this->calls->call('cashgrams.deactivate', $input);
    }
}
