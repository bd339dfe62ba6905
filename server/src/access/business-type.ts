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
