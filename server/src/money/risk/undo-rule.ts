/** An Owner can undo at once how other members tightened a rule. Otherwise one member could stop all payments. */
import { isDeepStrictEqual } from "node:util";
import { requirePermission } from "#access";
import { noteGivenBack, readTightened, type State, type Tightening } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { removeWithin, requireRoom, writeNext } from "./change-rule.ts";
import { RiskError } from "./errors.ts";
import { endVersion, holdRules, listBeside, listWithin } from "./stored-rules.ts";
import { passesMore } from "./loosens.ts";
import { readRule, sayRule, type SaidRule } from "./rule-proposal.ts";
import type { RiskRule } from "./rule.ts";
import { gatherPrecedents } from "./start-counting.ts";

/** The subjects of steps about rules begin with this word. */
export const STEPS_OF_RULES = "rule:";

/** Returns the subject under which the steps of a rule are stored. */
export const stepsOf = (ruleId: string): string => `${STEPS_OF_RULES}${ruleId}`;

/** A rule as it is stored in steps. It includes the version, so that no two changes lead to the same state. */
export const stateOf = (rule: RiskRule | null): State =>
  rule === null ? null : { ...sayRule(rule), version: rule.version };

type KeptRule = SaidRule & Pick<RiskRule, "version">;

/** A rule with steps that an Owner can undo. `before` is the rule before them; null if it did not exist. */
interface UndoableRule extends Pick<Tightening, "since" | "people"> {
  readonly ruleId: string;
  readonly before: ReturnType<typeof readRule> | null;
  /** True if the steps removed the rule. */
  readonly isGone: boolean;
}

/** Lists the rules, including removed ones, whose steps an Owner can undo. The list is empty for other members. */
export async function listUndoable(tx: Tx, by: Actor): Promise<UndoableRule[]> {
  const rules = await listWithin(tx);
  return [...(await readTightened(tx, by, STEPS_OF_RULES)).values()].flatMap((steps) => {
    const ruleId = steps.subject.slice(STEPS_OF_RULES.length);
    const rule = rules.find((one) => one.ruleId === ruleId) ?? null;
    if (!isDeepStrictEqual(stateOf(rule), steps.after)) return [];
    const { since, people } = steps;
    return [{ ruleId, before: formerOf(steps), isGone: rule === null, since, people }];
  });
}

/**
 * Gives a rule back the terms that it had before other members tightened it in the last seven days, or removes a rule
 * that they added. Returns the rule after that; null if it is removed. Throws RiskError.nothing_to_undo, also for
 * members who are not Owners, undo_passes_more if trust would then come before a rule that it did not come before,
 * rule_changed if someone changes the rule at the same time, too_many_rules, and AccessError.not_permitted.
 */
export async function undoRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { ruleId, by }: { ruleId: string; by: Actor },
): Promise<RiskRule | null> {
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
