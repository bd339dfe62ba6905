/** Reads the fields of a request by their rules, in the order in which they are declared. */
import { type LengthSchema, makeLengthTest } from "./shorten.ts";
import {
  type InputEntry,
  type FieldRefusals,
  fieldsOf,
  type InputShape,
  isGroup,
  type InputPlace,
  type Problem,
  type Reading,
  type FieldRule,
  toField,
  type Values,
} from "./rule.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A fault of one field. */
export interface Fault {
  readonly field: string;
  /** `missing`, `too_long`, `wrong`, `unknown`, or the rule's own name for it. */
  readonly problem: string;
  readonly message: string;
  /** The code of the operation's own refusal for it, if there is one. */
  readonly refusal: string | undefined;
  /** The value that is wrong. */
  readonly given: unknown;
  /** For a fault within a value: where it is, such as `[3].`. */
  readonly place: string;
}

export interface InputManner {
  readonly place: InputPlace;
  /** Returns true if a value counts as absent; by default only undefined does. */
  readonly isAbsent?: (value: unknown) => boolean;
  /** True means that undeclared fields are ignored; by default they are faults. */
  readonly lenient?: boolean;
  /** Faults that come before others, as `field:problem`; by default they follow the order of the fields. */
  readonly order?: readonly string[];
  /** True means that `makeShorten` has shortened the fields, and their rules judge lengths with their own problems. */
  readonly shortened?: boolean;
  /** The caller, for groups that depend on it. */
  readonly who?: unknown;
}

const isNotThere = (value: unknown): boolean => value === undefined;

/** Returns the values for the handler, or every fault; the one to report first is first. */
export function readInput<S extends InputShape>(
  shape: S,
  fields: Fields,
  manner: InputManner,
): { readonly values: Values<S> } | { readonly faults: readonly Fault[] } {
  const { lenient = false, order = [] } = manner;
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, entry] of Object.entries(shape)) {
    const read = readEntry(entry, name, { fields, manner });
    if ("value" in read) values[name] = read.value;
    else faults.push(...read.faults);
  }
  if (!lenient) faults.push(...findUnknown(shape, fields));
  if (faults.length === 0) return { values: values as Values<S> };
  return { faults: order.length === 0 ? faults : faults.toSorted((a, b) => rank(a, order) - rank(b, order)) };
}

interface Given {
  readonly fields: Fields;
  readonly manner: InputManner;
}

type EntryRead = { readonly value: unknown } | { readonly faults: readonly Fault[] };

function readEntry(entry: InputEntry<unknown>, name: string, { fields, manner }: Given): EntryRead {
  if (isGroup(entry)) {
    const read = readInput(entry.fields, fields, { ...manner, lenient: true, order: [] });
    if ("faults" in read) return read;
    const combined = entry.combine(read.values as never, manner.who as never);
    if ("value" in combined) return combined;
    const { problem, says = "", place = "", given } = combined;
    return { faults: [{ field: name, problem, message: says, refusal: problem, given, place }] };
  }
  const { rule, required, fallback, refusals } = toField(entry);
  const { isAbsent = isNotThere } = manner;
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (isAbsent(value) && !(value === null && rule.takesNull === true))
    return required
      ? { faults: [faultOf(name, { problem: "missing", says: "It is missing.", given: value }, refusals)] }
      : { value: fallback };
  const reading = readValue(rule, value, manner);
  if ("value" in reading) return reading;
  return { faults: [faultOf(name, { says: rule.says, given: value, ...reading }, refusals)] };
}

/** Reads a value that is there. Lengths come first, unless the value was shortened to what its rule can read. */
function readValue(
  rule: FieldRule<unknown>,
  value: unknown,
  { place, shortened }: InputManner,
): Reading<unknown> {
  if (shortened !== true) {
    if ((typeof value === "string" || Array.isArray(value)) && value.length > rule.lengthMax)
      return { problem: "too_long", says: `It is longer than ${rule.lengthMax} characters.` };
    if (typeof value === "object" && value !== null && !lengthTestOf(rule)(value))
      return { problem: "wrong" };
  }
  return rule.read(value, place);
}

function faultOf(
  field: string,
  { problem, says, given, place = "" }: Problem & { readonly says: string },
  refusals: FieldRefusals,
): Fault {
  return { field, problem, message: says, refusal: refusalFor(refusals, problem), given, place };
}

const lengthTests = new WeakMap<FieldRule<unknown>, (value: unknown) => boolean>();

/** Returns a test that nothing in an object or a list is longer than the rule's schema allows. */
function lengthTestOf(rule: FieldRule<unknown>): (value: unknown) => boolean {
  const known = lengthTests.get(rule);
  if (known !== undefined) return known;
  const test = makeLengthTest(rule.schema as unknown as LengthSchema, "a field");
  lengthTests.set(rule, test);
  return test;
}

const rank = ({ field, problem }: Fault, order: readonly string[]): number => {
  const at = order.indexOf(`${field}:${problem}`);
  return at < 0 ? order.length : at;
};

/** Returns a field's own refusal for a problem; that for `wrong` serves every problem but a missing field. */
function refusalFor(refusals: FieldRefusals, problem: string): string | undefined {
  return refusals[problem] ?? (problem === "missing" ? undefined : refusals["wrong"]);
}

const NAME_SHOWN_MAX = 40;

function findUnknown(shape: InputShape, fields: Fields): Fault[] {
  return Object.keys(fields)
    .filter((name) => !fieldsOf(shape).has(name))
    .map((name) => ({
      field: name.slice(0, NAME_SHOWN_MAX),
      problem: "unknown",
      message: "There is no such field.",
      refusal: undefined,
      given: fields[name],
      place: "",
    }));
}
