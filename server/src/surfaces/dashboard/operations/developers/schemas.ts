/** Schemas of the answers about keys and webhooks. */
import Type from "typebox";
import type { KeyReset } from "#approvals";
import { at, nullable, words } from "#dashboard/schemas";
import { EVENT_TYPES, FORMATS, type EventType } from "#webhooks";

export const eventTypes = Object.keys(EVENT_TYPES) as readonly EventType[];

/** A new secret, which is shown only once. */
export const issuedKeys = Type.Object({
  clientId: Type.String(),
  clientSecret: Type.String(),
  publicKeyPem: Type.String(),
});

/** Keys that are issued at once, or the request that others must approve first. */
export const keysOrRequest = Type.Object({
  keys: nullable(issuedKeys),
  requestId: nullable(Type.String()),
  /** The time from which it can be done without approval, because no other person can approve. Null otherwise. */
  aloneUntil: nullable(at),
});

export const toKeysOrRequest = (asked: KeyReset) =>
  asked.kind === "reset"
    ? { keys: asked.keys, requestId: null, aloneUntil: null }
    : { keys: null, requestId: asked.requestId, aloneUntil: asked.aloneUntil };

export const sentRequest = Type.Object({
  url: Type.String(),
  body: Type.String(),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});

/** Headers as a list, so that a schema can describe them. */
export const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export const tested = Type.Object({
  /** True if the answer counts as delivered. */
  accepted: Type.Boolean(),
  httpStatus: nullable(Type.Integer()),
  excerpt: Type.String(),
  durationMs: Type.Integer(),
  request: sentRequest,
});

export const endpoint = Type.Object({
  endpointId: Type.String(),
  url: Type.String(),
  format: words(FORMATS),
  eventTypes: nullable(Type.Array(Type.String())),
  status: words(["enabled", "disabled"]),
  disabledBecause: nullable(words(["gone", "failing", "merchant"])),
  disabledAt: nullable(at),
  consecutiveFailures: Type.Integer(),
  failingSince: nullable(at),
  previousSecretUntil: nullable(at),
  createdAt: at,
  /** These numbers and times are about the last 24 hours. */
  delivered: Type.Integer(),
  failing: Type.Integer(),
  p95Ms: nullable(Type.Integer()),
  lastAt: nullable(at),
});

export const delivery = {
  deliveryId: Type.String(),
  endpointId: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  subjectKind: words(["transfer", "batch", "fund_source", "incident", "flowgram"]),
  subjectId: Type.String(),
  /** The merchant's own ID of the transfer that it is about. */
  transferId: nullable(Type.String()),
  outcome: words(["delivered", "retrying", "waiting", "failed"]),
  tries: Type.Integer(),
  dueAt: nullable(at),
  eventAt: at,
  createdAt: at,
  finishedAt: nullable(at),
  httpStatus: nullable(Type.Integer()),
  durationMs: nullable(Type.Integer()),
  excerpt: nullable(Type.String()),
};
