/** The errors of the library. Every error is a VitaranError and says if the server may have acted on the call. */

/** Stable names of the errors, for programs that cannot use `instanceof`. */
export type ErrorKind =
  | "invalid-input"
  | "authentication"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "refused"
  | "rate-limited"
  | "server"
  | "connection"
  | "timeout"
  | "outcome-unknown"
  | "signature";

export interface ErrorFacts {
  /** The method that was called, such as `transfers.create`. */
  readonly verb?: string;
  /** Three digits as text. Absent if the response had no envelope. */
  readonly subCode?: string;
  readonly httpStatus?: number;
  readonly requestId?: string;
  /** True if the server may have acted on the call. An unknown outcome is never a failure. */
  readonly outcomeUnknown?: boolean;
  /** The number of seconds after which the server asks you to call again. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class VitaranError extends Error {
  override readonly name: string = "VitaranError";
  readonly kind: ErrorKind;
  readonly verb: string | undefined;
  readonly subCode: string | undefined;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly outcomeUnknown: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.kind = kind;
    this.verb = facts.verb;
    this.subCode = facts.subCode;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The library itself refused the call before anything was sent. `field` names the faulty field. */
export class InvalidInputError extends VitaranError {
  override readonly name = "InvalidInputError";
  readonly field: string;
  constructor(message: string, field: string) {
    super("invalid-input", message);
    this.field = field;
  }
}

/** The key pair or the caller's signature is wrong (401). */
export class AuthenticationError extends VitaranError {
  override readonly name = "AuthenticationError";
}

/** The key pair is right but this is not allowed, because of the IP address or a feature that is switched off (403). */
export class ForbiddenError extends VitaranError {
  override readonly name = "ForbiddenError";
}

/** Nothing has this ID (404). */
export class NotFoundError extends VitaranError {
  override readonly name = "NotFoundError";
}

/** The ID is already used for something else (409). */
export class ConflictError extends VitaranError {
  override readonly name = "ConflictError";
}

/** The server checked the request, refused it, and says why (400, 412, 413, 422). */
export class RefusedError extends VitaranError {
  override readonly name = "RefusedError";
}

/** There were too many calls in this minute (429). `retryAfterSeconds` says when to call again. */
export class RateLimitedError extends VitaranError {
  override readonly name = "RateLimitedError";
}

/** The server could not answer a call that changes nothing (5xx, subCode 520). */
export class ServerError extends VitaranError {
  override readonly name = "ServerError";
}

/** There was no connection, or it was lost. */
export class ConnectionError extends VitaranError {
  override readonly name = "ConnectionError";
}

/** There was no answer within `timeoutMs`. */
export class TimeoutError extends VitaranError {
  override readonly name = "TimeoutError";
}

/**
 * The server may have acted but did not confirm it: there was a timeout, a lost connection or a 5xx. This is not a
 * failure: never pay again under another ID. Get the status under the same ID, with the method that the message names.
 */
export class OutcomeUnknownError extends VitaranError {
  override readonly name = "OutcomeUnknownError";
}

/** The webhook was not signed with your secret, is too old, or cannot be read. */
export class SignatureError extends VitaranError {
  override readonly name = "SignatureError";
  constructor(message: string) {
    super("signature", message);
  }
}

const KINDS: Readonly<
  Record<ErrorKind, new (kind: ErrorKind, message: string, facts: ErrorFacts) => VitaranError>
> = {
  "invalid-input": VitaranError,
  authentication: AuthenticationError,
  forbidden: ForbiddenError,
  "not-found": NotFoundError,
  conflict: ConflictError,
  refused: RefusedError,
  "rate-limited": RateLimitedError,
  server: ServerError,
  connection: ConnectionError,
  timeout: TimeoutError,
  "outcome-unknown": OutcomeUnknownError,
  signature: VitaranError,
};

/** Makes an error of the class for this kind. */
export function makeError(kind: ErrorKind, message: string, facts: ErrorFacts): VitaranError {
  return new KINDS[kind](kind, message, facts);
}

const KIND_OF_CODE: Readonly<Record<string, ErrorKind>> = {
  "401": "authentication",
  "403": "forbidden",
  "404": "not-found",
  "409": "conflict",
  "429": "rate-limited",
};

/** Returns the kind of error for a three-digit code. */
export function kindOfCode(code: string): ErrorKind {
  return KIND_OF_CODE[code] ?? (code.startsWith("4") ? "refused" : "server");
}
