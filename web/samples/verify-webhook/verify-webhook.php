<?php
/** Whether the fields were signed with your client secret. */
function isGenuine(array $fields): bool {
    $signature = $fields['signature'] ?? '';
    unset($fields['signature']);
    ksort($fields, SORT_STRING);
    $expected = base64_encode(hash_hmac('sha256', implode('', $fields), getenv('CLIENT_SECRET'), true));
    return hash_equals($expected, $signature);
}

$genuine = isGenuine($_POST);
error_log(($_POST['event'] ?? 'no event') . ($genuine ? ' is genuine' : ' is not genuine'));
http_response_code($genuine ? 200 : 400);
