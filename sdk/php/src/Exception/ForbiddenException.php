<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** The key pair is right and may not do this: IP address, switched off features (403). */
class ForbiddenException extends VitaranException
{
}
