/** Webhooks: the outbox of events, the endpoints of merchants, signed deliveries, and replays. */
export {
  addEndpoint,
  changeEndpoint,
  type EndpointChange,
  type NewEndpoint,
  removeEndpoint,
} from "./change-endpoint.ts";
export { classifyAddress, findAddresses, resolveHost, type Resolve } from "./guard-target.ts";
export {
  countEvents,
  type EventKey,
  makeEventId,
  type NewEvent,
  publishEvents,
  readSubject,
  type SubjectDelivery,
  type SubjectEvent,
} from "./events.ts";
export { countReplay, type Replay, type ReplayCount, replayDelivery, replayEvents } from "./replay.ts";
export {
  diagnoseSignature,
  type Diagnosis,
  type SignatureToCheck,
  type SignatureVerdict,
} from "./diagnose-signature.ts";
export {
  disableEndpoint,
  enableEndpoint,
  type Endpoint,
  type EndpointHealth,
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
  type SubjectKind,
} from "./event-types.ts";
export { FORMATS, type Format } from "./build-request.ts";
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
  type AnswerClass,
  type Delivery,
  type DeliveryFilter,
  type DeliveryStory,
  listDeliveries,
  listTries,
  listTriesOf,
  type LoggedTry,
  type Outcome,
  OUTCOMES,
  readDelivery,
} from "./deliveries.ts";
export {
  openListener,
  type ListenerToOpen,
  takeDeliveries,
  type Taken,
  type TakenDelivery,
} from "./listeners.ts";
export {
  type EventToRender,
  type EventWithFields,
  registerRenderer,
  registerV2Renderer,
  type Renderer,
  renderEvents,
  type V2Renderer,
} from "./render.ts";
export { rotateSecret, type Rotation } from "./endpoint-secret.ts";
export { sendTestEvent, type TestResult, type TestTarget } from "./send-test-event.ts";
export { MISTAKES, type Mistake } from "./signature-mistakes.ts";
export { SCHEMES, type Scheme } from "./signature-schemes.ts";
export {
  startDelivering,
  webhooksWorker,
  type DeliveringOptions,
  deliverWebhooks,
  findMerchantsWithDueDeliveries,
  type DeliverOptions,
  type DeliveryCount,
} from "./deliver.ts";
export { PARTS_TO_SEAL as WEBHOOKS_TO_SEAL } from "./parts-to-seal.ts";
