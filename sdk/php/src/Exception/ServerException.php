<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** The server could not answer (5xx, subCode 520) something that changes nothing. */
class ServerException extends VitaranException
{
}
