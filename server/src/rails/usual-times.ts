/** The usual time of a payment to its payee. Pages are made from it too, so nothing is read here. */
import type { Rail } from "./rail.ts";

const MINUTE_MS = 60_000;

/** The time after sending, or for NEFT after its batch. */
export const USUALLY_WITHIN_MS: Readonly<Record<Rail, number>> = {
  imps: 15 * MINUTE_MS,
  upi: 15 * MINUTE_MS,
  paytm: 15 * MINUTE_MS,
  amazonpay: 15 * MINUTE_MS,
  rtgs: 120 * MINUTE_MS,
  neft: 120 * MINUTE_MS,
  card: 48 * 60 * MINUTE_MS,
};
