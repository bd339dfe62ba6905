/** Converts PostgreSQL's values to ours (int8 and its arrays to bigint), and ours to texts. */
import pg from "pg";
import { DatabaseUnavailableError } from "./db-errors.ts";
import { type Leave, shareFairly } from "./fair-queue.ts";
import type { ValueTypes } from "./seals.ts";

const INT8 = 20;
const INT8_ARRAY = 1016;

const parseInt8Array = (text: string): (bigint | null)[] => {
  const parse = pg.types.getTypeParser(INT8_ARRAY as never, "text") as unknown as (
    text: string,
  ) => (string | null)[];
  return parse(text).map((item) => (item === null ? null : BigInt(item)));
};

export const types: ValueTypes = {
  getTypeParser(oid: number, format?: string): (value: string) => unknown {
    if (oid === INT8 && format !== "binary") return BigInt;
    if (oid === INT8_ARRAY && format !== "binary") return parseInt8Array;
    return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
  },
};

/** Returns a value as it is sent; throws for an invalid date. Objects become JSON. */
export function toWire(value: unknown): string | Buffer | null {
  if (ArrayBuffer.isView(value)) return toBuffer(value);
  return Array.isArray(value) ? toArray(value) : toText(value);
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

const toBuffer = (view: ArrayBufferView): Buffer =>
  Buffer.isBuffer(view) ? view : Buffer.from(view.buffer, view.byteOffset, view.byteLength);

function toArray(values: readonly unknown[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ",";
    text += toElement(values[index]);
  }
  return `${text}}`;
}

function toElement(value: unknown): string {
  if (Array.isArray(value)) return toArray(value);
  if (ArrayBuffer.isView(value)) return `\\\\x${toBuffer(value).toString("hex")}`;
  const text = toText(value);
  if (text === null) return "NULL";
  return typeof value === "number" || typeof value === "bigint" ? text : quote(text);
}

const quote = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll('"', '\\"') : text}"`;

// Gives connections to merchants in turn, however many transactions one of them has waiting.

/** The key of work that belongs to no merchant. */
export const NO_MERCHANT = "";

/** Runs work for a key on a free connection. Throws DatabaseUnavailableError if none is free in time. */
export type InPlace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** The use of a process's connections to one database. */
export interface ConnectionUse {
  readonly connections: number;
  readonly inUse: number;
  /** Transactions that wait for a connection. */
  readonly waiting: number;
}

/**
 * Makes as many slots as there are connections, so that transactions wait here and not in the pool, which
 * knows no merchants. Each transaction waits for at most `patienceMs`.
 */
export function shareConnections(
  connections: number,
  patienceMs: number,
): { inPlace: InPlace; use: () => ConnectionUse } {
  const places = shareFairly({
    places: connections,
    // A merchant whose transactions wait for each other's locks leaves a quarter of the slots to the others.
    perKey: connections - Math.floor(connections / 4),
    waitingMax: Number.POSITIVE_INFINITY,
    patienceMs,
  });
  const inPlace: InPlace = async (key, work) => {
    let leave: Leave;
    try {
      leave = await places.enter(key);
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return { inPlace, use: () => ({ connections, inUse: places.taken, waiting: places.waiting }) };
}
