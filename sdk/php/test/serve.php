<?php

declare(strict_types=1);

namespace Vitaran\Test;

/**
 * Does something with the address of a small server of its own, which ends afterwards.
 *
 * @param \Closure(string): string $answer given what was sent, answers what is sent back
 * @param \Closure(string): void $body given `127.0.0.1:41234`
 */
function serve(\Closure $answer, \Closure $body): void
{
    $listening = stream_socket_server('tcp://127.0.0.1:0');
    $process = pcntl_fork();
    while ($process === 0) {
        $connection = stream_socket_accept($listening, 60);
        fwrite($connection, $answer((string) fread($connection, 65_536)));
        fclose($connection);
    }
    try {
        $body((string) stream_socket_get_name($listening, false));
    } finally {
        posix_kill($process, SIGKILL);
        pcntl_waitpid($process, $status);
    }
}
