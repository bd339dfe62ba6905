import type { Tx } from "#lib/db";
import { readBlocks, type BlockOf } from "./block.ts";
import type { PayeeSeen } from "./destination.ts";
import { blockedPayee, forbiddenMode } from "./judge-transfer.ts";
import type { RulesInForce } from "./read-rules.ts";
import type { TransferToJudge } from "./risk-facts.ts";
import { writeVerdicts, type Objection } from "./verdict.ts";

/** The last check before a transfer is sent, for blocks and modes that were set while it waited. */
export interface DispatchRisk {
  /**
   * Returns the objection that forbids the transfer now, or null. Limits are not counted again, as the transfer was
   * accepted within them.
   */
  forbids(transfer: Pick<TransferToJudge, "mode" | "beneficiaryId">): Objection | null;
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
  const verdicts = new Map<string, Objection>();
  return {
    forbids: (transfer) => blockedPayee({ blockOf }, transfer) ?? forbiddenMode(inForce, transfer),
    keep: (transferId, verdict) => void verdicts.set(transferId, verdict),
    write: () => writeVerdicts(tx, "dispatch", verdicts),
  };
}
