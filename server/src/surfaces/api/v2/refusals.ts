/** The refusals of the v2 API: each is an HTTP status, a type, a code for programs, and a message. */

type ErrorType = "invalid_request_error" | "authentication_error" | "api_error";

/** One refusal as published; `{value}` in its message stands for the given value. */
export interface V2Refusal {
  readonly httpStatus: number;
  readonly type: ErrorType;
  readonly code: string;
  readonly message: string;
}

/** Refusals by our names of their causes. */
export type V2Refusals = Readonly<Record<string, V2Refusal>>;

/** The details of one request: the field's place, the values for the message, and when to retry. */
interface RefusedDetails {
  /** Stands before the code, for example `transfers[3].`. */
  readonly place?: string | undefined;
  readonly values?: Readonly<Record<string, string>>;
  /** A sentence after the message of the refusal. */
  readonly more?: string;
  readonly retrySeconds?: number;
}

/** A request that is refused; the code that serves it writes the answer. */
export class Refused extends Error {
  readonly refusal: V2Refusal;
  readonly details: RefusedDetails;

  constructor(refusal: V2Refusal, details: RefusedDetails = {}) {
    super(refusal.code);
    this.name = "Refused";
    this.refusal = refusal;
    this.details = details;
  }
}

export const invalid = (code: string, message: string, httpStatus = 400): V2Refusal => ({
  httpStatus,
  type: "invalid_request_error",
  code,
  message,
});

const unauthenticated = (httpStatus: number, code: string, message: string): V2Refusal => ({
  httpStatus,
  type: "authentication_error",
  code,
  message,
});

const apisNotEnabled = invalid(
  "apis_not_enabled",
  "APIs not enabled. Please ask for them to be switched on",
  403,
);

/** The refusals of any call before it begins. */
export const callerRefusals = {
  client_id_missing: unauthenticated(401, "x-client-id_missing", "x-client-id is missing in the request"),
  client_secret_missing: unauthenticated(
    401,
    "x-client-secret_missing",
    "x-client-secret is missing in the request",
  ),
  bad_credentials: unauthenticated(
    401,
    "authentication_failed",
    "Invalid clientId and clientSecret combination",
  ),
  ip_not_allowed: unauthenticated(403, "ip_validation_failed", "IP not whitelisted"),
  apis_disabled: apisNotEnabled,
  too_many_attempts: unauthenticated(429, "too_many_attempts", "Too many wrong secrets. Wait for a minute"),
  too_many_requests: invalid("too_many_requests", "Too many requests", 429),
  scope_missing: invalid(
    "scope_missing",
    "The scope of the API keys does not cover this call. It needs the scope {scope}",
    403,
  ),
  api_version_invalid: invalid(
    "x-api-version_invalid",
    "x-api-version : should be in the format YYYY-MM-DD. value received: {value}",
  ),
  service_unavailable: {
    httpStatus: 503,
    type: "api_error",
    code: "service_unavailable",
    message:
      "Service temporarily unavailable. Send the same request again with the same id, or ask for its status; " +
      "do not use a new id",
  },
  not_authenticated: {
    httpStatus: 500,
    type: "authentication_error",
    code: "internal_server_error",
    message: "Unable to authenticate the request",
  },
  broken: {
    httpStatus: 500,
    type: "api_error",
    code: "internal_server_error",
    message: "Error at the server",
  },
} as const satisfies V2Refusals;

/** The refusals of any call with a body. */
export const bodyRefusals = {
  body_unreadable: invalid("request_body_invalid", "request body is empty or not a valid JSON object"),
  body_too_large: invalid("request_body_too_large", "request body is too large", 413),
  card_field: invalid(
    "card_details_not_supported",
    "{field} is not a field of this call: pay a card by its network token, with card_details of a transfer",
  ),
} as const satisfies V2Refusals;

/** The refusals of idempotency keys, for any call that writes. */
export const keyRefusals = {
  key_invalid: invalid(
    "x-idempotency-key_invalid",
    "x-idempotency-key : should have 1 to 255 printable ASCII characters and be sent once",
  ),
  key_reused: invalid(
    "x-idempotency-key_reused",
    "x-idempotency-key belongs to another request: {first}",
    409,
  ),
  key_in_use: invalid(
    "x-idempotency-key_in_use",
    "the first request with this x-idempotency-key is still under way: {first}. Send it again in a second",
    409,
  ),
} as const satisfies V2Refusals;

/** The refusals at paths without an operation. */
export const strayRefusals = {
  method_not_allowed: invalid("method_not_allowed", "Invalid HTTP method", 405),
  path_not_found: invalid("path_not_found", "Invalid request URL", 404),
  bad_request: invalid("bad_request", "Bad request"),
} as const satisfies V2Refusals;

/** Returns the refusal with another message, if there is one. */
export const saying = (refusal: V2Refusal, message: string | null): V2Refusal =>
  message === null || message === "" ? refusal : { ...refusal, message };

const VALUE_LENGTH_MAX = 100;

/** Returns a given value for a message: no longer than is read, and never with a card number. */
export function shown(value: string, isCard: (text: string) => boolean): string {
  const text = value.slice(0, VALUE_LENGTH_MAX);
  return isCard(text) ? "(looks like a card number)" : text;
}

/** Returns the message of a refusal with its values. */
export function writeMessage({ message }: V2Refusal, values: Readonly<Record<string, string>> = {}): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
