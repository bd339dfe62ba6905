<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** Too many calls in this minute (429); `retryAfterSeconds` says when to come again. */
class RateLimitedException extends VitaranException
{
}
