// Formats amounts. Browsers can load this, because it imports no table of the engine.

const grouped = (paise: bigint) => (paise / 100n).toLocaleString("en-IN");
const rest = (paise: bigint) => String(paise % 100n).padStart(2, "0");

/** Formats an amount as "₹1,25,000", with paise only if there are any. */
export const rupees = (paise: bigint): string =>
  paise % 100n === 0n ? `₹${grouped(paise)}` : exactRupees(paise);

/** Formats an amount as "₹1,25,000.00". */
export const exactRupees = (paise: bigint): string => `₹${grouped(paise)}.${rest(paise)}`;
