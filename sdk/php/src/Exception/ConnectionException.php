<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** No connection, or it was cut. */
class ConnectionException extends VitaranException
{
}
