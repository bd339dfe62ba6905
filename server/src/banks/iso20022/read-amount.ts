import type { Element } from "./element.ts";

/** Paise of an amount element; null when it is not in rupees, or finer than a paisa. */
export function paiseOf(element: Element): bigint | null {
  if (element.attributes.get("Ccy") !== "INR") return null;
  const [, rupees, paise = ""] = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(element.text.trim()) ?? [];
  return rupees === undefined ? null : BigInt(rupees) * 100n + BigInt(paise.padEnd(2, "0"));
}
