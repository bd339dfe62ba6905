import type { Tx } from "#lib/db";
import { approversOf, type Approvals } from "./policy.ts";

/** An order as policies count it: in the next 24 hours, and in the 24 hours before and after it is paid. */
export interface CountedOrder {
  /** payee:<index of what is paid>, or maker:<actor>. */
  readonly subject: string;
  readonly transferId: string;
  readonly paise: bigint;
  /** The approvals that it has or waits for. */
  readonly approvals: readonly Approvals[];
  /** The time for which it is scheduled; null if it is paid at once. */
  readonly paysAt: Date | null;
  /** For a maker that is a key pair, the member who was shown its secret. */
  readonly shownTo?: string | null;
}

/** Stores a set of orders for the sums that policies count. */
export async function keepCounted(tx: Tx, orders: readonly CountedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.execute(KEEP, [
    tx.merchantId,
    tx.now,
    orders.map(({ subject }) => subject),
    orders.map(({ transferId }) => transferId),
    orders.map(({ paise }) => paise),
    orders.map(({ approvals }) => approversOf(approvals)),
    orders.map(({ approvals }) => (approvals.length === 0 ? null : JSON.stringify(approvals))),
    orders.map(({ paysAt }) => paysAt),
    orders.map(({ shownTo }) => shownTo ?? null),
  ]);
}

const KEEP = `
  insert into approvals.counted (merchant_id, subject, at, transfer_id, paise, approvers, approvals, pays_at, shown_to)
  select $1, subject, $2, transfer_id, paise, approvers, approvals, pays_at, shown_to
  from unnest($3::text[], $4::uuid[], $5::bigint[], $6::smallint[], $7::jsonb[], $8::timestamptz[], $9::uuid[])
    as added (subject, transfer_id, paise, approvers, approvals, pays_at, shown_to)`;
