/** The definition of a v2 operation: one table entry mounts it, documents it and drives its tests. */
import type { FastifyRequest } from "fastify";
import type { Caller, KeyScope } from "#access";
import { heldKeyId } from "#idempotency";
import { type InputShape, type JsonSchema, type Mountable, type Values } from "#http";
import type { Context } from "#lib/context";
import type { V2Refusal, V2Refusals } from "./refusals.ts";

export type { JsonSchema };

/** One request of a known caller. */
export interface CallV2<Input = unknown> {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly input: Input;
  readonly requestId: string;
  /** True if the request has an idempotency key: then a repeat of an order with its ID is not an error. */
  readonly idempotent: boolean;
}

/** The answer to a successful call; a refusal is thrown. */
export interface ReplyV2 {
  readonly body: Readonly<Record<string, unknown>>;
  /** True if this is the answer to an earlier request with the same ID. */
  readonly replayed?: boolean;
  /** Set if it is not known what was done: the same request may find out. */
  readonly verdict?: "unknown";
}

interface Declared<Q extends InputShape, B extends InputShape> {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** The scope that the operation requires of a key pair. */
  readonly scope: KeyScope;
  /** The path after `/payout`. */
  readonly path: string;
  readonly tag: "Transfers" | "Batches" | "Beneficiaries";
  readonly summary: string;
  readonly description: string;
  readonly query?: Q;
  readonly body?: B;
  /** An example of a body. */
  readonly bodyExample?: Readonly<Record<string, unknown>>;
  /** True if the operation finds earlier work by an ID in its body. */
  readonly repeatable?: true;
  /** Returns a refusal that comes before those of fields. */
  readonly gate?: (caller: Caller) => V2Refusal | null;
  readonly success: {
    readonly httpStatus: 200 | 201;
    readonly schema: JsonSchema;
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** The operation's own refusals, by the names under which its fields refer to them. */
  readonly refusals: V2Refusals;
  /** The refusals as they are published, where they differ from those above. */
  readonly publishedRefusals?: readonly V2Refusal[];
  readonly handle: (call: CallV2<Values<Q> & Values<B>>) => Promise<ReplyV2>;
}

export type OperationV2 = Mountable<Caller> &
  Omit<Declared<{}, {}>, "query" | "body" | "handle" | "publishedRefusals"> & {
    readonly publishedRefusals: readonly V2Refusal[];
  };

/** Declares an operation. */
export function declareV2<Q extends InputShape = {}, B extends InputShape = {}>({
  query,
  body,
  publishedRefusals,
  handle,
  ...operation
}: Declared<Q, B>): OperationV2 {
  return {
    ...operation,
    pathFields: {},
    query: query ?? {},
    body,
    openBody: false,
    file: undefined,
    order: [],
    output: {},
    repeats: true,
    publishedRefusals: publishedRefusals ?? Object.values(operation.refusals),
    handle: ({ ctx, who, input, request }) =>
      handle({ ctx, caller: who, input, requestId: request.id, idempotent: isKeyed(request) }),
  };
}

const isKeyed = (request: FastifyRequest): boolean => heldKeyId(request) !== null;
