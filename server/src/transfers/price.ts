/** What a transfer costs by the rail that carries it, and what is held for it until that is known. Pure. */
import type { Fee, Rail } from "#rails";
import { chargesFor, mostChargesFor } from "./origins.ts";
import { chargesOf, heldChargesOf, type Transfer } from "./transfer.ts";

type Priced = Pick<Transfer, "originKind" | "mode" | "rail" | "amountPaise">;
export type Price = Pick<Transfer, "feePaise" | "taxPaise" | "reservePaise">;

/** The price of a new transfer by the rail that would carry it, and what a dearer one of its mode costs beyond. */
export function priceFor(transfer: Priced, now: Date): Price {
  const price = chargesFor(transfer, now);
  return { ...price, reservePaise: chargesOf(mostChargesFor(transfer, now)) - chargesOf(price) };
}

/**
 * The price once a rail carries the transfer, by the price list of the moment it was accepted. What is held stays the
 * same. A transfer that was accepted when every rail of a mode cost the same keeps the price it was told.
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
