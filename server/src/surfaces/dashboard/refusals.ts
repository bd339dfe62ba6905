/** The refusals of every operation of the dashboard, in addition to its own. */
import { takesKey, type Operation, type RefusalShape } from "#http";

const request = {
  invalid_request: { status: 422, message: "Some of the fields are not valid." },
  body_unreadable: { status: 400, message: "The request could not be read." },
  body_too_large: { status: 413, message: "The request is too large. Files can be up to 5 MB." },
  not_json: { status: 415, message: "The body must be JSON, and say so in its content type." },
  too_many_requests: { status: 429, message: "Too many requests at once. Try again in a moment." },
} as const satisfies Record<string, RefusalShape>;

const file = {
  file_empty: { status: 422, message: "The file is empty." },
} as const satisfies Record<string, RefusalShape>;

/** Refusals of operations that start payouts. */
export const payoutsDisabled = {
  payouts_disabled: {
    status: 403,
    message: "Payouts are switched off for your account. Ask your account manager.",
  },
} as const satisfies Record<string, RefusalShape>;

/** Refusals of operations that change settings that protect money. */
export const settingRefusals = {
  already_open: { status: 409, message: "A change of this setting waits for approval already." },
} as const satisfies Record<string, RefusalShape>;

/** Refusals that any request can get, even if there is no such operation. */
export const strayRefusals = {
  not_found: { status: 404, message: "This address does not exist." },
  unavailable: {
    status: 503,
    message: "The service is not available at the moment. Try again in a few seconds.",
  },
  broken: {
    status: 500,
    message: "Something went wrong on our side. Quote the request ID when you contact support.",
  },
} as const satisfies Record<string, RefusalShape>;

const unsafe = {
  foreign_origin: { status: 403, message: "This request did not come from the dashboard." },
} as const satisfies Record<string, RefusalShape>;

const key = {
  idempotency_key_invalid: {
    status: 400,
    message: "An idempotency key has 1 to 255 printable ASCII characters and is sent once.",
  },
  idempotency_key_reused: {
    status: 409,
    message: "This idempotency key belongs to another request: {first}.",
  },
  idempotency_key_in_use: {
    status: 409,
    message:
      "The first request with this idempotency key is still under way: {first}. Send it again in a second.",
  },
} as const satisfies Record<string, RefusalShape>;

const session = {
  not_logged_in: { status: 401, message: "Log in to continue." },
} as const satisfies Record<string, RefusalShape>;

const permission = {
  not_permitted: { status: 403, message: "Your role does not allow this." },
} as const satisfies Record<string, RefusalShape>;

const proof = {
  step_up_required: { status: 403, message: "Confirm that it is you to continue." },
} as const satisfies Record<string, RefusalShape>;

const factor = {
  second_factor_required: {
    status: 403,
    message: "Set up a second factor to continue: an authenticator app or a passkey, on your account page.",
  },
} as const satisfies Record<string, RefusalShape>;

const merchant = {
  merchant_not_found: { status: 404, message: "Your organization has no such merchant." },
} as const satisfies Record<string, RefusalShape>;

/** Returns the common refusals with which an operation may respond. */
export function commonRefusals(operation: {
  readonly access: "open" | "session" | "merchant";
  readonly method: Operation["method"];
  readonly output: Operation["output"];
  readonly repeats: boolean;
  readonly permission: string | null;
  readonly stepUp: boolean;
  readonly file?: unknown;
}): Readonly<Record<string, RefusalShape>> {
  return {
    ...request,
    ...(operation.file === undefined ? {} : file),
    ...(operation.method === "GET" ? {} : unsafe),
    ...(operation.access !== "open" && takesKey(operation) ? key : {}),
    ...(operation.access === "open" ? {} : session),
    ...(operation.permission === null ? {} : permission),
    ...(operation.access === "merchant" || operation.permission !== null ? factor : {}),
    ...(operation.stepUp ? proof : {}),
    ...(operation.access === "merchant" ? merchant : {}),
  };
}

/** All common refusals, by code. */
export const refusals: Readonly<Record<string, RefusalShape>> = {
  ...request,
  ...file,
  ...strayRefusals,
  ...unsafe,
  ...key,
  ...session,
  ...permission,
  ...factor,
  ...proof,
  ...merchant,
};
