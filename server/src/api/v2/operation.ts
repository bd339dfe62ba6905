/** The definition of a v2 operation: one table entry mounts it, documents it and drives its tests. */
import type { Caller, KeyScope } from "#access";
import type { Context } from "#lib/context";
import type { Fields } from "./fields.ts";
import type { Refusal } from "./refusals.ts";

/** JSON Schema 2020-12, as published. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One request of a known caller. */
export interface CallV2 {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly query: Fields;
  readonly body: Fields;
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

/** True if an idempotency key has an effect on an operation. */
export const takesKey = ({ method }: Pick<OperationV2, "method">): boolean => method !== "GET";

export interface OperationV2 {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** The scope that the operation requires of a key pair. */
  readonly scope: KeyScope;
  /** The path after `/payout`. */
  readonly path: string;
  readonly tag: "Transfers" | "Batches" | "Beneficiaries";
  readonly summary: string;
  readonly description: string;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: { readonly schema: JsonSchema; readonly example: Readonly<Record<string, unknown>> };
  /** True if the operation finds earlier work by an ID in its body. */
  readonly repeatable?: true;
  readonly success: {
    readonly httpStatus: 200 | 201;
    readonly schema: JsonSchema;
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** All refusals of the operation's own. */
  readonly refusals: readonly Refusal[];
  readonly handle: (call: CallV2) => Promise<ReplyV2>;
}
