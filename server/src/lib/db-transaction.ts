/** How a transaction runs and ends. */
import type pg from "pg";
import { CrashError, crashPoint } from "./crash-points.ts";
import { CommitUnknownError, DatabaseUnavailableError, isAborted, isDatabaseAnswer } from "./db-errors.ts";
import { makeSession, send, type Session } from "./db-session.ts";
import { types } from "./db-values.ts";
import { VitaranError } from "./errors.ts";

/** Begins, works and commits on a connection of the pool; what fails is rolled back. */
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

/** Asks what `ask` issues in its first turn, in one round trip from begin to commit. */
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

/** What is told of a transaction that failed: of a session that was lost before COMMIT, that nothing was done. */
function judge(error: unknown, isLost: boolean): unknown {
  const isKnown = [CrashError, CommitUnknownError, VitaranError].some((known) => error instanceof known);
  return isLost && !isKnown ? new DatabaseUnavailableError(error) : error;
}

/**
 * Commits, together with the last writes where there are any. When one of those fails PostgreSQL does not come to
 * COMMIT; one that fails here although COMMIT was done leaves open what is in the database.
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

/** Ends a failed transaction; false when the connection is of no more use. */
async function rollback(session: Session, error: unknown): Promise<boolean> {
  if (error instanceof CrashError) {
    // A crashed process sends no farewell: the socket just closes.
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
    // The connection itself is gone, and PostgreSQL rolls back what it had open. The first error is the one to tell.
    return false;
  }
}
