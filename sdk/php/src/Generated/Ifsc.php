<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `ifsc`. */
final class Ifsc
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Look up an IFSC.
     *
     * Looks up bank, IMPS and UPI in the IFSC list that ships with the server. Address, city, state and branch are
     * empty because the list has none. NEFT and RTGS are reported as live, as listed branches normally are.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @param array{
     *     ifsc: string,
     * } $input
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     bank: string,
     *     ifsc: string,
     *     neft: 'Live'|'Not Live',
     *     imps: 'Live'|'Not Live',
     *     rtgs: 'Live'|'Not Live',
     *     upi: 'Live'|'Not Live',
     *     ft: 'Live'|'Not Live',
     *     card: 'Live'|'Not Live',
     *     address: string,
     *     city: string,
     *     state: string,
     *     branch: string,
     *     ifscSubcode: string,
     *     category: 'DIRECT_MEMBER'|'SUB_MEMBER',
     *     swiftCode: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 404, 412, 422, 429, 502, 503
     */
    public function get(array $input): array
    {
        return $this->calls->call('ifsc.get', $input);
    }
}
