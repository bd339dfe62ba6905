<?php

declare(strict_types=1);

namespace Vitaran;

/**
 * Where clients keep their token. Processes that share a store share one token: `FileTokenStore` for those of one
 * machine; write another for Redis or a database where there are several.
 */
interface TokenStore
{
    /** The token that was kept under this key last, ended or not. */
    public function get(string $key): ?Token;

    /**
     * Keeps what `$renew` answers and answers it. One caller at a time: the others wait, and their `$renew` is given
     * what the one before them has kept. Nothing is kept when it throws.
     *
     * @param \Closure(?Token): Token $renew given the token of now; answers the same or a new one
     */
    public function renew(string $key, \Closure $renew): Token;
}
