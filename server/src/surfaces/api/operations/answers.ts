/** The answers of the API: each is one literal of the contract with its code, written out once. */
import type { Readable } from "node:stream";
import type { Caller } from "#access";
import type { JsonSchema } from "#http";
import type { RepeatVerdict } from "#idempotency";
import { operatorOfProcess } from "#operator";
import type { VitaranError } from "#lib/errors";
import { istText } from "#lib/ist";
import { addSentence, explainUnpayable } from "#rails";

export const text: JsonSchema = { type: "string" };
export const count: JsonSchema = { type: "integer", minimum: 0 };
export const positive: JsonSchema = { type: "integer", minimum: 1 };
export const flag: JsonSchema = { type: "integer", enum: [0, 1] };
export const uuid: JsonSchema = { type: "string", format: "uuid" };
export const day: JsonSchema = { type: "string", format: "date" };

/** An amount in rupees; `signedRupees` may be below zero. */
export const rupees: JsonSchema = { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" };
export const signedRupees: JsonSchema = { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2}$" };

const MOMENT = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}";

/** A time in India. */
export const moment: JsonSchema = { type: "string", pattern: `^${MOMENT}$` };
/** A time in India, as `istOrEmpty` writes it: empty until it happens. */
export const momentOrEmpty: JsonSchema = { type: "string", pattern: `^(${MOMENT})?$` };
export const istOrEmpty = (at: Date | null): string => (at === null ? "" : istText(at));
/** A time that `NOT_PROCESSED` stands for until it happens. */
export const momentToCome: JsonSchema = {
  ...moment,
  description: "Indian time; `0000-00-00 00:00:00` until it happens.",
};
export const NOT_PROCESSED = "0000-00-00 00:00:00";

/** Our number of a transfer or a verification. */
export const referenceIdSchema: JsonSchema = { type: "string", pattern: "^[0-9]+$" };

export const transferStatus: JsonSchema = {
  type: "string",
  enum: ["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"],
};

type EnvelopeStatus = "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";

export interface Answer {
  readonly status: EnvelopeStatus;
  /** Three digits, as text: clients compare it with text. */
  readonly subCode: string;
  /** The literal; `{name}` stands for a value that is known only when answering. */
  readonly message: string;
  /** The HTTP status for clients whose mode is `rest`. */
  readonly httpStatus: number;
  /** The envelope without its closing brace, ready to send. */
  readonly head: string;
}

/** Answers by our names of their causes. */
export type Answers = Readonly<Record<string, Answer>>;

/** An answer to one request: the literal, its values, and the data beside it. */
export interface Reply {
  readonly answer: Answer;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, string>>;
  /** A sentence of ours after the literal. */
  readonly more?: string;
  /** Fields of the envelope itself, beside the usual ones. */
  readonly beside?: Readonly<Record<string, string>>;
  /** True if the answer is that of an earlier identical request. */
  readonly replayed?: boolean;
  /** The verdict if the HTTP status does not show it: for a stored refusal, or an unknown outcome. */
  readonly verdict?: RepeatVerdict;
  /** The seconds after which a caller may retry, if it called too often. */
  readonly retryAfterSeconds?: number;
}

/** A file as the answer to a request. */
export interface FileAnswer {
  readonly file: {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Buffer | Readable;
    /** For a stream: its length, and its SHA-256 in hexadecimal. */
    readonly sizeBytes?: number;
    readonly sha256?: string;
  };
}

/** Makes an answer. Code 520 has no HTTP status of its own and is sent as 502. */
export function defineAnswer(status: EnvelopeStatus, subCode: string, message: string): Answer {
  const httpStatus = subCode === "520" ? 502 : Number(subCode);
  return {
    status,
    subCode,
    message,
    httpStatus,
    head: JSON.stringify({ status, subCode, message }).slice(0, -1),
  };
}

export const success = (message: string): Answer => defineAnswer("SUCCESS", "200", message);
export const pending = (subCode: "201" | "202", message: string): Answer =>
  defineAnswer("PENDING", subCode, message);
export const refuse = (subCode: string, message: string): Answer => defineAnswer("ERROR", subCode, message);

/** Refuses an IFSC. The message distinguishes an unlisted or replaced code from a malformed one. */
export function refuseIfsc(literal: Answer, ifsc: unknown): Answer {
  const says = typeof ifsc === "string" ? explainUnpayable(ifsc) : null;
  return says === null ? literal : defineAnswer(literal.status, literal.subCode, says);
}

const tooManyRequests = refuse("429", "Too many requests");
const ipNotAllowed = refuse("403", "IP not whitelisted");
// The published text names a mailbox of the service that this API is compatible with. Ours names the operator's.
const apisDisabled = refuse("403", "APIs not enabled. Please reach out to {operatorEmail}");

/**
 * The answer while the database is away, or while the process is stopping. The contract names only the code;
 * the sentence is ours. A second order under another id would be a second payment.
 */
const serviceUnavailable = refuse(
  "503",
  "Service temporarily unavailable. Send the same request again with the same id, or ask for its status; " +
    "do not use a new id.",
);

/** Answers to any call without a token. */
export const openAnswers = {
  too_many_requests: tooManyRequests,
  service_unavailable: serviceUnavailable,
} as const satisfies Answers;

/** Answers to any call with a token. */
export const callerAnswers = {
  token_missing: refuse("412", "Token missing in the request"),
  token_invalid: refuse("403", "Token is not valid"),
  ip_not_allowed: ipNotAllowed,
  apis_disabled: apisDisabled,
  too_many_requests: tooManyRequests,
  service_unavailable: serviceUnavailable,
} as const satisfies Answers;

/**
 * Answers to a call that the scope of the key pair does not cover. The code is not 403: on 403 clients
 * request a new token and repeat the call endlessly.
 */
export const scopeAnswers = {
  draft: refuse("422", "The API keys may only read. This call needs the scope draft or pay"),
  pay: refuse("422", "The scope of the API keys does not cover this call. It needs the scope pay"),
} as const satisfies Answers;

/** The answer if money would leave a fund source that the key pair may not use. */
export const keySourceAnswer = refuse(
  "422",
  "The API keys cannot pay from {fundSourceId}, only from {allowedIds}. Allow it for them in the dashboard.",
);

/** Returns the reply to a caller whose APIs are not enabled. It names whom to write to. */
export const refuseDisabled = (): Reply => ({
  answer: apisDisabled,
  values: { operatorEmail: operatorOfProcess().email },
});

/** Returns this answer if the caller may not use the fund source; null if it may. */
export function beyondSources({ fundSourceIds }: Caller, fundSourceId: string): Reply | null {
  if (fundSourceIds?.includes(fundSourceId) ?? true) return null;
  return { answer: keySourceAnswer, values: { fundSourceId, allowedIds: fundSourceIds!.join(", ") } };
}

/** Refusals of a request for a token, beside wrong credentials. */
export const accessAnswers = {
  // Checked when a token is requested; the token then works from that address only.
  ip_not_allowed: ipNotAllowed,
  apis_disabled: apisDisabled,
} as const satisfies Answers;

/** Answers of any operation that reads a body. */
export const bodyAnswers = {
  body_unreadable: refuse("412", "Post data is empty or not a valid JSON"),
  // The contract names only the code; the sentence is ours.
  body_too_large: refuse("413", "Request body is too large"),
} as const satisfies Answers;

/** Answers of any operation that acts on the fields of its body; the sentence is ours. */
export const cardAnswers = {
  card_field: refuse(
    "422",
    "{field} is not a field of this call: pay a card by its network token with cardpay, or give a masked card number " +
      "as cardNo of addBeneficiary",
  ),
} as const satisfies Answers;

/**
 * The answers about idempotency keys, which every operation that writes can give. The contract has no sentences for
 * them, so these are ours.
 */
export const keyAnswers = {
  idempotency_key_invalid: refuse(
    "400",
    "Idempotency-Key must have 1 to 255 printable ASCII characters and be sent once",
  ),
  idempotency_key_reused: refuse("409", "Idempotency-Key belongs to another request: {first}"),
  idempotency_key_in_use: refuse(
    "409",
    "The first request with this Idempotency-Key is still under way: {first}. Send it again in a second",
  ),
} as const satisfies Answers;

/** Answers at paths without an operation. */
export const strayAnswers = {
  unknown_path: refuse("405", "Invalid request URL or HTTP method"),
  // These are for requests that are not even HTTP, and their sentences are ours.
  bad_request: refuse("400", "Bad request"),
  request_timeout: refuse("408", "The request did not arrive in time"),
  head_too_large: refuse("431", "The request's headers are too large"),
} as const satisfies Answers;

/** The refusals of an amount that is moved without a transfer. */
export const amountAnswers = {
  amount_missing: refuse("412", "Amount missing in the request."),
  amount_invalid: refuse("422", "Invalid amount passed."),
  amount_decimals: refuse("422", "Invalid Amount Passed.Only 2 decimal places are allowed."),
  amount_too_small: refuse("422", "amount should be at least 1.0"),
} as const satisfies Answers;

/** The answer to an unexpected error, if the operation has no sentence of its own for it. */
export const unknownError = refuse("520", "Unknown error occurred");

/** Returns the answer to a module's expected error, by its code; rethrows any other error. */
export function answerFor(
  error: unknown,
  errors: { is(error: unknown): error is VitaranError },
  answers: Answers,
): Answer {
  const answer = errors.is(error) ? answers[error.code] : undefined;
  if (answer === undefined) throw error;
  return answer;
}

/**
 * Writes the body to send. No string in it holds a double quote: one family of clients strips them. With
 * `statusCode` the code stands under that name as well.
 */
export function writeEnvelope(reply: Reply, { statusCode = false } = {}): string {
  const { answer, data, values, more: sentence, beside } = reply;
  const envelope = values === undefined && sentence === undefined ? answer.head : fillIn(reply);
  const more = beside === undefined ? "" : `,${JSON.stringify(beside).slice(1, -1)}`;
  const head = `${envelope}${statusCode ? `,"statusCode":"${answer.subCode}"` : ""}${more}`;
  if (data === undefined) return head + "}";
  const text = JSON.stringify(data);
  return `${head},"data":${text.includes('\\"') ? JSON.stringify(data, withoutQuotes) : text}}`;
}

function fillIn({ answer, values = {}, more }: Reply): string {
  const { status, subCode } = answer;
  const filled = answer.message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const message = addSentence(filled, more);
  return JSON.stringify({ status, subCode, message: message.replaceAll('"', "'") }).slice(0, -1);
}

const withoutQuotes = (_name: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll('"', "'") : value;
