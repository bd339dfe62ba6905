/** A control of the sandbox: declared once, called with a sandbox merchant's own token. */
import Type from "typebox";
import { requireAllSources, type Caller } from "#access";
import type { Actor } from "#audit";
import {
  type CardManner,
  declareOperation,
  type Fields,
  type InputShape,
  type Operation,
  type OperationToDeclare,
  readUnlessCard,
  type FieldRule,
  type Values,
} from "#http";
import type { Context } from "#lib/context";
import { parseRupees } from "#lib/money";

/** The caller, and the URL of the bank simulator's controls. */
export interface SandboxCaller {
  readonly caller: Caller;
  readonly simulatorUrl: string;
}

export type SandboxOperation = Operation<SandboxCaller>;

/** One call of a control. */
export interface Control<Input> extends SandboxCaller {
  readonly ctx: Context;
  readonly merchantId: string;
  /** The key pair as an actor in records. */
  readonly by: Actor;
  readonly input: Input;
  /** Fields of an open body beside the declared ones. */
  readonly others: Fields;
}

type Declared<P extends InputShape, Q extends InputShape, B extends InputShape> = Pick<
  OperationToDeclare<SandboxCaller, P, Q, B, { status: number; message: string }>,
  "name" | "method" | "path" | "summary" | "pathFields" | "query" | "body" | "openBody"
> & {
  /** True if it shows all fund sources: keys that are limited to some cannot call it. */
  readonly ofAllSources?: true;
  readonly handle: (control: Control<Values<P> & Values<Q> & Values<B>>) => Promise<unknown>;
};

/** A control's answer is any JSON: it is shown to people who try things out. */
const ANYTHING = Type.Unknown();

/** Declares a control. */
export function sandboxOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
>({ ofAllSources, ...given }: Declared<P, Q, B>): SandboxOperation {
  return declareOperation<SandboxCaller, P, Q, B>({
    ...given,
    tag: "Sandbox",
    output: ANYTHING,
    handle: async ({ ctx, who, input, others }) => {
      const { merchantId, clientId } = who.caller;
      if (ofAllSources) requireAllSources(who.caller);
      return given.handle({ ctx, ...who, merchantId, by: `api-key:${clientId}`, input, others });
    },
  });
}

/** True for text with only characters that a database stores. */
export const isKept = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\0") && value.isWellFormed();

/** The longest word that is read. */
export const WORD_MAX = 200;

/** A word, or a number in its place, as people type them into a terminal. */
export function word({
  max = WORD_MAX,
  cards,
}: { max?: number; cards?: CardManner } = {}): FieldRule<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: max }),
    says: "is not text",
    lengthMax: max,
    read: (value, place) => {
      const said = typeof value === "number" ? String(value) : value;
      return isKept(said) ? readUnlessCard(said, { place, cards }) : { problem: "wrong" };
    },
  };
}

/** Rupees, as text or as a number. */
export function rupees(): FieldRule<bigint> {
  return {
    schema: Type.Union([
      Type.String({ maxLength: 16, pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$" }),
      Type.Number({ minimum: 0 }),
    ]),
    says: "is not an amount in rupees",
    lengthMax: 16,
    read: (value) => {
      const paise = parseRupees(value);
      return typeof paise === "bigint" ? { value: paise } : { problem: "wrong", says: paise };
    },
  };
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time: "90s", "15m", "72h", "4d", or milliseconds as a number; at most `maxDays` days. */
export function duration({ maxDays }: { readonly maxDays: number }): FieldRule<number> {
  return {
    schema: Type.Union([
      Type.String({ maxLength: 13, pattern: "^[0-9]{1,12}[smhd]?$" }),
      Type.Integer({ minimum: 1 }),
    ]),
    says: `is a length of time like "90s", "15m", "72h" or "4d", of at most ${maxDays} days in one call`,
    lengthMax: 13,
    read: (value) => {
      const [, count, unit] = /^(\d{1,12})(s|m|h|d)?$/.exec(String(value)) ?? [];
      const ms =
        count === undefined ? Number.NaN : Number(count) * (unit === undefined ? 1 : UNITS_MS[unit]!);
      return ms > 0 && ms <= maxDays * 86_400_000 ? { value: ms } : { problem: "wrong" };
    },
  };
}

/** Test clocks move a century at most; a later moment is a slip, and more than a database can store. */
const [MOMENT_MIN, MOMENT_MAX] = [Date.UTC(1970, 0, 1), Date.UTC(2200, 0, 1)];

/** A moment in any form of ISO 8601, from 1970 to 2199. */
export function looseMoment(): FieldRule<Date> {
  return {
    schema: Type.String({ format: "date-time", maxLength: 40 }),
    says: "is not a moment (ISO 8601) from 1970 to 2199",
    lengthMax: 40,
    read: (value) => {
      const at = new Date(typeof value === "string" ? value : Number.NaN);
      return at.getTime() >= MOMENT_MIN && at.getTime() < MOMENT_MAX ? { value: at } : { problem: "wrong" };
    },
  };
}

/** One of a few words. */
export function choice<const W extends string>(words: readonly W[]): FieldRule<W> {
  return {
    schema: Type.Enum([...words]),
    says: `is one of ${words.join(", ")}`,
    lengthMax: WORD_MAX,
    read: (value) => {
      const found = words.find((one) => one === value);
      return found === undefined ? { problem: "wrong" } : { value: found };
    },
  };
}
