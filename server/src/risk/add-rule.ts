import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { RiskError } from "./errors.ts";
import { readTerms, type GivenRule, type Rule } from "./rule.ts";
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
 * RiskError.kind_unknown, parameters_invalid, scope_invalid, effect_invalid, place_invalid or too_many_rules.
 */
export async function addRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, active = true, ...given }: RuleToAdd,
): Promise<Rule> {
  const terms = readTerms(given);
  if (given.place !== undefined) checkPlace(given.place);
  const gathered = active ? await gatherPrecedents(ctx, merchantId, terms) : 0n;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const { count, last } = await readPlaces(tx);
    if (count >= RULES_MAX) throw RiskError.too_many_rules({ max: RULES_MAX });
    if (active) await startCounting(tx, terms, gathered);
    const place = given.place ?? Math.min(last + 1, PLACE_MAX);
    return writeVersion(tx, { ...terms, ruleId: newId(), version: 1, place, active, by });
  });
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
