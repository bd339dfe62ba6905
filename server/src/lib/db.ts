/**
 * PostgreSQL, as the rest of the server sees it: transactions of one merchant, and nothing else that writes
 * merchant data.
 *
 * Statements of a transaction may be issued without awaiting one another: they travel together (`db-round.ts`),
 * and PostgreSQL runs them in order. Every statement is a prepared one, named by its text.
 */
import pg from "pg";
import { isRetryable } from "./db-errors.ts";
import { makeListener } from "./db-listen.ts";
import { NO_MERCHANT, shareConnections } from "./db-places.ts";
import { runPart, runQuery, send, statements, type Session } from "./db-session.ts";
import { runLook, runTransaction } from "./db-transaction.ts";
import { types } from "./db-values.ts";
import type { Logger } from "./log.ts";
import { openingTypes, sealsOf, type Seals } from "./seals.ts";
import type { Vault } from "./vault.ts";

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

/** What may be asked before a transaction's time is known. */
export interface Asking extends DirectoryTx {
  readonly merchantId: string;
}

/**
 * A transaction of one merchant: row level security shows and takes only that merchant's rows, and sealed texts come
 * opened.
 */
export interface Tx extends Asking, Pick<Seals, "seal" | "indexOf"> {
  /** A code by which it is told later that a text of this merchant was written here; see `Vault.mac`. */
  vouchFor(purpose: string, text: string): Buffer;
  /** Whether details are sealed as they are written; until an upgrade is over `seal` leaves them as they are. */
  readonly sealsDetails: boolean;
  /** The merchant's clock: database time, plus the test clock's offset for a sandbox merchant. */
  readonly now: Date;
  /**
   * Does a part of the work that may fail alone: then what it did is undone, and the transaction goes on. Rejects where
   * the whole is to be run again, the session is lost, or the process has crashed.
   */
  part<T>(work: () => Promise<T>): Promise<{ value: T } | { fault: Error }>;
  /**
   * Lets the commit travel with writes that were just issued, all of them: a statement that is issued later fails.
   * When one of them fails nothing is committed. How many rows they touch is nothing that anyone could still object to.
   */
  last(writes: Promise<unknown>): void;
}

/** What is done in a transaction; see `afterAsking`. */
export interface Work<T> {
  (tx: Tx, found?: unknown): Promise<T>;
  readonly ahead?: (ask: Asking) => Promise<unknown>;
}

/**
 * Work whose first questions travel with the transaction's begin: `work` is given what `ahead` answers. What `ahead`
 * issues before it awaits anything costs no round trip. PostgreSQL plans the statements of such work once.
 */
export function afterAsking<F extends object, T>(
  ahead: (ask: Asking) => Promise<F>,
  work: (tx: Tx, found: F) => Promise<T>,
): Work<T> {
  const whole = async (tx: Tx, found?: unknown): Promise<T> => work(tx, (found as F) ?? (await ahead(tx)));
  return Object.assign(whole, { ahead });
}

export interface Db {
  /** One transaction for one merchant, in its turn; as a whole again (5 tries) on deadlock or serialization failure. */
  inMerchant<T>(merchantId: string, work: Work<T>): Promise<T>;
  /** A read-only look at one merchant, in one round trip: `ask` issues all of it at once, before it awaits anything. */
  look<T>(merchantId: string, ask: (ask: Asking) => Promise<T>): Promise<T>;
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
const PATIENCE_MS = 5_000;

export interface DbOptions {
  /** The application's role. */
  readonly url: string;
  /** At most so many connections. */
  readonly connections: number;
  readonly log: Logger;
  readonly vault: Vault;
  /** How long a transaction waits for a connection. Default: 5 seconds. */
  readonly patienceMs?: number;
}

/** Opens a pool of connections. */
export function openDb({ patienceMs = PATIENCE_MS, ...options }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
  });
  let closed = false;
  pool.on("error", (error) => {
    if (!closed) options.log.warn({ error: error.message }, "an idle database connection was lost");
  });
  // One that is lost in the very moment it is handed over has no one else who listens; its first statement tells.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const listener = makeListener(options.url, options.log);

  const inPlace = shareConnections(options.connections, patienceMs);
  const sealing = { vault: options.vault, begun: false };
  const run = <X, T>(
    key: string,
    begin: (session: Session) => Promise<X>,
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

/** How a process seals: `begun` once it has learnt that all do, which does not end. */
interface Sealing {
  readonly vault: Vault;
  begun: boolean;
}

interface Beginning {
  readonly sealing: Sealing;
  readonly ahead: ((ask: Asking) => Promise<unknown>) | undefined;
}

async function beginMerchant(
  session: Session,
  merchantId: string,
  { sealing, ahead }: Beginning,
): Promise<{ tx: Tx; found: unknown }> {
  const seals = sealsOf(sealing.vault, merchantId);
  session.types = openingTypes(types, seals);
  const asking: Asking = { merchantId, ...statements(session) };
  const enter = sealing.begun ? (ahead === undefined ? ENTER : ENTER_AHEAD) : ENTER_AND_ASK;
  const [, [entered], found] = await Promise.all([
    send(session, "begin"),
    runQuery<{ now: Date; seals: boolean }>(session, enter, [merchantId]),
    ahead?.(asking),
  ]);
  const sealsDetails = entered!.seals;
  sealing.begun = sealsDetails;
  const seal = sealsDetails ? seals.seal : <T>(text: T): T => text;
  const tx: Tx = {
    ...asking,
    now: entered!.now,
    part: (work) => runPart(session, work),
    last: (writes) => {
      // Looked at with the commit; until then a failure has no one else who hears of it.
      writes.catch(() => undefined);
      session.last = writes;
    },
    sealsDetails,
    seal: seal as Tx["seal"],
    indexOf: seals.indexOf,
    vouchFor: (purpose, text) => sealing.vault.mac(purpose).update(text).digest(),
  };
  return { tx, found };
}

interface Look<T> {
  readonly sealing: Sealing;
  readonly ask: (ask: Asking) => Promise<T>;
}

async function lookAt<T>(session: Session, merchantId: string, { sealing, ask }: Look<T>): Promise<T> {
  session.types = openingTypes(types, sealsOf(sealing.vault, merchantId));
  const [, found] = await Promise.all([
    runQuery(session, ENTER_AHEAD, [merchantId]),
    ask({ merchantId, ...statements(session) }),
  ]);
  return found;
}

/** What `lib.enter_merchant` does, without the function's own cost. */
const entering = (settings: string): string => `
  select clock_timestamp() + coalesce(
      (select offset_ms from lib.merchant_clock where merchant_id = $1::text::uuid), 0
    ) * interval '1 millisecond' as now,
    true as seals, set_config('app.merchant_id', $1::text, true)${settings}`;

const ENTER = entering("");
// A plan made for these very values costs more than it saves where a set is found by its keys.
const ENTER_AHEAD = entering(", set_config('plan_cache_mode', 'force_generic_plan', true)");
const ENTER_AND_ASK = "select now, seals from lib.enter_merchant_and_ask($1)";

async function beginSweep(session: Session): Promise<Reader> {
  begin(session, "begin read only");
  begin(session, "select set_config('app.sweep', 'on', true)");
  return statements(session);
}

async function beginDirectory(session: Session): Promise<DirectoryTx> {
  begin(session, "begin");
  return statements(session);
}

/** Travels with what is asked first, which fails with it. */
function begin(session: Session, text: string): void {
  send(session, text).catch(() => undefined);
}
