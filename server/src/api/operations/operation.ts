/** What an operation of the classic API is: one table entry mounts it, documents it and is tested by it. */
import type { Caller, KeyScope, Presumed } from "#access";
import type { Context } from "#lib/context";
import {
  type Answer,
  type Answers,
  bodyAnswers,
  callerAnswers,
  cardAnswers,
  keyAnswers,
  type Download,
  openAnswers,
  type Reply,
  scopeAnswers,
} from "./answers.ts";
import type { FieldsSchema } from "#rails";
import type { Fields } from "./fields.ts";

export type Version = "v1" | "v1.1" | "v1.2" | "v1.3";

/** JSON Schema 2020-12, as published. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One field of a request, as published. */
export interface FieldShape {
  readonly schema: JsonSchema | ((version: Version) => JsonSchema);
  readonly required?: boolean;
  /** The versions that know it; absent: all of the operation's. */
  readonly versions?: readonly Version[];
}

export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** What answers carry beside their literal. */
export interface DataShape {
  readonly schema: JsonSchema;
  /** Data by the name of the answer that carries it. */
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A file that is sent as a body. */
export interface FileShape {
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
  /** The body's fields; absent: the body says nothing. */
  readonly body?: FieldShapes;
  /** The body is a file, as it is, instead of fields. */
  readonly file?: FileShape;
  /** When all goes well the answer is a file instead of an envelope: its media types. */
  readonly downloads?: readonly string[];
  /** The code stands in every answer under `statusCode` too, where some clients of this operation look for it. */
  readonly statusCode?: true;
  /** A body worth showing. */
  readonly bodyExample?: (version: Version) => Readonly<Record<string, unknown>>;
  /** All that it can say by itself. */
  readonly answers: (version: Version) => Answers;
  readonly data?: DataShape;
  /** Fields of the envelope itself, beside the usual ones. */
  readonly beside?: DataShape;
  /**
   * Whether it finds by an id in its body what was done already: then requests with the same Idempotency-Key that come
   * at once need not wait for each other.
   */
  readonly repeatable?: true;
  /** Said when something broke that no one foresaw. */
  readonly breakdown: Answer;
  /** Said when it broke before the operation began; absent: the same. */
  readonly notBegun?: Answer;
}

/** One request of a known caller. */
export interface Call {
  readonly ctx: Context;
  readonly version: Version;
  readonly caller: Caller;
  /** What the caller was taken for, where that is still to be confirmed: before anything is done, or with it. */
  readonly presumed: Presumed | null;
  readonly query: Fields;
  readonly path: Fields;
  readonly body: Fields;
  /** The body as it came, for operations that take a file. */
  readonly file: Buffer;
  /** Of operations that take a file: aborted when the client has left; what nothing is stored of is dropped. */
  readonly gone?: AbortSignal | undefined;
  readonly requestId: string;
  /**
   * With an Idempotency-Key: an id of the request that is the same whenever it is carried out again. Then a repeat of
   * what is known by its own id is no mistake.
   */
  readonly keyId: string | null;
}

/** One request of someone not known yet. */
export interface OpenCall {
  readonly ctx: Context;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
}

export interface CallerOperation extends Shape {
  readonly access: "token";
  /** What a key pair must be allowed to do for it. */
  readonly scope: KeyScope;
  readonly handle: (call: Call) => Promise<Reply | Download>;
}

export interface OpenOperation extends Shape {
  readonly access: "open";
  readonly handle: (call: OpenCall) => Promise<Reply>;
}

export type Operation = CallerOperation | OpenOperation;

/** Whether an Idempotency-Key means something to an operation: it does something for a caller who is known. */
export const takesKey = ({ name, access, method }: Pick<Operation, "name" | "access" | "method">): boolean =>
  access === "token" && method === "POST" && name !== "verifyToken";

/** What it says to a key pair whose scope does not cover it; what only reads says nothing of the kind. */
const scopeAnswersOf = (operation: Operation): Answers =>
  operation.access === "open" || operation.scope === "read"
    ? {}
    : { scope_missing: scopeAnswers[operation.scope] };

/** Whether an operation does something for what the fields of its body say: then none of a card's is passed over. */
const actsOnFields = (operation: Operation): boolean =>
  operation.access === "token" && operation.scope !== "read" && operation.body !== undefined;

/** The fields that such an operation takes in a version; null: it does nothing for them. */
export function cardSchemaOf(operation: Operation, version: Version): FieldsSchema | null {
  if (!actsOnFields(operation)) return null;
  const schemas = Object.entries(operation.body!).map(([name, { schema }]) => [
    name,
    typeof schema === "function" ? schema(version) : schema,
  ]);
  return { properties: Object.fromEntries(schemas) as Readonly<Record<string, FieldsSchema>> };
}

/** All that an operation may say in a version: its own answers, and those of every call of its kind. */
export function answersOf(operation: Operation, version: Version): Answers {
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
