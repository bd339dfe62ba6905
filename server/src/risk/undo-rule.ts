/** An Owner undoes at once what other members tightened of a rule: one member could stop all payments otherwise. */
import { isDeepStrictEqual } from "node:util";
import { requirePermission } from "#access";
import { noteGivenBack, readTightened, type State, type Tightening } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { removeWithin, requireRoom, writeNext } from "./change-rule.ts";
import { RiskError } from "./errors.ts";
import { holdRules, listBeside, listWithin } from "./read-rules.ts";
import { passesMore } from "./loosens.ts";
import { readRule, sayRule, type SaidRule } from "./rule-proposal.ts";
import type { Rule } from "./rule.ts";
import { gatherPrecedents } from "./start-counting.ts";
import { endVersion } from "./write-version.ts";

const STEPS = "rule:";

/** The subject under which the steps of a rule are kept. */
export const stepsOf = (ruleId: string): string => `${STEPS}${ruleId}`;

/** A rule as its steps are kept, with the version, so that no other change passes for the same state. */
export const stateOf = (rule: Rule | null): State =>
  rule === null ? null : { ...sayRule(rule), version: rule.version };

type KeptRule = SaidRule & Pick<Rule, "version">;

/** What an Owner can undo of a rule. `before`: what it is then; null: it is gone. */
export interface UndoableRule extends Pick<Tightening, "since" | "people"> {
  readonly ruleId: string;
  readonly before: ReturnType<typeof readRule> | null;
  /** True if the rule was removed. */
  readonly isGone: boolean;
}

/** What a member can undo, of the rules given or of removed ones; nothing for a member who is not an Owner. */
export async function listUndoable(tx: Tx, by: Actor): Promise<UndoableRule[]> {
  const rules = await listWithin(tx);
  return [...(await readTightened(tx, by, STEPS)).values()].flatMap((steps) => {
    const ruleId = steps.subject.slice(STEPS.length);
    const rule = rules.find((one) => one.ruleId === ruleId) ?? null;
    if (!isDeepStrictEqual(stateOf(rule), steps.after)) return [];
    const { since, people } = steps;
    return [{ ruleId, before: formerOf(steps), isGone: rule === null, since, people }];
  });
}

/**
 * Gives a rule back what other members took from it in the last seven days, or removes one that they added; answers the
 * rule as it is then. Throws RiskError.nothing_to_undo of who is no Owner too, undo_passes_more where trust would then
 * pass a rule that it did not pass before, rule_changed when someone changes it in this moment, too_many_rules, and
 * AccessError.not_permitted.
 */
export async function undoRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { ruleId, by }: { ruleId: string; by: Actor },
): Promise<Rule | null> {
  const seen = await ctx.db.inMerchant(merchantId, (tx) => readSteps(tx, ruleId, by));
  const former = seen === null ? null : formerOf(seen);
  const gathered = former?.active === true ? await gatherPrecedents(ctx, merchantId, former) : 0n;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    const rules = await holdRules(tx);
    const rule = rules.find((one) => one.ruleId === ruleId) ?? null;
    const steps = await readSteps(tx, ruleId, by);
    if (steps === null || !isDeepStrictEqual(stateOf(rule), steps.after))
      throw RiskError.nothing_to_undo({ ruleId });
    if (!isDeepStrictEqual(steps, seen)) throw RiskError.rule_changed({ ruleId });
    await noteGivenBack(tx, by, steps);
    if (former === null) {
      await removeWithin(tx, { ruleId, by });
      return null;
    }
    const active = rules.filter((one) => one.active);
    const { version: givesBack } = steps.before as unknown as KeptRule;
    const beside = await listBeside(tx, { ruleId, version: givesBack });
    if (former.active && passesMore({ ...former, ruleId }, beside, active))
      throw RiskError.undo_passes_more({ ruleId });
    if (rule === null) await requireRoom(tx, by);
    else await endVersion(tx, { ruleId, by });
    const version = (await lastVersion(tx, ruleId)) + 1;
    return writeNext(tx, { ...former, ruleId, version, givesBack, by }, gathered);
  });
}

const formerOf = ({ before }: Tightening): UndoableRule["before"] => {
  if (before === null) return null;
  const { version: _, ...said } = before as unknown as KeptRule;
  return readRule(said);
};

const readSteps = async (tx: Tx, ruleId: string, by: Actor): Promise<Tightening | null> =>
  (await readTightened(tx, by, stepsOf(ruleId))).get(stepsOf(ruleId)) ?? null;

async function lastVersion(tx: Tx, ruleId: string): Promise<number> {
  const [row] = await tx.query<{ version: number }>(LAST, [tx.merchantId, ruleId]);
  return row!.version;
}

const LAST = `
  select max(version) as version
  from risk.rule
  where merchant_id = $1 and rule_id = $2`;
