import type { Context } from "#lib/context";
import { RULE_COLUMNS, ruleOf, type Rule, type RuleRow } from "./rule.ts";

/** A merchant's rules in the order in which they are asked, the inactive ones too. There are at most `RULES_MAX`. */
export async function listRules(ctx: Pick<Context, "db">, merchantId: string): Promise<Rule[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) => tx.query<RuleRow>(LIST, [merchantId]));
  return rows.map(ruleOf);
}

const LIST = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and ended_at is null
  order by place, rule_id`;
