/** Versions of rules are written in the caller's transaction, with an audit record. */
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { RULE_COLUMNS, ruleOf, toJson, type RiskRule, type RuleRow, type RuleTerms } from "./rule.ts";

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
