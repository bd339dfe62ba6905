/** Declares the operator's commands: one that does what an operation of the dashboard does, and one around a verb. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Permission, readMerchant, readPermissions } from "#access";
import type { Actor } from "#audit";
import type { Field } from "#http";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { OptionError, readId, readMoment, readSwitch } from "./option-values.ts";
import { print, printOf } from "./print-result.ts";

/** An option of a command. `Always` is true if it always has a value: it must be given, or has a default. */
interface OptionRow<T, Always extends boolean = boolean> {
  readonly flags: string;
  readonly says: string;
  /** Throws InvalidArgumentError. Absent means that the text is the value, or true for an option without a value. */
  readonly read: ((text: string) => T) | undefined;
  readonly fallback: T | undefined;
  readonly always: Always;
}

/** Declares an option that must be given. */
export function needed(flags: string, says?: string): OptionRow<string, true>;
export function needed<T>(flags: string, says: string, read: (text: string) => T): OptionRow<T, true>;
export function needed(flags: string, says = "", read?: (text: string) => unknown): OptionRow<unknown, true> {
  return { flags, says, read, fallback: undefined, always: true };
}

/** Declares an option that may be absent. */
export function optional(flags: string, says?: string): OptionRow<string, false>;
export function optional<T>(flags: string, says: string, read: (text: string) => T): OptionRow<T, false>;
export function optional(
  flags: string,
  says = "",
  read?: (text: string) => unknown,
): OptionRow<unknown, false> {
  return { flags, says, read, fallback: undefined, always: false };
}

/** Declares an option without a value. */
export const mark = (flags: string, says: string) =>
  optional(flags, says) as OptionRow<unknown> as OptionRow<true, false>;

/** Declares an option with one or more values. */
export const many = (flags: string, says: string) =>
  needed(flags, says) as OptionRow<unknown> as OptionRow<string[], true>;

/** Declares an option that has a default. */
export function usually<T>(row: OptionRow<T>, fallback: T): OptionRow<T, true> {
  return { ...row, fallback, always: true };
}

/** The member for whom the operator does it; in live, a looser change then waits for another member. */
export const DECIDER = needed("--member <id>", "the member who decides", readId);
export const DECIDER_IF_ANY = optional(
  "--member <id>",
  "the member who decides; default: the operator",
  readId,
);

type Rows = Readonly<Record<string, OptionRow<unknown>>>;

/** The values of the options. An optional one that is not given has no key. */
type Given<R extends Rows> = {
  readonly [Name in keyof R as R[Name]["always"] extends true ? Name : never]: ValueOf<R[Name]>;
} & {
  readonly [Name in keyof R as R[Name]["always"] extends true ? never : Name]?: ValueOf<R[Name]>;
};
type ValueOf<R> = R extends OptionRow<infer T> ? T : never;

interface Described<R> {
  readonly name: string;
  readonly says: string;
  /** The options in the order of the help. `member` is the decider and becomes `by`. */
  readonly options?: R;
  /** The end of the help. */
  readonly after?: string;
  /** Says why the options do not fit together, before anything is opened. Null if they do. */
  readonly faultOf?: (given: Values) => string | null;
  /** True means that at least one option must be given besides the owner and the decider. */
  readonly needsOne?: true;
}

interface Declared<R extends Rows> extends Described<R> {
  /** The permission that the member needs. Absent means that any member may. */
  readonly asks?: Permission;
  /** Does it. The result is printed, or what was given if there is none. */
  readonly run: (
    ctx: Context,
    ownerId: string,
    given: Given<Omit<R, "member">> & { readonly by: Actor },
  ) => Promise<unknown>;
}

type Values = Readonly<Record<string, unknown>>;

/** Adds a command about one merchant around a verb. Throws AccessError.merchant_not_found before it runs. */
export function merchantCommand<R extends Rows = {}>(program: Command, declared: Declared<R>): void {
  const { asks = null, run } = declared;
  addCommand(program, { ...declared, owner: "merchant" }, (ctx, { merchant, member, ...given }) =>
    decide(ctx, { merchant, member, asks }, async ({ by }) => {
      const result = await run(ctx, merchant as string, { ...given, by } as never);
      return result === undefined ? given : result;
    }),
  );
}

/** Adds a command about one organization around a verb. Throws AccessError.organization_not_found before it runs. */
export function organizationCommand<R extends Rows = {}>(program: Command, declared: Declared<R>): void {
  const { run } = declared;
  addCommand(program, { ...declared, owner: "organization" }, (ctx, { organization, ...given }) =>
    run(ctx, organization as string, { ...given, by: "system" } as never),
  );
}

/** Adds a command about the installation around a verb. */
export function command<R extends Rows = {}>(
  program: Command,
  declared: Described<R> & { readonly run: (ctx: Context, given: Given<R>) => Promise<unknown> },
): void {
  addCommand(program, { ...declared, owner: null }, (ctx, given) => declared.run(ctx, given as never));
}

interface OfOperation extends Omit<Described<unknown>, "options"> {
  /**
   * The options by the names of their fields: flags, or flags with a help text, for one that must be given. The field
   * says how its text is read, unless the row does. A name that is not a field is for `toInput` or `print`.
   */
  readonly options?: Readonly<
    Record<string, string | readonly [flags: string, says: string] | OptionRow<unknown>>
  >;
  /** Makes the input of the operation from the options if they are not its fields. */
  readonly toInput?: (ctx: Context, merchantId: string, given: Values) => Promise<Values> | Values;
  /** Makes what is printed. Absent means the result of the operation before its answer is made of it. */
  readonly print?: (ctx: Context, merchantId: string, result: never, given: Values) => unknown;
}

/**
 * Adds the command of an operation on one merchant: for the operator, or for the member with `--member`, who needs the
 * operation's permission. The operation is loaded when the command runs, as all of them take a while to load.
 */
export function operationCommand(program: Command, operationName: string, declared: OfOperation): void {
  const options = Object.fromEntries(
    Object.entries(declared.options ?? {}).map(([name, row]) => {
      if (typeof row === "string") return [name, needed(row)];
      return [name, "flags" in row ? row : needed(...row)];
    }),
  );
  const { toInput = (_ctx, _merchantId, given) => given, print: show } = declared;
  const read = (given: Values) => readByFields(operationName, given, options);
  const described = { ...declared, options, owner: "merchant", read } as const;
  addCommand(program, described, async (ctx, { merchant, member, ...given }) => {
    const { work, permission, fields, sentenceOf } = await findOperation(operationName);
    return decide(ctx, { merchant, member, asks: permission }, async ({ by, mode }) => {
      const merchantId = merchant as string;
      const absent = [...fields].map(([field, { fallback }]) => [field, fallback]);
      const input = { ...Object.fromEntries(absent), ...(await toInput(ctx, merchantId, given)) };
      const call = { ctx, merchantId, mode, by, input, fundSourceIds: null, mayReveal: false };
      const result = await work(call).catch((error: unknown) => {
        throw sentenceOf(error) ?? error;
      });
      return show === undefined ? result : show(ctx, merchantId, result as never, given);
    });
  });
}

async function findOperation(name: string) {
  const [{ operations }, { fieldsOf, Refusal }] = await Promise.all([import("#dashboard"), import("#http")]);
  const { work, permission, refusals, ...operation } = operations.find((one) => one.name === name)!;
  if (work === null) throw new Error(`${name} is not about one merchant`);
  const { merchantId: _merchant, ...pathFields } = operation.pathFields;
  const fields = fieldsOf({ ...pathFields, ...operation.query, ...operation.body });
  const sentenceOf = (error: unknown): OptionError | null =>
    error instanceof Refusal ? new OptionError(refusals[error.code]!.message) : null;
  return { work, permission, fields, sentenceOf };
}

/** Reads the texts of options by the fields of the operation. Throws if it has a required field without an option. */
async function readByFields(operationName: string, given: Values, rows: Rows): Promise<Values> {
  const { fields } = await findOperation(operationName);
  const unset = [...fields].find(([field, { required }]) => required && rows[field] === undefined);
  if (unset !== undefined) throw new Error(`${operationName}: no option sets ${unset[0]}`);
  const values = Object.entries(given).map(([name, value]) => {
    const [field, row] = [fields.get(name), rows[name]];
    if (field === undefined || row?.read !== undefined || typeof value !== "string") return [name, value];
    try {
      return [name, readerOf(field)(value)];
    } catch (error) {
      const why = (error as Error).message;
      throw new OptionError(`error: option '${row!.flags}' argument '${value}' is invalid. ${why}`);
    }
  });
  return Object.fromEntries(values) as Values;
}

interface PublishedSchema {
  readonly type?: string;
  readonly format?: string;
}

/** Returns the reader of a field: ids, moments and switches as in all commands, all else by the field's rule. */
function readerOf({ rule }: Pick<Field<unknown>, "rule">): (text: string) => unknown {
  const { format, type } = rule.schema as PublishedSchema;
  if (format === "uuid") return readId;
  if (format === "date-time") return readMoment;
  if (type === "boolean") return readSwitch;
  return (text) => {
    const read = text.length > rule.lengthMax ? { problem: "too_long" } : rule.read(text, "text");
    if ("problem" in read) throw new InvalidArgumentError(("says" in read && read.says) || rule.says);
    return read.value;
  };
}

interface Deciding {
  readonly merchant: unknown;
  readonly member: unknown;
  readonly asks: Permission | null;
}

/** Runs `work` for the decider. Throws AccessError.merchant_not_found, and OptionError if the member may not decide. */
async function decide(
  ctx: Context,
  { merchant, member, asks }: Deciding,
  work: (decider: { by: Actor; mode: "sandbox" | "live" }) => Promise<unknown>,
): Promise<unknown> {
  const decider = await ctx.db.inMerchant(merchant as string, async (tx) => {
    const { mode } = await readMerchant(tx);
    return { mode, by: await findDecider(tx, member as string | undefined, asks) };
  });
  return work(decider);
}

/** A value that was read, as commander takes null for an option without a value. */
class Read {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

function addCommand(
  program: Command,
  declared: Described<unknown> & {
    readonly owner: "merchant" | "organization" | null;
    /** Reads values once all options are known to be there. */
    readonly read?: (given: Values) => Promise<Values>;
  },
  work: (ctx: Context, values: Values) => Promise<unknown>,
): void {
  const { name, says, owner, after } = declared;
  const rows = {
    ...(owner === null ? {} : { [owner]: needed(`--${owner} <id>`, "", readId) }),
    ...(declared.options as Rows),
  };
  const added = program.command(name).description(says);
  if (after !== undefined) added.addHelpText("after", after);
  const options = Object.entries(rows).map(([field, row]) => [field, toOption(row)] as const);
  for (const [, option] of options) added.addOption(option);
  added.action(async (found: Values) => {
    const given = Object.fromEntries(
      options.flatMap(([field, option]) => {
        const value = found[option.attributeName()];
        return value === undefined ? [] : [[field, value instanceof Read ? value.value : value]];
      }),
    );
    const fault = faultIn(declared, rows, given);
    if (fault !== null) added.error(`error: ${fault}`);
    const values = (await declared.read?.(given)) ?? given;
    const run = (ctx: Context): Promise<unknown> => work(ctx, values);
    return owner === "organization" ? printOf(given["organization"] as string, run) : print(run);
  });
}

function faultIn({ needsOne, faultOf }: Described<unknown>, rows: Rows, given: Values): string | null {
  const own = Object.entries(rows).filter(([field]) => field !== "merchant" && field !== "member");
  if (needsOne === true && own.every(([field]) => given[field] === undefined))
    return `use at least one of ${own.map(([, { flags }]) => flags).join(", ")}`;
  return faultOf?.(given) ?? null;
}

function toOption({ flags, says, read, fallback, always }: OptionRow<unknown>): Option {
  const option = new Option(flags, says)
    .default(fallback)
    .makeOptionMandatory(always && fallback === undefined);
  return read === undefined ? option : option.argParser((text) => new Read(read(text)));
}

/**
 * Returns the decider: the system if no member is named, else the member. Throws OptionError if the member is
 * disabled, is of another organization than the transaction's merchant, or lacks the required permission.
 */
export async function findDecider(
  tx: Tx,
  memberId: string | undefined,
  permission: Permission | null,
): Promise<Actor> {
  if (memberId === undefined) return "system";
  const found = (await readPermissions(tx, [memberId])).get(memberId);
  if (found === undefined) {
    throw new OptionError(`--member ${memberId} is not an active member of the merchant's organization`);
  }
  if (permission !== null && !found.permissions.has(permission)) {
    throw new OptionError(
      `--member ${memberId} cannot decide this: it requires the permission ${permission}`,
    );
  }
  return `member:${memberId}`;
}
