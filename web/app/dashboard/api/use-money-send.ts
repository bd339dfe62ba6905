// Sends an order about money. The server carries it out at most once, by its ID. While the outcome is unknown, the
// order is sent again with the same ID.
import { useEffect, useState } from "react";
import { ApiError, isUnknownOutcome } from "./api-error.ts";
import type { OperationName } from "./call.ts";
import type { Inputs, Outputs } from "./operations.ts";
import { keepOrderId } from "./order-ids.ts";
import { useSend } from "./use-call.ts";

interface MoneySend<Name extends OperationName> {
  send: (input: Inputs[Name]) => void;
  isPending: boolean;
  /** The server refused the order, so it was not carried out. */
  refusal: unknown;
  /** Defined while the order may have been carried out. The server is being asked again, and this asks at once. */
  askAgain: (() => void) | undefined;
  reset: () => void;
}

interface MoneySendOptions<Name extends OperationName> {
  refreshes: readonly OperationName[];
  onDone: (answer: Outputs[Name]) => void;
  /** The field with the order's ID. Undefined if the server recognizes the order by its content. */
  id?: keyof Inputs[Name] & string;
}

const askEveryMs = 3_000;

/** True if the call was refused before the order was checked, which says nothing about an earlier try. */
const isAtTheDoor = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 429].includes(error.refusal.status);

export function useMoneySend<Name extends OperationName>(
  name: Name,
  { refreshes, onDone, id }: MoneySendOptions<Name>,
): MoneySend<Name> {
  const keep = (input: Inputs[Name], value: string | null) => {
    const { merchantId } = input as { merchantId: string };
    if (id !== undefined) keepOrderId({ name, merchantId }, value);
  };
  const { send, error, isPending, variables, submittedAt, reset } = useSend(name, {
    refreshes,
    onDone: (answer, input) => {
      keep(input, null);
      onDone(answer);
    },
  });
  const [wasUnknown, setWasUnknown] = useState(false);
  const isUnknown = isUnknownOutcome(error) || (wasUnknown && (isPending || isAtTheDoor(error)));
  if (isUnknown !== wasUnknown) setWasUnknown(isUnknown);
  const isRefused = error !== null && !isUnknown;
  const order = (input: Inputs[Name]): void => {
    if (id !== undefined) keep(input, String(input[id]));
    send(input);
  };
  const mayAsk = isUnknownOutcome(error) && !isPending && variables !== undefined;
  useEffect(() => {
    if (!mayAsk) return;
    const timer = setTimeout(() => order(variables), askEveryMs);
    return () => clearTimeout(timer);
    // The effect runs once for each try.
  }, [mayAsk, submittedAt]);
  useEffect(() => {
    if (isRefused && variables !== undefined) keep(variables, null);
  }, [isRefused]);
  return {
    send: order,
    isPending,
    refusal: isRefused ? error : null,
    askAgain: isUnknown && variables !== undefined ? () => order(variables) : undefined,
    reset,
  };
}
