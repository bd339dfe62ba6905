<?php

// Takes webhooks under the address that you have registered: WEBHOOK_SECRET=whsec_... php -S localhost:9000 webhook.php

declare(strict_types=1);

use Vitaran\Exception\SignatureException;
use Vitaran\Webhooks;

require 'vendor/autoload.php';

$webhooks = new Webhooks(webhookSecret: (string) getenv('WEBHOOK_SECRET'));
try {
    $event = $webhooks->verify((string) file_get_contents('php://input'), getallheaders());
} catch (SignatureException) {
    http_response_code(401);
    exit;
}
// Act once for each id: the same message may come again.
error_log("{$event->id} {$event->type} " . json_encode($event->data));
http_response_code(200);
