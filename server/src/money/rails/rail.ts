/**
 * The rails we pay by, the words with which merchants request them, the order in which we prefer them, and the
 * words of our responses.
 */

/** The payment systems by which money can leave. */
export const RAILS = ["imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"] as const;
export type Rail = (typeof RAILS)[number];

/** `transferMode` of a request on the classic API; `banktransfer` (the default) lets us choose the rail. */
export const TRANSFER_MODES = ["banktransfer", ...RAILS] as const;
export type TransferMode = (typeof TRANSFER_MODES)[number];

/** `transferMode` of a response: the category, never the rail that was chosen. */
export type WireCategory = "BANK" | "UPI" | "PAYTM" | "AMAZONPAY" | "CARD";

/** The detail of the payee that a rail pays to. */
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

/** Returns true if a request's word is a transfer mode. Exact: the contract's words are lower case. */
export function isTransferMode(word: unknown): word is TransferMode {
  return (TRANSFER_MODES as readonly unknown[]).includes(word);
}

/** Returns true if a word names a rail. */
export function isRail(word: unknown): word is Rail {
  return (RAILS as readonly unknown[]).includes(word);
}

/** Returns the category that responses show for a mode or rail. */
export function categoryOf(mode: TransferMode): WireCategory {
  return CATEGORIES[mode];
}

/** Returns what the payee must have for a mode or rail: account with IFSC, VPA, phone or card token. */
export function instrumentOf(mode: TransferMode): Instrument {
  return INSTRUMENTS[CATEGORIES[mode]];
}

/** The fields of a payee that belong to one instrument. A phone number is a contact as well, so it belongs to none. */
const FIELDS: Readonly<Record<string, Instrument>> = {
  accountLast4: "account",
  bankAccount: "account",
  ifsc: "account",
  vpa: "vpa",
  cardLast4: "card",
};

/** Returns a payee without the instruments that a mode or rail does not pay: those fields are null. */
export function withPaidOnly<Payee extends object>(mode: TransferMode, payee: Payee): Payee {
  const paid = instrumentOf(mode);
  const others = Object.keys(payee).filter((name) => (FIELDS[name] ?? paid) !== paid);
  return { ...payee, ...Object.fromEntries(others.map((name) => [name, null])) };
}

/** The parts of a payee that can be shown to everyone. */
interface ShownInstruments {
  readonly accountLast4: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  readonly cardLast4: string | null;
}

/** Returns what a mode or rail pays of a payee, masked: "••••4321", a VPA or a phone number; empty if unknown. */
export function showPaid(mode: TransferMode, payee: ShownInstruments): string {
  const { accountLast4, vpa, phone, cardLast4 } = payee;
  const masked = (last4: string | null) => last4 && `••••${last4}`;
  const shown = { account: masked(accountLast4), vpa, phone, card: masked(cardLast4) };
  return shown[instrumentOf(mode)] ?? "";
}

const LAKH = 1_00_000_00n;

/**
 * `banktransfer` by amount (inclusive upper bounds, paise). IMPS is the default up to Rs 2,00,000 because it
 * is instant and always open; NEFT is the default above. Up to IMPS's own ceiling of Rs 5,00,000 IMPS still
 * follows NEFT, so that a transfer in the night or on a holiday leaves at once. RTGS, with NEFT's hours and a
 * higher price, is for banks that do not offer NEFT now. The walker checks limits and hours.
 */
export const BANK_TRANSFER: readonly { uptoPaise: bigint | null; rails: readonly [Rail, ...Rail[]] }[] = [
  { uptoPaise: 2n * LAKH, rails: ["imps", "neft"] },
  { uptoPaise: 5n * LAKH, rails: ["neft", "imps", "rtgs"] },
  { uptoPaise: null, rails: ["neft", "rtgs"] },
];

/** Returns the rails for a mode and amount, best first. A mode that names its rail has only that one. */
export function railsOf(mode: TransferMode, amountPaise: bigint): readonly [Rail, ...Rail[]] {
  if (mode !== "banktransfer") return [mode];
  const band = BANK_TRANSFER.find(({ uptoPaise }) => uptoPaise === null || amountPaise <= uptoPaise);
  return band!.rails;
}

/** Returns the rail that a mode and amount usually use, to show while no rail is chosen. */
export function railOf(mode: TransferMode, amountPaise: bigint): Rail {
  return railsOf(mode, amountPaise)[0];
}
