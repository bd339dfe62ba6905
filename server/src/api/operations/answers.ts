/** What the API can say: each answer is one literal of the contract with its code, written out once. */
import type { Readable } from "node:stream";
import type { Caller } from "#access";
import type { Verdict } from "#idempotency";
import type { VitaranError } from "#lib/errors";
import { addSentence, explainUnpayable } from "#rails";

export type EnvelopeStatus = "SUCCESS" | "PENDING" | "ACCEPTED" | "ERROR" | "FAILED";

export interface Answer {
  readonly status: EnvelopeStatus;
  /** Three digits, as text: clients compare it with text. */
  readonly subCode: string;
  /** The literal; `{name}` stands for a value known only when answering. */
  readonly message: string;
  /** The HTTP status for clients that want it to tell the outcome. */
  readonly httpStatus: number;
  /** The envelope without its closing brace, ready to send. */
  readonly head: string;
}

/** Answers by the name of what happened. */
export type Answers = Readonly<Record<string, Answer>>;

/** An answer to one request: the literal, the values in it, and the data beside it. */
export interface Reply {
  readonly answer: Answer;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, string>>;
  /** A sentence of ours after the literal. */
  readonly more?: string;
  /** Fields of the envelope itself, beside the usual ones. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Whether the answer is that of an earlier request for the same. */
  readonly replayed?: boolean;
  /** What it says of the request where the HTTP status does not tell: a refusal that is stored, an unknown outcome. */
  readonly verdict?: Verdict;
  /** When the caller may come again, if it came too often. */
  readonly retryAfterSeconds?: number;
}

/** A file as the answer to a request. */
export interface Download {
  readonly file: {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Buffer | Readable;
    /** Of a stream: how long it is, and its SHA-256 in hexadecimal. */
    readonly sizeBytes?: number;
    readonly sha256?: string;
  };
}

/** Makes an answer. Code 520 has no HTTP status of its own and travels as 502. */
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

/** A no to an IFSC. A code that is not on the list, or was replaced, is told from one that can be none. */
export function refuseIfsc(literal: Answer, ifsc: unknown): Answer {
  const says = typeof ifsc === "string" ? explainUnpayable(ifsc) : null;
  return says === null ? literal : defineAnswer(literal.status, literal.subCode, says);
}

const tooManyRequests = refuse("429", "Too many requests");
const ipNotAllowed = refuse("403", "IP not whitelisted");
const apisDisabled = refuse("403", "APIs not enabled. Please reach out to care@cashfree.com");

/**
 * Said while the database is away, or to a call that comes while the process ends. The contract names the code only;
 * the sentence is ours. A second order under another id would be a second payment.
 */
const serviceUnavailable = refuse(
  "503",
  "Service temporarily unavailable. Send the same request again with the same id, or ask for its status; " +
    "do not use a new id.",
);

/** What any call without a token may be told. */
export const openAnswers = {
  too_many_requests: tooManyRequests,
  service_unavailable: serviceUnavailable,
} as const satisfies Answers;

/** What any call with a token may be told whatever it asks. */
export const callerAnswers = {
  token_missing: refuse("412", "Token missing in the request"),
  token_invalid: refuse("403", "Token is not valid"),
  ip_not_allowed: ipNotAllowed,
  apis_disabled: apisDisabled,
  too_many_requests: tooManyRequests,
  service_unavailable: serviceUnavailable,
} as const satisfies Answers;

/**
 * What a call may be told that the scope of the key pair does not cover. Not 403: clients ask for a new token then, and
 * repeat the call without end.
 */
export const scopeAnswers = {
  draft: refuse("422", "The API keys may only read. This call needs the scope draft or pay"),
  pay: refuse("422", "The scope of the API keys does not cover this call. It needs the scope pay"),
} as const satisfies Answers;

/** Said where money would leave a fund source that the key pair may not use. */
export const keySourceAnswer = refuse(
  "422",
  "The API keys cannot pay from {fundSourceId}, only from {allowedIds}. Allow it for them in the dashboard.",
);

/** The same, for a caller that may not; null where it may. */
export function beyondSources({ fundSourceIds }: Caller, fundSourceId: string): Reply | null {
  if (fundSourceIds?.includes(fundSourceId) ?? true) return null;
  return { answer: keySourceAnswer, values: { fundSourceId, allowedIds: fundSourceIds!.join(", ") } };
}

/** What getting a token may be refused for, beside wrong credentials. */
export const accessAnswers = {
  // Looked at when a token is asked for; the token then works from that address only.
  ip_not_allowed: ipNotAllowed,
  apis_disabled: apisDisabled,
} as const satisfies Answers;

/** What any operation that reads a body may say of it. */
export const bodyAnswers = {
  body_unreadable: refuse("412", "Post data is empty or not a valid JSON"),
  // The contract names the code only; the sentence is ours.
  body_too_large: refuse("413", "Request body is too large"),
} as const satisfies Answers;

/** What any operation that does something for what its body says may say of it; the sentence is ours. */
export const cardAnswers = {
  card_field: refuse(
    "422",
    "{field} is not a field of this call: pay a card by its network token with cardpay, or give a masked card number " +
      "as cardNo of addBeneficiary",
  ),
} as const satisfies Answers;

/** What any operation that writes may say of an idempotency key; the sentences are ours. */
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

/** What is said where no operation is. */
export const strayAnswers = {
  unknown_path: refuse("405", "Invalid request URL or HTTP method"),
  // For what is not HTTP at all; the sentence is ours.
  bad_request: refuse("400", "Bad request"),
  request_timeout: refuse("408", "The request did not arrive in time"),
  head_too_large: refuse("431", "The request's headers are too large"),
} as const satisfies Answers;

/** When something broke that no one foresaw, and the operation has no sentence of its own for it. */
export const unknownError = refuse("520", "Unknown error occurred");

/** The answer to a module's expected error, by its code; any other error is thrown on. */
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
 * The body to send. No string in it holds a double quote: one family of clients strips them. With `statusCode` the
 * code stands under that name as well.
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
