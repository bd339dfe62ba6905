import type { CardNetwork } from "./details.ts";

/**
 * Reads a masked card number: at most the first six and the last four digits are visible. Returns "unmasked"
 * if more is visible and "unknown" if it is not a card of a network that takes payouts. Only the last four
 * digits are kept.
 */
export function readMaskedCard(
  text: string,
): { network: CardNetwork; last4: string } | "unmasked" | "unknown" {
  const compact = text.replace(/[ -]/g, "");
  if (!/^[\d*xX•#]{13,19}$/.test(compact)) return "unknown";
  const [, first, last4] = /^(\d{1,6})[*xX•#]+(\d{4})$/.exec(compact) ?? [];
  if (first === undefined || last4 === undefined) {
    return compact.replace(/\D/g, "").length > SHOWN_DIGITS_MAX ? "unmasked" : "unknown";
  }
  const network = networkOf(first, compact.length);
  return network === null ? "unknown" : { network, last4 };
}

/** The card industry allows the first six and the last four digits to be shown. */
const SHOWN_DIGITS_MAX = 10;

function networkOf(first: string, length: number): CardNetwork | null {
  if (first.startsWith("4")) return length === 13 || length === 16 || length === 19 ? "visa" : null;
  if (length !== 16) return null;
  return /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(first) ? "mastercard" : null;
}
