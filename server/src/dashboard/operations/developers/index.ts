import type { DashboardOperation } from "#dashboard/operation";
import { addWebhookEndpoint } from "./add-webhook-endpoint.ts";
import { changeApiKeys } from "./change-api-keys.ts";
import { changeKeyScope } from "./change-key-scope.ts";
import { changeWebhookEndpoint } from "./change-webhook-endpoint.ts";
import { checkWebhookSignature } from "./check-webhook-signature.ts";
import { completeApiKeyReset } from "./complete-api-key-reset.ts";
import { countWebhookReplay } from "./count-webhook-replay.ts";
import { generateApiKeys } from "./generate-api-keys.ts";
import { getApiKeys } from "./get-api-keys.ts";
import { getWebhookDelivery } from "./get-webhook-delivery.ts";
import { listApiCalls } from "./list-api-calls.ts";
import { listWebhookDeliveries } from "./list-webhook-deliveries.ts";
import { listWebhookEndpoints } from "./list-webhook-endpoints.ts";
import { removeWebhookEndpoint } from "./remove-webhook-endpoint.ts";
import { replayWebhookDelivery } from "./replay-webhook-delivery.ts";
import { replayWebhooks } from "./replay-webhooks.ts";
import { resetApiKeys } from "./reset-api-keys.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { testWebhook } from "./test-webhook.ts";

export const developers: readonly DashboardOperation[] = [
  getApiKeys,
  generateApiKeys,
  changeApiKeys,
  changeKeyScope,
  resetApiKeys,
  completeApiKeyReset,
  listWebhookEndpoints,
  testWebhook,
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  countWebhookReplay,
  replayWebhooks,
  checkWebhookSignature,
  listApiCalls,
];
