import type { Tx } from "#lib/db";
import type { PayeeSeen } from "./destination.ts";
import { holdAcceptance } from "./hold-acceptance.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import { readRules, type ActiveRule } from "./read-rules.ts";
import { readRiskFacts, type RiskFacts, type TransferToJudge } from "./risk-facts.ts";
import { kindOf } from "./table-of-kinds.ts";
import type { Objection } from "./verdict.ts";

/** The look at limits when approvers release transfers: these count from now on, and no limit is passed. */
export interface ReleaseRisk extends Pick<RiskFacts, "release" | "uncount" | "keep"> {
  /** Returns the limit, or the same payment made in the meantime, that forbids the release. Null if nothing does. */
  forbids(transfer: TransferToJudge): Objection | null;
  /** Writes what was counted and kept in the caller's transaction. */
  write(): Promise<void>;
}

/**
 * Reads the rules, and what they have counted for transfers that waited for approvers. Until the transaction ends
 * no order of the merchant is accepted, so that a release and an order never pass a limit together.
 */
export async function openReleaseRisk(
  tx: Tx,
  transfers: readonly TransferToJudge[],
  payees: readonly PayeeSeen[],
): Promise<ReleaseRisk> {
  await holdAcceptance(tx);
  const inForce = await readRules(tx);
  const payeeOf = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  const orderedAt = transfers.map(({ acceptedAt }) => acceptedAt.getTime());
  const set = {
    since: new Date(Math.min(...orderedAt)),
    fundSourceIds: [...new Set(transfers.map(({ fundSourceId }) => fundSourceId))],
    orders: transfers.map((transfer) => ({ ...transfer, payee: payeeOf.get(transfer.beneficiaryId)! })),
  };
  const facts = await readRiskFacts(tx, set, { ...inForce, hasBlocks: false });
  // Modes and blocked payees are looked at before the transfer is sent.
  const limits = { rules: inForce.rules.filter(isAskedAgain), unavailableModes: [], disabledModes: [] };
  const { release, uncount, keep } = facts;
  return {
    release,
    uncount,
    keep,
    forbids(transfer) {
      const verdict = judgeTransfer({ ...facts, inForce: { ...inForce, ...limits } }, transfer);
      return verdict.kind === "block" ? verdict : null;
    },
    write: () => facts.write("dispatch"),
  };
}

/** The approvers are the review. What compares with other payments of the payee was asked when it was ordered. */
function isAskedAgain({ kind, effect }: ActiveRule): boolean {
  const { need } = kindOf(kind);
  return effect === "allow" || (effect === "block" && need !== "paid" && need !== "newest");
}
