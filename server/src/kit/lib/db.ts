/**
 * PostgreSQL as the rest of the server sees it: transactions of one merchant; nothing else writes merchant
 * data.
 *
 * Statements of a transaction can be issued without awaiting one another: they travel together
 * (`db-round.ts`), and PostgreSQL runs them in order. Every statement is prepared and named by its text.
 */
import pg from "pg";
import { isRetryable } from "./db-errors.ts";
import { makeListener } from "./db-listen.ts";
import { watchServers, type ServerWatch } from "./db-server.ts";
import { NO_MERCHANT, shareConnections, types } from "./db-values.ts";
import {
  loseConnection,
  noteWaitsGivenUp,
  runLook,
  runOnce,
  runPart,
  runQuery,
  runTransaction,
  send,
  statements,
  type DbSession,
} from "./db-transaction.ts";
import type { Logger } from "./log.ts";
import { openingTypes, sealsOf, type Seals } from "./seals.ts";
import type { Vault } from "./vault.ts";

export { CommitUnknownError, DatabaseUnavailableError, isRetryable, violates } from "./db-errors.ts";

/**
 * A transaction's statements, with bigint for int8, Date for timestamptz, Buffer for bytea, arrays for
 * unnest.
 */
export interface Reader {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** A transaction that may write rows that belong to no merchant. */
export interface DirectoryTx extends Reader {
  /** Runs a statement for its effect; returns the number of rows affected. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

/** The part of a transaction that can be used before its time is known. */
export interface UntimedTx extends DirectoryTx {
  readonly merchantId: string;
}

/**
 * A transaction of one merchant: row level security shows and accepts only that merchant's rows, and sealed
 * texts are opened as they are read.
 */
export interface Tx extends UntimedTx, Pick<Seals, "seal" | "indexOf" | "openBytes"> {
  /** Returns a code that later proves that a text of this merchant was written here; see `Vault.mac`. */
  vouchFor(purpose: string, text: string): Buffer;
  /** True if details are sealed as they are written; until an upgrade is over, `seal` changes nothing. */
  readonly sealsDetails: boolean;
  /** The merchant's clock: database time, plus the test clock's offset for a sandbox merchant. */
  readonly now: Date;
  /**
   * Runs a part of the work that may fail without the rest: its changes are then undone, and the transaction continues.
   * Rejects if the whole transaction must be run again, the session is lost, or the process has crashed.
   */
  part<T>(work: () => Promise<T>): Promise<{ value: T } | { fault: Error }>;
  /**
   * Lets the commit travel with writes that were just issued, all of them: a later statement fails. If one of
   * them fails, nothing is committed. The work cannot check how many rows they touch; see `exactly`.
   */
  last(writes: Promise<unknown>): void;
  /**
   * Takes rows that are written together with others, and returns true. Returns false for rows that are written at
   * once. See `definePhase`.
   */
  readonly gather?: (name: string, rows: readonly object[]) => boolean;
}

/** A statement with its values. */
export interface PreparedCall {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The work of a supposed transaction asked or wrote something: only a real one can do it. */
export class NotKnownError extends Error {
  constructor() {
    super("a supposed transaction cannot ask the database");
    this.name = "NotKnownError";
  }
}

/** The work of a transaction; see `afterAsking`. */
export interface Work<T> {
  (tx: Tx, found?: unknown): Promise<T>;
  readonly ahead?: (ask: UntimedTx) => Promise<unknown>;
}

/**
 * Makes work whose first questions travel with the transaction's begin: `work` gets what `ahead` returns.
 * What `ahead` issues before it awaits anything costs no round trip. PostgreSQL plans its statements once.
 */
export function afterAsking<F extends object, T>(
  ahead: (ask: UntimedTx) => Promise<F>,
  work: (tx: Tx, found: F) => Promise<T>,
): Work<T> {
  const whole = async (tx: Tx, found?: unknown): Promise<T> => work(tx, (found as F) ?? (await ahead(tx)));
  return Object.assign(whole, { ahead });
}

export interface Db {
  /** Runs one transaction for one merchant, in its turn; 5 tries on deadlock or serialization failure. */
  inMerchant<T>(merchantId: string, work: Work<T>): Promise<T>;
  /** Reads one merchant's data in one round trip: `ask` issues all statements before it awaits anything. */
  look<T>(merchantId: string, ask: (ask: UntimedTx) => Promise<T>): Promise<T>;
  /**
   * Returns a transaction that only supposes its time, for deciding on what is known: a statement rejects with
   * NotKnownError. Null as long as this process does not know whether details are sealed.
   */
  suppose(merchantId: string, now: Date): Tx | null;
  /**
   * Runs one statement as a transaction of its own, in one round trip; 5 tries as above. `prepare` makes it once there
   * is a connection for it, and returns null if there is none to run: so does this. The statement must enter the
   * merchant itself.
   */
  once<R extends object>(merchantId: string, prepare: () => Promise<PreparedCall | null>): Promise<R | null>;
  /** Reads across merchants, to find those that have work due. */
  sweep<T>(work: (read: Reader) => Promise<T>): Promise<T>;
  /** Runs one transaction on tables that belong to no merchant. */
  directory<T>(work: (tx: DirectoryTx) => Promise<T>): Promise<T>;
  /**
   * Calls `handler` for each NOTIFY on `channel` until the returned function is called, and `missed` when a
   * lost connection is back, since notifications may have been missed.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  /** The servers to which the connections led. */
  readonly servers: ServerWatch;
  close(): Promise<void>;
}

const TRIES = 5;
const PATIENCE_MS = 5_000;

interface DbOptions {
  /** The address of the database, with the application's role. */
  readonly url: string;
  /** The largest number of connections. */
  readonly connections: number;
  readonly log: Logger;
  readonly vault: Vault;
  /** The time in ms that a transaction waits for a connection. Default: 5 seconds. */
  readonly patienceMs?: number;
}

/** Opens a pool of connections. */
export function openDb({ patienceMs = PATIENCE_MS, ...options }: DbOptions): Db {
  const servers = watchServers();
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, but its types do not say so
    onConnect: (client) => servers.meet(client),
  });
  let closed = false;
  pool.on("error", (error) => {
    if (!closed) options.log.warn({ error: error.message }, "an idle database connection was lost");
  });
  pool.on("connect", (client) => {
    // No one else listens to a connection that is lost as it is handed over; its first statement reports it.
    client.on("error", () => undefined);
    noteWaitsGivenUp(client);
  });
  const listener = makeListener(options.url, options.log);

  const inPlace = shareConnections(options.connections, patienceMs);
  const sealing = { vault: options.vault, begun: false };
  const run = <X, T>(
    key: string,
    begin: (session: DbSession) => Promise<X>,
    work: (begun: X) => Promise<T>,
  ): Promise<T> => inPlace(key, () => runTransaction(pool, begin, work));

  return {
    inMerchant: (merchantId, work) =>
      withRetries(() =>
        run(
          merchantId,
          (session) => beginMerchant(session, merchantId, { sealing, ahead: work.ahead }),
          ({ tx, found }) => work(tx, found),
        ),
      ),
    look: (merchantId, ask) =>
      inPlace(merchantId, () => runLook(pool, (session) => lookAt(session, merchantId, { sealing, ask }))),
    suppose: (merchantId, now) => (sealing.begun ? supposedTx(options.vault, merchantId, now) : null),
    once: (merchantId, prepare) =>
      withRetries(() =>
        inPlace(merchantId, async () => {
          const call = await prepare();
          if (call === null) return null;
          const { text, values } = call;
          return runOnce(pool, async (session) => (await runQuery<never>(session, text, values))[0]!);
        }),
      ),
    sweep: (work) => run(NO_MERCHANT, beginSweep, work),
    directory: (work) => withRetries(() => run(NO_MERCHANT, beginDirectory, work)),
    listen: (channel, handler, missed) => listener.listen(channel, { handler, missed }),
    servers,
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

/** The sealing of a process. `begun` becomes true once it has learnt that all seal, and stays true. */
interface Sealing {
  readonly vault: Vault;
  begun: boolean;
}

interface Beginning {
  readonly sealing: Sealing;
  readonly ahead: ((ask: UntimedTx) => Promise<unknown>) | undefined;
}

async function beginMerchant(
  session: DbSession,
  merchantId: string,
  { sealing, ahead }: Beginning,
): Promise<{ tx: Tx; found: unknown }> {
  const seals = sealsOf(sealing.vault, merchantId);
  session.types = openingTypes(types, seals);
  const asking: UntimedTx = { merchantId, ...statements(session) };
  const enter = sealing.begun ? (ahead === undefined ? ENTER : ENTER_AHEAD) : ENTER_AND_ASK;
  const [, [entered], found] = await Promise.all([
    send(session, "begin"),
    runQuery<Entered>(session, enter, [merchantId]),
    ahead?.(asking),
  ]);
  assertEntered(session, entered!, merchantId);
  sealing.begun = entered!.seals;
  const tx: Tx = {
    ...asking,
    ...sealingOf(sealing.vault, seals, entered!.seals),
    now: entered!.now,
    part: (work) => runPart(session, work),
    last: (writes) => {
      // The commit checks this promise; until then no one else would handle a failure.
      writes.catch(() => undefined);
      session.last = writes;
    },
  };
  return { tx, found };
}

function sealingOf(
  vault: Vault,
  { seal, indexOf, openBytes }: Seals,
  sealsDetails: boolean,
): Pick<Tx, "sealsDetails" | "seal" | "indexOf" | "openBytes" | "vouchFor"> {
  return {
    sealsDetails,
    seal: (sealsDetails ? seal : <T>(text: T): T => text) as Tx["seal"],
    indexOf,
    openBytes,
    vouchFor: (purpose, text) => vault.mac(purpose).update(text).digest(),
  };
}

function supposedTx(vault: Vault, merchantId: string, now: Date): Tx {
  const refuse = (): Promise<never> => Promise.reject(new NotKnownError());
  return {
    merchantId,
    now,
    query: refuse,
    execute: refuse,
    part: refuse,
    last: () => undefined,
    ...sealingOf(vault, sealsOf(vault, merchantId), true),
  };
}

interface Look<T> {
  readonly sealing: Sealing;
  readonly ask: (ask: UntimedTx) => Promise<T>;
}

async function lookAt<T>(session: DbSession, merchantId: string, { sealing, ask }: Look<T>): Promise<T> {
  session.types = openingTypes(types, sealsOf(sealing.vault, merchantId));
  const [[entered], found] = await Promise.all([
    runQuery<Entered>(session, ENTER_AHEAD, [merchantId]),
    ask({ merchantId, ...statements(session) }),
  ]);
  assertEntered(session, entered!, merchantId);
  return found;
}

interface Entered {
  readonly now: Date;
  readonly seals: boolean;
  /** The merchant whose rows the transaction sees. The first transactions of a process are not told. */
  readonly merchant?: string;
}

/** Closes the connection if a router in front of PostgreSQL gives an answer that belongs to another merchant. */
function assertEntered(session: DbSession, { merchant }: Entered, merchantId: string): void {
  if (merchant === undefined || merchant === merchantId) return;
  const error = new Error(`the database has answered for merchant ${merchant} instead of ${merchantId}`);
  loseConnection(session, error);
  throw error;
}

/** Does what `lib.enter_merchant` does, without the function's own cost. */
const entering = (settings: string): string => `
  select clock_timestamp() + coalesce(
      (select offset_ms from lib.merchant_clock where merchant_id = $1::text::uuid), 0
    ) * interval '1 millisecond' as now,
    true as seals, set_config('app.merchant_id', $1::text, true) as merchant${settings}`;

const ENTER = entering("");
// A plan made for the values of one call costs more than it saves where a set is found by its keys.
const ENTER_AHEAD = entering(", set_config('plan_cache_mode', 'force_generic_plan', true)");
const ENTER_AND_ASK = "select now, seals from lib.enter_merchant_and_ask($1)";

async function beginSweep(session: DbSession): Promise<Reader> {
  begin(session, "begin read only");
  begin(session, "select set_config('app.sweep', 'on', true)");
  return statements(session);
}

async function beginDirectory(session: DbSession): Promise<DirectoryTx> {
  begin(session, "begin");
  return statements(session);
}

/** Sends a statement that travels with the first question, which fails with it. */
function begin(session: DbSession, text: string): void {
  send(session, text).catch(() => undefined);
}
