/** Reads and checks option values before anything is opened; an error names the option. */
import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import { amountDigits } from "@vitaran/spreadsheets/amount-digits";
import { parseRupees } from "#lib/money";
import { isTransferMode, TRANSFER_MODES } from "#rails";
import { EVENT_TYPES, type EventType, isEventType } from "#webhooks";

/** Reads comma-separated transfer modes. */
export function readModes(text: string): string[] {
  const modes = readList(text);
  const wrong = modes.find((one) => !isTransferMode(one));
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`${wrong} is not one of ${TRANSFER_MODES.join(", ")}, or ${NONE} alone.`);
  }
  return modes;
}

/** Reads comma-separated event types. */
export function readTypes(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`${unknown} is not one of ${Object.keys(EVENT_TYPES).join(", ")}.`);
  }
  return types.filter(isEventType);
}

/** Options that cannot be combined, or an impossible value; shown in one line with the option's name. */
export class OptionError extends Error {
  constructor(text: string) {
    super(text);
    this.name = "OptionError";
  }
}

/** The word for an empty list, or for no value. */
export const NONE = "none";

/** Reads `on` or `off`. */
export function readSwitch(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError("Use on or off.");
  return text === "on";
}

/** Reads one of the words. */
export function readWord<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Use one of ${words.join(", ")}.`);
    return found;
  };
}

/** Reads a whole number between two bounds, both included. */
export function readWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Reads an amount of rupees, in paise. */
export function readRupees(text: string): bigint {
  const paise = parseRupees(amountDigits(text));
  if (typeof paise !== "bigint")
    throw new InvalidArgumentError("Use an amount in rupees, e.g. 2500.00 or 1,25,000.");
  return paise;
}

/** Reads a value, or null from the word that means none. */
export function readOr<Value>(word: string, read: (text: string) => Value): (text: string) => Value | null {
  return (text) => (text === word ? null : read(text));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads one of our own ids. */
export function readId(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError("It is not an ID.");
  return text;
}

/** Reads a hash in hexadecimal. */
export function readHash(text: string): Buffer {
  if (!/^(?:[0-9a-f]{2}){16,64}$/i.test(text))
    throw new InvalidArgumentError("It is not a hexadecimal hash.");
  return Buffer.from(text, "hex");
}

/** Reads the number by which the card networks know a token requestor. */
export function readRequestorId(text: string): string {
  if (!/^\d{11}$/.test(text)) throw new InvalidArgumentError(`Use eleven digits, or ${NONE}.`);
  return text;
}

/** Reads comma-separated addresses and networks. */
export function readAddresses(text: string): string[] {
  const addresses = readList(text);
  const wrong = addresses.find((one) => isIP(one.split("/")[0]!) === 0);
  if (wrong !== undefined) throw new InvalidArgumentError(`${wrong} is not an IP address or network.`);
  return addresses;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a moment of an existing day. It needs a time zone, since operators' zones differ. */
export function readMoment(text: string): Date {
  const [, day = ""] = MOMENT.exec(text) ?? [];
  const [moment, midnight] = [new Date(text), new Date(`${day}T00:00:00Z`)].map((one) => one.getTime());
  // A day that a month does not have would become a day of the next month.
  if (Number.isNaN(moment) || Number.isNaN(midnight) || !new Date(midnight!).toISOString().startsWith(day)) {
    throw new InvalidArgumentError("Use a time with its time zone, e.g. 2026-11-21T10:00:00+05:30.");
  }
  return new Date(moment!);
}

/** Reads a JSON object. */
export function readFields(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${(error as SyntaxError).message}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError("It is not a JSON object.");
  }
  return value as Record<string, unknown>;
}

/** Reads the comma-separated items of a list; `none` is an empty list. */
function readList(text: string): string[] {
  const items = text.split(",").flatMap((item) => item.trim() || []);
  if (items.length === 0) throw new InvalidArgumentError(`Use ${NONE} for an empty list.`);
  return items.length === 1 && items[0] === NONE ? [] : items;
}
