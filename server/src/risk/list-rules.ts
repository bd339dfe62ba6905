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

/**
 * The same for a change of them: changes at once are judged one after the other, since two that are harmless each may
 * move a rule past another together.
 */
export async function holdRules(tx: Tx): Promise<Rule[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`risk.rules:${tx.merchantId}`]);
  return listWithin(tx);
}

/** The rules that were active before a moment, in the caller's transaction. */
export async function listBefore(tx: Tx, at: Date): Promise<Rule[]> {
  return (await tx.query<RuleRow>(LIST_BEFORE, [tx.merchantId, at])).map(ruleOf);
}

const LIST = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and ended_at is null
  order by place, rule_id`;

const LIST_BEFORE = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and active
    and set_at < $2
    and (ended_at is null or ended_at >= $2)`;
