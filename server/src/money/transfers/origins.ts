/** The origins of orders besides plain API calls, with their effect on price, webhooks, rules and stops. */
import { feeFor, feeGroupOf, type Fee, type FeeGroup, type Rail, railsOf, type TransferMode } from "#rails";

interface OriginTerms {
  /** The column of the price list. Null means that of the rail; "free": no fee. */
  readonly priced: FeeGroup | "free" | null;
  /** True if the merchant gets webhooks about the transfer itself. */
  readonly told: boolean;
  /** True if the merchant's own rules apply. They do not stop money that goes back to its owner. */
  readonly judged: boolean;
  /** True if it waits while payouts are disabled for the merchant. */
  readonly stops: boolean;
}

export const origins = {
  batch: { priced: null, told: true, judged: true, stops: true },
  link: { priced: null, told: false, judged: true, stops: true },
  phone: { priced: "phone", told: true, judged: true, stops: true },
  loan: { priced: null, told: true, judged: true, stops: true },
  withdrawal: { priced: "free", told: false, judged: false, stops: true },
  refund: { priced: "free", told: false, judged: false, stops: false },
} as const satisfies Record<string, OriginTerms>;

export type OriginKind = keyof typeof origins;

/** The source of an order, such as a batch or a payout link, and its ID in the module that owns it. */
export interface Origin {
  readonly kind: OriginKind;
  readonly id: string;
}

/** Returns the fee and tax of a transfer on one rail, in paise. */
export function chargesFor(
  { originKind, rail, amountPaise }: { originKind: OriginKind | null; rail: Rail; amountPaise: bigint },
  now: Date,
): Fee {
  const priced = originKind === null ? null : origins[originKind].priced;
  if (priced === "free") return { feePaise: 0n, taxPaise: 0n };
  return feeFor(priced ?? feeGroupOf(rail), amountPaise, now);
}

/** Fee and tax of the dearest rail that can carry a mode and amount. No more is ever held or charged. */
export function mostChargesFor(
  {
    originKind,
    mode,
    amountPaise,
  }: { originKind: OriginKind | null; mode: TransferMode; amountPaise: bigint },
  now: Date,
): Fee {
  return railsOf(mode, amountPaise)
    .map((rail) => chargesFor({ originKind, rail, amountPaise }, now))
    .reduce((most, one) => (one.feePaise > most.feePaise ? one : most));
}

/** Returns true if the merchant's rules apply to a transfer of this origin. */
export function isJudged(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].judged;
}

/** Returns true if people may have to approve a transfer of this origin. Refunds are others' money. */
export const isApproved = (originKind: OriginKind | null): boolean => originKind !== "refund";

/** Kinds of origin whose transfers are sent even while payouts are disabled for the merchant. */
export const UNSTOPPED = (Object.keys(origins) as OriginKind[]).filter((kind) => !origins[kind].stops);

/** Returns true if a transfer of this origin waits while payouts are disabled for the merchant. */
export function stopsWhenOff(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].stops;
}

/** Returns true if webhooks are sent about a transfer of this origin. */
export function isTold(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].told;
}
