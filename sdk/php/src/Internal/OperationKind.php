<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** What may be repeated. @internal */
enum OperationKind: string
{
    /** Changes nothing: repeated when no answer came. */
    case Read = 'read';
    /** Moves money under the caller's own id, which is paid once: repeated when no answer came. */
    case Order = 'order';
    /** Repeated only where the server cannot have acted. */
    case Change = 'change';
}
