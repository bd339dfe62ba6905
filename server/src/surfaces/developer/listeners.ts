/** Webhooks for a program that the server cannot reach: it polls for them, and reports the outcomes. */
import { id, listOf, moment, object, oneOf, optional, text, whole, withDefault } from "#http";
import {
  FORMATS,
  openListener,
  recordAnswers,
  removeEndpoint,
  takeDeliveries,
  type ListenerAnswer,
} from "#webhooks";
import { developerOperation } from "./operation.ts";

const pathFields = { listenerId: id() };

const TYPES_MAX = 100;
const ANSWERS_MAX = 50;
/** A forwarded call may take minutes if a developer debugs it step by step. */
const DURATION_MAX_MS = 3_600_000;

/** `status` is absent if no response came. */
const answer = object({
  deliveryId: id(),
  status: optional(whole({ min: 100, max: 599 })),
  // The program's text is not a field of the merchant's: it may contain anything, and is shortened before it is stored.
  excerpt: withDefault(text({ min: 0, max: 1_024, cards: "let_pass" }), ""),
  durationMs: whole({ min: 0, max: DURATION_MAX_MS }),
});

export const listenerOperations = [
  developerOperation({
    name: "openListener",
    method: "POST",
    path: "/listeners",
    ofAllSources: true,
    summary: "Open a listener, which gets every webhook from now on",
    body: {
      format: withDefault(oneOf(FORMATS), "classic_form"),
      eventTypes: optional(listOf(text({ max: 100 }), { min: 1, max: TYPES_MAX })),
    },
    handle: ({ ctx, merchantId, by, input: { format, eventTypes = null } }) =>
      openListener(ctx, merchantId, { format, eventTypes, by }),
  }),
  developerOperation({
    name: "takeDeliveries",
    method: "POST",
    path: "/listeners/{listenerId}/take",
    ofAllSources: true,
    summary: "Take the webhooks that are due, signed, at most five at once",
    pathFields,
    handle: ({ ctx, merchantId, input }) => takeDeliveries(ctx, merchantId, input),
  }),
  developerOperation({
    name: "answerDeliveries",
    method: "POST",
    path: "/listeners/{listenerId}/answers",
    summary: "Say what the receiver answered; what failed is due again later",
    pathFields,
    body: { leaseUntil: moment(), answers: listOf(answer, { min: 1, max: ANSWERS_MAX }) },
    handle: ({ ctx, merchantId, input: { listenerId, leaseUntil, answers } }) =>
      recordAnswers(ctx, merchantId, {
        listenerId,
        leaseUntil,
        answers: answers.map((one): ListenerAnswer => ({ ...one, status: one.status ?? null })),
      }),
  }),
  developerOperation({
    name: "closeListener",
    method: "DELETE",
    path: "/listeners/{listenerId}",
    summary: "Close a listener; what waits for it is given up",
    pathFields,
    handle: async ({ ctx, merchantId, by, input: { listenerId } }) => {
      await removeEndpoint(ctx, merchantId, { endpointId: listenerId, by });
      return { closed: true };
    },
  }),
] as const;
