/** What the library throws. Every error is a VitaranError and says whether the order may have been taken. */

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
  /** The verb that was called: `transfers.create`. */
  readonly verb?: string;
  /** Three digits, as text; absent where no envelope came. */
  readonly subCode?: string;
  readonly httpStatus?: number;
  readonly requestId?: string;
  /** Whether the server may have acted on the call. Unknown is never failed. */
  readonly outcomeUnknown?: boolean;
  /** Seconds after which the server asks to be called again. */
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

/** Refused by the library itself, before anything was sent; `field` names what is wrong. */
export class InvalidInputError extends VitaranError {
  override readonly name = "InvalidInputError";
  readonly field: string;
  constructor(message: string, field: string) {
    super("invalid-input", message);
    this.field = field;
  }
}

/** The key pair, or the signature of the caller, is not right (401). */
export class AuthenticationError extends VitaranError {
  override readonly name = "AuthenticationError";
}

/** The key pair is right and may not do this: IP address, switched off features (403). */
export class ForbiddenError extends VitaranError {
  override readonly name = "ForbiddenError";
}

/** There is nothing of this id (404). */
export class NotFoundError extends VitaranError {
  override readonly name = "NotFoundError";
}

/** The id is in use for something else (409). */
export class ConflictError extends VitaranError {
  override readonly name = "ConflictError";
}

/** The server has looked at it and said no, and says why (400, 412, 413, 422). */
export class RefusedError extends VitaranError {
  override readonly name = "RefusedError";
}

/** Too many calls in this minute (429); `retryAfterSeconds` says when to come again. */
export class RateLimitedError extends VitaranError {
  override readonly name = "RateLimitedError";
}

/** The server could not answer (5xx, subCode 520) something that changes nothing. */
export class ServerError extends VitaranError {
  override readonly name = "ServerError";
}

/** No connection, or it was cut. */
export class ConnectionError extends VitaranError {
  override readonly name = "ConnectionError";
}

/** No answer within `timeoutMs`. */
export class TimeoutError extends VitaranError {
  override readonly name = "TimeoutError";
}

/**
 * The server may have acted, and did not say so: a timeout, a cut connection or a 5xx. Not a failure: never pay
 * again under another id. Ask for the status under the same id, with the verb that the message names.
 */
export class OutcomeUnknownError extends VitaranError {
  override readonly name = "OutcomeUnknownError";
}

/** A webhook that was not signed with your secret, is too old, or cannot be read. */
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

/** The error of a kind, as the class that callers catch. */
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

/** The kind that a three-digit code stands for. */
export function kindOfCode(code: string): ErrorKind {
  return KIND_OF_CODE[code] ?? (code.startsWith("4") ? "refused" : "server");
}
