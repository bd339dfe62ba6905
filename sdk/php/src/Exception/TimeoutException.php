<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** No answer within `timeoutMs`. */
class TimeoutException extends VitaranException
{
}
