<?php

// Pays rows as one batch, once their sum is what was meant: php pay-rows.php salaries_2026_11

declare(strict_types=1);

use Vitaran\BatchRows;
use Vitaran\Client;
use Vitaran\Money;

require 'vendor/autoload.php';

$vitaran = new Client(
    baseUrl: getenv('VITARAN') ?: 'http://localhost:8080',
    clientId: (string) getenv('CLIENT_ID'),
    clientSecret: (string) getenv('CLIENT_SECRET'),
);

$batchTransferId = $argv[1] ?? 'salaries_2026_11';
$payee = ['name' => 'Asha Rao', 'email' => 'payee@example.com', 'phone' => '9876543210'];
$rows = [
    ['transferId' => "{$batchTransferId}_1", 'amount' => '45000.00', 'vpa' => 'success@upi', ...$payee],
    ['transferId' => "{$batchTransferId}_2", 'amount' => Money::paise(3_825_050), 'vpa' => 'asha@upi', ...$payee],
];
if ((string) BatchRows::sum($rows) !== '83250.50') {
    throw new LogicException('The rows are not what was meant');
}
$vitaran->batches->createFromRows(['batchTransferId' => $batchTransferId, 'rows' => $rows]);
foreach ($vitaran->batches->get(['batchTransferId' => $batchTransferId])['transfers'] as $transfer) {
    echo $transfer['transferId'], ' ', $transfer['status'], "\n";
}
