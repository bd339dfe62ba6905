<?php

declare(strict_types=1);

namespace Vitaran\Exception;

use Vitaran\ErrorKind;

/** Refused by the library itself, before anything was sent; `field` names what is wrong. */
class InvalidInputException extends VitaranException
{
    public function __construct(string $message, public readonly string $field, ?\Throwable $previous = null)
    {
        parent::__construct(ErrorKind::InvalidInput, $message, previous: $previous);
    }
}
