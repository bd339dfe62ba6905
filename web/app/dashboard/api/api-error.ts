// The errors of a call of the dashboard API.

export interface FieldRefusal {
  field: string;
  message: string;
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
  requestId: string;
  /** The fault of each field. Empty if the refusal names no field. */
  fields: FieldRefusal[];
  details: Record<string, unknown>;
}

/** The server answered and refused the call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * No answer came. A call that changes nothing can simply be repeated. The outcome of any other call is unknown, which
 * is not the same as failed.
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly unknown: boolean;

  constructor(unknown: boolean, cause: unknown) {
    super("The server did not answer", { cause });
    this.unknown = unknown;
  }
}

/**
 * True if the action may have happened despite the error: only a refusal below 500 says that it did not. The server may
 * break after it has acted, and so may a proxy in between.
 */
export function isUnknownOutcome(error: unknown): boolean {
  if (error === null || error === undefined) return false;
  return !(error instanceof ApiError && error.refusal.status < 500);
}

export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.refusal.code === code;
}

interface WireError {
  code?: string;
  message?: string;
  field?: string;
  fields?: FieldRefusal[];
  details?: Record<string, unknown>;
  requestId?: string;
  [more: string]: unknown;
}

/** Reads a refusal from an unsuccessful answer. An answer that is not one of our refusals gets a generic message. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { error?: WireError };
  const { code, message, field, fields, details, requestId, ...more } = body.error ?? {};
  const said = message ?? `The server answered ${response.status}`;
  return new ApiError({
    status: response.status,
    code: code ?? "unexpected_answer",
    message: said,
    requestId: requestId ?? response.headers.get("x-request-id") ?? "",
    fields: fields ?? (field === undefined ? [] : [{ field, message: said }]),
    details: { ...more, ...details },
  });
}
