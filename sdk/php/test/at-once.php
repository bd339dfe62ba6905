<?php

declare(strict_types=1);

namespace Vitaran\Test;

/**
 * Does some work in so many processes at once, which begin together.
 *
 * @param \Closure(int): mixed $work given the number of its process, from 0
 * @return list<mixed> what each has answered
 */
function atOnce(int $count, \Closure $work): array
{
    $path = (string) tempnam(sys_get_temp_dir(), 'gate');
    $gate = fopen($path, 'c');
    flock($gate, LOCK_EX);
    $ends = [];
    for ($at = 0; $at < $count; $at += 1) {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (pcntl_fork() === 0) {
            flock(fopen($path, 'c'), LOCK_SH);
            try {
                $said = ['answer' => $work($at)];
            } catch (\Throwable $error) {
                $said = ['error' => (string) $error];
            }
            fwrite($theirs, json_encode($said, JSON_THROW_ON_ERROR));
            // Not exit: what belongs to the suite is not for its children to end.
            posix_kill((int) getmypid(), SIGKILL);
        }
        fclose($theirs);
        $ends[] = $ours;
    }
    flock($gate, LOCK_UN);
    $answers = array_map(static fn ($end): array => json_decode((string) stream_get_contents($end), true), $ends);
    for ($at = 0; $at < $count; $at += 1) {
        pcntl_wait($status);
    }
    unlink($path);
    return array_map(static fn (array $said): mixed
        => array_key_exists('answer', $said) ? $said['answer'] : throw new \Exception($said['error']), $answers);
}
