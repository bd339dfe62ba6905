/** What an operation of the v2 API is: one table entry mounts it, documents it and is tested by it. */
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
  /** Whether the request carries an idempotency key: then a repeat of what is known by its own id is no mistake. */
  readonly idempotent: boolean;
}

/** The answer when all went well; a refusal is thrown. */
export interface ReplyV2 {
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it is the answer of an earlier request with the same id. */
  readonly replayed?: boolean;
  /** Where it is not known what was done: the same request may find out. */
  readonly verdict?: "unknown";
}

/** Whether an idempotency key means something to an operation. */
export const takesKey = ({ method }: Pick<OperationV2, "method">): boolean => method !== "GET";

export interface OperationV2 {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** What a key pair must be allowed to do for it. */
  readonly scope: KeyScope;
  /** The path after `/payout`. */
  readonly path: string;
  readonly tag: "Transfers" | "Batches" | "Beneficiaries";
  readonly summary: string;
  readonly description: string;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: { readonly schema: JsonSchema; readonly example: Readonly<Record<string, unknown>> };
  /** Whether it finds by an id in its body what was done already. */
  readonly repeatable?: true;
  readonly success: {
    readonly httpStatus: 200 | 201;
    readonly schema: JsonSchema;
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** All that it may refuse by itself. */
  readonly refusals: readonly Refusal[];
  readonly handle: (call: CallV2) => Promise<ReplyV2>;
}
