<?php

declare(strict_types=1);

namespace Vitaran\Exception;

use Vitaran\ErrorKind;

/** What the library throws. Each says whether the order may have been taken. */
class VitaranException extends \RuntimeException
{
    /**
     * @param ?string $verb the verb that was called: `transfers.create`
     * @param ?string $subCode three digits; null where no envelope came
     * @param ?string $requestId the id under which the server has logged the call
     * @param bool $outcomeUnknown whether the server may have acted on the call: unknown is never failed
     * @param ?int $retryAfterSeconds seconds after which the server asks to be called again
     */
    public function __construct(
        public readonly ErrorKind $kind,
        string $message,
        public readonly ?string $verb = null,
        public readonly ?string $subCode = null,
        public readonly ?int $httpStatus = null,
        public readonly ?string $requestId = null,
        public readonly bool $outcomeUnknown = false,
        public readonly ?int $retryAfterSeconds = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
