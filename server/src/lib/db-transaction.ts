/** Runs and ends transactions. */
import type pg from "pg";
import { CrashError, crashPoint } from "./crash-points.ts";
import { CommitUnknownError, DatabaseUnavailableError, isAborted, isDatabaseAnswer } from "./db-errors.ts";
import { makeSession, send, type Session } from "./db-session.ts";
import { types } from "./db-values.ts";
import { VitaranError } from "./errors.ts";

/** Begins a transaction on a connection of the pool, runs the work and commits; a failure rolls it back. */
export function runTransaction<X, T>(
  pool: pg.Pool,
  begin: (session: Session) => Promise<X>,
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

/** Sends what `ask` issues in its first turn, in one round trip from begin to commit. */
export function runLook<T>(pool: pg.Pool, ask: (session: Session) => Promise<T>): Promise<T> {
  return onSession(pool, async (session) => {
    const begun = send(session, "begin read only");
    const asked = ask(session);
    const ended = send(session, "commit");
    session.ended = true;
    const [, found] = await Promise.all([begun, asked, ended]);
    return found;
  });
}

async function onSession<T>(pool: pg.Pool, run: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailableError(error);
  });
  const session = makeSession(client, types);
  let lost = false;
  const noteLoss = (): void => void (lost = true);
  client.on("error", noteLoss);
  try {
    return await run(session);
  } catch (error) {
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
async function commit(session: Session): Promise<void> {
  const { last } = session;
  if (last !== null && session.firstError !== null) throw session.firstError;
  const ending = send(session, "commit");
  session.ended = true;
  const [committed, written] = await Promise.allSettled([ending, last]);
  if (committed.status === "rejected") {
    if (isDatabaseAnswer(committed.reason)) throw committed.reason;
    throw new CommitUnknownError(committed.reason);
  }
  const { command } = committed.value;
  const isCommitted = command === "COMMIT";
  if (written.status === "rejected")
    throw isCommitted ? new CommitUnknownError(written.reason) : (session.firstError ?? written.reason);
  if (!isCommitted) throw new Error(`the transaction was rolled back (${command})`);
}

/** Ends a failed transaction; returns false if the connection is no longer usable. */
async function rollback(session: Session, error: unknown): Promise<boolean> {
  if (error instanceof CrashError) {
    // A crashed process sends nothing more: its socket just closes.
    (
      session.client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    return false;
  }
  if (error instanceof CommitUnknownError) return false;
  try {
    session.round?.abandon();
    session.round = null;
    await session.client.query("rollback");
    return true;
  } catch {
    // The connection is gone, and PostgreSQL rolls back what was open. The first error is the one to report.
    return false;
  }
}
