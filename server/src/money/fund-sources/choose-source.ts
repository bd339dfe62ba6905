/** Chooses the fund source of an order. Pure: the same order and fund sources give the same result. */
import { createHash } from "node:crypto";
import { isForOrders, type FundSource, type FundSourceKind } from "./fund-source.ts";

/** The parts of an order that the choice needs. */
interface OrderToFund {
  /** The merchant's own id of the transfer. */
  readonly transferKey: string;
  /** The fund source that the merchant named; null if none. */
  readonly fundSourceId: string | null;
  /** The origin of the order: withdrawals and refunds use transit, loans the intermediate ledger. */
  readonly originKind?: string | null | undefined;
  /** The fund sources from which its API keys may pay. Null means all. */
  readonly allowedIds?: readonly string[] | null;
}

/** The reason why no fund source can pay. */
interface NoSource {
  readonly code: "fund_source_not_available" | "fund_source_ambiguous" | "key_fund_source_not_allowed";
  readonly details: Record<string, unknown>;
}

/**
 * Chooses the named fund source, which the order's API keys must be allowed to use. If none is named, the
 * shares decide among those that the keys may use and that, by `fits`, can pay; without shares it is the
 * wallet, or else the only one. If none that shares fits, all that share are candidates, so that the refusal
 * is about a fund source which the merchant meant.
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

/** The origins whose orders are paid from transit or the intermediate ledger. */
const PASSAGES: Partial<Record<FundSourceKind, ReadonlySet<string>>> = {
  transit: new Set(["withdrawal", "refund"]),
  intermediate: new Set(["loan"]),
};

function isPassage({ kind }: FundSource, { originKind }: OrderToFund): boolean {
  return originKind != null && (PASSAGES[kind]?.has(originKind) ?? false);
}

/**
 * Chooses a fund source by shares: a hash of the order's id decides, so that a repeat gets the same one and
 * many orders divide as the shares say. Returns undefined if none has a share.
 */
export function chooseByShare(transferKey: string, sources: readonly FundSource[]): FundSource | undefined {
  const sharing = sources.filter((one) => one.sharePercent > 0).toSorted((a, b) => a.sourceNo - b.sourceNo);
  const total = sharing.reduce((sum, one) => sum + one.sharePercent, 0);
  if (total === 0) return undefined;
  let point = createHash("sha256").update(transferKey).digest().readUIntBE(0, 6) % total;
  return sharing.find((one) => (point -= one.sharePercent) < 0);
}
