<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\ErrorKind;
use Vitaran\Exception\AuthenticationException;
use Vitaran\Exception\ConflictException;
use Vitaran\Exception\ForbiddenException;
use Vitaran\Exception\NotFoundException;
use Vitaran\Exception\RateLimitedException;
use Vitaran\Exception\RefusedException;
use Vitaran\Exception\ServerException;
use Vitaran\Exception\VitaranException;

/** Whether an answer says that a call went well. @internal */
final class Outcome
{
    /** Three-digit codes with a class of their own; others go by their first digit. */
    private const OF_CODE = [
        401 => [ErrorKind::Authentication, AuthenticationException::class],
        403 => [ErrorKind::Forbidden, ForbiddenException::class],
        404 => [ErrorKind::NotFound, NotFoundException::class],
        409 => [ErrorKind::Conflict, ConflictException::class],
        429 => [ErrorKind::RateLimited, RateLimitedException::class],
    ];

    /**
     * The answer, if it went well: by the subCode of the envelope, which counts in both HTTP status modes.
     *
     * @throws VitaranException of the kind that the code stands for
     */
    public static function expectSuccess(Operation $operation, Answer $answer): Answer
    {
        $verb = $operation->verb;
        $subCode = $answer->subCode();
        $code = $subCode ?? (string) $answer->httpStatus;
        $isFile = $operation->file === 'answered' && $answer->envelope === null && $answer->httpStatus === 200
            && !str_contains($answer->contentType, 'json');
        if (str_starts_with($code, '2') && ($subCode !== null || $isFile)) {
            return $answer;
        }
        $said = $answer->message() ?? "HTTP {$answer->httpStatus} without an answer of the server";
        [$kind, $class] = self::OF_CODE[$code] ?? (str_starts_with($code, '4')
            ? [ErrorKind::Refused, RefusedException::class]
            : [ErrorKind::Server, ServerException::class]);
        throw new $class(
            $kind,
            "{$verb}: {$said}",
            $verb,
            $subCode,
            $answer->httpStatus,
            $answer->requestId,
            retryAfterSeconds: $answer->retryAfterSeconds,
        );
    }
}
