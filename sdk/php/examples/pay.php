<?php

// Pays, and does the right thing when no answer comes: CLIENT_ID=... CLIENT_SECRET=... php pay.php inv_2041

declare(strict_types=1);

use Vitaran\Client;
use Vitaran\Exception\OutcomeUnknownException;

require 'vendor/autoload.php';

$vitaran = new Client(
    baseUrl: getenv('VITARAN') ?: 'http://localhost:8080',
    clientId: (string) getenv('CLIENT_ID'),
    clientSecret: (string) getenv('CLIENT_SECRET'),
);

$transferId = $argv[1] ?? 'inv_2041';
try {
    $paid = $vitaran->transfers->createDirect([
        'transferId' => $transferId,
        'amount' => '1243.50',
        'transferMode' => 'imps',
        'beneDetails' => [
            'name' => 'Asha Rao',
            'email' => 'asha@rao.example',
            'phone' => '9876543210',
            'bankAccount' => '026291800001191',
            'ifsc' => 'YESB0000262',
            'address1' => 'Sector 44',
        ],
    ]);
    echo $paid['status'], ' ', $paid['utr'] ?? '', "\n";
} catch (OutcomeUnknownException) {
    // Not failed: the same id says how it stands.
    echo $vitaran->transfers->get(['transferId' => $transferId])['status'], "\n";
}
