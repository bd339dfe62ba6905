/** Webhooks: the outbox of events, the endpoints of merchants, signed deliveries, and replays. */
export { addEndpoint, changeEndpoint, removeEndpoint } from "./change-endpoint.ts";
export { classifyAddress, findAddresses, guardTarget, resolveHost, type Resolve } from "./guard-target.ts";
export { openPool } from "./send-deliveries.ts";
export {
  countEvents,
  makeEventId,
  type NewEvent,
  publishEvents,
  readSubject,
  type SubjectDelivery,
  type SubjectEvent,
  PUBLISHING,
} from "./events.ts";
export { countReplay, type WebhookReplay, replayDelivery, replayEvents } from "./replay.ts";
export { diagnoseSignature, type Diagnosis, type SignatureVerdict } from "./diagnose-signature.ts";
export {
  disableEndpoint,
  enableEndpoint,
  type Endpoint,
  listEndpoints,
  readEndpointHealth,
} from "./endpoints.ts";
export { WebhookError } from "./errors.ts";
export {
  EVENT_TYPES,
  formatEventTime,
  isEventType,
  type EventData,
  type EventType,
  type FieldOf,
} from "./event-types.ts";
export { FORMATS, type Format } from "./build-request.ts";
export { readEndpointTargets, type Target } from "./read-targets.ts";
export { isSuccess, type ListenerAnswer, recordAnswers } from "./record-tries.ts";
export {
  formatV2Time,
  V2_TYPES,
  type V2Data,
  describeV2Standing,
  describeV2Transfer,
  standingAtEnd,
  v2Rupees,
  type V2Ending,
  type V2Standing,
  type V2TransferFacts,
} from "./v2-data.ts";
export {
  ANSWER_CLASSES,
  type Delivery,
  type DeliveryFilter,
  listDeliveries,
  listTries,
  listTriesOf,
  type DeliveryOutcome,
  OUTCOMES,
  readDelivery,
} from "./deliveries.ts";
export { openListener, takeDeliveries } from "./listeners.ts";
export {
  type EventToRender,
  type EventWithFields,
  registerRenderer,
  registerV2Renderer,
  renderEvents,
} from "./render.ts";
export { rotateSecret } from "./endpoint-secret.ts";
export { sendTestEvent, type TestResult } from "./send-test-event.ts";
export { MISTAKES } from "./signature-mistakes.ts";
export { SCHEMES, type Scheme } from "./signature-schemes.ts";
export {
  startDelivering,
  webhooksWorker,
  deliverWebhooks,
  findMerchantsWithDueDeliveries,
} from "./deliver.ts";
export { PARTS_TO_SEAL as WEBHOOKS_TO_SEAL } from "./parts-to-seal.ts";
export { webhooksFigures } from "./measure.ts";
export { PARTS_TO_ERASE as WEBHOOKS_TO_ERASE } from "./to-erase.ts";
