<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\AnsweredFile;
use Vitaran\CreatesFromRows;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;
use Vitaran\Money;

/** The verbs of `batches`. */
final class Batches
{
    use CreatesFromRows;

    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Create a batch.
     *
     * Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid row never rejects the
     * others: getBatchTransferStatus gives its `failureReason`. A payee without a beneficiary ID becomes a
     * beneficiary, except for cards; rows with the same bank account pay the same beneficiary.
     *
     * Repeated only under the same id, which pays once.
     *
     * Takes:
     * - `deleteBene`: 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
     *   BENEFICIARY_ID and CARD.
     * - `batch`: 1 to 500 rows.
     * - `batch[].transferId`: Your ID for the transfer: letters, digits, hyphens and underscores.
     * - `batch[].amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `batch[].transferMode`: With `banktransfer` we choose between IMPS, NEFT and RTGS.
     * - `batch[].remarks`: Letters, digits and spaces.
     * - `batch[].phone`: 8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.
     * - `batch[].cryptogram`: Required for a token made of digits.
     * - `paymentInstrumentId`: The fund source that pays. Default: chosen by your shares; without shares, the wallet,
     *   or your only fund source.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     batchTransferId: string,
     *     batchFormat: 'BENEFICIARY_ID'|'BANK_ACCOUNT'|'UPI'|'PAYTM'|'AMAZONPAY'|'CARD',
     *     deleteBene?: 0|1,
     *     batch: list<array{
     *         transferId: string,
     *         amount: string|Money,
     *         transferMode?: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay'|'card',
     *         remarks?: string,
     *         beneId?: string,
     *         name?: string,
     *         email?: string,
     *         phone?: string,
     *         bankAccount?: string,
     *         ifsc?: string,
     *         vpa?: string,
     *         token?: string,
     *         cardType?: 'DEBIT'|'CREDIT',
     *         networkType?: 'VISA'|'MASTERCARD',
     *         cryptogram?: string,
     *         tokenExpiry?: string,
     *         tokenPANSequenceNumber?: string,
     *     }>,
     *     paymentInstrumentId?: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     referenceId: int,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `batches.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function create(array $input): array
    {
        return $this->calls->call('batches.create', $input);
    }

    /**
     * Get a batch and its transfers.
     *
     * Rows are listed as soon as the batch is accepted, in the order you sent them.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `paymentInstrumentId`: The fund source that pays; in v1.2.
     * - `transfers[].referenceId`: 0 until there is a transfer.
     * - `transfers[].status`: One of RECEIVED, APPROVAL_PENDING, QUEUED, PENDING, SUCCESS, FAILED, REJECTED,
     *   REVERSED.
     * - `transfers[].addedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `transfers[].processedOn`: Indian time; `0000-00-00 00:00:00` until it happens.
     * - `transfers[].failureReason`: Why the row was rejected, failed or was reversed.
     * - `transfers[].description`: For a row that failed and was paid later: what happened to the money, and what to
     *   do.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     batchTransferId: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     rowCount: int,
     *     referenceId: int,
     *     paymentInstrumentId?: string,
     *     transfers: list<array{
     *         transferId: string,
     *         beneId: string,
     *         referenceId: int,
     *         bankAccount: string,
     *         ifsc: string,
     *         amount: string,
     *         remarks: string,
     *         status: string,
     *         utr: string,
     *         addedOn: string,
     *         processedOn: string,
     *         failureReason?: string,
     *         description?: string,
     *     }>,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function get(array $input): array
    {
        return $this->calls->call('batches.get', $input);
    }

    /**
     * Upload a batch file.
     *
     * Pays up to 10,000 transfers, or adds beneficiaries, from a file. The request body is the file itself (.csv,
     * .xlsx or .xls, up to 5 MB) with the columns of its template. In a workbook the first visible sheet is read;
     * data on any other visible sheet is refused. Amounts may be written as people write them (₹1,25,000.00, Rs.
     * 500/-). A cell that cannot be trusted (lost zeros, a formula, an amount that is shown otherwise than it is
     * held, merged cells) or an invalid value fails only its own row, with the reason. Our extension of the contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added.
     * - `name`: Shown on the dashboard. Default: the format.
     * - `deleteBene`: 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
     *   BENEFICIARY_ID, CARD and BENEFICIARIES.
     * - `paymentInstrumentId`: The fund source that pays. Default: chosen by your shares; without shares, the wallet,
     *   or your only fund source.
     * - `rowCount`: How many rows you expect. If the file has another number, it is refused.
     * - `amount`: Rupees as text ('1243.50') or Money::paise(124350); at most two decimals, never a number.
     * - `file`: The file's bytes, or its text.
     * - `contentType`: Of the file. One of text/csv,
     *   application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.ms-excel,
     *   application/octet-stream.
     *
     * Answers:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added. One of BENEFICIARY_ID,
     *   BANK_ACCOUNT, UPI, PAYTM, AMAZONPAY, CARD, BENEFICIARIES, MIXED.
     * - `status`: PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid. One
     *   of UPLOADED, VALIDATING, AWAITING_APPROVAL, PROCESSING, COMPLETED, PARTLY_FAILED, REJECTED.
     * - `rowCount`: Compare this and `amount` with what you meant to send.
     * - `amount`: The sum of all rows with a readable amount.
     * - `doneRows`: Paid, or added.
     * - `failedRows`: Rejected, or ended unpaid.
     * - `contentHash`: A hash of everything in the rows. An approval applies to this hash.
     * - `warnings`: The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
     *   is held back because of it.
     * - `addedOn`: Indian time.
     * - `batchTransferId`: Your ID, if the batch was created by an API call.
     * - `reason`: Why the whole batch was rejected.
     * - `clonedFrom`: The `batchId` of the batch that the failed rows come from.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     format: 'BENEFICIARY_ID'|'BANK_ACCOUNT'|'UPI'|'PAYTM'|'AMAZONPAY'|'CARD'|'BENEFICIARIES',
     *     name?: string,
     *     deleteBene?: '0'|'1',
     *     paymentInstrumentId?: string,
     *     rowCount?: int,
     *     amount?: string|Money,
     *     file: string,
     *     contentType: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     batchId: string,
     *     referenceId: int,
     *     name: string,
     *     format: string,
     *     status: string,
     *     rowCount: int,
     *     amount: string,
     *     openRows: int,
     *     acceptedRows: int,
     *     rejectedRows: int,
     *     doneRows: int,
     *     doneAmount: string,
     *     failedRows: int,
     *     failedAmount: string,
     *     contentHash: string,
     *     warnings: list<array{
     *         kind: 'same_file'|'same_payment',
     *         text: string,
     *         rows: list<int>,
     *     }>,
     *     addedOn: string,
     *     batchTransferId?: string,
     *     reason?: string,
     *     clonedFrom?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `batches.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 409, 412, 413, 422, 429, 502, 503
     */
    public function upload(array $input): array
    {
        return $this->calls->call('batches.upload', $input);
    }

    /**
     * List batches.
     *
     * An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Goes through:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added. One of BENEFICIARY_ID,
     *   BANK_ACCOUNT, UPI, PAYTM, AMAZONPAY, CARD, BENEFICIARIES, MIXED.
     * - `status`: PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid. One
     *   of UPLOADED, VALIDATING, AWAITING_APPROVAL, PROCESSING, COMPLETED, PARTLY_FAILED, REJECTED.
     * - `rowCount`: Compare this and `amount` with what you meant to send.
     * - `amount`: The sum of all rows with a readable amount.
     * - `doneRows`: Paid, or added.
     * - `failedRows`: Rejected, or ended unpaid.
     * - `contentHash`: A hash of everything in the rows. An approval applies to this hash.
     * - `warnings`: The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
     *   is held back because of it.
     * - `addedOn`: Indian time.
     * - `batchTransferId`: Your ID, if the batch was created by an API call.
     * - `reason`: Why the whole batch was rejected.
     * - `clonedFrom`: The `batchId` of the batch that the failed rows come from.
     *
     * @param array{
     *     maxReturn?: int,
     * } $input
     * @return \Generator<int, array{
     *     batchId: string,
     *     referenceId: int,
     *     name: string,
     *     format: string,
     *     status: string,
     *     rowCount: int,
     *     amount: string,
     *     openRows: int,
     *     acceptedRows: int,
     *     rejectedRows: int,
     *     doneRows: int,
     *     doneAmount: string,
     *     failedRows: int,
     *     failedAmount: string,
     *     contentHash: string,
     *     warnings: list<array{
     *         kind: 'same_file'|'same_payment',
     *         text: string,
     *         rows: list<int>,
     *     }>,
     *     addedOn: string,
     *     batchTransferId?: string,
     *     reason?: string,
     *     clonedFrom?: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 429, 502, 503
     */
    public function list(array $input = []): \Generator
    {
        return $this->calls->list('batches.list', $input);
    }

    /**
     * Get a batch with its totals and rows.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `batchId`.
     *
     * Answers:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added. One of BENEFICIARY_ID,
     *   BANK_ACCOUNT, UPI, PAYTM, AMAZONPAY, CARD, BENEFICIARIES, MIXED.
     * - `status`: PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid. One
     *   of UPLOADED, VALIDATING, AWAITING_APPROVAL, PROCESSING, COMPLETED, PARTLY_FAILED, REJECTED.
     * - `rowCount`: Compare this and `amount` with what you meant to send.
     * - `amount`: The sum of all rows with a readable amount.
     * - `doneRows`: Paid, or added.
     * - `failedRows`: Rejected, or ended unpaid.
     * - `contentHash`: A hash of everything in the rows. An approval applies to this hash.
     * - `warnings`: The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
     *   is held back because of it.
     * - `addedOn`: Indian time.
     * - `batchTransferId`: Your ID, if the batch was created by an API call.
     * - `reason`: Why the whole batch was rejected.
     * - `clonedFrom`: The `batchId` of the batch that the failed rows come from.
     * - `rows[].row`: Counted as a spreadsheet does: the first row is 1.
     * - `rows[].referenceId`: The transfer's ID; 0 until there is one.
     * - `rows[].description`: For a row that failed and was paid later: what happened to the money, and what to do.
     * - `lastReturnId`: Pass it to get the next page; absent on the last page.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     id: string,
     *     maxReturn?: int,
     *     lastReturnId?: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     batchId: string,
     *     referenceId: int,
     *     name: string,
     *     format: string,
     *     status: string,
     *     rowCount: int,
     *     amount: string,
     *     openRows: int,
     *     acceptedRows: int,
     *     rejectedRows: int,
     *     doneRows: int,
     *     doneAmount: string,
     *     failedRows: int,
     *     failedAmount: string,
     *     contentHash: string,
     *     warnings: list<array{
     *         kind: 'same_file'|'same_payment',
     *         text: string,
     *         rows: list<int>,
     *     }>,
     *     addedOn: string,
     *     batchTransferId?: string,
     *     reason?: string,
     *     clonedFrom?: string,
     *     rows: list<array{
     *         row: int,
     *         transferId?: string,
     *         amount?: string,
     *         referenceId?: int,
     *         utr?: string,
     *         beneId: string,
     *         status: string,
     *         failureReason?: string,
     *         description?: string,
     *     }>,
     *     lastReturnId?: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function getFile(array $input): array
    {
        return $this->calls->call('batches.getFile', $input);
    }

    /**
     * Get a batch with its totals and rows.
     *
     * An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `batchId`.
     *
     * Goes through:
     * - `row`: Counted as a spreadsheet does: the first row is 1.
     * - `referenceId`: The transfer's ID; 0 until there is one.
     * - `description`: For a row that failed and was paid later: what happened to the money, and what to do.
     *
     * @param array{
     *     id: string,
     *     maxReturn?: int,
     * } $input
     * @return \Generator<int, array{
     *     row: int,
     *     transferId?: string,
     *     amount?: string,
     *     referenceId?: int,
     *     utr?: string,
     *     beneId: string,
     *     status: string,
     *     failureReason?: string,
     *     description?: string,
     * }, void, void>
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 429, 502, 503
     */
    public function listRows(array $input): \Generator
    {
        return $this->calls->list('batches.listRows', $input);
    }

    /**
     * Download the results of a batch.
     *
     * A file with every row and its outcome. Of account numbers it has the last four characters. While the batch is
     * in progress it shows the outcomes so far. Our extension of the contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `batchId`.
     *
     * @param array{
     *     id: string,
     *     type?: 'csv'|'xls'|'xlsx',
     * } $input
     * @return AnsweredFile
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function result(array $input): AnsweredFile
    {
        return $this->calls->call('batches.result', $input);
    }

    /**
     * Retry the failed rows of a batch.
     *
     * Creates a new batch from the failed rows. Rows with wrong values are left out, as they would fail again. A row
     * that already has a transfer gets a new transfer ID, `<transferId>_r2`. A row is paid once even if you retry the
     * batch twice. Card rows are never retried: their tokens were issued for one payment. Our extension of the
     * contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `id`: The `batchId`.
     *
     * Answers:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added. One of BENEFICIARY_ID,
     *   BANK_ACCOUNT, UPI, PAYTM, AMAZONPAY, CARD, BENEFICIARIES, MIXED.
     * - `status`: PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended unpaid. One
     *   of UPLOADED, VALIDATING, AWAITING_APPROVAL, PROCESSING, COMPLETED, PARTLY_FAILED, REJECTED.
     * - `rowCount`: Compare this and `amount` with what you meant to send.
     * - `amount`: The sum of all rows with a readable amount.
     * - `doneRows`: Paid, or added.
     * - `failedRows`: Rejected, or ended unpaid.
     * - `contentHash`: A hash of everything in the rows. An approval applies to this hash.
     * - `warnings`: The same file was uploaded before, or several rows pay the same amount to the same payee. Nothing
     *   is held back because of it.
     * - `addedOn`: Indian time.
     * - `batchTransferId`: Your ID, if the batch was created by an API call.
     * - `reason`: Why the whole batch was rejected.
     * - `clonedFrom`: The `batchId` of the batch that the failed rows come from.
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     id: string,
     * } $input
     * @return array{
     *     subCode: string,
     *     message: string,
     *     batchId: string,
     *     referenceId: int,
     *     name: string,
     *     format: string,
     *     status: string,
     *     rowCount: int,
     *     amount: string,
     *     openRows: int,
     *     acceptedRows: int,
     *     rejectedRows: int,
     *     doneRows: int,
     *     doneAmount: string,
     *     failedRows: int,
     *     failedAmount: string,
     *     contentHash: string,
     *     warnings: list<array{
     *         kind: 'same_file'|'same_payment',
     *         text: string,
     *         rows: list<int>,
     *     }>,
     *     addedOn: string,
     *     batchTransferId?: string,
     *     reason?: string,
     *     clonedFrom?: string,
     *     requestId: string,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `batches.list`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function retryFailed(array $input): array
    {
        return $this->calls->call('batches.retryFailed', $input);
    }

    /**
     * Download a batch template.
     *
     * The header row, without data. An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `format`: What the rows are: payments by format, or BENEFICIARIES to be added.
     *
     * @param array{
     *     format: 'BENEFICIARY_ID'|'BANK_ACCOUNT'|'UPI'|'PAYTM'|'AMAZONPAY'|'CARD'|'BENEFICIARIES',
     *     type?: 'csv'|'xls'|'xlsx',
     * } $input
     * @return AnsweredFile
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 409, 412, 422, 429, 502, 503
     */
    public function template(array $input): AnsweredFile
    {
        return $this->calls->call('batches.template', $input);
    }
}
