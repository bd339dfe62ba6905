<?php
require 'vendor/autoload.php';

$vitaran = new Vitaran\Client(
    baseUrl: getenv('VITARAN'),
    clientId: getenv('CLIENT_ID'),
    clientSecret: getenv('CLIENT_SECRET'),
);
$beneId = getenv('BENE_ID') ?: 'ravi_traders';
$transferId = getenv('TRANSFER_ID') ?: 'inv_2042';

// 1. Once for each payee.
print_r($vitaran->beneficiaries->create([
    'beneId' => $beneId, 'name' => 'Ravi Traders',
    'email' => 'accounts@ravi.example', 'phone' => '9876543210', 'address1' => 'Sector 44, Gurgaon',
    'bankAccount' => getenv('BANK_ACCOUNT') ?: '026291800001191', 'ifsc' => 'YESB0000262',
]));

// 2. For each payment.
print_r($vitaran->transfers->create([
    'beneId' => $beneId, 'amount' => '1250.00',
    'transferId' => $transferId, 'transferMode' => 'banktransfer',
]));

// 3. Whenever you want to know.
print_r($vitaran->transfers->get(['transferId' => $transferId]));
