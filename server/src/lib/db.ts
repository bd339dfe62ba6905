/**
 * PostgreSQL, as the rest of the server sees it: transactions of one merchant, and nothing else that writes
 * merchant data.
 *
 * Statements of a transaction may be issued without awaiting one another: they travel together (pipelining),
 * and PostgreSQL runs them in order. Every statement is a prepared one, named by its text.
 */
import pg from "pg";
import { CrashError, crashPoint } from "./crash-points.ts";
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isAborted,
  isDatabaseAnswer,
  isRetryable,
} from "./db-errors.ts";
import { makeListener } from "./db-listen.ts";
import { NO_MERCHANT, shareConnections } from "./db-places.ts";
import { VitaranError } from "./errors.ts";
import type { Logger } from "./log.ts";

export { CommitUnknownError, DatabaseUnavailableError, isRetryable, violates } from "./db-errors.ts";

/** A transaction's statements. Values: bigint for int8, Date for timestamptz, Buffer for bytea, arrays for unnest. */
export interface Reader {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** A transaction that may write what belongs to no merchant. */
export interface DirectoryTx extends Reader {
  /** Runs a statement for its effect; answers the number of rows touched. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

/** A transaction of one merchant: row level security shows and takes only that merchant's rows. */
export interface Tx extends DirectoryTx {
  readonly merchantId: string;
  /** The merchant's clock: database time, plus the test clock's offset for a sandbox merchant. */
  readonly now: Date;
  /**
   * Does a part of the work that may fail alone: then what it did is undone, and the transaction goes on. Rejects where
   * the whole is to be run again, the session is lost, or the process has crashed.
   */
  part<T>(work: () => Promise<T>): Promise<{ value: T } | { fault: Error }>;
}

export interface Db {
  /** One transaction for one merchant, in its turn; as a whole again (5 tries) on deadlock or serialization failure. */
  inMerchant<T>(merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read-only look across merchants, for finding who has work due. */
  sweep<T>(work: (read: Reader) => Promise<T>): Promise<T>;
  /** One transaction on tables that belong to no merchant. */
  directory<T>(work: (tx: DirectoryTx) => Promise<T>): Promise<T>;
  /**
   * Calls `handler` for each NOTIFY on `channel` until the returned function is called; and `missed` when the
   * connection was lost and is back, since notifications may have been missed.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const TRIES = 5;
const INT8 = 20;
const INT8_ARRAY = 1016;

const parseInt8Array = (text: string): (bigint | null)[] => {
  const parse = pg.types.getTypeParser(INT8_ARRAY as never, "text") as unknown as (
    text: string,
  ) => (string | null)[];
  return parse(text).map((item) => (item === null ? null : BigInt(item)));
};

const types = {
  getTypeParser(oid: number, format?: string): (value: string) => unknown {
    if (oid === INT8 && format !== "binary") return BigInt;
    if (oid === INT8_ARRAY && format !== "binary") return parseInt8Array;
    return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
  },
};

/** Opens a pool on `url` (the application's role) with at most `connections` connections. */
export function openDb(options: { url: string; connections: number; log: Logger }): Db {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
    ...{ pipeline: true },
  });
  let closed = false;
  pool.on("error", (error) => {
    if (!closed) options.log.warn({ error: error.message }, "an idle database connection was lost");
  });
  // One that is lost in the very moment it is handed over has nobody else who listens; its first statement tells.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const listener = makeListener(options.url, options.log);

  const inPlace = shareConnections(options.connections);
  const run = <X extends DirectoryTx, T>(
    key: string,
    begin: (session: Session) => Promise<X>,
    work: (tx: X) => Promise<T>,
  ) => inPlace(key, () => runTransaction(pool, begin, work));

  return {
    inMerchant: (merchantId, work) =>
      withRetries(() => run(merchantId, (session) => beginMerchant(session, merchantId), work)),
    sweep: (work) => run(NO_MERCHANT, beginSweep, work),
    directory: (work) => withRetries(() => run(NO_MERCHANT, beginDirectory, work)),
    listen: (channel, handler, missed) => listener.listen(channel, { handler, missed }),
    close: async () => {
      closed = true;
      await listener.close();
      await pool.end();
    },
  };
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tries));
    }
  }
}

async function beginMerchant(session: Session, merchantId: string): Promise<Tx> {
  gatherWrites(session.client);
  const [, [entered]] = await Promise.all([
    session.client.query("begin"),
    runQuery<{ now: Date }>(session, "select lib.enter_merchant($1) as now", [merchantId]),
  ]);
  return { merchantId, now: entered!.now, part: (work) => runPart(session, work), ...statements(session) };
}

async function beginSweep(session: Session): Promise<DirectoryTx> {
  await Promise.all([
    session.client.query("begin read only"),
    runQuery(session, "select set_config('app.sweep', 'on', true)"),
  ]);
  return statements(session);
}

async function beginDirectory(session: Session): Promise<DirectoryTx> {
  await session.client.query("begin");
  return statements(session);
}

/** One transaction's hold of a connection. */
interface Session {
  readonly client: pg.PoolClient;
  /**
   * The first error that PostgreSQL answered. Statements travel together, so the one that failed is followed by
   * others that only say "the transaction is aborted", and any of them may be the one that the work hears of.
   */
  firstError: unknown;
  /** Set before the end, so that no straggler runs in the next transaction of the connection. */
  ended: boolean;
}

async function runTransaction<X extends DirectoryTx, T>(
  pool: pg.Pool,
  begin: (session: Session) => Promise<X>,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailableError(error);
  });
  const session: Session = { client, firstError: null, ended: false };
  let lost = false;
  const noteLoss = (): void => void (lost = true);
  client.on("error", noteLoss);
  try {
    const tx = await begin(session);
    crashPoint("db.transaction.begun");
    const result = await work(tx);
    crashPoint("db.transaction.before_commit");
    session.ended = true;
    await commit(client);
    crashPoint("db.transaction.committed");
    return result;
  } catch (error) {
    session.ended = true;
    lost ||= !(await rollback(client, error));
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

async function commit(client: pg.PoolClient): Promise<void> {
  let result: pg.QueryResult;
  try {
    result = await client.query("commit");
  } catch (error) {
    if (isDatabaseAnswer(error)) throw error;
    throw new CommitUnknownError(error);
  }
  // A transaction that had failed answers COMMIT with ROLLBACK and no error.
  if (result.command !== "COMMIT") throw new Error(`the transaction was rolled back (${result.command})`);
}

/** Ends a failed transaction; false when the connection is of no more use. */
async function rollback(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof CrashError) {
    // A crashed process sends no farewell: the socket just closes.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    return false;
  }
  if (error instanceof CommitUnknownError) return false;
  try {
    await client.query("rollback");
    return true;
  } catch {
    // The connection itself is gone, and PostgreSQL rolls back what it had open. The first error is the one to tell.
    return false;
  }
}

const STATEMENTS_MAX = 2_000;
const statementNames = new Map<string, string>();

/** The prepared statement's name for a text; texts beyond the limit (built ones, by mistake) stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= STATEMENTS_MAX) return known;
  const name = `s${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

const corked = new WeakSet<object>();

/** Statements that are issued in one turn leave in one write: a system call costs more than a statement. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
    .connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

async function send(
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  if (session.ended) throw new Error("the transaction has ended; this statement came after it");
  const name = nameOf(text);
  gatherWrites(session.client);
  try {
    return await session.client.query({
      text,
      values: values as unknown[],
      ...(name === undefined ? {} : { name }),
    });
  } catch (error) {
    session.firstError ??= error;
    throw error;
  }
}

async function runPart<T>(
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

async function runQuery<R extends object>(
  session: Session,
  text: string,
  values?: readonly unknown[],
): Promise<R[]> {
  return (await send(session, text, values)).rows as R[];
}

function statements(session: Session): DirectoryTx {
  return {
    query: (text, values) => runQuery(session, text, values),
    execute: async (text, values) => (await send(session, text, values)).rowCount ?? 0,
  };
}
