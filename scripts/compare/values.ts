/** Valid values for fields: from the examples of the contract, the schema, and earlier answers. */
import type { Dice } from "./dice.ts";
import type { Schema } from "./operations.ts";

/** The IDs that both servers know, by the field in which they were. */
export interface Pool {
  add(field: string, value: string): void;
  /** Returns one of the latest values of a field, or null. */
  find(field: string): string | null;
}

export function makePool(dice: Dice): Pool {
  const values = new Map<string, string[]>();
  return {
    add(field, value) {
      const known = values.get(wordOf(field)) ?? [];
      if (known.includes(value)) return;
      values.set(wordOf(field), [...known.slice(-KEPT + 1), value]);
    },
    find(field) {
      const known = values.get(wordOf(field)) ?? [];
      return known.length === 0 ? null : dice.pick(known);
    },
  };
}

const KEPT = 40;

/** Returns a field's name without its spelling variants: `transfer_id` and `transferId` are the same. */
export const wordOf = (field: string): string => field.toLowerCase().replaceAll(/[^a-z]/g, "");

export interface ValueMaker {
  make(field: string, schema: Schema, example?: unknown): unknown;
}

/** Makes values; new IDs begin with `prefix`. */
export function makeValues(dice: Dice, pool: Pool, prefix: string): ValueMaker {
  let made = 0;
  const fresh = (): string => `${prefix}${(made += 1)}`;

  function make(field: string, schema: Schema, example?: unknown): unknown {
    const choices = schema.anyOf ?? schema.oneOf;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined)
      return example !== undefined && dice.chance(50) ? example : dice.pick(schema.enum);
    if (choices !== undefined && !WORDS.some(([pattern]) => pattern.test(wordOf(field))))
      return make(field, dice.pick(choices), example);
    if (schema.properties !== undefined) return makeObject(schema, example);
    if (schema.items !== undefined) return makeList(field, schema, example);
    const [, word] = WORDS.find(([pattern]) => pattern.test(wordOf(field))) ?? [];
    if (word !== undefined) return word(dice);
    if (/(id|key|no)$/.test(wordOf(field))) return makeId(field, schema);
    return example ?? makePlain(dice, schema);
  }

  function makeObject({ properties = {}, required = [] }: Schema, example: unknown): Record<string, unknown> {
    const shown = (example ?? {}) as Record<string, unknown>;
    const fields = Object.entries(properties).filter(
      ([name]) =>
        name in shown || (required.includes(name) && example === undefined) || dice.chance(OPTIONAL),
    );
    return Object.fromEntries(fields.map(([name, schema]) => [name, make(name, schema, shown[name])]));
  }

  function makeList(field: string, { items = {}, minItems = 0 }: Schema, example: unknown): unknown[] {
    const shown = Array.isArray(example) ? (example as unknown[]) : [];
    const length = Math.max(minItems, shown.length, dice.below(3));
    return Array.from({ length }, (_one, at) => make(field.replace(/s$/, ""), items, shown[at] ?? shown[0]));
  }

  function makeId(field: string, schema: Schema): string {
    // Without its merchant, nothing in a request would be processed.
    const known = field === "merchantId" || dice.chance(KNOWN) ? pool.find(field) : null;
    if (known !== null) return known;
    if (schema.format === "uuid")
      return `00000000-0000-7000-8000-${String(100_000_000_000 + dice.below(1_000))}`;
    if (schema.pattern?.startsWith("^[0-9]") === true || schema.type === "integer")
      return String(dice.below(10 ** 6));
    return fresh();
  }

  return { make };
}

/** Returns a value from its schema alone. */
function makePlain(
  dice: Dice,
  { type, minimum = 0, maximum = 100, minLength = 0, format, pattern }: Schema,
): unknown {
  if (type === "boolean") return dice.chance(50);
  if (type === "integer" || type === "number")
    return Math.floor(minimum) + dice.below(Math.min(maximum - minimum, 50) + 1);
  if (format === "date") return dayFromToday(0);
  if (format === "date-time") return `${dayFromToday(0)}T00:00:00.000Z`;
  if (pattern?.includes("[0-9]{4}-[0-9]{2}-[0-9]{2} ") === true) return `${dayFromToday(2)} 10:00:00`;
  if (type === "null") return null;
  return minLength > 12 ? "a1".repeat(minLength) : dice.pick(["Invoice 7", "Asha", "Refund of order 12"]);
}

/** The percentage of optional fields that a valid request has, and of IDs that are known. */
const OPTIONAL = 20;
const KNOWN = 55;

/** Returns a day in India, counted from today. */
function dayFromToday(days: number, separator = "-"): string {
  const moment = new Date(Date.now() + days * 86_400_000 + 5.5 * 3_600_000);
  return moment.toISOString().slice(0, 10).replaceAll("-", separator);
}

/** Accounts that the simulated banks pay, decline, delay and return. */
const ACCOUNTS = [
  "026291800001191",
  "00011020001772",
  "909090909001",
  "909090909006",
  "909090909012",
  "000890289871772",
];
const VPAS = ["success@upi", "no-account@upi", "declined@upi", "asha.rao@okbank"];
const PHONES = ["9876543210", "+91 98765 43210", "7070000001", "09876543210"];
const AMOUNTS = ["1.00", "10.00", "12.5", "100", "250000.00", "9001.02", 15, 20.5];

const WORDS: readonly (readonly [RegExp, (dice: Dice) => unknown])[] = [
  [
    /^(bankaccount(number)?|accountnumber|rechargeaccount)$/,
    (dice) => (dice.chance(40) ? dice.pick(ACCOUNTS) : String(500_100_000_000 + dice.below(1_000))),
  ],
  [/ifsc$/, (dice) => dice.pick(["HDFC0000001", "YESB0000262", "SBIN0000001", "hdfc0000001"])],
  [/vpa$/, (dice) => dice.pick(VPAS)],
  [/phone$/, (dice) => dice.pick(PHONES)],
  [/email$/, (dice) => dice.pick(["asha@example.com", "ravi.traders@example.com"])],
  [/amount$/, (dice) => dice.pick(AMOUNTS)],
  [/^linkexpiry$/, (dice) => dayFromToday(1 + dice.below(20), "/")],
  [/^lastday$/, (dice) => dayFromToday(1 + dice.below(20))],
  [/^(paymentinstrumentid|fundsourceid|fundsource)$/, () => "WALLET_1"],
  [/^(startdate|from|createdfrom|finishedfrom)$/, (dice) => dayFromToday(-dice.below(3))],
  [/^(enddate|to|date|createdto|finishedto)$/, () => dayFromToday(0)],
  [/^category$/, (dice) => dice.pick(["credit", "low_balance", "transfer_failed"])],
];
