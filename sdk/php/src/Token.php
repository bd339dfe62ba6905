<?php

declare(strict_types=1);

namespace Vitaran;

/** A bearer token of the server. */
final class Token
{
    /** @param float $endsAt by this machine's clock, in seconds since 1970 */
    public function __construct(
        #[\SensitiveParameter] public readonly string $text,
        public readonly float $endsAt,
    ) {
    }
}
