/**
 * PostgreSQL as the rest of the server sees it: transactions of one merchant; nothing else writes merchant
 * data. Merchants may live in several databases, their homes (`homes.ts`).
 *
 * Statements of a transaction can be issued without awaiting one another: they travel together
 * (`db-round.ts`), and PostgreSQL runs them in order. Every statement is prepared and named by its text.
 */
import type { ServerWatch } from "./db-server.ts";
import type { ConnectionUse } from "./db-values.ts";
import type { Enlisted } from "./enlist.ts";
import type { Seals } from "./seals.ts";

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
  /**
   * Writes the tables of no merchant, and reads what was just written there. For a merchant that is not at home with
   * them, it is a second transaction that is committed just before this one; see `enlist.ts`.
   */
  readonly directory: DirectoryTx;
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
   * Calls `told` once the transaction is committed, and never if it is not; a supposed transaction never does. It must
   * not throw.
   */
  afterCommit(told: () => void): void;
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

/** Transactions of merchants. */
interface MerchantDb {
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
  /**
   * Calls `handler` for each NOTIFY on `channel` until the returned function is called, and `missed` when a
   * lost connection is back, since notifications may have been missed.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** One database: the home of some merchants, or of all. */
export interface Home extends MerchantDb {
  readonly name: string;
  /** Reads across the merchants of this home. */
  sweep<T>(work: (read: Reader) => Promise<T>): Promise<T>;
  /** Runs one transaction that belongs to no merchant. */
  transact<T>(work: (tx: DirectoryTx) => Promise<T>): Promise<T>;
  /** Begins a transaction for a merchant of another home that writes the directory here. */
  enlist(merchantId: string): Enlisted;
  /** The servers to which the connections led. */
  readonly servers: ServerWatch;
  /** Returns the present use of this process's connections. */
  readonly use: () => ConnectionUse;
}

/** The databases of an installation. */
export interface Homes {
  /** The home of a merchant. What is no merchant's, such as an organization's audit chain, is in the directory. */
  of(merchantId: string): Promise<Home>;
  /** The home of a merchant if this process knows it. */
  known(merchantId: string): Home | null;
  /** Puts a merchant that is to be made at a home. */
  put(merchantId: string, home: Home): void;
  all(): readonly Home[];
  /** The home that writes the tables of no merchant. The others have copies of them. */
  directory(): Home;
}

/** All databases as one: each merchant's work goes to its home. */
export interface Db extends MerchantDb {
  readonly homes: Homes;
  /** Runs work at a merchant's home, and again at the new one if it has moved meanwhile. */
  atHome<T>(merchantId: string, work: (home: Home) => Promise<T>): Promise<T>;
  /** Reads across merchants at each home, in the order of the homes. Rejects if one of them is away. */
  sweep<T>(work: (read: Reader) => Promise<readonly T[]>): Promise<T[]>;
  /** Does the same at the homes that answer. Rejects if none does. */
  sweepReachable<T>(work: (read: Reader) => Promise<readonly T[]>): Promise<T[]>;
  /** Runs one transaction on tables that belong to no merchant. */
  directory<T>(work: (tx: DirectoryTx) => Promise<T>): Promise<T>;
}
