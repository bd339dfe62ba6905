/** Errors between us and PostgreSQL, as far as a caller must distinguish them. */

import { AssertionError } from "node:assert";
import { VitaranError } from "./errors.ts";
import type { Logger } from "./log.ts";

/** COMMIT was sent but no response came: the work may or may not be durable. Check before you do it again. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super("the answer to COMMIT was lost", { cause });
    this.name = "CommitUnknownError";
  }
}

/** No connection was free in time, or it was lost before COMMIT was sent. Nothing was done. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super("the database cannot be reached", { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/** This process is stopping and starts nothing new; another process, or this one after its restart, will. */
export class StoppingError extends Error {
  constructor() {
    super("this process is ending");
    this.name = "StoppingError";
  }
}

const CAUSES_MAX = 5;

/**
 * Returns true if nothing is wrong with the call and it only cannot be served now: the database is away, the
 * response to its COMMIT was lost, or the process is stopping. The caller may retry with the same IDs.
 */
export function isUnavailable(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if ([DatabaseUnavailableError, CommitUnknownError, StoppingError].some((known) => cause instanceof known))
      return true;
    ({ cause } = cause);
  }
  return false;
}

/** Logs a failure: a fault with its stack, a call that could not be served in one line without it. */
export function logFault(
  log: Logger,
  error: unknown,
  { facts, text }: { facts: object; text: string },
): void {
  if (isUnavailable(error)) log.info({ ...facts, error: String(error) }, `${text}: not available`);
  else log.error({ ...facts, err: error }, text);
}

/** Seconds after which a caller may retry a call that could not be served. */
export const COME_AGAIN_SECONDS = 2;

const sqlStateOf = (error: unknown): string | null => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
};

/** Returns true for a deadlock or a serialization failure: the whole transaction may be run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === "40P01" || state === "40001";
}

/** Returns true if the merchant has moved to another home, or is moving: nothing was done. */
export const hasMoved = (error: unknown): boolean => sqlStateOf(error) === "VM001";

/** Returns true if the transaction had failed before this statement, which does not say why. */
export function isAborted(error: unknown): boolean {
  return sqlStateOf(error) === "25P02";
}

/**
 * Returns true if the work itself is at fault and not the database: a value that does not fit, a constraint,
 * an assertion. Only then can a part of a set succeed although the whole set failed.
 */
export function isFaultOfWork(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== null) return state.startsWith("22") || state.startsWith("23");
  return error instanceof VitaranError || error instanceof AssertionError || error instanceof TypeError;
}

/** Returns true if PostgreSQL itself returned an error, so the transaction is certainly rolled back. */
export function isDatabaseAnswer(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 57P.. (shutdown, crash) and 08... (connection) mean that the session is gone, not that it responded.
  return state !== null && !state.startsWith("57P") && !state.startsWith("08");
}

/** Returns true if `error` is a violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === constraint;
}
