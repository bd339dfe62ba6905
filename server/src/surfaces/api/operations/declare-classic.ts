/** Declares a classic operation once: its fields with their rules and refusals, its answers, its handler. */
import type { Caller } from "#access";
import { heldKeyId } from "#idempotency";
import {
  type InputEntry,
  type Field,
  type Fields,
  fieldsOf,
  type Group,
  type InputShape,
  type FieldRule,
  type ValueOf,
} from "#http";
import type { Answers, FileAnswer, Reply } from "./answers.ts";
import {
  type ClassicCall,
  type CallerOperation,
  cardSchemaOf,
  type FieldShape,
  type FieldShapes,
  type JsonSchema,
  type MountedClassic,
  type Version,
} from "./operation.ts";

/** An entry that only some versions have, or that differs between them. */
interface InVersions<T> {
  /** If absent, the entry applies to all versions of the operation. */
  readonly versions?: readonly Version[];
  readonly in: (version: Version) => FieldRule<T> | Field<T> | Group<T>;
}

/** Makes a field of version 1.2 and later; in earlier versions it is not read and has its value for absence. */
export function since12<T>(field: Field<T>): InVersions<T> {
  return { versions: ["v1.2", "v1.3"], in: () => field };
}

/** Makes an entry that differs between versions. */
export function byVersion<T>(make: (version: Version) => FieldRule<T> | Field<T> | Group<T>): InVersions<T> {
  return { in: make };
}

type ClassicShape = Readonly<Record<string, InputEntry<unknown> | InVersions<unknown>>>;

type ClassicValues<S extends ClassicShape> = {
  readonly [Name in keyof S]: S[Name] extends InVersions<infer T> ? T : ValueOf<S[Name]>;
};

type Declared<P extends ClassicShape, Q extends ClassicShape, B extends ClassicShape> = Omit<
  CallerOperation,
  "pathFields" | "query" | "body" | "answers" | "access" | "in"
> & {
  readonly pathFields?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Faults that the contract reports before others, as `field:problem`. */
  readonly order?: readonly string[];
  /** All answers of the operation's own, by the names under which its fields and handler refer to them. */
  readonly answers: Answers | ((version: Version) => Answers);
  /** The names of answers that only its fields' rules in other versions use. */
  readonly readWith?: (version: Version) => Answers;
  /** Returns a refusal that comes before those of fields. */
  readonly gate?: (caller: Caller) => Reply | null;
  readonly handle: (
    call: ClassicCall & { readonly input: ClassicValues<P> & ClassicValues<Q> & ClassicValues<B> },
  ) => Promise<Reply | FileAnswer>;
};

/** Makes an operation from its declaration. It reports the first fault in the contract's order. */
export function declareClassic<
  P extends ClassicShape = {},
  Q extends ClassicShape = {},
  B extends ClassicShape = {},
>({
  pathFields,
  query,
  body,
  order = [],
  answers,
  readWith,
  gate,
  handle,
  ...operation
}: Declared<P, Q, B>): CallerOperation {
  const answersOf = typeof answers === "function" ? answers : () => answers;
  const { versions, name, method, path, file, downloads, repeatable } = operation;
  const declared: CallerOperation = {
    ...operation,
    access: "token",
    ...(pathFields === undefined ? {} : { pathFields: publish(versions, pathFields) }),
    ...(query === undefined ? {} : { query: publish(versions, query) }),
    ...(body === undefined ? {} : { body: publish(versions, body) }),
    answers: answersOf,
    in: (version) => mounted(version),
  };
  const mounted = byEachVersion(versions, (version): MountedClassic => {
    const [ofPath, ofQuery, ofBody] = [pathFields, query, body].map((one) => shapeIn(version, one ?? {}));
    const absent = { ...ofPath!.absent, ...ofQuery!.absent, ...ofBody!.absent };
    return {
      of: declared,
      name,
      method,
      path,
      pathFields: ofPath!.shape,
      query: ofQuery!.shape,
      body: body === undefined ? undefined : ofBody!.shape,
      openBody: false,
      file,
      order,
      output: downloads === undefined ? {} : { download: downloads },
      // A token may have become invalid since, so a repeated check is answered anew.
      repeats: name !== "verifyToken",
      repeatable: repeatable === true,
      literals: (readWith ?? answersOf)(version),
      cardSchema: cardSchemaOf(declared, version),
      gate,
      handle: ({ ctx, who, input, request, ...call }) =>
        handle({
          ctx,
          version,
          ...who,
          ...call,
          requestId: request.id,
          keyId: heldKeyId(request),
          input: { ...absent, ...(input as Fields) } as never,
        }),
    };
  });
  return declared;
}

function byEachVersion<T>(
  versions: readonly Version[],
  make: (version: Version) => T,
): (version: Version) => T {
  const made = new Map(versions.map((version) => [version, make(version)]));
  return (version) => made.get(version)!;
}

interface PartShape {
  readonly shape: InputShape;
  /** The values of the entries that the version does not have. */
  readonly absent: Fields;
}

function shapeIn(version: Version, shape: ClassicShape): PartShape {
  const entries = Object.entries(shape).map(([name, entry]) => [name, entryIn(version, entry)] as const);
  const known = entries.filter(([, { isKnown }]) => isKnown).map(([name, { entry }]) => [name, entry]);
  const lacking = entries.filter(([, { isKnown }]) => !isKnown);
  return {
    shape: Object.fromEntries(known) as InputShape,
    absent: Object.fromEntries(
      lacking.map(([name, { entry }]) => [name, (entry as Field<unknown>).fallback]),
    ),
  };
}

function entryIn(
  version: Version,
  entry: InputEntry<unknown> | InVersions<unknown>,
): { readonly entry: InputEntry<unknown>; readonly isKnown: boolean } {
  if (!("in" in entry)) return { entry, isKnown: true };
  return { entry: entry.in(version), isKnown: entry.versions?.includes(version) ?? true };
}

/** Returns the fields as they are published, by version. */
function publish(versions: readonly Version[], shape: ClassicShape): FieldShapes {
  const byName = new Map<string, Map<Version, Field<unknown>>>();
  for (const version of versions) {
    for (const [name, field] of fieldsOf(shapeIn(version, shape).shape)) {
      if (field.published === "not") continue;
      byName.set(name, (byName.get(name) ?? new Map()).set(version, field));
    }
  }
  return Object.fromEntries([...byName].map(([name, fields]) => [name, publishField(fields, versions)]));
}

function publishField(
  fields: ReadonlyMap<Version, Field<unknown>>,
  versions: readonly Version[],
): FieldShape {
  const [first] = fields.values();
  const schemaOf = (version: Version): JsonSchema => {
    const { rule, fallback } = fields.get(version) ?? first!;
    const schema = rule.schema as JsonSchema;
    const isShown = typeof fallback === "number" || (typeof fallback === "string" && fallback !== "");
    return isShown ? { default: fallback, ...schema } : schema;
  };
  return {
    schema: schemaOf,
    ...(first!.required || first!.published === "required" ? { required: true } : {}),
    ...(fields.size === versions.length ? {} : { versions: [...fields.keys()] }),
  };
}
