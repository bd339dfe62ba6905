<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\AnsweredFile;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `recalls`. */
final class Recalls
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Request a recall.
     *
     * Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or not respond.
     * Possible within 45 days of the payment, one request at a time. A transfer that was paid after it had failed can
     * be recalled too. When the money comes back the transfer becomes REVERSED (one that was paid after it had failed
     * stays FAILED) and the recall RETURNED. An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Takes:
     * - `remarks`: Printed in the letter to the bank.
     *
     * Answers:
     * - `requestedOn`: Indian time; empty if it does not apply.
     * - `expiresOn`: When the recall expires without a response (Indian time); empty once it has ended.
     * - `bankReference`: The bank's case number, once known.
     * - `refusal`: Why the bank refused.
     * - `endedOn`: Indian time; empty if it does not apply.
     * - `history[].eventTime`: Indian time; empty if it does not apply.
     *
     * @param array{
     *     transferId?: string,
     *     referenceId?: string,
     *     reason: 'WRONG_BENEFICIARY'|'WRONG_AMOUNT'|'PAID_TWICE'|'FRAUD'|'OTHER',
     *     remarks?: string,
     * } $input
     * @return array{
     *     recallId: string,
     *     transferId: string,
     *     referenceId: string,
     *     amount: string,
     *     status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *     reason: 'WRONG_BENEFICIARY'|'WRONG_AMOUNT'|'PAID_TWICE'|'FRAUD'|'OTHER',
     *     remarks: string,
     *     requestedOn: string,
     *     expiresOn: string,
     *     bankReference: string,
     *     refusal: string,
     *     endedOn: string,
     *     history: list<array{
     *         status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *         because: string,
     *         eventTime: string,
     *     }>,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `recalls.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function request(array $input): array
    {
        return $this->calls->call('recalls.request', $input);
    }

    /**
     * Get a recall.
     *
     * By `recallId`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then RETURNED, REFUSED,
     * WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the recall becomes RETURNED
     * all the same. An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `requestedOn`: Indian time; empty if it does not apply.
     * - `expiresOn`: When the recall expires without a response (Indian time); empty once it has ended.
     * - `bankReference`: The bank's case number, once known.
     * - `refusal`: Why the bank refused.
     * - `endedOn`: Indian time; empty if it does not apply.
     * - `history[].eventTime`: Indian time; empty if it does not apply.
     *
     * @param array{
     *     recallId?: string,
     *     transferId?: string,
     *     referenceId?: string,
     * } $input
     * @return array{
     *     recallId: string,
     *     transferId: string,
     *     referenceId: string,
     *     amount: string,
     *     status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *     reason: 'WRONG_BENEFICIARY'|'WRONG_AMOUNT'|'PAID_TWICE'|'FRAUD'|'OTHER',
     *     remarks: string,
     *     requestedOn: string,
     *     expiresOn: string,
     *     bankReference: string,
     *     refusal: string,
     *     endedOn: string,
     *     history: list<array{
     *         status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *         because: string,
     *         eventTime: string,
     *     }>,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function get(array $input = []): array
    {
        return $this->calls->call('recalls.get', $input);
    }

    /**
     * Download a recall letter.
     *
     * A letter to the bank with everything it needs, to print or e-mail. An extension of the classic contract.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Takes:
     * - `id`: The `recallId`.
     *
     * @param array{
     *     id: string,
     *     format?: 'text'|'html',
     * } $input
     * @return AnsweredFile
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function letter(array $input): AnsweredFile
    {
        return $this->calls->call('recalls.letter', $input);
    }

    /**
     * Withdraw a recall.
     *
     * Tells the bank that you no longer want the money back. An extension of the classic contract.
     *
     * Repeated only when the server cannot have acted on it.
     *
     * Answers:
     * - `requestedOn`: Indian time; empty if it does not apply.
     * - `expiresOn`: When the recall expires without a response (Indian time); empty once it has ended.
     * - `bankReference`: The bank's case number, once known.
     * - `refusal`: Why the bank refused.
     * - `endedOn`: Indian time; empty if it does not apply.
     * - `history[].eventTime`: Indian time; empty if it does not apply.
     *
     * @param array{
     *     recallId: string,
     * } $input
     * @return array{
     *     recallId: string,
     *     transferId: string,
     *     referenceId: string,
     *     amount: string,
     *     status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *     reason: 'WRONG_BENEFICIARY'|'WRONG_AMOUNT'|'PAID_TWICE'|'FRAUD'|'OTHER',
     *     remarks: string,
     *     requestedOn: string,
     *     expiresOn: string,
     *     bankReference: string,
     *     refusal: string,
     *     endedOn: string,
     *     history: list<array{
     *         status: 'REQUESTED'|'WITH_BANK'|'RETURNED'|'REFUSED'|'WITHDRAWN'|'EXPIRED',
     *         because: string,
     *         eventTime: string,
     *     }>,
     * }
     * @throws OutcomeUnknownException when no answer came: ask `recalls.get`
     * @throws VitaranException with `subCode` when it is refused: HTTP 400, 403, 404, 409, 412, 413, 422, 429, 502, 503
     */
    public function withdraw(array $input): array
    {
        return $this->calls->call('recalls.withdraw', $input);
    }
}
