import type { Context } from "#lib/context";
import type { Asking, Tx } from "#lib/db";
import type { TransferMode } from "#rails";
import { type Rule, RULE_COLUMNS, ruleOf, type RuleRow } from "./rule.ts";

/** A rule that is asked, without its history. */
export type ActiveRule = Pick<
  Rule,
  "ruleId" | "version" | "kind" | "parameters" | "scope" | "scopeId" | "effect"
>;

/** What a merchant's transfers are judged by. */
export interface RulesInForce {
  /** Modes that the merchant has not been given at all. */
  readonly unavailableModes: readonly TransferMode[];
  /** Modes that it has switched off. */
  readonly disabledModes: readonly TransferMode[];
  /** Whether any payee is blocked. */
  readonly hasBlocks: boolean;
  /** In the order of their places. */
  readonly rules: readonly ActiveRule[];
}

type Row = Omit<RulesInForce, "rules"> & { readonly rules: readonly RuleRow[] };

/** Reads all that is in force in one statement; for most merchants it is nothing, and nothing more is asked. */
export async function readRules(tx: Asking): Promise<RulesInForce> {
  const [row] = await tx.query<Row>(READ_RULES, [tx.merchantId]);
  return { ...row!, rules: row!.rules.map(ruleOf) };
}

const READ_RULES = `
  select coalesce(mode_set.unavailable_modes, '{}') as "unavailableModes",
    coalesce(mode_set.disabled_modes, '{}') as "disabledModes",
    exists (
      select from risk.blocked_payee
      where merchant_id = $1
        and unblocked_at is null
        and (expires_at is null or expires_at > lib.now_of($1))
    ) as "hasBlocks",
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'ruleId', rule_id, 'version', version, 'kind', kind, 'parameters', parameters, 'scope', scope,
          'scopeId', scope_id, 'effect', effect
        )
        order by place, rule_id
      )
      from risk.rule
      where merchant_id = $1
        and active
        and ended_at is null
    ), '[]') as rules
  from (values (1)) as once
  left join risk.mode_set on mode_set.merchant_id = $1`;

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

const VERSIONS_MAX = 1_000;

/** The versions of a rule, the newest first, at most a thousand; none when there never was such a rule. */
export async function readRuleHistory(
  ctx: Pick<Context, "db">,
  merchantId: string,
  ruleId: string,
): Promise<Rule[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<RuleRow>(READ_HISTORY, [merchantId, ruleId, VERSIONS_MAX]),
  );
  return rows.map(ruleOf);
}

const READ_HISTORY = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and rule_id = $2
  order by version desc
  limit $3`;
