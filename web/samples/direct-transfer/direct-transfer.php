<?php
function post(string $path, array $headers, array $body = []): array {
    $options = [
        'method' => 'POST',
        'header' => $headers,
        'content' => json_encode((object) $body),
        'ignore_errors' => true,
    ];
    $context = stream_context_create(['http' => $options]);
    return json_decode(file_get_contents(getenv('VITARAN') . $path, false, $context), true);
}

$authorized = post('/payout/v1/authorize', [
    'Content-Type: application/json',
    'X-Client-Id: ' . getenv('CLIENT_ID'),
    'X-Client-Secret: ' . getenv('CLIENT_SECRET'),
]);

$transfer = post(
    '/payout/v1.2/directTransfer',
    [
        'Authorization: Bearer ' . $authorized['data']['token'],
        'Content-Type: application/json',
    ],
    [
        'amount' => '1250.00',
        'transferId' => getenv('TRANSFER_ID') ?: 'inv_2041',
        'transferMode' => 'imps',
        'remarks' => 'Invoice 2041',
        'beneDetails' => [
            'name' => 'Ravi Traders',
            'email' => 'accounts@ravi.example',
            'phone' => '9876543210',
            'bankAccount' => '026291800001191',
            'ifsc' => 'YESB0000262',
            'address1' => 'Sector 44, Gurgaon',
        ],
    ],
);
echo $transfer['status'], ' ', $transfer['subCode'], ' ', $transfer['message'], PHP_EOL;
