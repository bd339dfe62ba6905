/**
 * The rules of a merchant as they are stored: read for judging and for members, and written in versions in the caller's
 * transaction, with an audit record.
 */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx, UntimedTx } from "#lib/db";
import type { TransferMode } from "#rails";
import { type RiskRule, RULE_COLUMNS, ruleOf, type RuleRow, type RuleTerms, toJson } from "./rule.ts";

/** An active rule, without its history. */
export type ActiveRule = Pick<
  RiskRule,
  "ruleId" | "version" | "kind" | "parameters" | "scope" | "scopeId" | "effect"
>;

/** The rules by which a merchant's transfers are judged. */
export interface RulesInForce {
  /** Modes that the merchant does not have. */
  readonly unavailableModes: readonly TransferMode[];
  /** Modes that the merchant has switched off. */
  readonly disabledModes: readonly TransferMode[];
  /** True if any payee is blocked. */
  readonly hasBlocks: boolean;
  /** The active rules in the order of their places. */
  readonly rules: readonly ActiveRule[];
}

type Row = Omit<RulesInForce, "rules"> & { readonly rules: readonly RuleRow[] };

/** Reads all that is in force in one statement. Most merchants have nothing, and need no further statement. */
export async function readRules(tx: UntimedTx): Promise<RulesInForce> {
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

/** Lists a merchant's rules, inactive ones too, in the order in which they are checked. At most `RULES_MAX` exist. */
export async function listRules(ctx: Pick<Context, "db">, merchantId: string): Promise<RiskRule[]> {
  return ctx.db.inMerchant(merchantId, listWithin);
}

/** Lists the rules in the caller's transaction. */
export async function listWithin(tx: Tx): Promise<RiskRule[]> {
  return (await tx.query<RuleRow>(LIST, [tx.merchantId])).map(ruleOf);
}

/**
 * Locks and lists the rules for a change. Concurrent changes are judged one after the other, since two changes that are
 * harmless alone can together move one rule past another.
 */
export async function holdRules(tx: Tx): Promise<RiskRule[]> {
  await lockRules(tx);
  return listWithin(tx);
}

/**
 * Lists the rules that existed together with a version of a rule: those that were active when it ended, and the current
 * ones by which an Owner gave back a rule that existed at any time of the version. A rule that was given back counts as
 * if it had never been taken.
 */
export async function listBeside(tx: Tx, version: { ruleId: string; version: number }): Promise<RiskRule[]> {
  const values = [tx.merchantId, version.ruleId, version.version];
  return (await tx.query<RuleRow>(LIST_BESIDE, values)).map(ruleOf);
}

const LIST = `
  select ${RULE_COLUMNS}
  from risk.rule
  where merchant_id = $1
    and ended_at is null
  order by place, rule_id`;

const LIST_BESIDE = `
  with recursive ended as (
    select nth, ended_nth
    from risk.rule
    where merchant_id = $1 and rule_id = $2 and version = $3
  ), given_back as (
    select rule_id, version as current, gives_back as version
    from risk.rule
    where merchant_id = $1 and ended_at is null and gives_back is not null
    union
    select rule_id, given_back.current, rule.gives_back
    from given_back
    join risk.rule as rule using (rule_id, version)
    where rule.merchant_id = $1 and rule.gives_back is not null
  )
  select ${RULE_COLUMNS}
  from risk.rule as rule
  cross join ended
  where merchant_id = $1
    and active
    and (
      (rule.nth < ended.ended_nth and (ended_at is null or rule.ended_nth > ended.ended_nth))
      or exists (
        select
        from given_back
        join risk.rule as former using (rule_id, version)
        where former.merchant_id = $1
          and given_back.rule_id = rule.rule_id
          and given_back.current = rule.version
          and former.nth < ended.ended_nth
          and former.ended_nth > ended.nth
      )
    )`;

const VERSIONS_MAX = 1_000;

/** Returns the newest thousand versions of a rule, newest first. The list is empty if the rule never existed. */
export async function readRuleHistory(
  ctx: Pick<Context, "db">,
  merchantId: string,
  ruleId: string,
): Promise<RiskRule[]> {
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

export interface VersionToWrite extends RuleTerms {
  readonly ruleId: string;
  readonly version: number;
  readonly place: number;
  readonly active: boolean;
  /** The earlier version that an Owner gives back with this one. */
  readonly givesBack?: number;
  readonly by: Actor;
}

/** Makes other changes of the merchant's rules wait until the transaction ends, so versions are numbered in order. */
export async function lockRules(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`risk.rules:${tx.merchantId}`]);
}

/** Writes a version that becomes the current one. The rules must be locked. */
export async function writeVersion(tx: Tx, rule: VersionToWrite): Promise<RiskRule> {
  const { ruleId, version, kind, scope, scopeId, effect, place, active, by } = rule;
  const parameters = toJson(rule.parameters);
  const [row] = await tx.query<RuleRow>(INSERT, [
    tx.merchantId,
    ruleId,
    version,
    kind,
    JSON.stringify(parameters),
    scope,
    scopeId,
    effect,
    place,
    active,
    tx.now,
    by,
    rule.givesBack ?? null,
  ]);
  await recordAudit(tx, [
    {
      actor: by,
      action: version === 1 ? "risk.rule_added" : "risk.rule_changed",
      subject: `rule:${ruleId}`,
      detail: { version, kind, parameters, scope, scopeId, effect, place, active },
    },
  ]);
  return ruleOf(row!);
}

/** Ends the current version of a rule and returns it. Null if there is none, or if it is not the given `version`. */
export async function endVersion(
  tx: Tx,
  { ruleId, version = null, by }: { ruleId: string; version?: number | null; by: Actor },
): Promise<RiskRule | null> {
  await lockRules(tx);
  const [row] = await tx.query<RuleRow>(END, [tx.merchantId, ruleId, tx.now, by, version]);
  return row === undefined ? null : ruleOf(row);
}

const NEXT = `(select coalesce(max(greatest(nth, ended_nth)), 0) + 1 from risk.rule where merchant_id = $1)`;

const INSERT = `
  insert into risk.rule (
    merchant_id, rule_id, version, kind, parameters, scope, scope_id, effect, place, active, set_at, set_by, gives_back,
    nth
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${NEXT})
  returning ${RULE_COLUMNS}`;

const END = `
  update risk.rule
  set ended_at = $3, ended_by = $4, ended_nth = ${NEXT}
  where merchant_id = $1
    and rule_id = $2
    and ended_at is null
    and ($5::integer is null or version = $5)
  returning ${RULE_COLUMNS}`;

/**
 * Waits for the orders of the merchant that are being accepted, and keeps new ones waiting until the caller's
 * transaction ends. A change of rules or blocks therefore comes entirely before or entirely after each set.
 */
export async function holdAcceptance(tx: Tx): Promise<void> {
  // Every acceptance takes its numbers from this row before it reads the rules, and keeps it locked until it ends.
  await tx.query("select from transfers.counter where merchant_id = $1 for update", [tx.merchantId]);
}

/** Holds acceptance for a change of blocks. Concurrent changes wait for each other, even before the first order. */
export async function holdBlocks(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`risk.blocks:${tx.merchantId}`]);
  await holdAcceptance(tx);
}
