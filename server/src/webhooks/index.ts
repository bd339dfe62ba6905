/** Webhooks: the outbox of events, the endpoints of merchants, signed deliveries, and replays. */
export { addEndpoint, type NewEndpoint } from "./add-endpoint.ts";
export { changeEndpoint, type EndpointChange } from "./change-endpoint.ts";
export { classifyAddress } from "./classify-address.ts";
export { countEvents } from "./count-events.ts";
export { countReplay, type ReplayCount } from "./count-replay.ts";
export {
  diagnoseSignature,
  type Diagnosis,
  type SignatureToCheck,
  type SignatureVerdict,
} from "./diagnose-signature.ts";
export { disableEndpoint } from "./disable-endpoint.ts";
export { enableEndpoint } from "./enable-endpoint.ts";
export { WebhookError } from "./errors.ts";
export { makeEventId, type EventKey } from "./event-id.ts";
export {
  EVENT_TYPES,
  formatEventTime,
  isEventType,
  type EventData,
  type EventType,
  type FieldOf,
  type SubjectKind,
} from "./event-types.ts";
export { FORMATS, type Format } from "./format.ts";
export { isSuccess } from "./is-success.ts";
export { V2_TYPES } from "./v2-data.ts";
export {
  ANSWER_CLASSES,
  listDeliveries,
  OUTCOMES,
  type AnswerClass,
  type Delivery,
  type DeliveryFilter,
  type Outcome,
} from "./list-deliveries.ts";
export { findAddresses, resolveHost, type Resolve } from "./guard-target.ts";
export { listEndpoints, type Endpoint } from "./list-endpoints.ts";
export { listTries, listTriesOf, type LoggedTry } from "./list-tries.ts";
export { openListener, type ListenerToOpen } from "./open-listener.ts";
export { publishEvents, wakeDelivering, type NewEvent } from "./publish-events.ts";
export { readDelivery, type DeliveryStory } from "./read-delivery.ts";
export { readEndpointHealth, type EndpointHealth } from "./read-endpoint-health.ts";
export { readSubject, type SubjectDelivery, type SubjectEvent } from "./read-subject.ts";
export { recordAnswers, type ListenerAnswer } from "./record-answers.ts";
export {
  registerRenderer,
  registerV2Renderer,
  type EventToRender,
  type EventWithFields,
  type Renderer,
  type V2Renderer,
} from "./register-renderer.ts";
export { removeEndpoint } from "./remove-endpoint.ts";
export { renderEvents } from "./render-events.ts";
export { replayDelivery } from "./replay-delivery.ts";
export { replayEvents, type Replay } from "./replay-events.ts";
export { rotateSecret, type Rotation } from "./rotate-secret.ts";
export { sendTestEvent, type TestResult, type TestTarget } from "./send-test-event.ts";
export { MISTAKES, type Mistake } from "./signature-mistakes.ts";
export { SCHEMES, type Scheme } from "./signature-schemes.ts";
export { startDelivering, type DeliveringOptions } from "./start-delivering.ts";
export { takeDeliveries, type Taken, type TakenDelivery } from "./take-deliveries.ts";
export { formatV2Time, type V2Data } from "./v2-data.ts";
export {
  describeV2Standing,
  describeV2Transfer,
  standingAtEnd,
  v2Rupees,
  type V2Ending,
  type V2Standing,
  type V2TransferFacts,
} from "./v2-transfer.ts";
export {
  DELIVERY_MOMENTS,
  deliverWebhooks,
  findMerchantsWithDueDeliveries,
  type DeliverOptions,
  type DeliveryCount,
} from "./work.ts";
export { PARTS_TO_SEAL as WEBHOOKS_TO_SEAL } from "./parts-to-seal.ts";
