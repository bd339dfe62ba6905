<?php

declare(strict_types=1);

namespace Vitaran\Exception;

use Vitaran\ErrorKind;

/** A webhook that was not signed with your secret, is too old, or cannot be read. */
class SignatureException extends VitaranException
{
    public function __construct(string $message)
    {
        parent::__construct(ErrorKind::Signature, $message);
    }
}
