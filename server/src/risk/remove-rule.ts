import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { requireNoApproval } from "./require-no-approval.ts";
import type { Rule } from "./rule.ts";
import { endVersion } from "./write-version.ts";

/**
 * Ends a rule; its versions and what it said stay. Throws RiskError.rule_not_found, and approval_needed where members
 * must agree: then it is `requestRule` that asks them.
 */
export async function removeRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { ruleId, by }: { ruleId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoApproval(tx, by);
    if ((await removeWithin(tx, { ruleId, by })) === null) throw RiskError.rule_not_found({ ruleId });
  });
}

/** The same in the caller's transaction; answers the rule, null when there is none, or not in this `version`. */
export async function removeWithin(
  tx: Tx,
  meant: { ruleId: string; version?: number; by: Actor },
): Promise<Rule | null> {
  const ended = await endVersion(tx, meant);
  if (ended === null) return null;
  const { ruleId, version, kind } = ended;
  const subject = `rule:${ruleId}`;
  await recordAudit(tx, [
    { actor: meant.by, action: "risk.rule_removed", subject, detail: { version, kind } },
  ]);
  return ended;
}
