<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\ErrorKind;
use Vitaran\Exception\NotConnectedException;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\VitaranException;

/** Tries until there is an answer that stands, the tries are used up, or a repeat would not be safe. @internal */
final class Repeater
{
    private const UNANSWERED = [ErrorKind::Server, ErrorKind::Connection, ErrorKind::Timeout];

    /** A server that asks for more is believed, and the caller told instead of waiting. */
    private const RETRY_AFTER_SECONDS_MAX = 60;
    private const FIRST_DELAY_MS = 250;
    private const DELAY_MS_MAX = 8000;

    /** @param int $retries how often a call that may be repeated is repeated */
    public function __construct(private readonly int $retries)
    {
    }

    /**
     * @param array<string, mixed> $input of the verb
     * @param \Closure(int): Answer $attempt one try, given its number from 1
     * @throws VitaranException that says what is known
     */
    public function run(Operation $operation, array $input, \Closure $attempt): Answer
    {
        $unknown = false;
        for ($tries = 1;; $tries += 1) {
            try {
                return Outcome::expectSuccess($operation, $attempt($tries));
            } catch (TokenMissing $missing) {
                // This try was not sent; asking for a token has tries of its own.
                throw $unknown ? self::outcomeUnknown($missing->error, $operation, $input) : $missing->error;
            } catch (VitaranException $error) {
                $unknown = $operation->kind !== OperationKind::Read
                    && ($unknown || self::isUnanswered($error)) && !self::isRefusal($error);
                $again = $tries <= $this->retries && self::isRepeatable($error, $operation->kind);
                $delayMs = $again ? self::delayMs($tries, $error->retryAfterSeconds) : null;
                if ($delayMs === null) {
                    throw $unknown ? self::outcomeUnknown($error, $operation, $input) : $error;
                }
                usleep($delayMs * 1000);
            } catch (\Throwable $error) {
                // Not of the library: what was thrown here may have come after the call was sent.
                throw $operation->kind === OperationKind::Read
                    ? $error
                    : self::outcomeUnknown($error, $operation, $input);
            }
        }
    }

    /**
     * Milliseconds before the next try: twice as long each time, between half of it and all of it by chance, so that
     * many callers do not come back together; never less than the server asks for. Null: do not wait that long.
     *
     * @param int $attempt the try that has failed, from 1
     * @param ?float $random from 0 to 1; by chance when null
     */
    public static function delayMs(int $attempt, ?int $retryAfterSeconds, ?float $random = null): ?int
    {
        if ($retryAfterSeconds !== null && $retryAfterSeconds > self::RETRY_AFTER_SECONDS_MAX) {
            return null;
        }
        $full = min(self::DELAY_MS_MAX, self::FIRST_DELAY_MS * 2 ** min($attempt - 1, 10));
        $chance = $random ?? random_int(0, 1000) / 1000;
        return ($retryAfterSeconds ?? 0) * 1000 + (int) round($full / 2 + $full / 2 * $chance);
    }

    /** Whether the server may have acted although it did not answer so. */
    private static function isUnanswered(VitaranException $error): bool
    {
        return in_array($error->kind, self::UNANSWERED, true) && !$error instanceof NotConnectedException;
    }

    /** The server has looked at the order and said no: that stands, whatever became of earlier tries under this id. */
    private static function isRefusal(VitaranException $error): bool
    {
        return $error->subCode !== null && in_array($error->kind, [ErrorKind::Refused, ErrorKind::NotFound], true);
    }

    private static function isRepeatable(VitaranException $error, OperationKind $kind): bool
    {
        if ($error instanceof NotConnectedException || $error->kind === ErrorKind::RateLimited) {
            return true;
        }
        return $kind !== OperationKind::Change && self::isUnanswered($error);
    }

    /** @param array<string, mixed> $input */
    private static function outcomeUnknown(
        \Throwable $error,
        Operation $operation,
        array $input,
    ): OutcomeUnknownException {
        $verb = $operation->verb;
        $id = $input[$operation->id ?? ''] ?? null;
        $same = is_string($id) ? " under the same {$operation->id}, {$id}" : '';
        $said = str_replace("{$verb}: ", '', $error->getMessage());
        $known = $error instanceof VitaranException ? $error : null;
        return new OutcomeUnknownException(
            ErrorKind::OutcomeUnknown,
            "{$verb}: the outcome is unknown, which is not failed ({$said}). "
                . "Ask for the status{$same}, with {$operation->ask}; never send it again under another id.",
            $verb,
            $known?->subCode,
            $known?->httpStatus,
            $known?->requestId,
            outcomeUnknown: true,
            previous: $error,
        );
    }
}
