import type { Context } from "#lib/context";
import { RULE_COLUMNS, ruleOf, type Rule, type RuleRow } from "./rule.ts";

const VERSIONS_MAX = 1_000;

/** The versions of a rule, the newest first, at most a thousand; none when there never was such a rule. */
export async function readRuleHistory(
  ctx: Pick<Context, "db">,
  merchantId: string,
  ruleId: string,
): Promise<Rule[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<RuleRow>(READ, [merchantId, ruleId, VERSIONS_MAX]),
  );
  return rows.map(ruleOf);
}

const READ = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and rule_id = $2
  order by version desc
  limit $3`;
