import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { checkPlace } from "./add-rule.ts";
import { RiskError } from "./errors.ts";
import { listRules } from "./list-rules.ts";
import { requireNoApproval } from "./require-no-approval.ts";
import { readTerms, toJson, type GivenRule, type Rule, type RuleTerms } from "./rule.ts";
import { gatherPrecedents, startCounting } from "./start-counting.ts";
import { endVersion, writeVersion, type VersionToWrite } from "./write-version.ts";

export interface RuleChange extends Partial<Omit<GivenRule, "kind">> {
  readonly ruleId: string;
  readonly place?: number;
  readonly active?: boolean;
  readonly by: Actor;
}

/**
 * Writes a new version of a rule; what is not given stays, and parameters are given whole. What waits keeps the
 * verdict of the version that spoke. Throws RiskError.rule_not_found, parameters_invalid, scope_invalid,
 * effect_invalid or place_invalid, and approval_needed where members must agree: then it is `requestRule` that asks
 * them.
 */
export async function changeRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: RuleChange,
): Promise<Rule> {
  const { ruleId, by } = change;
  if (change.place !== undefined) checkPlace(change.place);
  const known = (await listRules(ctx, merchantId)).find((rule) => rule.ruleId === ruleId);
  if (known === undefined) throw RiskError.rule_not_found({ ruleId });
  const gathered = await gatherPrecedents(ctx, merchantId, termsAfter(known, change));
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoApproval(tx, by);
    const before = await endVersion(tx, { ruleId, by });
    if (before === null) throw RiskError.rule_not_found({ ruleId });
    const terms = termsAfter(before, change);
    const { place = before.place, active = before.active } = change;
    return writeNext(tx, { ...terms, ruleId, version: before.version + 1, place, active, by }, gathered);
  });
}

/** Writes the version after one that has ended, in the caller's transaction. */
export async function writeNext(tx: Tx, next: VersionToWrite, gathered: bigint): Promise<Rule> {
  if (next.active) await startCounting(tx, next, gathered);
  return writeVersion(tx, next);
}

/** What a rule says once it is changed. Throws RiskError.parameters_invalid, scope_invalid or effect_invalid. */
export function termsAfter(
  rule: Rule,
  { parameters, scope, scopeId, effect }: Omit<RuleChange, "by">,
): RuleTerms {
  return readTerms({
    kind: rule.kind,
    parameters: parameters ?? toJson(rule.parameters),
    scope: scope ?? rule.scope,
    // An id belongs to its scope: another scope begins with all of its own.
    scopeId: scopeId === undefined ? (scope === undefined ? rule.scopeId : null) : scopeId,
    effect: effect ?? rule.effect,
  });
}
