import type { Tx } from "#lib/db";
import { readBlocks, type BlockOf } from "./block.ts";
import type { PayeeSeen } from "./destination.ts";
import { blockedPayee, forbiddenMode } from "./judge-transfer.ts";
import { readUndoable, type MayBeUndone } from "./may-be-undone.ts";
import type { RulesInForce } from "./read-rules.ts";
import type { TransferToJudge } from "./risk-facts.ts";
import { STEPS_OF_BLOCKS } from "./undo-block.ts";
import { writeVerdicts, type Objection } from "./verdict.ts";

/** The last check before a transfer is sent, for blocks and modes that were set while it waited. */
export interface DispatchRisk {
  /**
   * Returns the objection that forbids the transfer now, or null. Limits are not counted again, as the transfer was
   * accepted within them.
   */
  forbids(transfer: Pick<TransferToJudge, "mode" | "beneficiaryId">): Objection | null;
  readonly mayBeUndone: MayBeUndone;
  /** Keeps an objection to a transfer, to be written. */
  keep(transferId: string, verdict: Objection): void;
  /** Writes the kept objections in the caller's transaction. */
  write(): Promise<void>;
}

/** Reads the blocks of the payees, if the merchant has any blocks. */
export async function openDispatchRisk(
  tx: Tx,
  inForce: RulesInForce,
  payees: readonly PayeeSeen[],
): Promise<DispatchRisk> {
  const blockOf: BlockOf = inForce.hasBlocks ? await readBlocks(tx, payees) : () => null;
  const isBlocked = payees.some(({ beneficiaryId }) => blockOf(beneficiaryId) !== null);
  const mayBeUndone: MayBeUndone = isBlocked ? await readUndoable(tx, STEPS_OF_BLOCKS) : () => false;
  const verdicts = new Map<string, Objection>();
  return {
    forbids: (transfer) => blockedPayee({ blockOf }, transfer) ?? forbiddenMode(inForce, transfer),
    mayBeUndone,
    keep: (transferId, verdict) => void verdicts.set(transferId, verdict),
    write: () => writeVerdicts(tx, "dispatch", verdicts),
  };
}
