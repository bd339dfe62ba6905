<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** The id is in use for something else (409). */
class ConflictException extends VitaranException
{
}
