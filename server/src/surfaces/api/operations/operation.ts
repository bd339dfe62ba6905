/** The definition of a classic operation: one table entry mounts it, documents it and drives its tests. */
import type { Caller, KeyScope, Presumed } from "#access";
import type { JsonSchema, Mountable } from "#http";
import type { Context } from "#lib/context";
import {
  type Answer,
  type Answers,
  bodyAnswers,
  callerAnswers,
  cardAnswers,
  keyAnswers,
  openAnswers,
  type Reply,
  scopeAnswers,
} from "./answers.ts";
import type { FieldsSchema } from "#rails";

export type Version = "v1" | "v1.1" | "v1.2" | "v1.3";

export type { JsonSchema };

/** One field of a request, as published. */
export interface FieldShape {
  readonly schema: JsonSchema | ((version: Version) => JsonSchema);
  readonly required?: boolean;
  /** The versions that have the field. Absent means all versions of the operation. */
  readonly versions?: readonly Version[];
}

export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** The data of answers beside their literal. */
export interface DataShape {
  readonly schema: JsonSchema;
  /** Data by the name of the answer that has it. */
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A file that is sent as a body. */
export interface ClassicFile {
  readonly mediaTypes: readonly string[];
  readonly bytesMax: number;
}

interface Shape {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The path after `/payout/<version>`, with `{name}` for a parameter. */
  readonly path: string;
  readonly versions: readonly Version[];
  readonly tag:
    | "Access"
    | "Beneficiaries"
    | "Validation"
    | "Transfers"
    | "Batches"
    | "Flowgram"
    | "Balance"
    | "Incidents"
    | "Reports"
    | "Notifications";
  readonly summary: string;
  readonly description?: string;
  readonly headers?: FieldShapes;
  readonly pathFields?: FieldShapes;
  readonly query?: FieldShapes;
  /** The fields of the body. Absent means that the body is not used. */
  readonly body?: FieldShapes;
  /** Set if the body is a file instead of fields. */
  readonly file?: ClassicFile;
  /** The media types of the file that answers a successful call instead of an envelope. */
  readonly downloads?: readonly string[];
  /**
   * True if answers have their code under `statusCode` too, where some clients of the operation expect it.
   */
  readonly statusCode?: true;
  /** An example of a body. */
  readonly bodyExample?: (version: Version) => Readonly<Record<string, unknown>>;
  /** All answers of the operation's own. */
  readonly answers: (version: Version) => Answers;
  readonly data?: DataShape;
  /** Fields of the envelope itself, beside the usual ones. */
  readonly beside?: DataShape;
  /**
   * True if the operation finds earlier work by an id in its body: then simultaneous requests with the same
   * Idempotency-Key need not wait for each other.
   */
  readonly repeatable?: true;
  /** The answer to an unexpected error. */
  readonly breakdown: Answer;
  /** The answer to an unexpected error before the operation began. Absent means the same. */
  readonly notBegun?: Answer;
}

/** One request of a known caller. */
export interface ClassicCall {
  readonly ctx: Context;
  readonly version: Version;
  readonly caller: Caller;
  /** The presumed caller, to be confirmed before or together with any change. Null means that it is confirmed. */
  readonly presumed: Presumed | null;
  /** The body as it came, for operations that take a file. */
  readonly file: Buffer;
  /** Set for operations that take a file; aborts when the client has left, and unstored work is then dropped. */
  readonly gone?: AbortSignal | undefined;
  readonly requestId: string;
  /**
   * An ID of a request with an Idempotency-Key, which is the same whenever the request runs again. Then a repeat of an
   * order with the same ID is not an error.
   */
  readonly keyId: string | null;
}

/** One request of an unknown caller. */
export interface OpenCall {
  readonly ctx: Context;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
}

/** The caller of an operation. */
export interface ClassicCaller {
  readonly caller: Caller;
  /** The basis of a caller whose token is still to be read. Null means that it was looked up for this call. */
  readonly presumed: Presumed | null;
}

/** An operation as it is served in one version. */
export interface MountedClassic extends Mountable<ClassicCaller> {
  readonly of: CallerOperation;
  /** The answers to which the codes of its fields' refusals lead. */
  readonly literals: Answers;
  /** The fields that it takes. Null means that it does not act on fields. */
  readonly cardSchema: FieldsSchema | null;
  /** Returns a refusal that comes before those of fields. */
  readonly gate: ((caller: Caller) => Reply | null) | undefined;
}

export interface CallerOperation extends Shape {
  readonly access: "token";
  /** The scope that the operation requires of a key pair. */
  readonly scope: KeyScope;
  /** Returns the operation as it is served in one of its versions. */
  readonly in: (version: Version) => MountedClassic;
}

export interface OpenOperation extends Shape {
  readonly access: "open";
  readonly handle: (call: OpenCall) => Promise<Reply>;
}

export type ClassicOperation = CallerOperation | OpenOperation;

/** True if an Idempotency-Key has an effect on an operation: it changes something for a known caller. */
export const takesKey = ({
  name,
  access,
  method,
}: Pick<ClassicOperation, "name" | "access" | "method">): boolean =>
  access === "token" && method === "POST" && name !== "verifyToken";

/** The answers to a key pair whose scope does not cover the operation; none if it only reads. */
const scopeAnswersOf = (operation: ClassicOperation): Answers =>
  operation.access === "open" || operation.scope === "read"
    ? {}
    : { scope_missing: scopeAnswers[operation.scope] };

/** True if an operation acts on the fields of its body: then it must not ignore the field of a card. */
const actsOnFields = (operation: ClassicOperation): boolean =>
  operation.access === "token" && operation.scope !== "read" && operation.body !== undefined;

/** Returns the fields that such an operation takes in a version. Null means that it does not act on fields. */
export function cardSchemaOf(operation: ClassicOperation, version: Version): FieldsSchema | null {
  if (!actsOnFields(operation)) return null;
  const schemas = Object.entries(operation.body!).map(([name, { schema }]) => [
    name,
    typeof schema === "function" ? schema(version) : schema,
  ]);
  return { properties: Object.fromEntries(schemas) as Readonly<Record<string, FieldsSchema>> };
}

/** Returns all answers of an operation in a version: its own, and those of every call of its kind. */
export function answersOf(operation: ClassicOperation, version: Version): Answers {
  const standard = operation.access === "token" ? callerAnswers : openAnswers;
  return {
    ...operation.answers(version),
    ...(operation.method === "POST" ? bodyAnswers : {}),
    ...(actsOnFields(operation) ? cardAnswers : {}),
    ...(takesKey(operation) ? keyAnswers : {}),
    ...standard,
    ...scopeAnswersOf(operation),
  };
}
