/** Steps that one member took alone do not end earlier orders as long as an Owner can still undo the steps. */
import { readLoneSteps, type State } from "#approvals";
import type { Tx } from "#lib/db";
import type { STEPS_OF_BLOCKS } from "./undo-block.ts";
import type { STEPS_OF_RULES } from "./undo-rule.ts";
import type { Objection } from "./verdict.ts";

/** Returns true if a transfer is only forbidden because one member tightened something alone after it was ordered. */
export type MayBeUndone = (objection: Objection, order: { readonly acceptedAt: Date }) => boolean;

/** Reads the steps of the last seven days about blocks or about rules. */
export async function readUndoable(
  tx: Tx,
  subjects: typeof STEPS_OF_BLOCKS | typeof STEPS_OF_RULES,
): Promise<MayBeUndone> {
  const steps = await readLoneSteps(tx, subjects);
  return ({ rule: { ruleId } }, { acceptedAt }) =>
    steps.some(
      ({ subject, before, at }) => at > acceptedAt && (subject === `${subjects}${ruleId}` || isTrust(before)),
    );
}

/** If a member takes trust away, another rule stops what the trust passed. */
const isTrust = (state: State): boolean =>
  typeof state === "object" && state !== null && state["effect"] === "allow";
