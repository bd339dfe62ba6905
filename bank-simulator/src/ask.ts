/** Reads the requests of control calls. */
import { BANK_BY_ID } from "./banks.ts";
import type { Bank } from "./banks.ts";
import { parseRupees } from "./money.ts";
import type { World } from "./world.ts";

export type Ask = Record<string, unknown>;
export type Control = (world: World, ask: Ask, names: readonly string[]) => object | Promise<object>;

/** The caller made a mistake; it is answered with 400 and this sentence. */
export class ControlError extends Error {}

export function bankOf(id: unknown): Bank {
  const bank = BANK_BY_ID.get(String(id));
  if (bank === undefined) throw new ControlError(`no such bank: ${String(id)}`);
  return bank;
}

export function textOf(ask: Ask, field: string): string {
  const text = ask[field];
  if (typeof text !== "string" || text === "") throw new ControlError(`${field} is missing`);
  return text;
}

export function amountOf(text: unknown): bigint {
  const paise = parseRupees(text);
  if (paise === undefined) throw new ControlError('an amount is text such as "100.00"');
  return paise;
}

/** Reports an error of `read` to the caller. */
export function said<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ControlError((error as Error).message);
  }
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
