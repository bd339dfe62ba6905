/** Operations for a merchant's developers, with the merchant's own token, for sandbox and live merchants alike. */
import Type from "typebox";
import { requireAllSources, type Caller } from "#access";
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
interface DeveloperCall<Input> {
  readonly ctx: Context;
  readonly merchantId: string;
  /** The fund sources that the key pair may use. Null means all. */
  readonly fundSourceIds: readonly string[] | null;
  /** The key pair as an actor of records. */
  readonly by: Actor;
  readonly input: Input;
}

type Declared<P extends InputShape, Q extends InputShape, B extends InputShape> = Pick<
  OperationToDeclare<Caller, P, Q, B, { status: number; message: string }>,
  "name" | "method" | "path" | "summary" | "pathFields" | "query" | "body"
> & {
  /** True if it covers all fund sources: keys that are limited to some cannot call it. */
  readonly ofAllSources?: true;
  readonly handle: (asked: DeveloperCall<Values<P> & Values<Q> & Values<B>>) => Promise<unknown>;
};

/** Declares an operation. */
export function developerOperation<
  P extends InputShape = {},
  Q extends InputShape = {},
  B extends InputShape = {},
>({ ofAllSources, ...given }: Declared<P, Q, B>): DeveloperOperation {
  return declareOperation<Caller, P, Q, B>({
    ...given,
    tag: "Developer",
    output: Type.Unknown(),
    handle: async ({ ctx, who, input }) => {
      const { merchantId, fundSourceIds, clientId } = who;
      if (ofAllSources) requireAllSources(who);
      return given.handle({ ctx, merchantId, fundSourceIds, by: `api-key:${clientId}`, input });
    },
  });
}
