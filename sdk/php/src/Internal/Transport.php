<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Client;
use Vitaran\ErrorKind;
use Vitaran\Exception\ConnectionException;
use Vitaran\Exception\NotConnectedException;
use Vitaran\Exception\TimeoutException;

/** One HTTP exchange by curl: no repeats, no tokens. @internal */
final class Transport
{
    /** Failures that come before a byte of the call is sent. */
    private const NEVER_CONNECTED = [CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT];

    private ?\CurlHandle $curl = null;
    private int $process = 0;

    public function __construct(private readonly Settings $settings)
    {
    }

    /**
     * Sends once and reads the whole answer, whatever it says.
     *
     * @param int $attempt 1 for the first try
     * @throws NotConnectedException where nothing was sent
     * @throws ConnectionException where the connection was cut
     * @throws TimeoutException after `timeoutMs`
     */
    public function send(Request $request, int $attempt): Answer
    {
        $requestId = self::makeId();
        $started = hrtime(true);
        $headers = [];
        $curl = $this->prepare($request, $requestId, $headers);
        $content = curl_exec($curl);
        $log = new LogEntry($request, $attempt, intdiv(hrtime(true) - $started, 1_000_000));
        if (!is_string($content)) {
            throw $this->fail($curl, $log, $requestId);
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $answer = Answer::read(is_int($status) ? $status : 0, $headers, $content, $requestId);
        $log->tellAnswer($this->settings, $answer);
        return $answer;
    }

    /** @param array<string, string> $headers of the answer, by their names in small letters */
    private function prepare(Request $request, string $requestId, array &$headers): \CurlHandle
    {
        $settings = $this->settings;
        $operation = $request->operation;
        $sent = ['User-Agent' => 'vitaran-php/' . Client::VERSION, 'X-Request-Id' => $requestId, ...$request->headers];
        $curl = $this->take();
        curl_setopt_array($curl, $settings->curlOptions);
        curl_setopt_array($curl, [
            CURLOPT_URL => $settings->baseUrl . $request->path,
            CURLOPT_CUSTOMREQUEST => $operation->method,
            CURLOPT_HTTPHEADER => self::writeHeaders($sent),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_TIMEOUT_MS => $settings->timeoutMs,
            CURLOPT_NOSIGNAL => true,
            // On a connection that it has used before, curl may send a call twice on its own when no answer comes.
            CURLOPT_FRESH_CONNECT => $operation->kind !== OperationKind::Read,
        ]);
        if ($request->body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $request->body);
        }
        if ($settings->proxy !== null) {
            curl_setopt($curl, CURLOPT_PROXY, $settings->proxy);
        }
        return $curl;
    }

    /**
     * @param array<string, string> $headers
     * @return list<string> without the headers that curl adds where they are absent
     */
    private static function writeHeaders(array $headers): array
    {
        $lines = array_map(
            static fn (string $name, string $value): string => "{$name}: {$value}",
            array_keys($headers),
            array_values($headers),
        );
        return [...$lines, 'Expect:', ...(isset($headers['Content-Type']) ? [] : ['Content-Type:'])];
    }

    /** The handle with its open connections; a forked process takes one of its own, so that answers stay apart. */
    private function take(): \CurlHandle
    {
        $process = (int) getmypid();
        if ($this->curl === null || $this->process !== $process) {
            $this->curl = curl_init() ?: throw new \RuntimeException('curl cannot be started');
            $this->process = $process;
        }
        curl_reset($this->curl);
        return $this->curl;
    }

    private function fail(\CurlHandle $curl, LogEntry $log, string $requestId): ConnectionException|TimeoutException
    {
        $code = curl_errno($curl);
        $reason = curl_error($curl) ?: (string) curl_strerror($code);
        $log->tellError($this->settings, $reason, $requestId);
        $verb = $log->verb;
        if ($code === CURLE_OPERATION_TIMEDOUT) {
            $said = "{$verb}: no answer within {$this->settings->timeoutMs} ms";
            return new TimeoutException(ErrorKind::Timeout, $said, $verb, requestId: $requestId);
        }
        // A proxy that refuses a tunnel has sent nothing on.
        $isRefused = !in_array(curl_getinfo($curl, CURLINFO_HTTP_CONNECTCODE), [0, 200], true);
        $class = in_array($code, self::NEVER_CONNECTED, true) || $isRefused
            ? NotConnectedException::class
            : ConnectionException::class;
        return new $class(ErrorKind::Connection, "{$verb}: {$reason}", $verb, requestId: $requestId);
    }

    /** A random UUID (RFC 9562, version 4). */
    private static function makeId(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0f) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3f) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
