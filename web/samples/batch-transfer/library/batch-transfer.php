<?php
require 'vendor/autoload.php';

$vitaran = new Vitaran\Client(
    baseUrl: getenv('VITARAN'),
    clientId: getenv('CLIENT_ID'),
    clientSecret: getenv('CLIENT_SECRET'),
);
$batchId = getenv('BATCH_ID') ?: 'salaries_11';

print_r($vitaran->batches->createFromRows([
    'batchTransferId' => $batchId,
    'rows' => [
        [
            'transferId' => "{$batchId}_1", 'amount' => '64250.00', 'phone' => '9876543210',
            'bankAccount' => '026291800001191', 'ifsc' => 'YESB0000262',
            'email' => 'accounts@ravi.example', 'name' => 'Ravi Traders',
        ],
        [
            'transferId' => "{$batchId}_2", 'amount' => '58900.00', 'phone' => '9876543211',
            'bankAccount' => '00011020001772', 'ifsc' => 'HDFC0000001',
            'email' => 'office@meera.example', 'name' => 'Meera Works',
        ],
    ],
]));
print_r($vitaran->batches->get(['batchTransferId' => $batchId]));
