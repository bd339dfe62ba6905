/** The reason for which a bank or a rule refused a transfer, in words. */
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import type { TransferReason } from "#rails";
import type { EventType } from "#webhooks";
import type { RefusalCode } from "../errors.ts";
import type { Transfer } from "../transfer.ts";

// Fills the sentence of a refusal: each `{name}` stands for a detail.

/** Formats rupees as in the contract's sentences: "100000", with paise only if there are any. */
const wholeRupees = (paise: bigint): string => formatRupees(paise).replace(/\.00$/, "");

/** Returns the details as words: `{min}` is `minPaise`, and every entry of a list is named. */
export function refusalWords(
  details: Readonly<Record<string, unknown>>,
  rupees: (paise: bigint) => string = wholeRupees,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name.replace(/Paise$/, ""), inWords(value, rupees)]),
  );
}

function inWords(value: unknown, rupees: (paise: bigint) => string): string {
  if (typeof value === "bigint") return rupees(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/**
 * Returns why an order was rejected or failed at once, so that a repeat gets the same answer: the reasons
 * that merchants read are less precise. Null for an order that was accepted, whatever happened to it later.
 */
export async function readRefusal(ctx: Context, transfer: Transfer): Promise<RefusalCode | null> {
  if (!endedAtOnce(transfer)) return null;
  const { merchantId, transferId } = transfer;
  const [first] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ because: RefusalCode }>(
      `select because
       from transfers.step
       where merchant_id = $1
         and transfer_id = $2
         and from_status = 'received'
         and to_status in ('rejected', 'failed')`,
      [merchantId, transferId],
    ),
  );
  return first?.because ?? null;
}

/** Returns true if the order was not carried out at all: its first step was its last. */
export function endedAtOnce({ status, steps }: Transfer): boolean {
  return steps === 1 && (status === "rejected" || status === "failed");
}

/** The reasons that mean that the beneficiary's details are wrong. */
const WRONG_DETAILS: ReadonlySet<TransferReason> = new Set([
  "INVALID_ACCOUNT_FAIL",
  "INVALID_IFSC_FAIL",
  "INVALID_BENE_ACCOUNT_OR_IFSC",
  "INVALID_OR_NO_SUCH_ACCOUNT_TYPE",
  "BENE_NAME_DIFFERS",
]);

interface RefusedEnd {
  readonly status: "failed" | "rejected";
  readonly event: EventType;
}

/**
 * Returns how a transfer ends that its bank refuses for a reason. In the asynchronous flow, wrong details
 * reject it, because the caller has no answer yet. Everything else fails, in either flow.
 */
export function refusedEnd({ asynchronous }: Transfer, reason: TransferReason): RefusedEnd {
  return asynchronous && WRONG_DETAILS.has(reason)
    ? { status: "rejected", event: "TRANSFER_REJECTED" }
    : { status: "failed", event: "TRANSFER_FAILED" };
}
