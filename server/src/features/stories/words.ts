/** Names of banks and rails, as people read them. */
import type { Rail } from "#rails";

const RAILS: Readonly<Record<Rail, string>> = {
  imps: "IMPS",
  neft: "NEFT",
  rtgs: "RTGS",
  upi: "UPI",
  paytm: "Paytm",
  amazonpay: "Amazon Pay",
  card: "Card",
};

export function showRail(rail: Rail): string {
  return RAILS[rail];
}

/** Returns the name of a bank; a bank that is not chosen yet is "the bank". */
export function showBank(bankId: string | null): string {
  if (bankId === null) return "the bank";
  return bankId
    .split(/[-_ ]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(" ");
}
