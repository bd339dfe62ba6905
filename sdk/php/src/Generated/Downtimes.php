<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `downtimes`. */
final class Downtimes
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * List downtimes of your fund sources.
     *
     * An extension of the classic contract. Incidents of the banks behind your fund sources, newest first:
     * unscheduled ones for 15 days after they start, scheduled ones until 7 days after they end. The fields match the
     * webhook FUND_SOURCE_INCIDENT. For incidents of beneficiaries' banks see `incidents`.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `paymentInstrumentId`: Only this fund source.
     *
     * Goes through:
     * - `fundSources`: Fund sources that pay through this bank.
     * - `startedAt`: When it began, or will begin (Indian time).
     * - `endsAt`: The announced end; empty if none was announced.
     * - `resolvedAt`: Empty until it is over.
     *
     * @param array{
     *     status?: 'ACTIVE'|'UPCOMING'|'RESOLVED'|'ALL',
     *     paymentInstrumentId?: string,
     * } $input
     * @return \Generator<int, array{
     *     id: int,
     *     fundSources: list<array{
     *         paymentInstrumentId: string,
     *         name: string,
     *     }>,
     *     bankId: string,
     *     bankName: string,
     *     incidentType: 'SCHEDULED'|'UNSCHEDULED',
     *     mode: 'IMPS'|'NEFT'|'RTGS'|'UPI'|'PAYTM'|'AMAZONPAY'|'CARD',
     *     startedAt: string,
     *     endsAt: string,
     *     resolvedAt: string,
     *     status: 'ACTIVE'|'UPCOMING'|'RESOLVED',
     *     severity: 'LOW'|'HIGH',
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 422, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('downtimes.list', $input);
    }
}
