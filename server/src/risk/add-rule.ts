import { isOwner, memberOf } from "#access";
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

/** The most rules of one member, so that no one uses up those of all; an Owner may have more. */
const RULES_OF_MEMBER_MAX = 20;
const RULES_OF_OWNER_MAX = 80;

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
 * RiskError.kind_unknown, parameters_invalid, scope_invalid, effect_invalid, place_invalid, too_many_rules or
 * too_many_of_member, and approval_needed where members must agree: then it is `requestRule` that asks them.
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

/** The same in the caller's transaction. `gathered` is what `gatherPrecedents` answered. Throws as `requireRoom`. */
export async function addWithin(tx: Tx, rule: RuleToWrite, gathered: bigint): Promise<Rule> {
  const last = await requireRoom(tx, rule.by);
  if (rule.active) await startCounting(tx, rule, gathered);
  const place = rule.place ?? Math.min(last + 1, PLACE_MAX);
  return writeVersion(tx, { ...rule, version: 1, place });
}

/** Throws RiskError.place_invalid. */
export function checkPlace(place: number): void {
  if (!Number.isInteger(place) || place < 0 || place > PLACE_MAX) throw RiskError.place_invalid({ place });
}

/** Answers the last place. Throws RiskError.too_many_rules, or too_many_of_member. */
export async function requireRoom(tx: Tx, by: Actor): Promise<number> {
  const [{ count, own, last }] = (await tx.query<Places>(READ_PLACES, [tx.merchantId, by])) as [Places];
  if (count >= RULES_MAX) throw RiskError.too_many_rules({ max: RULES_MAX });
  if (memberOf(by) === null || own < RULES_OF_MEMBER_MAX) return last;
  const max = (await isOwner(tx, by)) ? RULES_OF_OWNER_MAX : RULES_OF_MEMBER_MAX;
  if (own >= max) throw RiskError.too_many_of_member({ max });
  return last;
}

interface Places {
  readonly count: number;
  /** How many the member has added. */
  readonly own: number;
  readonly last: number;
}

const READ_PLACES = `
  select count(*)::integer as count,
    (count(*) filter (where exists (
      select from risk.rule as first
      where first.merchant_id = $1
        and first.rule_id = rule.rule_id
        and first.version = 1
        and first.set_by = $2
    )))::integer as own,
    coalesce(max(place), 0) as last
  from risk.rule
  where merchant_id = $1
    and ended_at is null`;
