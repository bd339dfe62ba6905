// Sends an order about money that has an id of its own. When no answer comes it may have happened, and it is asked again
// with the same id, which does it once at most.
import { NoAnswer } from "#dashboard/api/api-error.ts";
import type { OperationName } from "#dashboard/api/call.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";

interface MoneySend<Name extends OperationName> {
  send: (input: Inputs[Name]) => void;
  isPending: boolean;
  /** A refusal; never the lack of an answer. */
  refusal: unknown;
  /** Nobody knows yet whether it was done: asks again with the same id. */
  askAgain: (() => void) | undefined;
  reset: () => void;
}

export function useMoneySend<Name extends OperationName>(
  name: Name,
  options: { refreshes: readonly OperationName[]; onDone: (answer: Outputs[Name]) => void },
): MoneySend<Name> {
  const { send, error, isPending, variables, reset } = useSend(name, options);
  const isUnknown = error instanceof NoAnswer && error.unknown;
  return {
    send,
    isPending,
    refusal: isUnknown ? null : error,
    askAgain: isUnknown && variables !== undefined ? () => send(variables) : undefined,
    reset,
  };
}
