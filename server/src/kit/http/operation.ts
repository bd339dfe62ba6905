/** An operation is declared once: its parser, its handler's types, its OpenAPI entry and tests follow. */
import type { TSchema } from "typebox";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import type { Fields } from "./read-input.ts";
import { fieldsOf, type InputShape, type Values } from "./rule.ts";
import { type LengthSchema, makeLengthTest } from "./shorten.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A reason for which an operation may be refused. `{name}` in the sentence stands for a detail. */
export interface RefusalShape {
  readonly status: number;
  readonly message: string;
  /** The field that it is about, if it is always the same one. */
  readonly field?: string;
}

/** A file that is sent as the body. */
interface FileShape {
  readonly mediaTypes: readonly string[];
  readonly bytesMax: number;
}

/** A file or a stream as the answer. */
export interface Download {
  /** The name under which the caller saves it. Absent means that it is not for saving. */
  readonly name?: string;
  readonly mediaType: string;
  readonly bytes: Buffer | Readable;
}

/** One call of an operation, with its input read. */
export interface Call<Who, Input> {
  readonly ctx: Context;
  readonly who: Who;
  readonly input: Input;
  /** Fields of the body that are not declared, if the operation has an open body. */
  readonly others: Fields;
  /** The body as it was received, for operations that take a file. */
  readonly file: Buffer;
  /** Set for operations that take a file; it is aborted if the caller leaves before the answer. */
  readonly gone: AbortSignal | undefined;
  readonly request: FastifyRequest;
}

/** The refusals of every surface have a sentence. */
export interface Said {
  readonly message: string;
}

export interface Operation<Who = unknown, R extends Said = RefusalShape> {
  /** Unique on its surface: the OpenAPI `operationId` and the client's function. */
  readonly name: string;
  readonly method: Method;
  /** The path below the surface's prefix, with `{name}` for a field of `pathFields`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** Fields of path, query and body; a name is used in only one of them. */
  readonly pathFields: InputShape;
  readonly query: InputShape;
  /** Absent means that the body must say nothing. */
  readonly body: InputShape | undefined;
  /** True if the body may have fields that are not declared and that are read elsewhere. */
  readonly openBody: boolean;
  readonly file: FileShape | undefined;
  /** Faults that are reported before others, as `field:problem`. */
  readonly order: readonly string[];
  /** The answer on success: a schema, or the media types of a file. */
  readonly output: TSchema | { readonly download: readonly string[] };
  /** True if an idempotency key gets the first answer again; false if each answer must leave a record. */
  readonly repeats: boolean;
  /**
   * True if the operation finds earlier work by an ID in its body: then simultaneous requests with the same
   * idempotency key need not wait for each other.
   */
  readonly repeatable?: boolean;
  readonly status: number;
  /** Its own refusals by code. Errors of modules are refused by their code, or by `module.code`. */
  readonly refusals: Readonly<Record<string, R>>;
  readonly handle: (call: Call<Who, never>) => Promise<unknown>;
}

/** The part of an operation that a surface needs to serve it. */
export type Mountable<Who> = Pick<
  Operation<Who, Said>,
  | "name"
  | "method"
  | "path"
  | "pathFields"
  | "query"
  | "body"
  | "openBody"
  | "file"
  | "order"
  | "output"
  | "repeats"
  | "repeatable"
  | "handle"
>;

/** The declaration of an operation; what it omits has defaults. */
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
  /** Default true. */
  readonly repeats?: boolean;
  /** Status of the answer; default 200. */
  readonly status?: number;
  readonly refusals?: Readonly<Record<string, R>>;
  readonly handle: (call: Call<Who, Values<P> & Values<Q> & Values<B>>) => Promise<unknown>;
}

/** Declares an operation. Throws if one of its fields has a text or a list without its maximum. */
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
  for (const [name, { rule }] of fieldsOf(fields))
    makeLengthTest(rule.schema as unknown as LengthSchema, `${operation}.${name}`);
}

/** Returns true if an idempotency key applies to an operation: it writes, and its answer may be stored. */
export const takesKey = ({
  method,
  output,
  repeats,
}: Pick<Operation, "method" | "output" | "repeats">): boolean =>
  method !== "GET" && !isDownload(output) && repeats;

/** Returns true if the answer is a file. */
export function isDownload(output: Operation["output"]): output is { readonly download: readonly string[] } {
  return Array.isArray((output as { download?: unknown }).download);
}
