<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** There was no token to send a call with: the call was not sent. @internal */
final class TokenMissing extends \Exception
{
    public function __construct(public readonly \Throwable $error)
    {
        parent::__construct($error->getMessage(), 0, $error);
    }
}
