// Keeps the IDs of orders about money whose outcome this tab does not know yet. They survive the dialog and a reload,
// so that the same order is sent again instead of a new one.
import { useState } from "react";
import type { OperationName } from "./call.ts";

interface Order {
  name: OperationName;
  merchantId: string;
}

const keyOf = ({ name, merchantId }: Order) => `order.${name}.${merchantId}`;

/** Keeps the ID of an order that is being sent. Pass null once its outcome is known. */
export function keepOrderId(order: Order, id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(keyOf(order));
    else sessionStorage.setItem(keyOf(order), id);
  } catch {
    // Storage may be forbidden. The ID then lasts as long as the dialog.
  }
}

function readOrderId(order: Order): string | null {
  try {
    return sessionStorage.getItem(keyOf(order));
  } catch {
    return null;
  }
}

/** Returns the initial ID of a form: the ID of the order whose outcome is unknown, or a new one. */
export function useOrderId(order: Order, mint: () => string): [string, (id: string) => void] {
  return useState(() => readOrderId(order) ?? mint());
}

/** Returns this many random hexadecimal digits, for an ID. */
export function randomHex(digits: number): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, digits);
}
