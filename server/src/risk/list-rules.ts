import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RULE_COLUMNS, ruleOf, type Rule, type RuleRow } from "./rule.ts";

/** A merchant's rules in the order in which they are asked, the inactive ones too. There are at most `RULES_MAX`. */
export async function listRules(ctx: Pick<Context, "db">, merchantId: string): Promise<Rule[]> {
  return ctx.db.inMerchant(merchantId, listWithin);
}

/** The same in the caller's transaction. */
export async function listWithin(tx: Tx): Promise<Rule[]> {
  return (await tx.query<RuleRow>(LIST, [tx.merchantId])).map(ruleOf);
}

const LIST = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and ended_at is null
  order by place, rule_id`;
