<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** There is nothing of this id (404). */
class NotFoundException extends VitaranException
{
}
