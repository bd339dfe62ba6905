<?php
/** Whether the body, as it came, was signed with your client secret. */
function isGenuine(string $timestamp, string $body, string $signature): bool {
    $expected = base64_encode(hash_hmac('sha256', $timestamp . $body, getenv('CLIENT_SECRET'), true));
    return hash_equals($expected, $signature);
}

$body = file_get_contents('php://input');
$genuine = isGenuine($_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '', $body, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');
error_log($genuine ? json_decode($body)->type . ' is genuine' : 'not genuine');
http_response_code($genuine ? 200 : 400);
