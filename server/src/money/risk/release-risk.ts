import type { Tx } from "#lib/db";
import type { PayeeSeen } from "./destination.ts";
import { holdAcceptance } from "./hold-acceptance.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import { readUndoable, type MayBeUndone } from "./may-be-undone.ts";
import { readRules, type ActiveRule } from "./read-rules.ts";
import { readRiskFacts, type RiskFacts, type TransferToJudge } from "./risk-facts.ts";
import { kindOf } from "./table-of-kinds.ts";
import { STEPS_OF_RULES } from "./undo-rule.ts";
import type { Objection } from "./verdict.ts";

/** The check of limits when approvers release transfers, which count from then on. No limit is passed. */
interface ReleaseRisk extends Pick<RiskFacts, "release" | "uncount" | "keep"> {
  /** Returns the objection of a limit, or of a rule about the same payment made in the meantime, or null. */
  forbids(transfer: TransferToJudge): Objection | null;
  readonly mayBeUndone: MayBeUndone;
  /** Writes the counts and the kept objections in the caller's transaction. */
  write(): Promise<void>;
}

/**
 * Reads the rules and their counts for transfers that waited for approvers. No order of the merchant is accepted until
 * the transaction ends, so that a release and an order never pass a limit together.
 */
export async function openReleaseRisk(
  tx: Tx,
  transfers: readonly TransferToJudge[],
  payees: readonly PayeeSeen[],
): Promise<ReleaseRisk> {
  await holdAcceptance(tx);
  const [inForce, mayBeUndone] = await Promise.all([readRules(tx), readUndoable(tx, STEPS_OF_RULES)]);
  const payeeOf = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  const orderedAt = transfers.map(({ acceptedAt }) => acceptedAt.getTime());
  const set = {
    since: new Date(Math.min(...orderedAt)),
    fundSourceIds: [...new Set(transfers.map(({ fundSourceId }) => fundSourceId))],
    orders: transfers.map((transfer) => ({ ...transfer, payee: payeeOf.get(transfer.beneficiaryId)! })),
  };
  const facts = await readRiskFacts(tx, set, { ...inForce, hasBlocks: false });
  // Modes and blocked payees are checked before the transfer is sent.
  const limits = { rules: inForce.rules.filter(isAskedAgain), unavailableModes: [], disabledModes: [] };
  const { release, uncount, keep } = facts;
  return {
    release,
    uncount,
    keep,
    mayBeUndone,
    forbids(transfer) {
      const verdict = judgeTransfer({ ...facts, inForce: { ...inForce, ...limits } }, transfer);
      return verdict.kind === "block" ? verdict : null;
    },
    write: () => facts.write("dispatch"),
  };
}

/** The approval serves as the review. Rules that compare with other payments were checked when it was ordered. */
function isAskedAgain({ kind, effect }: ActiveRule): boolean {
  const { need } = kindOf(kind);
  return effect === "allow" || (effect === "block" && need !== "paid" && need !== "newest");
}
