// Ids of orders about money whose outcome this tab does not know yet. They outlive the dialog and a reload, so that the
// same order is sent once more instead of another one.
import { useState } from "react";
import type { OperationName } from "./call.ts";

interface Order {
  name: OperationName;
  merchantId: string;
}

const keyOf = ({ name, merchantId }: Order) => `order.${name}.${merchantId}`;

/** Keeps the id of an order that is being sent; null once its outcome is known. */
export function keepOrderId(order: Order, id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(keyOf(order));
    else sessionStorage.setItem(keyOf(order), id);
  } catch {
    // Storage may be forbidden: then the id lasts as long as the dialog.
  }
}

function readOrderId(order: Order): string | null {
  try {
    return sessionStorage.getItem(keyOf(order));
  } catch {
    return null;
  }
}

/** The id for a form to begin with: that of the order whose outcome is not known, or a new one. */
export function useOrderId(order: Order, mint: () => string): [string, (id: string) => void] {
  return useState(() => readOrderId(order) ?? mint());
}

/** So many random hexadecimal digits, for an id. */
export function randomHex(digits: number): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, digits);
}
