import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { RiskError } from "./errors.ts";
import { requireNoApproval } from "./require-no-approval.ts";
import { readTerms, type GivenRule, type Rule, type RuleTerms } from "./rule.ts";
import { gatherPrecedents, startCounting } from "./start-counting.ts";
import { writeVersion } from "./write-version.ts";

/** The most rules that a merchant may have. */
export const RULES_MAX = 100;

export const PLACE_MAX = 1_000_000;

export interface RuleToAdd extends GivenRule {
  /** Where it is asked among the others; default: after them. */
  readonly place?: number;
  /** Default: yes. */
  readonly active?: boolean;
  readonly by: Actor;
}

/**
 * Adds a rule; it binds every order that is accepted after this, and counts what was accepted before. Throws
 * RiskError.kind_unknown, parameters_invalid, scope_invalid, effect_invalid, place_invalid or too_many_rules, and
 * approval_needed where members must agree: then it is `requestRule` that asks them.
 */
export async function addRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, active = true, place, ...given }: RuleToAdd,
): Promise<Rule> {
  const terms = readTerms(given);
  if (place !== undefined) checkPlace(place);
  const gathered = active ? await gatherPrecedents(ctx, merchantId, terms) : 0n;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoApproval(tx, by);
    return addWithin(tx, { ...terms, ruleId: newId(), place: place ?? null, active, by }, gathered);
  });
}

/** A rule whose terms were read, with the id that it gets. */
export interface RuleToWrite extends RuleTerms {
  readonly ruleId: string;
  /** Null: after the others. */
  readonly place: number | null;
  readonly active: boolean;
  readonly by: Actor;
}

/** The same in the caller's transaction. `gathered` is what `gatherPrecedents` answered. Throws too_many_rules. */
export async function addWithin(tx: Tx, rule: RuleToWrite, gathered: bigint): Promise<Rule> {
  const { count, last } = await readPlaces(tx);
  if (count >= RULES_MAX) throw RiskError.too_many_rules({ max: RULES_MAX });
  if (rule.active) await startCounting(tx, rule, gathered);
  const place = rule.place ?? Math.min(last + 1, PLACE_MAX);
  return writeVersion(tx, { ...rule, version: 1, place });
}

/** Throws RiskError.place_invalid. */
export function checkPlace(place: number): void {
  if (!Number.isInteger(place) || place < 0 || place > PLACE_MAX) throw RiskError.place_invalid({ place });
}

async function readPlaces(tx: Tx): Promise<{ count: number; last: number }> {
  const [row] = await tx.query<{ count: number; last: number }>(
    `select count(*)::integer as count, coalesce(max(place), 0) as last
     from risk.rule
     where merchant_id = $1
       and ended_at is null`,
    [tx.merchantId],
  );
  return row!;
}
