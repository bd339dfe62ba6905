<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** There was no connection, so nothing was sent: whatever was ordered was not done. */
class NotConnectedException extends ConnectionException
{
}
