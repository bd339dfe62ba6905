<?php
$beneId = getenv('BENE_ID') ?: 'ravi_traders';
$transferId = getenv('TRANSFER_ID') ?: 'inv_2042';

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

// 1. Once for each payee.
print_r(call('POST', '/payout/v1/addBeneficiary', $headers, [
    'beneId' => $beneId, 'name' => 'Ravi Traders',
    'email' => 'accounts@ravi.example', 'phone' => '9876543210',
    'address1' => 'Sector 44, Gurgaon',
    'bankAccount' => getenv('BANK_ACCOUNT') ?: '026291800001191',
    'ifsc' => 'YESB0000262',
]));

// 2. For each payment.
print_r(call('POST', '/payout/v1/requestTransfer', $headers, [
    'beneId' => $beneId, 'amount' => '1250.00',
    'transferId' => $transferId, 'transferMode' => 'banktransfer',
]));

// 3. Whenever you want to know.
print_r(call('GET', "/payout/v1.2/getTransferStatus?transferId=$transferId", $headers));
