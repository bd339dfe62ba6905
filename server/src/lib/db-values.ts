/** Converts PostgreSQL's values to ours (int8 and its arrays to bigint), and ours to texts. */
import pg from "pg";
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
