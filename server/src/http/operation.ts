/** An operation is declared once: from it come the parser, the handler's types, the OpenAPI entry and tests. */
import type { TSchema } from "typebox";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import type { Fields } from "./read-input.ts";
import { type InputShape, toField, type Values } from "./rule.ts";
import { type LengthSchema, makeLengthTest } from "./shorten.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an operation may refuse with. `{name}` in the sentence stands for a detail of the refusal. */
export interface RefusalShape {
  readonly status: number;
  readonly message: string;
  /** The field it is about, where it is always the same one. */
  readonly field?: string;
}

/** A file that is sent as the body. */
export interface FileShape {
  readonly mediaTypes: readonly string[];
  readonly bytesMax: number;
}

/** A file or a stream as the answer. */
export interface Download {
  /** What the caller saves it as; absent: it is not for saving. */
  readonly name?: string;
  readonly mediaType: string;
  readonly bytes: Buffer | Readable;
}

/** One call of an operation, with its input read. */
export interface Call<Who, Input> {
  readonly ctx: Context;
  readonly who: Who;
  readonly input: Input;
  /** Fields of the body that are not declared, where the operation has an open body. */
  readonly others: Fields;
  /** The body as it came, of operations that take a file. */
  readonly file: Buffer;
  /** Of operations that take a file: aborted when the caller has left before it was answered. */
  readonly gone: AbortSignal | undefined;
  readonly request: FastifyRequest;
}

/** A refusal of any surface has a sentence. */
export interface Said {
  readonly message: string;
}

export interface Operation<Who = unknown, R extends Said = RefusalShape> {
  /** Unique on its surface: the OpenAPI `operationId` and the client's function. */
  readonly name: string;
  readonly method: Method;
  /** Below the surface's prefix, with `{name}` for a field of `path`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** Fields of path, query and body; one name stands in one place only. */
  readonly pathFields: InputShape;
  readonly query: InputShape;
  /** Absent: the body says nothing. */
  readonly body: InputShape | undefined;
  /** Whether the body may hold fields that are not declared and read elsewhere. */
  readonly openBody: boolean;
  readonly file: FileShape | undefined;
  /** Faults that are reported before others, as `field:problem`. */
  readonly order: readonly string[];
  /** The answer when all goes well: a schema, or the media types of a file. */
  readonly output: TSchema | { readonly download: readonly string[] };
  /** Whether an idempotency key gets the first answer again; not where each answer is to leave a record. */
  readonly repeats: boolean;
  readonly status: number;
  /** Its own refusals by code. Errors of modules are refused by their code, or by `module.code`. */
  readonly refusals: Readonly<Record<string, R>>;
  readonly handle: (call: Call<Who, never>) => Promise<unknown>;
}

/** What is written down of an operation; the rest has defaults. */
export interface OperationToDeclare<
  Who,
  P extends InputShape,
  Q extends InputShape,
  B extends InputShape,
  R extends Said,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly pathFields?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly openBody?: boolean;
  readonly file?: FileShape;
  readonly order?: readonly string[];
  readonly output: TSchema | { readonly download: readonly string[] };
  /** True unless it says otherwise. */
  readonly repeats?: boolean;
  /** Of the answer; 200 unless it says otherwise. */
  readonly status?: number;
  readonly refusals?: Readonly<Record<string, R>>;
  readonly handle: (call: Call<Who, Values<P> & Values<Q> & Values<B>>) => Promise<unknown>;
}

/** Declares an operation. Throws where one of its fields has a text or a list without its maximum. */
export function declareOperation<
  Who,
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
  R extends Said = RefusalShape,
>(given: OperationToDeclare<Who, P, Q, B, R>): Operation<Who, R> {
  mustHaveMaxima(given.name, { ...given.pathFields, ...given.query, ...given.body });
  return {
    ...given,
    pathFields: given.pathFields ?? {},
    query: given.query ?? {},
    body: given.body,
    openBody: given.openBody ?? false,
    file: given.file,
    order: given.order ?? [],
    repeats: given.repeats ?? true,
    status: given.status ?? 200,
    refusals: given.refusals ?? {},
    handle: given.handle as unknown as Operation<Who, R>["handle"],
  };
}

function mustHaveMaxima(operation: string, fields: InputShape): void {
  for (const [name, field] of Object.entries(fields))
    makeLengthTest(toField(field).rule.schema as unknown as LengthSchema, `${operation}.${name}`);
}

/** Whether an idempotency key means something to an operation: it writes, and its answer may be kept. */
export const takesKey = ({
  method,
  output,
  repeats,
}: Pick<Operation, "method" | "output" | "repeats">): boolean =>
  method !== "GET" && !isDownload(output) && repeats;

/** Whether the answer is a file. */
export function isDownload(output: Operation["output"]): output is { readonly download: readonly string[] } {
  return Array.isArray((output as { download?: unknown }).download);
}
