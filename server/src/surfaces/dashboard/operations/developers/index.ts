import type { DashboardOperation } from "#dashboard/operation";
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  checkWebhookSignature,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  testWebhook,
} from "./webhook-endpoints.ts";
import {
  changeApiKeys,
  changeKeyScope,
  completeApiKeyReset,
  generateApiKeys,
  getApiKeys,
  resetApiKeys,
} from "./api-keys.ts";
import {
  countWebhookReplay,
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  replayWebhooks,
} from "./webhook-deliveries.ts";
import { listApiCalls } from "./list-api-calls.ts";

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
