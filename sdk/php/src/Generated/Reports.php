<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\AnsweredFile;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `reports`. */
final class Reports
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Create a report.
     *
     * An extension of the classic contract. The file is created in the background: get `/reports/{id}` until it is
     * READY. At most 30 days, in Indian time, including the first and the last. Columns by type: `transfer`:
     * transferId, referenceId, beneId, beneName, phone, bankAccount, ifsc, vpa, card, amount, fee, tax, transferMode,
     * rail, status, acknowledged, utr, reason, remarks, paymentInstrumentId, bank, addedOn, sentOn, processedOn;
     * `pending_transfer`: transferId, referenceId, beneId, beneName, phone, bankAccount, ifsc, vpa, card, amount,
     * fee, tax, transferMode, rail, status, waitsFor, utr, remarks, paymentInstrumentId, bank, addedOn, sentOn;
     * `flowgram`: cashgramId, referenceId, amount, name, phone, email, status, reason, transferReferenceId, utr,
     * remarks, addedOn, expiresOn, endedOn; `account_statement`: date, type, transferId, referenceId, utr, remarks,
     * debit, credit, charges, notCounted, balance; `reversed_transfers`: reversedOn, transferId, referenceId, beneId,
     * beneName, phone, bankAccount, ifsc, vpa, card, amount, fee, tax, transferMode, rail, status, reason, utr,
     * returnUtr, remarks, paymentInstrumentId, bank, addedOn, sentOn, daysTaken.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `type`: One of transfer, pending_transfer, flowgram, account_statement, reversed_transfers.
     * - `name`: Default: the name of the type.
     * - `columns`: In the order of the file, as a list or separated by commas. Default: all.
     * - `paymentInstrumentId`: For an account statement: the fund source. Default: the wallet.
     *
     * Answers:
     * - `type`: One of transfer, pending_transfer, flowgram, account_statement, reversed_transfers.
     * - `paymentInstrumentId`: For an account statement; otherwise empty.
     * - `status`: EXPIRED: the seven days for which we keep the file are over.
     * - `reason`: Why the report failed; otherwise empty.
     * - `rowCount`: While the report is being created: rows so far.
     * - `sha256`: SHA-256 of the file, in hexadecimal; empty until it is ready.
     * - `requestedOn`: Indian time; empty until it happens.
     * - `asOf`: The report covers everything recorded before this time (Indian time).
     * - `finishedOn`: Indian time; empty until it happens.
     * - `expiresOn`: Indian time; empty until it happens.
     * - `openingBalance`: For an account statement that is ready; otherwise empty.
     * - `closingBalance`: For an account statement that is ready; otherwise empty.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     type: string,
     *     format?: 'csv'|'xlsx'|'xls',
     *     name?: string,
     *     startDate: string,
     *     endDate: string,
     *     columns?: list<string>,
     *     paymentInstrumentId?: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     reportId: string,
     *     name: string,
     *     type: string,
     *     format: 'csv'|'xlsx'|'xls',
     *     columns: list<string>,
     *     startDate: string,
     *     endDate: string,
     *     paymentInstrumentId: string,
     *     status: 'REQUESTED'|'RUNNING'|'READY'|'FAILED'|'EXPIRED',
     *     reason: string,
     *     rowCount: int,
     *     sizeBytes: int,
     *     sha256: string,
     *     requestedOn: string,
     *     asOf: string,
     *     finishedOn: string,
     *     expiresOn: string,
     *     openingBalance: string,
     *     closingBalance: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `reports.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function request(array $input): array
    {
        return $this->calls->call('reports.request', $input);
    }

    /**
     * List reports.
     *
     * An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Goes through:
     * - `type`: One of transfer, pending_transfer, flowgram, account_statement, reversed_transfers.
     * - `paymentInstrumentId`: For an account statement; otherwise empty.
     * - `status`: EXPIRED: the seven days for which we keep the file are over.
     * - `reason`: Why the report failed; otherwise empty.
     * - `rowCount`: While the report is being created: rows so far.
     * - `sha256`: SHA-256 of the file, in hexadecimal; empty until it is ready.
     * - `requestedOn`: Indian time; empty until it happens.
     * - `asOf`: The report covers everything recorded before this time (Indian time).
     * - `finishedOn`: Indian time; empty until it happens.
     * - `expiresOn`: Indian time; empty until it happens.
     * - `openingBalance`: For an account statement that is ready; otherwise empty.
     * - `closingBalance`: For an account statement that is ready; otherwise empty.
     *
     * @param array{
     *     maxReturn?: int,
     * } $input
     * @return \Generator<int, array{
     *     reportId: string,
     *     name: string,
     *     type: string,
     *     format: 'csv'|'xlsx'|'xls',
     *     columns: list<string>,
     *     startDate: string,
     *     endDate: string,
     *     paymentInstrumentId: string,
     *     status: 'REQUESTED'|'RUNNING'|'READY'|'FAILED'|'EXPIRED',
     *     reason: string,
     *     rowCount: int,
     *     sizeBytes: int,
     *     sha256: string,
     *     requestedOn: string,
     *     asOf: string,
     *     finishedOn: string,
     *     expiresOn: string,
     *     openingBalance: string,
     *     closingBalance: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('reports.list', $input);
    }

    /**
     * Get a report.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `reportId`.
     *
     * Answers:
     * - `type`: One of transfer, pending_transfer, flowgram, account_statement, reversed_transfers.
     * - `paymentInstrumentId`: For an account statement; otherwise empty.
     * - `status`: EXPIRED: the seven days for which we keep the file are over.
     * - `reason`: Why the report failed; otherwise empty.
     * - `rowCount`: While the report is being created: rows so far.
     * - `sha256`: SHA-256 of the file, in hexadecimal; empty until it is ready.
     * - `requestedOn`: Indian time; empty until it happens.
     * - `asOf`: The report covers everything recorded before this time (Indian time).
     * - `finishedOn`: Indian time; empty until it happens.
     * - `expiresOn`: Indian time; empty until it happens.
     * - `openingBalance`: For an account statement that is ready; otherwise empty.
     * - `closingBalance`: For an account statement that is ready; otherwise empty.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     id: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     reportId: string,
     *     name: string,
     *     type: string,
     *     format: 'csv'|'xlsx'|'xls',
     *     columns: list<string>,
     *     startDate: string,
     *     endDate: string,
     *     paymentInstrumentId: string,
     *     status: 'REQUESTED'|'RUNNING'|'READY'|'FAILED'|'EXPIRED',
     *     reason: string,
     *     rowCount: int,
     *     sizeBytes: int,
     *     sha256: string,
     *     requestedOn: string,
     *     asOf: string,
     *     finishedOn: string,
     *     expiresOn: string,
     *     openingBalance: string,
     *     closingBalance: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function get(array $input): array
    {
        return $this->calls->call('reports.get', $input);
    }

    /**
     * Download a report.
     *
     * An extension of the classic contract. Files are kept for seven days; `Repr-Digest` holds the SHA-256. Text that
     * a spreadsheet would run as a formula is prefixed with an apostrophe.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `reportId`.
     *
     * @param array{
     *     id: string,
     * } $input
     * @return AnsweredFile
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 409, 410, 412, 429, 502, 503
     */
    public function file(array $input): AnsweredFile
    {
        return $this->calls->call('reports.file', $input);
    }
}
