/** The rails we pay by, the words merchants ask for them with, and the words we answer with. */

/** A payment system that money can leave by. */
export const RAILS = ["imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"] as const;
export type Rail = (typeof RAILS)[number];

/** `transferMode` of a request on the classic API; `banktransfer` (the default) leaves the rail to us. */
export const TRANSFER_MODES = ["banktransfer", ...RAILS] as const;
export type TransferMode = (typeof TRANSFER_MODES)[number];

/** `transferMode` of a reply: the category, never the rail that was chosen. */
export type WireCategory = "BANK" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD";

/** What of the payee a rail pays to. */
export type Instrument = "account" | "vpa" | "phone" | "card";

const CATEGORIES: Readonly<Record<TransferMode, WireCategory>> = {
  banktransfer: "BANK",
  imps: "BANK",
  neft: "BANK",
  rtgs: "BANK",
  upi: "UPI",
  paytm: "PAYTM",
  amazonpay: "AMAZONPAY",
  card: "CARD",
};

const INSTRUMENTS: Readonly<Record<WireCategory, Instrument>> = {
  BANK: "account",
  UPI: "vpa",
  PAYTM: "phone",
  AMAZONPAY: "phone",
  CARD: "card",
};

/** Whether a request's word is a transfer mode. Exact: the contract's words are lower case. */
export function isTransferMode(word: unknown): word is TransferMode {
  return (TRANSFER_MODES as readonly unknown[]).includes(word);
}

/** Whether a word names a rail. */
export function isRail(word: unknown): word is Rail {
  return (RAILS as readonly unknown[]).includes(word);
}

/** The category that replies show for a mode or rail. */
export function categoryOf(mode: TransferMode): WireCategory {
  return CATEGORIES[mode];
}

/** What the payee must have for a mode or rail: account number with IFSC, VPA, phone or card token. */
export function instrumentOf(mode: TransferMode): Instrument {
  return INSTRUMENTS[CATEGORIES[mode]];
}
