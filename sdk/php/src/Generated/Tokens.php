<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Exception\VitaranException;
use Vitaran\Internal\Calls;

/** The verbs of `tokens`. */
final class Tokens
{
    /** @internal */
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Verify a token.
     *
     * Changes nothing; repeated when no answer came.
     *
     * Answers:
     * - `requestId`: The id under which the server has logged the call.
     *
     * @return array{
     *     status: 'SUCCESS'|'PENDING'|'ACCEPTED'|'ERROR'|'FAILED',
     *     subCode: string,
     *     message: string,
     *     requestId: string,
     * }
     * @throws VitaranException with `subCode` when it is refused: HTTP 403, 412, 413, 429, 502, 503
     */
    public function verify(): array
    {
        return $this->calls->call('tokens.verify');
    }
}
