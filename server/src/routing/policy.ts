/** A merchant's routing policy: data that decides which bank comes first, never which can pay. */
import type { Rail } from "#rails";

/** The banks that come first for a rail up to an amount (paise, included; null: any). First match counts. */
export interface OrderRow {
  readonly rail: Rail;
  readonly uptoPaise: bigint | null;
  /** The best one first. Other banks come after these. */
  readonly bankIds: readonly string[];
}

/** The share of a rail's transfers for which a bank comes first, in whole percent, at most 100 together. */
export interface ShareRow {
  readonly rail: Rail;
  readonly bankId: string;
  readonly percent: number;
}

/** Our cost of one transfer (paise). */
export interface CostRow {
  readonly rail: Rail;
  readonly bankId: string;
  readonly paise: bigint;
}

export interface Policy {
  readonly priorities: readonly OrderRow[];
  readonly shares: readonly ShareRow[];
  readonly costs: readonly CostRow[];
  readonly health: {
    /** A degraded bank with at least this share of failures, in 0.01%, is put behind the others. */
    readonly demoteFromBp: number;
    /** The assumed cost of one percent of failures (paise), for comparing banks of equal standing. */
    readonly paisePerPercent: bigint;
  };
}

/** Used without a merchant's own policy: banks in the order of connection, degraded ones last. */
export const DEFAULT_POLICY: Policy = {
  priorities: [],
  shares: [],
  costs: [],
  health: { demoteFromBp: 200, paisePerPercent: 0n },
};

/** A policy as it is stored: amounts as decimal text. */
export interface StoredPolicy {
  readonly priorities: readonly { rail: Rail; uptoPaise: string | null; bankIds: readonly string[] }[];
  readonly shares: readonly ShareRow[];
  readonly costs: readonly { rail: Rail; bankId: string; paise: string }[];
  readonly health: { demoteFromBp: number; paisePerPercent: string };
}

export function storedPolicy({ priorities, shares, costs, health }: Policy): StoredPolicy {
  return {
    priorities: priorities.map(({ rail, uptoPaise, bankIds }) => ({
      rail,
      uptoPaise: uptoPaise === null ? null : String(uptoPaise),
      bankIds,
    })),
    shares,
    costs: costs.map(({ rail, bankId, paise }) => ({ rail, bankId, paise: String(paise) })),
    health: { demoteFromBp: health.demoteFromBp, paisePerPercent: String(health.paisePerPercent) },
  };
}

export function policyOf({ priorities, shares, costs, health }: StoredPolicy): Policy {
  return {
    priorities: priorities.map((row) => ({
      ...row,
      uptoPaise: row.uptoPaise === null ? null : BigInt(row.uptoPaise),
    })),
    shares,
    costs: costs.map((row) => ({ ...row, paise: BigInt(row.paise) })),
    health: { ...health, paisePerPercent: BigInt(health.paisePerPercent) },
  };
}
