/** What a merchant's developers ask with the merchant's own token, at sandbox and live merchants alike. */
import Type from "typebox";
import type { Caller } from "#access";
import type { Actor } from "#audit";
import {
  declareOperation,
  type InputShape,
  type Operation,
  type OperationToDeclare,
  type Values,
} from "#http";
import type { Context } from "#lib/context";

export type DeveloperOperation = Operation<Caller>;

/** One call. */
export interface Asked<Input> {
  readonly ctx: Context;
  readonly merchantId: string;
  /** The key pair as an actor of records. */
  readonly by: Actor;
  readonly input: Input;
}

type Declared<P extends InputShape, Q extends InputShape, B extends InputShape> = Pick<
  OperationToDeclare<Caller, P, Q, B, { status: number; message: string }>,
  "name" | "method" | "path" | "summary" | "pathFields" | "query" | "body"
> & { readonly handle: (asked: Asked<Values<P> & Values<Q> & Values<B>>) => Promise<unknown> };

/** Declares an operation. */
export function developerOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
>(given: Declared<P, Q, B>): DeveloperOperation {
  return declareOperation<Caller, P, Q, B>({
    ...given,
    tag: "Developer",
    output: Type.Unknown(),
    handle: ({ ctx, who, input }) =>
      given.handle({ ctx, merchantId: who.merchantId, by: `api-key:${who.clientId}`, input }),
  });
}
