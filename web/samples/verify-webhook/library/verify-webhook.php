<?php
require 'vendor/autoload.php';

$webhooks = new Vitaran\Webhooks(clientSecret: getenv('CLIENT_SECRET'));
try {
    $event = $webhooks->verify(file_get_contents('php://input'), getallheaders());
    error_log("{$event->type} is genuine " . json_encode($event->data));
} catch (Vitaran\Exception\SignatureException) {
    http_response_code(400);
}
