<?php
require 'vendor/autoload.php';

$vitaran = new Vitaran\Client(
    baseUrl: getenv('VITARAN'),
    clientId: getenv('CLIENT_ID'),
    clientSecret: getenv('CLIENT_SECRET'),
);

$transfer = $vitaran->transfers->createDirect([
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
]);
echo "{$transfer['status']} {$transfer['subCode']} {$transfer['message']} {$transfer['utr']}\n";
