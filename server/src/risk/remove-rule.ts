import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { RiskError } from "./errors.ts";
import { endVersion } from "./write-version.ts";

/** Ends a rule; its versions and what it said stay. Throws RiskError.rule_not_found. */
export async function removeRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { ruleId, by }: { ruleId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const ended = await endVersion(tx, { ruleId, by });
    if (ended === null) throw RiskError.rule_not_found({ ruleId });
    const { version, kind } = ended;
    await recordAudit(tx, [
      { actor: by, action: "risk.rule_removed", subject: `rule:${ruleId}`, detail: { version, kind } },
    ]);
  });
}
