/** The rails that may carry a transfer mode, in the order in which we prefer them. */
import { type Rail, type TransferMode } from "./rail.ts";

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
