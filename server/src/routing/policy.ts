/** A merchant's routing policy: data that says which bank comes first, never which may pay. */
import type { Rail } from "#rails";

/** Which banks come first for a rail up to an amount (paise, included; null: any). The first fit counts. */
export interface OrderRow {
  readonly rail: Rail;
  readonly uptoPaise: bigint | null;
  /** Best first. Banks not named come after these. */
  readonly bankIds: readonly string[];
}

/** Which part of a rail's transfers each bank comes first for, in whole percent, together at most 100. */
export interface ShareRow {
  readonly rail: Rail;
  readonly bankId: string;
  readonly percent: number;
}

/** What one transfer costs us (paise). */
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
    /** A degraded bank of whose calls so many fail, in hundredths of a percent, is put behind the others. */
    readonly demoteFromBp: number;
    /** What one percent of failures is held to cost (paise), when banks of equal standing are compared. */
    readonly paisePerPercent: bigint;
  };
}

/** Without a policy of the merchant's own: banks as they were connected, degraded ones behind the others. */
export const DEFAULT_POLICY: Policy = {
  priorities: [],
  shares: [],
  costs: [],
  health: { demoteFromBp: 200, paisePerPercent: 0n },
};

/** How a policy is stored: amounts as decimal text. */
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
