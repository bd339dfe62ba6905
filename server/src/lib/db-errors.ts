/** What can go wrong between us and PostgreSQL, as far as a caller must tell it apart. */

import { AssertionError } from "node:assert";
import { VitaranError } from "./errors.ts";
import type { Logger } from "./log.ts";

/** COMMIT was sent and its answer never came: the work may or may not be durable. Look before doing it again. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super("the answer to COMMIT was lost", { cause });
    this.name = "CommitUnknownError";
  }
}

/** No connection could be had in time, or it was lost before COMMIT was sent. Nothing was done. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super("the database cannot be reached", { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/** This process is ending and takes up nothing new; another one, or its next life, will. */
export class StoppingError extends Error {
  constructor() {
    super("this process is ending");
    this.name = "StoppingError";
  }
}

const CAUSES_MAX = 5;

/**
 * Whether nothing is wrong with the call and it only cannot be served now: the database is away, the answer to its
 * COMMIT was lost, or the process is ending. The caller may ask again with the same ids.
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

/** Tells the log what broke: a fault with its stack; that a call could not be served, in a line without one. */
export function logFault(
  log: Logger,
  error: unknown,
  { facts, text }: { facts: object; text: string },
): void {
  if (isUnavailable(error)) log.info({ ...facts, error: String(error) }, `${text}: not available`);
  else log.error({ ...facts, err: error }, text);
}

/** Seconds after which a call that could not be served may come again. */
export const COME_AGAIN_SECONDS = 2;

const sqlStateOf = (error: unknown): string | null => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
};

/** Deadlock or serialization failure: the whole transaction may be run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === "40P01" || state === "40001";
}

/** The transaction had failed before this statement, which says nothing of why. */
export function isAborted(error: unknown): boolean {
  return sqlStateOf(error) === "25P02";
}

/**
 * Whether the work itself is at fault and not the database: a value that does not fit, a constraint, an assertion.
 * Only then can a part of a set succeed where the whole failed.
 */
export function isFaultOfWork(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== null) return state.startsWith("22") || state.startsWith("23");
  return error instanceof VitaranError || error instanceof AssertionError || error instanceof TypeError;
}

/** Whether PostgreSQL itself answered with an error (and so the transaction is rolled back for certain). */
export function isDatabaseAnswer(error: unknown): boolean {
  const state = sqlStateOf(error);
  // Class 57 (shutdown, crash) and 08 (connection) say that the session is gone, not that it answered.
  return state !== null && !state.startsWith("57P") && !state.startsWith("08");
}

/** Whether `error` is the violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === constraint;
}
