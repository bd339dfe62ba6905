/** Amounts are rupee texts in messages, and whole paise in the books. */

/** Returns the paise of a text such as "100.00"; undefined if it is not a positive amount with two decimals. */
export function parseRupees(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^\d{1,13}\.\d{2}$/.test(text)) return undefined;
  const paise = BigInt(text.slice(0, -3) + text.slice(-2));
  return paise > 0n ? paise : undefined;
}

/** Formats 10000n as "100.00"; negative amounts keep their sign. */
export function formatRupees(paise: bigint): string {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, "0");
  return `${paise < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
