<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `notifications`. */
final class Notifications
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Get e-mail notification settings.
     *
     * An extension of the classic contract. Every category, whether it is on, and its recipients.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Goes through:
     * - `category`: The name that the other calls use.
     * - `recipients`: At most ten.
     *
     * @return \Generator<int, array{
     *     category: string,
     *     name: string,
     *     description: string,
     *     enabled: 0|1,
     *     recipients: list<string>,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 429, 502, 503
     */
    public function list(): \Generator
    {
        return $this->calls->list('notifications.list');
    }

    /**
     * Turn e-mail notifications on or off.
     *
     * An extension of the classic contract. The recipients are kept.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `category`: A category from `GET /notifications`.
     *
     * Answers:
     * - `category`: The name that the other calls use.
     * - `recipients`: At most ten.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     category: string,
     *     enabled: 0|1,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     category: string,
     *     name: string,
     *     description: string,
     *     enabled: 0|1,
     *     recipients: list<string>,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `notifications.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function setEnabled(array $input): array
    {
        return $this->calls->call('notifications.setEnabled', $input);
    }

    /**
     * Set the recipients of e-mail notifications.
     *
     * An extension of the classic contract. Replaces the current recipients; an empty list removes all of them.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `category`: A category from `GET /notifications`.
     * - `recipients`: E-mail addresses, as a list or separated by commas; at most ten per category.
     *
     * Answers:
     * - `category`: The name that the other calls use.
     * - `recipients`: At most ten.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     category: string,
     *     recipients: list<string>,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     category: string,
     *     name: string,
     *     description: string,
     *     enabled: 0|1,
     *     recipients: list<string>,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `notifications.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function setRecipients(array $input): array
    {
        return $this->calls->call('notifications.setRecipients', $input);
    }

    /**
     * Add recipients of e-mail notifications.
     *
     * An extension of the classic contract. Adds all of them, or none if that would make more than ten.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `category`: A category from `GET /notifications`.
     * - `recipients`: E-mail addresses, as a list or separated by commas; at most ten per category.
     *
     * Answers:
     * - `category`: The name that the other calls use.
     * - `recipients`: At most ten.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     category: string,
     *     recipients: list<string>,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     category: string,
     *     name: string,
     *     description: string,
     *     enabled: 0|1,
     *     recipients: list<string>,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `notifications.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function addRecipients(array $input): array
    {
        return $this->calls->call('notifications.addRecipients', $input);
    }

    /**
     * Remove a recipient of e-mail notifications.
     *
     * An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `category`: A category from `GET /notifications`.
     *
     * Answers:
     * - `category`: The name that the other calls use.
     * - `recipients`: At most ten.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     category: string,
     *     recipient: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     category: string,
     *     name: string,
     *     description: string,
     *     enabled: 0|1,
     *     recipients: list<string>,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `notifications.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function removeRecipient(array $input): array
    {
        return $this->calls->call('notifications.removeRecipient', $input);
    }
}
