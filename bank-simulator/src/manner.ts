/**
 * The behaviour of a bank: its own by default, changed for everyone by one control call, and for one debit account by
 * another.
 */
import type { Bank } from "./banks.ts";
import { isDuration, readMishaps } from "./mishap.ts";
import type { Mishap } from "./mishap.ts";
import { type Account, type Rail, RAILS } from "./payment.ts";
import { type Operation, OPERATIONS } from "./scripts.ts";

export interface Manner {
  /** The time until an answer: fixed, or drawn from a distribution by the seed. */
  readonly latency?: number | { readonly p50Ms: number; readonly p99Ms: number };
  /** Answers PENDING and completes the payment after this time instead of at once. */
  readonly completeAfterMs?: number;
  readonly notFoundLagMs?: number;
  readonly statusLagMs?: number;
  /** Payments per second and debit account; any above this receive 429. */
  readonly ratePerSecond?: number;
  /** No instruction is accepted between these times (ISO 8601, on the account's clock). */
  readonly maintenance?: { readonly from: string; readonly until: string; readonly html?: boolean };
  readonly mishaps?: readonly Odds[];
  readonly callbacks?: {
    /** Calls back even if the answer was already final. */
    readonly always?: boolean;
    readonly delayMs?: number;
    readonly duplicateChance?: number;
    readonly reorderChance?: number;
    readonly missingChance?: number;
    readonly earlyChance?: number;
    readonly forgedChance?: number;
  };
}

/** Dice that are rolled for each request of one operation; the first mishap that comes up applies. */
export interface Odds {
  readonly operation: Operation;
  readonly chance: number;
  readonly mishap: readonly Mishap[];
  /** Undefined for every rail. */
  readonly rail?: Rail;
  /** The account's times (ISO 8601) between which the dice are rolled; undefined for always. */
  readonly from?: string;
  readonly until?: string;
}

/** Returns the dice for such a request at this time of the account. */
export function oddsFor(
  { mishaps = [] }: Manner,
  { operation, rail, now }: { operation: Operation; rail?: Rail; now: number },
): readonly Odds[] {
  return mishaps.filter(
    (odds) =>
      odds.operation === operation &&
      (odds.rail === undefined || odds.rail === rail) &&
      (odds.from === undefined || now >= Date.parse(odds.from)) &&
      (odds.until === undefined || now < Date.parse(odds.until)),
  );
}

export interface Manners {
  of(bank: Bank, account: Account): Manner;
  /** Replaces the earlier change for this bank (and debit account); null restores the bank's own behaviour. */
  set(bankId: string, manner: Manner | null, debitAccount?: string): void;
  /** Returns the change for one debit account at one bank; null if there is none. */
  askedFor(bankId: string, debitAccount: string): Manner | null;
  reset(debitAccount?: string): void;
}

/** Makes the behaviour of all banks, without any changes yet. */
export function makeManners(): Manners {
  const asked = new Map<string, Manner>();
  let resolved = new Map<Account, Manner>();
  return {
    of(bank, account) {
      let manner = resolved.get(account);
      if (manner === undefined) {
        manner = { ...bank.manner, ...asked.get(bank.id), ...asked.get(`${bank.id}/${account.number}`) };
        resolved.set(account, manner);
      }
      return manner;
    },
    set(bankId, manner, debitAccount) {
      const key = debitAccount === undefined ? bankId : `${bankId}/${debitAccount}`;
      if (manner === null) asked.delete(key);
      else asked.set(key, manner);
      resolved = new Map();
    },
    askedFor: (bankId, debitAccount) => asked.get(`${bankId}/${debitAccount}`) ?? null,
    reset(debitAccount) {
      for (const key of asked.keys()) {
        if (debitAccount === undefined || key.endsWith(`/${debitAccount}`)) asked.delete(key);
      }
      resolved = new Map();
    },
  };
}

const CALLBACK_FIELDS: Readonly<Record<keyof NonNullable<Manner["callbacks"]>, (value: unknown) => boolean>> =
  {
    always: isFlag,
    delayMs: isDuration,
    duplicateChance: isChance,
    reorderChance: isChance,
    missingChance: isChance,
    earlyChance: isChance,
    forgedChance: isChance,
  };

const FIELDS: Readonly<Record<keyof Manner, (value: unknown) => boolean>> = {
  latency: (value) =>
    isDuration(value) || (isRecord(value) && isDuration(value["p50Ms"]) && isDuration(value["p99Ms"])),
  completeAfterMs: isDuration,
  notFoundLagMs: isDuration,
  statusLagMs: isDuration,
  ratePerSecond: (value) => typeof value === "number" && value >= 0,
  maintenance: (value) =>
    isRecord(value) &&
    isInstant(value["from"]) &&
    isInstant(value["until"]) &&
    isFlag(value["html"] ?? false),
  mishaps: Array.isArray,
  callbacks: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([field, content]) => isKey(CALLBACK_FIELDS, field) && CALLBACK_FIELDS[field](content),
    ),
};

/** Reads a manner; throws a sentence for a tester who mistyped. A null field keeps the bank's own behaviour. */
export function readManner(value: unknown): Manner {
  if (!isRecord(value)) throw new Error("a manner is an object");
  const manner: Record<string, unknown> = {};
  for (const [field, content] of Object.entries(value)) {
    if (!isKey(FIELDS, field)) throw new Error(`a manner has no ${field}`);
    if (content === null) continue;
    if (!FIELDS[field](content)) throw new Error(`${field} is not well-formed`);
    manner[field] = field === "mishaps" ? (content as unknown[]).map(readOdds) : content;
  }
  return manner as Manner;
}

function readOdds(value: unknown): Odds {
  if (!isRecord(value)) throw new Error("a manner's mishaps are objects with chance and mishap");
  const { chance, mishap, operation = "pay", rail, from, until } = value;
  if (!isChance(chance)) throw new Error("a manner's mishap has a chance, from 0 to 1");
  if (!OPERATIONS.includes(operation as Operation))
    throw new Error("operation is pay, enquire, void, verify or statement");
  if (rail !== undefined && !RAILS.includes(rail as Rail)) throw new Error(`no such rail: ${String(rail)}`);
  const times = Object.entries({ from, until }).filter(([, time]) => time !== undefined);
  if (!times.every(([, time]) => isInstant(time))) throw new Error("from and until are times in ISO 8601");
  const odds = { operation: operation as Operation, chance, mishap: readMishaps(mishap) };
  return { ...odds, ...Object.fromEntries(times), ...(rail === undefined ? {} : { rail: rail as Rail }) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKey<T extends object>(table: T, field: string): field is keyof T & string {
  return Object.hasOwn(table, field);
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isChance(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isInstant(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
