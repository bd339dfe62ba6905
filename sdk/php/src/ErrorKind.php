<?php

declare(strict_types=1);

namespace Vitaran;

/** Stable names of the errors; the other client libraries of Vitaran have the same. */
enum ErrorKind: string
{
    case InvalidInput = 'invalid-input';
    case Authentication = 'authentication';
    case Forbidden = 'forbidden';
    case NotFound = 'not-found';
    case Conflict = 'conflict';
    case Refused = 'refused';
    case RateLimited = 'rate-limited';
    case Server = 'server';
    case Connection = 'connection';
    case Timeout = 'timeout';
    case OutcomeUnknown = 'outcome-unknown';
    case Signature = 'signature';
}
