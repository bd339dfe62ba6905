/**
 * Runs and ends transactions: one transaction's use of a connection, and how its statements are sent. Every
 * statement is prepared and named by its text, except those that begin and end transactions.
 */
import type pg from "pg";
import { CrashError, crashPoint } from "./crash-points.ts";
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isAborted,
  isDatabaseAnswer,
  isRetryable,
} from "./db-errors.ts";
import { Round, submitRound, type StatementAnswer } from "./db-round.ts";
import { toWire, types } from "./db-values.ts";
import { VitaranError } from "./errors.ts";
import { defineCounter } from "./metrics.ts";
import type { ValueTypes } from "./seals.ts";

/** Begins a transaction on a connection of the pool, runs the work and commits; a failure rolls it back. */
export function runTransaction<X, T>(
  pool: pg.Pool,
  begin: (session: DbSession) => Promise<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  return onSession(pool, async (session) => {
    const tx = await begin(session);
    crashPoint("db.transaction.begun");
    const result = await work(tx);
    crashPoint("db.transaction.before_commit");
    await commit(session);
    crashPoint("db.transaction.committed");
    return result;
  });
}

/** Sends the queries that `ask` issues before it first awaits, with BEGIN and COMMIT, in one round trip. */
export function runLook<T>(pool: pg.Pool, ask: (session: DbSession) => Promise<T>): Promise<T> {
  return onSession(pool, async (session) => {
    const begun = send(session, "begin read only");
    const asked = ask(session);
    const ended = send(session, "commit");
    session.ended = true;
    const [, found] = await Promise.all([begun, asked, ended]);
    return found;
  });
}

/** Sends the one statement that `ask` issues with BEGIN and COMMIT, in one round trip, and returns what it found. */
export function runOnce<T>(pool: pg.Pool, ask: (session: DbSession) => Promise<T>): Promise<T> {
  return onSession(pool, async (session) => {
    crashPoint("db.transaction.begun");
    send(session, "begin").catch(() => undefined);
    const asked = ask(session);
    // The commit checks this promise; until then no one else would handle a failure.
    asked.catch(() => undefined);
    session.last = asked;
    crashPoint("db.transaction.before_commit");
    await commit(session);
    crashPoint("db.transaction.committed");
    return asked;
  });
}

async function onSession<T>(pool: pg.Pool, run: (session: DbSession) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailableError(error);
  });
  const session = makeSession(client, types);
  let lost = false;
  const noteLoss = (): void => void (lost = true);
  client.on("error", noteLoss);
  try {
    const done = await run(session);
    transactions.inc({ outcome: "committed" });
    return done;
  } catch (error) {
    transactions.inc({ outcome: error instanceof CommitUnknownError ? "unknown" : "failed" });
    session.ended = true;
    lost ||= !(await rollback(session, error));
    throw judge(isAborted(error) ? (session.firstError ?? error) : error, lost);
  } finally {
    client.off("error", noteLoss);
    client.release(lost);
  }
}

/** Returns the error to report: a session that was lost before COMMIT has done nothing. */
function judge(error: unknown, isLost: boolean): unknown {
  const isKnown = [CrashError, CommitUnknownError, VitaranError].some((known) => error instanceof known);
  return isLost && !isKnown ? new DatabaseUnavailableError(error) : error;
}

/**
 * Commits, together with the last writes if there are any. If one of those fails, PostgreSQL does not reach
 * COMMIT. If one fails on our side although COMMIT was done, it is unknown what the database contains.
 */
async function commit(session: DbSession): Promise<void> {
  const { last } = session;
  if (last !== null && session.firstError !== null) throw session.firstError;
  const ending = send(session, "commit");
  session.ended = true;
  const [committed, written] = await Promise.allSettled([ending, last]);
  if (committed.status === "rejected") {
    if (isDatabaseAnswer(committed.reason)) throw committed.reason;
    throw new CommitUnknownError(committed.reason);
  }
  if (waitsGivenUp.has(session.client)) throw new CommitUnknownError("the standby did not confirm it");
  const { command } = committed.value;
  const isCommitted = command === "COMMIT";
  if (written.status === "rejected")
    throw isCommitted ? new CommitUnknownError(written.reason) : (session.firstError ?? written.reason);
  if (!isCommitted) throw new Error(`the transaction was rolled back (${command})`);
}

/** The connections on which a COMMIT was answered although the standby it had to wait for did not confirm it. */
const waitsGivenUp = new WeakSet<object>();

const transactions = defineCounter("vitaran_db_transactions_total", {
  help: "Transactions by outcome: committed; failed, so that nothing was written; unknown, if the answer was lost.",
  labels: ["outcome"],
});

const unconfirmed = defineCounter("vitaran_db_commits_unconfirmed_total", {
  help: "Commits that the standby did not confirm in time. They are lost if the primary is lost now.",
});

/** Notes when a COMMIT gives up its wait for a standby: PostgreSQL warns of it, and answers COMMIT as done. */
export function noteWaitsGivenUp(client: pg.ClientBase): void {
  client.on("notice", ({ routine }) => {
    if (routine !== "SyncRepWaitForLSN") return;
    waitsGivenUp.add(client);
    unconfirmed.inc();
  });
}

/** Ends a failed transaction; returns false if the connection is no longer usable. */
async function rollback(session: DbSession, error: unknown): Promise<boolean> {
  if (error instanceof CrashError) {
    // A crashed process sends nothing more: its socket just closes.
    loseConnection(session);
    return false;
  }
  if (error instanceof CommitUnknownError) return false;
  try {
    session.round?.abandon();
    session.round = null;
    const { command } = await session.client.query("rollback");
    return command === "ROLLBACK";
  } catch {
    // The connection is gone, and PostgreSQL rolls back what was open. The first error is the one to report.
    return false;
  }
}

/** Closes the session's connection at once. */
export function loseConnection({ client }: DbSession, error?: Error): void {
  closeConnection(client, error);
}

/** Closes a connection at once, without a word to the other side. */
export function closeConnection(client: pg.ClientBase, error?: Error): void {
  const { connection } = client as unknown as {
    connection: { stream: { destroy(error?: Error): void } };
  };
  connection.stream.destroy(error);
}

export interface DbSession {
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
function makeSession(client: pg.PoolClient, types: ValueTypes): DbSession {
  return { client, firstError: null, types, ended: false, last: null, round: null, isAsking: false };
}

/** The functions with which a transaction sends its statements. */
interface Statements {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

export function statements(session: DbSession): Statements {
  return {
    query: (text, values) => runQuery(session, text, values),
    execute: async (text, values) => (await send(session, text, values)).count,
  };
}

export async function runQuery<R extends object>(
  session: DbSession,
  text: string,
  values?: readonly unknown[],
): Promise<R[]> {
  return (await send(session, text, values)).rows as R[];
}

/** When it returns its promise, the statement is in the round or has failed: what follows may rely on it. */
export async function send(
  session: DbSession,
  text: string,
  values: readonly unknown[] = [],
): Promise<StatementAnswer> {
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
function roundOf(session: DbSession): Round {
  if (session.round !== null) return session.round;
  session.round = new Round(() => {
    session.isAsking = false;
    leave(session);
  });
  process.nextTick(leave, session);
  return session.round;
}

function leave(session: DbSession): void {
  const { round } = session;
  if (round === null || session.isAsking) return;
  session.round = null;
  session.isAsking = true;
  submitRound(session.client, round);
}

/** Runs a part of the work that may fail alone; see `Tx.part`. */
export async function runPart<T>(
  session: DbSession,
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

const STATEMENTS_MAX = 2_000;
const statementNames = new Map<string, string>();
/** Anyone who watches the wire can read these; preparing them again costs next to nothing. */
const UNNAMED: ReadonlySet<string> = new Set(["begin", "begin read only", "commit"]);

/** Returns the prepared statement's name; texts beyond the limit (built ones, by mistake) stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= STATEMENTS_MAX || UNNAMED.has(text)) return known;
  const name = `s${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}
