/** The price of a transfer by the rail that carries it, and the reserve held until that is known. Pure. */
import type { Fee, Rail } from "#rails";
import type { Status } from "./machine.ts";
import { chargesFor, mostChargesFor } from "./origins.ts";
import { chargesOf, heldChargesOf, type Transfer } from "./transfer.ts";

/** Statuses in which fee and tax go back to the merchant. */
const UNCHARGED: ReadonlySet<Status> = new Set(["failed", "rejected", "cancelled", "reversed"]);

/** True if a transfer costs its fee and tax, or will once it is paid. One that was paid late does. */
export const isCharged = ({ status, reason }: Pick<Transfer, "status" | "reason">): boolean =>
  !UNCHARGED.has(status) || reason === "PAID_AFTER_FAILURE";

type Priced = Pick<Transfer, "originKind" | "mode" | "rail" | "amountPaise">;
export type Price = Pick<Transfer, "feePaise" | "taxPaise" | "reservePaise">;

/** The price on the rail that would carry a new transfer, and the reserve for a dearer one of its mode. */
export function priceFor(transfer: Priced, now: Date): Price {
  const price = chargesFor(transfer, now);
  return { ...price, reservePaise: chargesOf(mostChargesFor(transfer, now)) - chargesOf(price) };
}

/**
 * Returns the price once a rail carries the transfer, by the price list at its acceptance. The held total
 * stays. Transfers accepted when all rails of a mode cost the same keep the price they were given.
 */
export function priceBy(
  transfer: Price & Pick<Transfer, "originKind" | "amountPaise" | "acceptedAt">,
  rail: Rail,
): Price {
  const { feePaise, taxPaise, reservePaise } = transfer;
  const price: Fee = chargesFor({ ...transfer, rail }, transfer.acceptedAt);
  const left = heldChargesOf(transfer) - chargesOf(price);
  return left < 0n ? { feePaise, taxPaise, reservePaise } : { ...price, reservePaise: left };
}
