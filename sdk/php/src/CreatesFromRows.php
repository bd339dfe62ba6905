<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;
use Vitaran\Exception\VitaranException;

/** The verb of `batches` that takes rows. */
trait CreatesFromRows
{
    /**
     * Pay up to 500 rows in one call; the format is found from how the rows name their payees.
     *
     * Repeated only under the same batchTransferId.
     *
     * @param array{
     *     batchTransferId: string,
     *     rows: list<array{
     *         transferId: string,
     *         amount: string|Money,
     *         transferMode?: 'banktransfer'|'imps'|'neft'|'rtgs'|'upi'|'paytm'|'amazonpay',
     *         remarks?: string,
     *         beneId?: string,
     *         bankAccount?: string,
     *         ifsc?: string,
     *         vpa?: string,
     *         name?: string,
     *         phone?: string,
     *         email?: string,
     *     }>,
     *     paymentInstrumentId?: string,
     * } $batch
     * @return array{status: string, subCode: string, message: string, referenceId?: string, requestId: string}
     * @throws InvalidInputException naming the row, from 1
     * @throws VitaranException as `create`
     */
    public function createFromRows(array $batch): array
    {
        return $this->create(BatchRows::toBatch($batch));
    }
}
