/** Steps that one member took alone do not end earlier orders as long as an Owner can still undo the steps. */
import { readLoneSteps, type State } from "#approvals";
import type { Tx } from "#lib/db";
import type { TransferToJudge } from "./risk-facts.ts";
import type { SaidRule } from "./rule-proposal.ts";
import { idIn, type RuleScope } from "./scope.ts";
import type { STEPS_OF_BLOCKS } from "./undo-block.ts";
import type { STEPS_OF_RULES } from "./undo-rule.ts";
import type { Objection } from "./verdict.ts";

type Order = Pick<TransferToJudge, "acceptedAt" | "amountPaise" | "fundSourceId" | "beneficiaryId" | "rail">;

/** Returns true if a transfer is only forbidden because one member tightened something alone after it was ordered. */
export type MayBeUndone = (objection: Objection, order: Order) => boolean;

/** Reads the steps of the last seven days about blocks or about rules. */
export async function readUndoable(
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

/** True for trust that passed the order. If a member takes it away, another rule stops the order. */
function trusted(state: State, order: Order): boolean {
  if (typeof state !== "object" || state === null || state["effect"] !== "allow") return false;
  const { parameters, scope, scopeId, active } = state as unknown as SaidRule & {
    readonly parameters: { readonly upToPaise: number };
  };
  const concerns = scopeId === null || scopeId === idIn(scope as RuleScope, order);
  return active && concerns && order.amountPaise <= BigInt(parameters.upToPaise);
}
