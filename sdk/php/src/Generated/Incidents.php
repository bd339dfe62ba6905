<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `incidents`. */
final class Incidents
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * List incidents of beneficiaries' banks.
     *
     * Incidents that overlap the range, and those planned for it, ordered by start. Times are in IST. The range is
     * today by default.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `startTime`: Default: today 00:00:00. At most 90 days from now.
     * - `endTime`: Default: today 23:59:59. At most 7 days after `startTime`.
     * - `entityCode`: Only this bank or handle.
     *
     * Goes through:
     * - `entity`: HANDLE: the part of a UPI ID after the @.
     * - `createdAt`: When it began, or will begin (Indian time).
     * - `resolvedAt`: Empty until it is over.
     * - `entityCode`: For a bank, the first four letters of its IFSCs.
     *
     * @param array{
     *     status?: 'RESOLVED'|'UNRESOLVED'|'ALL',
     *     startTime?: string,
     *     endTime?: string,
     *     entityCode?: string,
     * } $input
     * @return \Generator<int, array{
     *     id: int,
     *     type: 'BENEFICIARY',
     *     entity: 'BANK'|'HANDLE',
     *     mode: 'IMPS'|'NEFT'|'RTGS'|'UPI',
     *     createdAt: string,
     *     resolvedAt: string,
     *     isScheduled: bool,
     *     isResolved: bool,
     *     impact: 'LOW'|'HIGH',
     *     entityName: string,
     *     entityCode: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('incidents.list', $input);
    }
}
