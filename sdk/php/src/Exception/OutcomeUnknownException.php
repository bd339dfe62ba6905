<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/**
 * The server may have acted, and did not say so: a timeout, a cut connection or a 5xx. Not a failure: never pay again
 * under another id. Ask for the status under the same id, with the verb that the message names.
 */
class OutcomeUnknownException extends VitaranException
{
}
