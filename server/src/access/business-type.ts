/** The kinds of business that India's banks tell apart. A limited liability partnership is a partnership. */
export const BUSINESS_TYPES = [
  "proprietorship",
  "partnership",
  "private_limited",
  "public_limited",
  "trust",
  "society",
] as const;

export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** Whether `text` names a kind of business. */
export function isBusinessType(text: string): text is BusinessType {
  return BUSINESS_TYPES.some((type) => type === text);
}
