/** One database: its connections, and the transactions that run on them. `homes.ts` joins several. */
import pg from "pg";
import { NotKnownError, type DirectoryTx, type Home, type Reader, type Tx, type UntimedTx } from "./db.ts";
import { DatabaseUnavailableError, isRetryable } from "./db-errors.ts";
import { makeListener } from "./db-listen.ts";
import { watchServers } from "./db-server.ts";
import { type InPlace, NO_MERCHANT, shareConnections, types } from "./db-values.ts";
import {
  closeConnection,
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
import { enlist, withDirectory, type OpenedTx } from "./enlist.ts";
import type { Logger } from "./log.ts";
import { feelPulse, type Pulse } from "./pulse.ts";
import { openingTypes, sealsOf, type Seals } from "./seals.ts";
import type { Vault } from "./vault.ts";

const TRIES = 5;
const PATIENCE_MS = 5_000;
/** Merchants of other homes wait for what a merchant of this one has begun. */
const CONNECTED_WITHIN_MS = 2_000;

export interface HomeOptions {
  readonly name: string;
  /** The address of the database, with the application's role. */
  readonly url: string;
  /** The largest number of connections. */
  readonly connections: number;
  readonly log: Logger;
  readonly vault: Vault;
  /** The time in ms that a transaction waits for a connection. Default: 5 seconds. */
  readonly patienceMs?: number;
  /** The home that writes the directory; absent if it is this one. */
  readonly directory?: Home;
  /** See `feelPulse`. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** True if there are other homes, whose calls must not wait for this one. */
  readonly isOneOfSeveral?: boolean;
}

/** Opens a database. */
export function openHome({ patienceMs = PATIENCE_MS, ...options }: HomeOptions): Home {
  const servers = watchServers();
  const { pool, closeAll } = openPool({ ...options, patienceMs }, servers.meet);
  const listener = makeListener(options.url, options.log);
  const onLost = (): void => {
    closeAll();
    listener.reopen();
  };
  const pulse = options.isOneOfSeveral === true ? feelPulse({ ...options, onLost }) : null;

  const places = shareConnections(options.connections, patienceMs);
  const inPlace = refuseIfAway(options.name, pulse, places.inPlace);
  const sealing = { vault: options.vault, begun: false };
  const run = <X, T>(
    key: string,
    begin: (session: DbSession) => Promise<X>,
    work: (begun: X) => Promise<T>,
  ): Promise<T> => inPlace(key, () => runTransaction(pool, begin, work));

  return {
    name: options.name,
    inMerchant: (merchantId, work) =>
      withRetries(async () => {
        const afterCommit: (() => void)[] = [];
        const done = await run(
          merchantId,
          (session) => beginMerchant(session, merchantId, { sealing, ahead: work.ahead, afterCommit }),
          ({ tx, found }) =>
            withDirectory(options.directory?.enlist(merchantId), tx, (whole) => work(whole, found)),
        );
        for (const told of afterCommit) told();
        return done;
      }),
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
    transact: (work) => withRetries(() => run(NO_MERCHANT, beginTransaction, work)),
    enlist: (merchantId) =>
      enlist((work) => run(merchantId, (session) => beginEnlisted(session, merchantId), work)),
    listen: (channel, handler, missed) => listener.listen(channel, { handler, missed }),
    servers,
    use: places.use,
    close: async () => {
      await pulse?.stop();
      await listener.close();
      await pool.end();
    },
  };
}

/** Refuses work while the home is away, so that no one who has waited for a connection waits for the home as well. */
function refuseIfAway(name: string, pulse: Pulse | null, inPlace: InPlace): InPlace {
  const look = (): void => {
    if (pulse?.isAway() === true) throw new DatabaseUnavailableError(`the home ${name} is away`);
  };
  return async (key, work) => {
    look();
    return inPlace(key, () => {
      look();
      return work();
    });
  };
}

function openPool(
  { url, connections, patienceMs, log, isOneOfSeveral = false }: HomeOptions,
  onConnect: (client: pg.ClientBase) => Promise<void>,
): { pool: pg.Pool; closeAll: () => void } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: isOneOfSeveral ? CONNECTED_WITHIN_MS : patienceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, but its types do not say so
    onConnect,
  });
  const open = new Set<pg.ClientBase>();
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ error: error.message }, "an idle database connection was lost");
  });
  pool.on("connect", (client) => {
    // No one else listens to a connection that is lost as it is handed over; its first statement reports it.
    client.on("error", () => undefined);
    noteWaitsGivenUp(client);
    open.add(client);
  });
  pool.on("remove", (client) => open.delete(client));
  return { pool, closeAll: () => open.forEach((client) => closeConnection(client)) };
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
  /** Gets what is to be called after the commit. */
  readonly afterCommit: (() => void)[];
}

async function beginMerchant(
  session: DbSession,
  merchantId: string,
  { sealing, ahead, afterCommit }: Beginning,
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
    directory: asking,
    now: entered!.now,
    part: (work) => runPart(session, work),
    last: (writes) => {
      // The commit checks this promise; until then no one else would handle a failure.
      writes.catch(() => undefined);
      session.last = writes;
    },
    afterCommit: (told) => void afterCommit.push(told),
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
    directory: { query: refuse, execute: refuse },
    part: refuse,
    last: () => undefined,
    afterCommit: () => undefined,
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
    true as seals, set_config('app.merchant_id', $1::text, true) as merchant,
    (select lib.refuse_moved(home) from lib.moved_merchant where merchant_id = $1::text::uuid)${settings}`;

const ENTER = entering("");
// A plan made for the values of one call costs more than it saves where a set is found by its keys.
const ENTER_AHEAD = entering(", set_config('plan_cache_mode', 'force_generic_plan', true)");
const ENTER_AND_ASK = "select now, seals from lib.enter_merchant_and_ask($1)";

async function beginSweep(session: DbSession): Promise<Reader> {
  begin(session, "begin read only");
  begin(session, "select set_config('app.sweep', 'on', true)");
  return statements(session);
}

/** The merchant is entered, because triggers of the directory ask for its mode. */
async function beginEnlisted(session: DbSession, merchantId: string): Promise<OpenedTx> {
  begin(session, "begin");
  const { query, execute } = statements(session);
  query("select set_config('app.merchant_id', $1, true)", [merchantId]).catch(() => undefined);
  return { tx: { query, execute }, part: (work) => runPart(session, work) };
}

async function beginTransaction(session: DbSession): Promise<DirectoryTx> {
  begin(session, "begin");
  return statements(session);
}

/** Sends a statement that travels with the first question, which fails with it. */
function begin(session: DbSession, text: string): void {
  send(session, text).catch(() => undefined);
}
