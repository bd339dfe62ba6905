<?php
$batchId = getenv('BATCH_ID') ?: 'salaries_11';

function call(string $method, string $path, array $headers, ?array $body = null): array {
    $options = ['method' => $method, 'header' => $headers, 'ignore_errors' => true];
    if ($body !== null) $options['content'] = json_encode((object) $body);
    $context = stream_context_create(['http' => $options]);
    return json_decode(file_get_contents(getenv('VITARAN') . $path, false, $context), true);
}

$authorized = call('POST', '/payout/v1/authorize', [
    'Content-Type: application/json',
    'X-Client-Id: ' . getenv('CLIENT_ID'),
    'X-Client-Secret: ' . getenv('CLIENT_SECRET'),
], []);
$headers = [
    'Authorization: Bearer ' . $authorized['data']['token'],
    'Content-Type: application/json',
];

print_r(call('POST', '/payout/v1/requestBatchTransfer', $headers, [
    'batchTransferId' => $batchId,
    'batchFormat' => 'BANK_ACCOUNT',
    'deleteBene' => 1,
    'batch' => [
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
print_r(call('GET', "/payout/v1/getBatchTransferStatus?batchTransferId=$batchId", $headers));
