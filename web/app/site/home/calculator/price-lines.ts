// The words of a price, which are the same at build time and when a visitor types.
import { exactRupees, rupees } from "#site/rupees.ts";
import type { Price } from "./price-of.ts";

export function priceLines(
  price: Price,
): Record<"asked" | "each" | "fees" | "gst" | "total" | "arrives", string> {
  const { mode, amountPaise, count, eachPaise, feesPaise, gstPaise, totalPaise } = price;
  const transfers = count === 1n ? "1 transfer" : `${count.toLocaleString("en-IN")} transfers`;
  return {
    asked: `${transfers} of ${rupees(amountPaise)} by ${mode.name}`,
    each: exactRupees(eachPaise),
    fees: exactRupees(feesPaise),
    gst: exactRupees(gstPaise),
    total: exactRupees(totalPaise),
    arrives: mode.arrives,
  };
}
