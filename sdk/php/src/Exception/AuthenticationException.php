<?php

declare(strict_types=1);

namespace Vitaran\Exception;

/** The key pair, or the signature of the caller, is not right (401). */
class AuthenticationException extends VitaranException
{
}
