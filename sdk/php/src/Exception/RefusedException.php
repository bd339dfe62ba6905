<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** The server has looked at it and said no, and says why (400, 412, 413, 422). */
class RefusedException extends VitaranException
{
}
