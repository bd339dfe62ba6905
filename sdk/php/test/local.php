<?php

/** What the library does of itself: options, signatures, waits, rows, tokens of many, and what a forger would try. */

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\BatchRows;
use Vitaran\Client;
use Vitaran\Exception\InvalidInputException;
use Vitaran\Exception\NotConnectedException;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\ServerException;
use Vitaran\Exception\SignatureException;
use Vitaran\FileTokenStore;
use Vitaran\IdentitySignature;
use Vitaran\Internal\BuildRequest;
use Vitaran\Internal\ExactJson;
use Vitaran\Internal\Operation;
use Vitaran\Internal\Repeater;
use Vitaran\Money;
use Vitaran\Token;
use Vitaran\Webhooks;

require __DIR__ . '/serve.php';

/** A classic webhook as the server sends it. */
$signed = http_build_query([
    'event' => 'TRANSFER_SUCCESS',
    'utr' => '632614700121',
    'signature' => base64_encode(hash_hmac('sha256', 'TRANSFER_SUCCESS632614700121', 'a secret', true)),
]);
$invalid = static fn (string $pattern, \Closure $body): InvalidInputException
    => throws(InvalidInputException::class, $body, $pattern);

test('a field that the call does not have is refused before it, with the nearest one', static function () use ($invalid): void {
    $client = new Client(baseUrl: 'http://localhost:1', clientId: 'c', clientSecret: 's');
    $order = ['beneId' => 'asha', 'amount' => '1.00', 'transferId' => 't1'];
    $create = static fn (array $more) => static fn () => $client->transfers->create($order + $more);
    $invalid('/no field transfer_mode; did you mean transferMode\?/', $create(['transfer_mode' => 'imps']));
    $invalid('/did you mean remarks\?/', $create(['remark' => 'x']));
    $invalid('/no field colour; its fields are .*beneId/', $create(['colour' => 'red']));
    $invalid('/no field 0/', $create(['red']));
});

test('a form with a field twice is refused, and so is what is not signed', static function () use ($signed): void {
    $webhooks = new Webhooks('a secret');
    same('TRANSFER_SUCCESS', $webhooks->verify($signed, [])->type);
    $forged = ["{$signed}&utr=0", "{$signed}&more=1", '', 'event=TRANSFER_SUCCESS', '{}', '{', '[1]'];
    foreach ($forged as $body) {
        throws(SignatureException::class, static fn () => $webhooks->verify($body, []));
    }
});

test('a client verifies by its webhook secret, or else by its client secret', static function () use ($signed): void {
    $options = ['baseUrl' => 'http://localhost:8080/', 'clientId' => 'c', 'clientSecret' => 'a secret'];
    same('TRANSFER_SUCCESS', (new Client(...$options))->webhooks->verify($signed, [])->type);
    $other = new Client(...$options, webhookSecret: 'whsec_b3RoZXI=');
    throws(SignatureException::class, static fn () => $other->webhooks->verify($signed, []));
});

test('no secret is a mistake of the caller', static fn ()
    => $invalid('/clientSecret or webhookSecret/', static fn () => new Webhooks()));

test('an empty secret, with which anyone can sign, is refused', static function () use ($invalid): void {
    $invalid('/is empty/', static fn () => new Webhooks(''));
    $invalid('/is empty/', static fn () => new Webhooks(webhookSecret: ['whsec_b3RoZXI=', 'whsec_']));
});

test('the RSA signature is client id and time, for the private key alone', static function () use ($invalid): void {
    $pair = openssl_pkey_new(['private_key_bits' => 2048]);
    $signature = IdentitySignature::sign('VK1', openssl_pkey_get_details($pair)['key'], 1_795_244_709);
    openssl_private_decrypt(base64_decode($signature), $text, $pair, OPENSSL_PKCS1_OAEP_PADDING);
    same('VK1.1795244709', $text);
    $invalid('/^publicKey: /', static fn () => IdentitySignature::sign('VK1', 'no key'));
});

test('options that cannot be are refused by name', static function () use ($invalid): void {
    $options = ['baseUrl' => 'https://payouts.example', 'clientId' => 'c', 'clientSecret' => 's'];
    $wrong = ['clientId' => '', 'clientSecret' => "s\nX-Other: 1", 'baseUrl' => 'localhost:8080', 'timeoutMs' => 0];
    foreach ([...$wrong, 'retries' => -1, 'proxy' => 'proxy:3128'] as $field => $value) {
        $make = static fn () => new Client(...[...$options, $field => $value]);
        same($field, $invalid("/^{$field}/", $make)->field);
    }
});

test('repeats wait longer each time, by chance, and never less than the server asks for', static function (): void {
    same(
        [125, 250, 1000, 8000, 7125, null],
        [
            Repeater::delayMs(1, null, 0.0),
            Repeater::delayMs(1, null, 1.0),
            Repeater::delayMs(3, null, 1.0),
            Repeater::delayMs(3000, null, 1.0),
            Repeater::delayMs(1, 7, 0.0),
            Repeater::delayMs(1, 61, 0.0),
        ],
    );
});

test('rows become a batch of the format that they name, with their exact sum', static function () use ($invalid): void {
    $rows = [
        ['transferId' => 'a', 'amount' => '0.10', 'vpa' => 'a@upi'],
        ['transferId' => 'b', 'amount' => Money::paise(20), 'vpa' => 'b@upi', 'beneId' => ''],
    ];
    same('0.30', BatchRows::sum($rows)->toRupees());
    same('UPI', BatchRows::toBatch(['batchTransferId' => 'b1', 'rows' => $rows])['batchFormat']);
    $many = array_map(static fn (int $at): array => ['transferId' => "t{$at}", ...$rows[0]], range(0, 500));
    $invalid('/501 rows.*batches\.upload/', static fn () => BatchRows::toBatch(['rows' => $many]));
    $both = [[...$rows[0], 'beneId' => 'a']];
    $invalid('/row 1 names its payee by beneId and vpa/', static fn () => BatchRows::toBatch(['rows' => $both]));
});

test('numbers of answers lose no digit', static function (): void {
    $json = '{"count":2,"big":12345678901234567890,"amount":0.10,"text":"1.50 \"2.5\"","list":[1e3,-7]}';
    $exact = ['count' => 2, 'big' => '12345678901234567890', 'amount' => '0.10', 'text' => '1.50 "2.5"'];
    same([...$exact, 'list' => ['1e3', -7]], ExactJson::decode($json));
    same(['1', '9007199254740993.00', '1.0'], ExactJson::decodeAsText('[1,9007199254740993.00,"1.0"]'));
    foreach (['[01]', '[1.]', '[1-2]', '{', ''] as $none) {
        throws(\JsonException::class, static fn () => ExactJson::decode($none));
    }
});

test('what cannot be sent is refused with the name of its field', static function () use ($invalid): void {
    $build = static fn (array $input) => BuildRequest::from(Operation::of('transfers.createDirect'), $input);
    $order = ['transferId' => 't1', 'amount' => '1.00', 'remarks' => null];
    same('{"transferId":"t1","amount":"1.00"}', $build($order)->body);
    foreach (
        [
            '/^transferId: must be one line/' => ['transferId' => "t1\r\nAuthorization: Bearer x"],
            '/^beneDetails\.phone: Money is taken/' => ['beneDetails' => ['phone' => Money::paise(1)]],
            '/^remarks: DateTime is taken for no field/' => ['remarks' => new \DateTime()],
            '/^remarks: Malformed UTF-8/' => ['remarks' => "\xff"],
            '/^amount: bool is refused/' => ['amount' => true],
        ] as $pattern => $wrong
    ) {
        $invalid($pattern, static fn () => $build([...$order, ...$wrong]));
    }
    $path = BuildRequest::from(Operation::of('beneficiaries.get'), ['beneId' => '../a b?c'])->path;
    same('/payout/v1/getBeneficiary/..%2Fa%20b%3Fc', $path);
});

test('secrets are shown by no dump and no trace', static function (): void {
    $client = new Client('http://localhost:8080', 'c', 'a secret', webhookSecret: 'whsec_b3RoZXI=');
    ob_start();
    var_dump($client);
    $said = print_r($client, true) . ob_get_clean();
    same([true, false, false], [
        str_contains($said, 'localhost:8080'),
        str_contains($said, 'a secret'),
        str_contains($said, 'whsec'),
    ]);
});

test('tokens in a folder are for their owner alone, and nothing is kept of a failure', static function (): void {
    $folder = sys_get_temp_dir() . '/vitaran-tokens-' . bin2hex(random_bytes(6));
    $store = new FileTokenStore($folder);
    same(null, $store->get('key'));
    throws(\DomainException::class, static fn () => $store->renew('key', static fn () => throw new \DomainException()));
    $kept = $store->renew('key', static fn (?Token $of): Token => new Token($of === null ? 'new' : 'other', 1.5));
    same(['new', 'new', 1.5], [$kept->text, $store->get('key')->text, $store->get('key')->endsAt]);
    $files = glob("{$folder}/*.token") ?: [];
    same([1, '600'], [count($files), decoct(fileperms($files[0]) & 0777)]);
    file_put_contents($files[0], '{"te');
    same(null, $store->get('key'));
    array_map(unlink(...), glob("{$folder}/*") ?: []);
    rmdir($folder);
});

test('a folder that cannot be written in is refused', static fn ()
    => $invalid('/^tokenStore: /', static fn () => new FileTokenStore('/proc/vitaran')));

test('calls go by the proxy that is named', static function (): void {
    Stage::clearRoad();
    $client = Stage::client(['proxy' => Stage::$given['roadUrl']]);
    same('Token is valid', $client->tokens->verify()['message']);
    same(2, array_sum(Stage::readRoad()['calls']));
});

/** What the server answers to a call for a token, and something else to every other call. */
$answering = static fn (string $other): \Closure => static function (string $call) use ($other): string {
    $token = ['subCode' => '200', 'data' => ['token' => 't', 'expiry' => time() + 600]];
    $json = json_encode($token, JSON_THROW_ON_ERROR);
    return str_contains($call, 'authorize')
        ? "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{$json}"
        : "{$other}\r\nConnection: close\r\n\r\n<html>Welcome to the hotel</html>";
};

test('a page of someone else with status 200 is no answer of the server', static function () use ($answering): void {
    serve($answering("HTTP/1.1 200 OK\r\nContent-Type: text/html"), static function (string $address): void {
        $client = new Client("http://{$address}", 'c', 's', retries: 0);
        throws(ServerException::class, static fn () => $client->balance->get());
        $order = ['transferId' => 'inv_1', 'amount' => '1.00', 'beneId' => 'asha'];
        throws(OutcomeUnknownException::class, static fn () => $client->transfers->create($order));
    });
});

test('a proxy that refuses has sent nothing', static function (): void {
    serve(static fn (): string => "HTTP/1.1 407 Login needed\r\n\r\n", static function (string $address): void {
        $client = new Client('https://payouts.example', 'c', 's', retries: 0, proxy: "http://a:word@{$address}");
        $error = throws(NotConnectedException::class, static fn () => $client->balance->get(), '/407/');
        same(false, str_contains((string) $error, 'word@'));
    });
});

test('a logger that throws does not change what a call answers', static function (): void {
    $log = (string) tempnam(sys_get_temp_dir(), 'log');
    $before = ini_set('error_log', $log);
    try {
        $client = Stage::client(['logger' => static fn () => throw new \DomainException('the disk is full')]);
        same('200', $client->tokens->verify()['subCode']);
        matches('/the disk is full/', (string) file_get_contents($log));
    } finally {
        ini_set('error_log', (string) $before);
        unlink($log);
    }
});
