/** Which fund source pays for an order. Pure: the same order and the same fund sources give the same answer. */
import { createHash } from "node:crypto";
import { isForOrders, type FundSource, type FundSourceKind } from "./fund-source.ts";

/** What choosing needs of an order. */
export interface OrderToFund {
  /** The merchant's own id of the transfer. */
  readonly transferKey: string;
  /** The fund source that the merchant named; null: none. */
  readonly fundSourceId: string | null;
  /** What made the order: withdrawals and refunds are paid from transit, loans from the intermediate ledger. */
  readonly originKind?: string | null | undefined;
  /** The fund sources that its API keys may pay from; null: all. */
  readonly allowedIds?: readonly string[] | null;
}

/** Why no fund source can pay. */
export interface NoSource {
  readonly code: "fund_source_not_available" | "fund_source_ambiguous" | "key_fund_source_not_allowed";
  readonly details: Record<string, unknown>;
}

/**
 * The one that is named, which the API keys that order must be allowed to use. Where none is: of those that they may
 * use, the one that the shares give it to, of those that `fits` says can pay; when
 * no shares are set, the wallet, or else the only one there is. A share that no one who fits has leaves the choice
 * to all who share, so that the refusal is that of a fund source which the merchant meant.
 */
export function chooseSource(
  order: OrderToFund,
  sources: readonly FundSource[],
  fits: (source: FundSource) => boolean = () => true,
): FundSource | NoSource {
  const { fundSourceId, transferKey, allowedIds = null } = order;
  const isAllowed = ({ fundSourceId: id }: FundSource): boolean => allowedIds?.includes(id) ?? true;
  const usable = sources.filter((one) => one.active && (isForOrders(one) || isPassage(one, order)));
  if (fundSourceId !== null) {
    const named = usable.find((one) => one.fundSourceId === fundSourceId);
    if (named === undefined) return { code: "fund_source_not_available", details: { fundSourceId } };
    return isAllowed(named) ? named : notAllowed(fundSourceId, allowedIds);
  }
  const forOrders = usable.filter(isForOrders);
  const candidates = forOrders.filter(isAllowed);
  if (candidates.length === 0 && forOrders.length > 0)
    return notAllowed(forOrders.map((one) => one.fundSourceId).join(", "), allowedIds);
  const sharing = candidates.filter((one) => one.sharePercent > 0);
  const shared = chooseByShare(transferKey, sharing.filter(fits)) ?? chooseByShare(transferKey, sharing);
  const source = shared ?? candidates.find((one) => one.kind === "wallet") ?? candidates[0];
  if (source === undefined) return { code: "fund_source_not_available", details: { fundSourceId } };
  const isChoice = shared === undefined && candidates.length > 1 && source.kind !== "wallet";
  return isChoice ? { code: "fund_source_ambiguous", details: {} } : source;
}

const notAllowed = (fundSourceId: string, allowedIds: readonly string[] | null): NoSource => ({
  code: "key_fund_source_not_allowed",
  details: { fundSourceId, allowedIds },
});

/** Whose orders are paid from what only lies between. */
const PASSAGES: Partial<Record<FundSourceKind, ReadonlySet<string>>> = {
  transit: new Set(["withdrawal", "refund"]),
  intermediate: new Set(["loan"]),
};

function isPassage({ kind }: FundSource, { originKind }: OrderToFund): boolean {
  return originKind != null && (PASSAGES[kind]?.has(originKind) ?? false);
}

/**
 * The fund source that a share gives the order to: a hash of its id decides, so that a repeat meets the same one
 * and many orders part as the shares say. Undefined when no one has a share.
 */
export function chooseByShare(transferKey: string, sources: readonly FundSource[]): FundSource | undefined {
  const sharing = sources.filter((one) => one.sharePercent > 0).toSorted((a, b) => a.sourceNo - b.sourceNo);
  const total = sharing.reduce((sum, one) => sum + one.sharePercent, 0);
  if (total === 0) return undefined;
  let point = createHash("sha256").update(transferKey).digest().readUIntBE(0, 6) % total;
  return sharing.find((one) => (point -= one.sharePercent) < 0);
}
