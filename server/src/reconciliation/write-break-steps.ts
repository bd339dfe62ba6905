import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { BreakAction } from "./break.ts";

/** `operator`: a person at the command line. */
export type BreakActor = Actor | "operator";

/** Returns who has decided about a break: a member or, without a member's name, the operator. */
export function personOf(by: Actor): BreakActor {
  return by === "system" ? "operator" : by;
}

/** One row of a break's history. */
export interface BreakStep {
  readonly breakId: string;
  readonly step: number;
  readonly action: BreakAction;
  readonly note: string;
  readonly by: BreakActor;
}

/** Appends to the history of breaks, in the caller's transaction. */
export async function writeBreakSteps(tx: Tx, steps: readonly BreakStep[]): Promise<void> {
  if (steps.length === 0) return;
  await tx.execute(
    `insert into reconciliation.break_step (merchant_id, break_id, step, action, note, by, at)
     select $1, break_id, step, action, note, by, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[])
       as taken (break_id, step, action, note, by)`,
    [
      tx.merchantId,
      tx.now,
      steps.map(({ breakId }) => breakId),
      steps.map(({ step }) => step),
      steps.map(({ action }) => action),
      steps.map(({ note }) => note),
      steps.map(({ by }) => by),
    ],
  );
}
