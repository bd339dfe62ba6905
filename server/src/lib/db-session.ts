/** One transaction's use of a connection, and how its statements are sent. */
import type pg from "pg";
import { CrashError } from "./crash-points.ts";
import { isAborted, isRetryable } from "./db-errors.ts";
import { Round, submitRound, type Answer } from "./db-round.ts";
import { toWire } from "./db-values.ts";
import type { ValueTypes } from "./seals.ts";
import { nameOf } from "./statement-names.ts";

export interface Session {
  readonly client: pg.PoolClient;
  /**
   * The first error that PostgreSQL returned. Statements travel together, so the one that failed is followed
   * by others that only say "the transaction is aborted", and the work may see any of them.
   */
  firstError: unknown;
  /** The parsers of values; in a merchant's transaction they open sealed texts. */
  types: ValueTypes;
  /** Set before the end, so that no late statement runs in the next transaction of the connection. */
  ended: boolean;
  /** Writes that the commit does not wait for, since they travel with it. */
  last: Promise<unknown> | null;
  /** Statements that leave at the end of this turn, or once the previous round is answered. */
  round: Round | null;
  isAsking: boolean;
}

/** Makes a session; `types` says how its values are read. */
export function makeSession(client: pg.PoolClient, types: ValueTypes): Session {
  return { client, firstError: null, types, ended: false, last: null, round: null, isAsking: false };
}

/** The functions with which a transaction sends its statements. */
export interface Statements {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

export function statements(session: Session): Statements {
  return {
    query: (text, values) => runQuery(session, text, values),
    execute: async (text, values) => (await send(session, text, values)).count,
  };
}

export async function runQuery<R extends object>(
  session: Session,
  text: string,
  values?: readonly unknown[],
): Promise<R[]> {
  return (await send(session, text, values)).rows as R[];
}

/** When it returns its promise, the statement is in the round or has failed: what follows may rely on it. */
export async function send(session: Session, text: string, values: readonly unknown[] = []): Promise<Answer> {
  if (session.ended) throw new Error("the transaction has ended; this statement came after it");
  try {
    const statement = { text, name: nameOf(text), values: values.map(toWire), types: session.types };
    return await roundOf(session).add(statement);
  } catch (error) {
    session.firstError ??= error;
    throw error;
  }
}

/** Returns the round of this turn: statements that are issued in one turn leave together. */
function roundOf(session: Session): Round {
  if (session.round !== null) return session.round;
  session.round = new Round(() => {
    session.isAsking = false;
    leave(session);
  });
  process.nextTick(leave, session);
  return session.round;
}

function leave(session: Session): void {
  const { round } = session;
  if (round === null || session.isAsking) return;
  session.round = null;
  session.isAsking = true;
  submitRound(session.client, round);
}

/** Runs a part of the work that may fail alone; see `Tx.part`. */
export async function runPart<T>(
  session: Session,
  work: () => Promise<T>,
): Promise<{ value: T } | { fault: Error }> {
  await send(session, "savepoint part");
  try {
    const value = await work();
    await send(session, "release savepoint part");
    return { value };
  } catch (error) {
    const fault = isAborted(error) ? (session.firstError ?? error) : error;
    if (fault instanceof CrashError || isRetryable(fault) || session.ended) throw fault;
    await send(session, "rollback to savepoint part").catch(() => {
      throw fault;
    });
    session.firstError = null;
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }
}
