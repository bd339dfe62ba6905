/**
 * Checks that are made again after acceptance: blocks and modes before a transfer is sent, and limits when approvers
 * release it. Steps that one member took alone end no earlier order as long as an Owner can still undo the steps.
 */
import { readLoneSteps, type State } from "#approvals";
import type { Tx } from "#lib/db";
import { type BlockOf, readBlocks } from "./block.ts";
import type { PayeeSeen } from "./destination.ts";
import { type ActiveRule, holdAcceptance, readRules, type RulesInForce } from "./stored-rules.ts";
import { blockedPayee, forbiddenMode, judgeTransfer } from "./judge-transfer.ts";
import { kindOf } from "./kinds.ts";
import { readRiskFacts, type RiskFacts, type TransferToJudge } from "./risk-facts.ts";
import type { SaidRule } from "./rule-proposal.ts";
import { idIn, type RuleScope } from "./rule.ts";
import { STEPS_OF_BLOCKS } from "./block-payee.ts";
import { STEPS_OF_RULES } from "./undo-rule.ts";
import { type Objection, writeVerdicts } from "./verdict.ts";

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

/** The check of limits when approvers release transfers, which count from then on. No limit is passed. */
interface ReleaseRisk extends Pick<RiskFacts, "release" | "uncount" | "keep"> {
  /**
   * Returns the objection of a limit, or of a rule about a payment like this one that was made in the meantime;
   * otherwise null.
   */
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

type Order = Pick<TransferToJudge, "acceptedAt" | "amountPaise" | "fundSourceId" | "beneficiaryId" | "rail">;

/** Returns true if a transfer is only forbidden because one member tightened something alone after it was ordered. */
type MayBeUndone = (objection: Objection, order: Order) => boolean;

/** Reads the steps of the last seven days about blocks or about rules. */
async function readUndoable(
  tx: Tx,
  subjects: typeof STEPS_OF_BLOCKS | typeof STEPS_OF_RULES,
): Promise<MayBeUndone> {
  const steps = await readLoneSteps(tx, subjects);
  return ({ rule: { ruleId } }, order) =>
    steps.some(
      ({ subject, before, at }) =>
        at > order.acceptedAt && (subject === `${subjects}${ruleId}` || trusted(before, order)),
    );
}

/** True if the rule trusted the order and let it pass. Without that trust, another rule may stop the order. */
function trusted(state: State, order: Order): boolean {
  if (typeof state !== "object" || state === null || state["effect"] !== "allow") return false;
  const { parameters, scope, scopeId, active } = state as unknown as SaidRule & {
    readonly parameters: { readonly upToPaise: number };
  };
  const concerns = scopeId === null || scopeId === idIn(scope as RuleScope, order);
  return active && concerns && order.amountPaise <= BigInt(parameters.upToPaise);
}
