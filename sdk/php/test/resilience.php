<?php

/** Lost answers, a killed server, tokens that end: no order is made twice, and none is called failed that is not. */

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\Client;
use Vitaran\Exception\AuthenticationException;
use Vitaran\Exception\ConnectionException;
use Vitaran\Exception\NotConnectedException;
use Vitaran\Exception\NotFoundException;
use Vitaran\Exception\OutcomeUnknownException;
use Vitaran\Exception\RefusedException;
use Vitaran\FileTokenStore;
use Vitaran\Token;
use Vitaran\TokenStore;

require __DIR__ . '/at-once.php';

const PAYEE = [
    'name' => 'Asha Rao',
    'email' => 'asha@rao.example',
    'phone' => '9876543210',
    'bankAccount' => '026291800001191',
    'ifsc' => 'YESB0000262',
    'address1' => 'Sector 44',
];

/** @return array<string, mixed> */
function order(string $transferId): array
{
    return ['transferId' => $transferId, 'amount' => '10.00', 'transferMode' => 'imps', 'beneDetails' => PAYEE];
}

/** A client by way of the road, whose every exchange is written down. */
final class Heard
{
    public readonly Client $client;
    /** @var list<array<string, mixed>> */
    public array $entries = [];
    /** @var list<string> */
    public array $lines = [];

    /** @param array<string, mixed> $options */
    public function __construct(array $options = [])
    {
        $logger = function (string $level, string $message, array $context): void {
            $this->entries[] = $context;
            $this->lines[] = "{$level} {$message} " . json_encode($context, JSON_UNESCAPED_SLASHES);
        };
        $this->client = Stage::client(['baseUrl' => Stage::$given['roadUrl'], 'logger' => $logger, ...$options]);
    }

    public function count(string $verb): int
    {
        return count(array_keys(array_column($this->entries, 'verb'), $verb, true));
    }
}

/** On a road without rules, with a folder for tokens. */
function onRoad(string $name, \Closure $body): void
{
    test($name, static function () use ($body): void {
        Stage::clearRoad();
        $folder = sys_get_temp_dir() . '/vitaran-tokens-' . bin2hex(random_bytes(6));
        try {
            $body(new FileTokenStore($folder));
        } finally {
            array_map(unlink(...), glob("{$folder}/*") ?: []);
            rmdir($folder);
        }
    });
}
$run = Stage::$run;

onRoad('100 processes with a token that is about to end renew it once', static function (FileTokenStore $store): void {
    Stage::addRule(['path' => 'authorize', 'aheadSeconds' => 570, 'times' => 1]);
    (new Heard(['tokenStore' => $store]))->client->tokens->verify();
    $codes = atOnce(100, static fn (): string
        => (new Heard(['tokenStore' => $store]))->client->ifsc->get(['ifsc' => 'YESB0000262'])['subCode']);
    same(array_fill(0, 100, '200'), $codes);
    ['calls' => $calls, 'subCodes' => $subCodes] = Stage::readRoad();
    same(2, $calls['/payout/v1/authorize']);
    same([200 => 100], $subCodes['/payout/v1/ifsc/YESB0000262']);
});

onRoad('100 processes with a token that the server does not take renew it once', static function ($store): void {
    Stage::addRule(['path' => 'getBalance', 'badToken' => true]);
    (new Heard(['tokenStore' => $store]))->client->tokens->verify();
    $codes = atOnce(100, static fn (): string
        => (new Heard(['tokenStore' => $store]))->client->balance->get()['subCode']);
    same(array_fill(0, 100, '200'), $codes);
    ['calls' => $calls, 'subCodes' => $subCodes] = Stage::readRoad();
    same(2, $calls['/payout/v1/authorize']);
    // Those who came after the renewal had the new one from the first.
    ['200' => $taken, '403' => $refused] = $subCodes['/payout/v1.2/getBalance'];
    same([100, true], [$taken, $refused >= 1 && $refused <= 100]);
});

onRoad('an order whose answer is lost is asked for again, and made once', static function () use ($run): void {
    Stage::addRule(['path' => 'directTransfer', 'lose' => 2]);
    $heard = new Heard();
    $paid = $heard->client->transfers->createDirect(order("lost_{$run}"));
    same('SUCCESS', $paid['status']);
    matches('/^\d{12}$/', $paid['utr']);
    same(3, $heard->count('transfers.createDirect'));
    same(3, Stage::readRoad()['calls']['/payout/v1.2/directTransfer']);
    same(["lost_{$run}" => 1], Stage::readPaid("lost_{$run}"));
});

onRoad('without a repeat the outcome is unknown, and asked for under the same id', static function () use ($run): void {
    Stage::addRule(['path' => 'directTransfer', 'lose' => 1]);
    $client = (new Heard(['retries' => 0]))->client;
    $id = "unheard_{$run}";
    $error = throws(
        OutcomeUnknownException::class,
        static fn () => $client->transfers->createDirect(order($id)),
        "/unknown, which is not failed.*under the same transferId, {$id}, with transfers\\.get/",
    );
    same([true, 'outcome-unknown'], [$error->outcomeUnknown, $error->kind->value]);
    same(true, $error->getPrevious() instanceof ConnectionException);
    same('SUCCESS', $client->transfers->get(['transferId' => $id])['status']);
});

onRoad('an order that is not answered in time is unknown, not failed', static function () use ($run): void {
    $client = (new Heard(['retries' => 0, 'timeoutMs' => 2_000]))->client;
    $client->tokens->verify();
    Stage::addRule(['path' => 'directTransfer', 'holdMs' => 6_000]);
    $pay = static fn () => $client->transfers->createDirect(order("late_{$run}"));
    throws(OutcomeUnknownException::class, $pay, '/no answer within 2000 ms/');
    $found = (new Heard())->client->transfers->get(['transferId' => "late_{$run}"]);
    same("late_{$run}", $found['transferId']);
});

onRoad('a change whose answer is lost is not repeated', static function () use ($run): void {
    $heard = new Heard();
    // A connection stands open, on which curl would repeat of itself.
    $heard->client->tokens->verify();
    Stage::addRule(['path' => 'addBeneficiary', 'lose' => 9]);
    $bene = ['beneId' => "lost_bene_{$run}", 'vpa' => "lost{$run}@upi"];
    $add = static fn () => $heard->client->beneficiaries->create(
        $bene + ['name' => 'Asha Rao', 'phone' => PAYEE['phone'], 'email' => PAYEE['email']],
    );
    throws(OutcomeUnknownException::class, $add, '/with beneficiaries\.get/');
    same(1, $heard->count('beneficiaries.create'));
    same(1, Stage::readRoad()['calls']['/payout/v1/addBeneficiary']);
    same($bene['vpa'], $heard->client->beneficiaries->get(['beneId' => $bene['beneId']])['vpa']);
});

onRoad('where nothing listens nothing was sent, and the outcome is known', static function () use ($run): void {
    $heard = new Heard(['baseUrl' => 'http://127.0.0.1:9', 'retries' => 1]);
    $pay = static fn () => $heard->client->transfers->createDirect(order("never_{$run}"));
    $error = throws(NotConnectedException::class, $pay);
    same([false, 'connection'], [$error->outcomeUnknown, $error->kind->value]);
    same([2, 0], [$heard->count('authorize'), $heard->count('transfers.createDirect')]);
});

onRoad("a wrong secret is told, with the server's words and the request id", static function (): void {
    $client = (new Heard(['clientSecret' => 'wrong']))->client;
    $ask = static fn () => $client->balance->get();
    $error = throws(AuthenticationException::class, $ask, '/Invalid clientId and clientSecret combination/');
    same('401', $error->subCode);
    matches('/./', (string) $error->requestId);
});

onRoad('errors are the same where every answer is HTTP 200', static function (): void {
    $client = (new Heard(Stage::$given['always200']))->client;
    $error = throws(RefusedException::class, static fn () => $client->transfers->createDirect(order('t 1')));
    same(['422', 200, false], [$error->subCode, $error->httpStatus, $error->outcomeUnknown]);
});

onRoad('the log names calls and carries no secret, no token and no account', static function (): void {
    $store = new class implements TokenStore {
        public string $last = '';

        public function get(string $key): ?Token
        {
            return null;
        }

        public function renew(string $key, \Closure $renew): Token
        {
            $token = $renew(null);
            $this->last = $token->text;
            return $token;
        }
    };
    $heard = new Heard(['tokenStore' => $store]);
    $find = ['bankAccount' => '000100289877623', 'ifsc' => 'YESB0000262'];
    throws(NotFoundException::class, static fn () => $heard->client->beneficiaries->find($find));
    $said = implode("\n", $heard->lines);
    matches('/^info beneficiaries\.find: GET .*"subCode":"404"/m', $said);
    foreach ([Stage::$given['clientSecret'], $store->last, $find['bankAccount']] as $secret) {
        same([true, false], [strlen($secret) > 10, str_contains($said, $secret)]);
    }
});

onRoad('a server killed in the middle of ten orders pays none twice', static function ($store) use ($run): void {
    $client = (new Heard(['tokenStore' => $store]))->client;
    $client->tokens->verify();
    Stage::addRule(['path' => 'directTransfer', 'killAfter' => 3]);
    $results = atOnce(10, static function (int $at) use ($store, $run): array {
        $heard = new Heard(['tokenStore' => $store, 'retries' => 12]);
        $paid = $heard->client->transfers->createDirect(order("killed_{$run}_{$at}"));
        return [...$paid, 'errors' => count(array_column($heard->entries, 'error'))];
    });
    $ids = array_map(static fn (int $at): string => "killed_{$run}_{$at}", range(0, 9));
    same(true, array_sum(array_column($results, 'errors')) > 0, 'calls were cut');
    foreach ($results as $at => ['status' => $status]) {
        matches('/^(SUCCESS|PENDING)$/', $status);
        while ($client->transfers->get(['transferId' => $ids[$at]])['status'] !== 'SUCCESS') {
            usleep(100_000);
        }
    }
    $paid = Stage::readPaid("killed_{$run}_");
    ksort($paid);
    same(array_fill_keys($ids, 1), $paid);
    $listed = iterator_to_array($client->transfers->list(['maxReturn' => 100]));
    $counts = array_count_values(array_column($listed, 'referenceId'));
    foreach ($results as ['referenceId' => $reference]) {
        same(1, $counts[$reference]);
    }
});
