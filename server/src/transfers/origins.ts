/** Where orders come from besides a plain API call, and what that changes: what they cost, whom they are told to. */
import { feeFor, feeGroupOf, type Fee, type FeeGroup, type Rail, railsOf, type TransferMode } from "#rails";

interface OriginTerms {
  /** The column of the price list; null: that of the rail; "free": none. */
  readonly priced: FeeGroup | "free" | null;
  /** Whether the merchant's webhooks hear of the transfer as such. */
  readonly told: boolean;
  /** Whether the merchant's own rules apply: money on its way home is no one's to stop. */
  readonly judged: boolean;
  /** Whether it waits while the merchant's payouts are switched off. */
  readonly stops: boolean;
}

/** Every kind of origin. */
export const origins = {
  batch: { priced: null, told: true, judged: true, stops: true },
  link: { priced: null, told: false, judged: true, stops: true },
  phone: { priced: "phone", told: true, judged: true, stops: true },
  loan: { priced: null, told: true, judged: true, stops: true },
  withdrawal: { priced: "free", told: false, judged: false, stops: true },
  refund: { priced: "free", told: false, judged: false, stops: false },
} as const satisfies Record<string, OriginTerms>;

export type OriginKind = keyof typeof origins;

/** What made an order: a batch, a payout link ..., and its id in the module that owns it. */
export interface Origin {
  readonly kind: OriginKind;
  readonly id: string;
}

/** Fee and tax of a transfer that one rail carries, in paise. */
export function chargesFor(
  { originKind, rail, amountPaise }: { originKind: OriginKind | null; rail: Rail; amountPaise: bigint },
  now: Date,
): Fee {
  const priced = originKind === null ? null : origins[originKind].priced;
  if (priced === "free") return { feePaise: 0n, taxPaise: 0n };
  return feeFor(priced ?? feeGroupOf(rail), amountPaise, now);
}

/** Fee and tax of the dearest rail that may carry a mode and amount: never more than this is held or charged. */
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

/** Whether the merchant's rules judge a transfer of this origin. */
export function isJudged(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].judged;
}

/** Kinds of origin whose transfers go out though the merchant's payouts are switched off. */
export const UNSTOPPED = (Object.keys(origins) as OriginKind[]).filter((kind) => !origins[kind].stops);

/** Whether a transfer of this origin waits while the merchant's payouts are switched off. */
export function stopsWhenOff(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].stops;
}

/** Whether webhooks tell of a transfer of this origin. */
export function isTold(originKind: OriginKind | null): boolean {
  return originKind === null || origins[originKind].told;
}
