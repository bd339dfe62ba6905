/**
 * The limits of the merchant's API keys: which fund sources they can use, and how much they can spend per day (IST).
 */
import { mustDraft, type KeyLimited } from "#access";
import { canBeApproved, keepCounted, oneLook, type CountedOrder } from "#approvals";
import type { Tx } from "#lib/db";
import { istDayNumber, istMoment } from "#lib/ist";
import type { OrderRefusal } from "./check-order.ts";
import type { TransferOrder } from "./order.ts";
import { mayPay } from "../states.ts";
import type { Transfer } from "../transfer.ts";

type Made = Pick<TransferOrder, "createdBy">;
type Ordered = Made & Pick<TransferOrder, "amountPaise" | "judgedPaise">;

/** The limits of the keys, and what the set has ordered with them. Other orders have no such limits. */
export interface KeyLimits {
  /** The fund sources that can pay an order. Null means all. */
  allowedIds(order: Ordered): readonly string[] | null;
  /** Returns true if a member must approve the order, because the keys may only draft. */
  mustDraft(order: Made): boolean;
  /** Returns the refusal if the order exceeds the day's limit or no member could approve it; or null. */
  refusalOf(order: Ordered): OrderRefusal | null;
  count(order: Ordered, transfer: Transfer): void;
  write(): Promise<void>;
}

/**
 * Reads what the keys have ordered today, if they have a limit. The set holds the lock on the merchant's
 * counter, so no other set adds to it meanwhile: simultaneous orders never exceed the limit together.
 */
export async function readKeyLimits(
  tx: Tx,
  { key, orders }: { key: KeyLimited | null; orders: readonly TransferOrder[] },
): Promise<KeyLimits> {
  const isOfKey = ({ createdBy }: Ordered): boolean =>
    key !== null && createdBy?.maker === `api-key:${key.clientId}`;
  const limitPaise = key?.dayLimitPaise == null ? null : BigInt(key.dayLimitPaise);
  const isCounted = limitPaise !== null && orders.some(isOfKey);
  let orderedPaise = isCounted ? await readOrderedToday(tx, key!.clientId) : 0n;
  const isDraft = ({ createdBy }: Made): boolean => mustDraft(key, createdBy?.maker);
  const { levels } = oneLook("transfer", "");
  const isStuck = orders.some(isDraft) && !(await canBeApproved(tx, levels));
  const added: CountedOrder[] = [];
  return {
    allowedIds: (order) => (isOfKey(order) ? key!.fundSourceIds : null),
    mustDraft: isDraft,
    refusalOf(order) {
      if (isStuck && isDraft(order)) return { code: "key_draft_without_approver", details: {} };
      if (limitPaise === null || !isOfKey(order)) return null;
      const leftPaise = leftOf(limitPaise, orderedPaise);
      if (judgedOf(order) <= leftPaise) return null;
      return { code: "key_limit_exceeded", details: { limitPaise, leftPaise } };
    },
    count(order, { transferId, status }) {
      const paise = judgedOf(order);
      if (limitPaise === null || !isOfKey(order) || status === "failed" || status === "rejected") return;
      orderedPaise += paise;
      added.push({ subject: subjectOf(key!.clientId), transferId, paise, approvals: [], paysAt: null });
    },
    write: () => keepCounted(tx, added),
  };
}

const judgedOf = ({ amountPaise, judgedPaise = amountPaise }: Ordered): bigint => judgedPaise;

const leftOf = (limitPaise: bigint, orderedPaise: bigint): bigint =>
  limitPaise > orderedPaise ? limitPaise - orderedPaise : 0n;

const subjectOf = (clientId: string): string => `key:${clientId}`;

async function readOrderedToday(tx: Tx, clientId: string): Promise<bigint> {
  const midnight = istMoment(istDayNumber(tx.now), 0);
  const [sum] = await tx.query<{ paise: bigint }>(READ, [tx.merchantId, subjectOf(clientId), midnight]);
  return sum!.paise;
}

interface LimitedKey {
  readonly clientId: string;
  readonly dayLimitPaise: bigint | null;
}

/** Returns what a key pair can still order until midnight in India, in paise. Null means that it has no limit. */
export async function readLeftToday(tx: Tx, { clientId, dayLimitPaise }: LimitedKey): Promise<bigint | null> {
  return dayLimitPaise === null ? null : leftOf(dayLimitPaise, await readOrderedToday(tx, clientId));
}

// The amount of a payment that ended unpaid counts no longer on the day of its order.
const READ = `
  select coalesce(sum(counted.paise), 0)::bigint as paise
  from approvals.counted
  join transfers.transfer
    on transfer.merchant_id = counted.merchant_id
    and transfer.transfer_id = counted.transfer_id
    and ${mayPay("transfer")}
  where counted.merchant_id = $1
    and counted.subject = $2
    and counted.at >= $3`;
