/** Columns beside sealed details, for SQL: keyed indexes for lookups, and parts for people and rules. */
import type { Tx } from "#lib/db";
import type { Details } from "./details.ts";

type Contact = Pick<Details, "vpa" | "phone" | "email">;

/** Returns arrays for `vpa_index`, `phone_index`, `email_index`, `vpa_handle` and `phone_last4`. */
export function contactColumns(tx: Pick<Tx, "indexOf">, contacts: readonly Contact[]): unknown[][] {
  return [
    contacts.map(({ vpa }) => tx.indexOf("vpa", vpa)),
    contacts.map(({ phone }) => tx.indexOf("phone", phone)),
    contacts.map(({ email }) => tx.indexOf("email", email)),
    contacts.map(({ vpa }) => vpa?.split("@")[1]?.toLowerCase() ?? null),
    contacts.map(({ phone }) => phone?.slice(-4) ?? null),
  ];
}
