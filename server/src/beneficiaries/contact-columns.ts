/** What stands beside sealed details, for SQL: keyed indexes to find them by, and what people and rules may see. */
import type { Tx } from "#lib/db";
import { phoneOf } from "./clean-details.ts";
import type { Details } from "./details.ts";

type Contact = Pick<Details, "vpa" | "phone" | "email">;

/** Arrays for the columns `vpa_index`, `phone_index`, `email_index`, `vpa_handle` and `phone_last4`. */
export function contactColumns(tx: Pick<Tx, "indexOf">, contacts: readonly Contact[]): unknown[][] {
  return [
    contacts.map(({ vpa }) => tx.indexOf("vpa", vpa)),
    contacts.map(({ phone }) => tx.indexOf("phone", phone)),
    contacts.map(({ email }) => tx.indexOf("email", email)),
    contacts.map(({ vpa }) => vpa?.split("@")[1]?.toLowerCase() ?? null),
    contacts.map(({ phone }) => phone?.slice(-4) ?? null),
  ];
}

/**
 * The keyed indexes of a text that may be a whole VPA, phone number or e-mail address; and that number, as rows have it
 * that are not sealed yet.
 */
export function contactIndexes(tx: Pick<Tx, "indexOf">, text: string): (Buffer | string)[] {
  const phone = phoneOf(text) ?? "";
  return [tx.indexOf("vpa", text), tx.indexOf("phone", phone), tx.indexOf("email", text), phone];
}
