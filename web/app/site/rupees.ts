// Amounts in words that browsers may have too: no table of the engine comes with them.

const grouped = (paise: bigint) => (paise / 100n).toLocaleString("en-IN");
const rest = (paise: bigint) => String(paise % 100n).padStart(2, "0");

/** "₹1,25,000", with paise only where there are some. */
export const rupees = (paise: bigint): string =>
  paise % 100n === 0n ? `₹${grouped(paise)}` : exactRupees(paise);

/** "₹1,25,000.00". */
export const exactRupees = (paise: bigint): string => `₹${grouped(paise)}.${rest(paise)}`;
