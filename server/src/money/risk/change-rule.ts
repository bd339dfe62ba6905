import { isOwner, memberOf, requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { isTransferMode } from "#rails";
import { RiskError } from "./errors.ts";
import { endVersion, listRules, lockRules, type VersionToWrite, writeVersion } from "./stored-rules.ts";
import { requireNoApproval } from "./require-no-approval.ts";
import { type GivenRule, readTerms, type RiskRule, type RuleTerms, toJson } from "./rule.ts";
import { gatherPrecedents, startCounting } from "./start-counting.ts";

/** The most rules that a merchant may have. */
export const RULES_MAX = 100;

/** The most rules of one member, so that one person cannot use up the rules of the merchant. Owners can have more. */
const RULES_OF_MEMBER_MAX = 20;
const RULES_OF_OWNER_MAX = 80;

export const PLACE_MAX = 1_000_000;

export interface RuleToAdd extends GivenRule {
  /** The rule's place among the others. By default it comes last. */
  readonly place?: number;
  /** Default: true. */
  readonly active?: boolean;
  readonly by: Actor;
}

/**
 * Adds a rule. It applies to every order from now on, and counts earlier transfers too. Throws RiskError.kind_unknown,
 * parameters_invalid, scope_invalid, effect_invalid, place_invalid, too_many_rules, too_many_of_member, and
 * approval_needed if others must approve the rule. `requestRule` asks for that approval.
 */
export async function addRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, active = true, place, ...given }: RuleToAdd,
): Promise<RiskRule> {
  const terms = readTerms(given);
  if (place !== undefined) checkPlace(place);
  const gathered = active ? await gatherPrecedents(ctx, merchantId, terms) : 0n;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoApproval(tx, by);
    return addWithin(tx, { ...terms, ruleId: newId(), place: place ?? null, active, by }, gathered);
  });
}

/** A rule whose terms have been checked, with its ID. */
interface RuleToWrite extends RuleTerms {
  readonly ruleId: string;
  /** Null if it comes after the others. */
  readonly place: number | null;
  readonly active: boolean;
  readonly by: Actor;
}

/** Adds a rule in the caller's transaction, with the result of `gatherPrecedents`. Throws like `requireRoom`. */
export async function addWithin(tx: Tx, rule: RuleToWrite, gathered: bigint): Promise<RiskRule> {
  await lockRules(tx);
  const last = await requireRoom(tx, rule.by);
  if (rule.active) await startCounting(tx, rule, gathered);
  const place = rule.place ?? Math.min(last + 1, PLACE_MAX);
  return writeVersion(tx, { ...rule, version: 1, place });
}

/** Throws RiskError.place_invalid. */
export function checkPlace(place: number): void {
  if (!Number.isInteger(place) || place < 0 || place > PLACE_MAX) throw RiskError.place_invalid({ place });
}

/** Returns the last place that is in use. Throws RiskError.too_many_rules or too_many_of_member. */
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
  /** The number of these rules that the member has added. */
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

export interface RuleChange extends Partial<Omit<GivenRule, "kind">> {
  readonly ruleId: string;
  readonly place?: number;
  readonly active?: boolean;
  readonly by: Actor;
}

/**
 * Writes a new version of a rule. Fields that are not given stay as they are; parameters are given as a whole. Waiting
 * transfers keep the verdict of the earlier version. Throws RiskError.rule_not_found, parameters_invalid,
 * scope_invalid, effect_invalid, place_invalid, and approval_needed if others must approve the change. `requestRule`
 * asks for that approval.
 */
export async function changeRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: RuleChange,
): Promise<RiskRule> {
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

/** Writes the next version of a rule, whose current one has ended, in the caller's transaction. */
export async function writeNext(tx: Tx, next: VersionToWrite, gathered: bigint): Promise<RiskRule> {
  if (next.active) await startCounting(tx, next, gathered);
  return writeVersion(tx, next);
}

/** Returns the terms of a rule after a change. Throws RiskError.parameters_invalid, scope_invalid or effect_invalid. */
export function termsAfter(
  rule: RiskRule,
  { parameters, scope, scopeId, effect }: Omit<RuleChange, "by">,
): RuleTerms {
  return readTerms({
    kind: rule.kind,
    parameters: parameters ?? toJson(rule.parameters),
    scope: scope ?? rule.scope,
    // An ID is meaningless in another scope, so a new scope without an ID applies to all of it.
    scopeId: scopeId === undefined ? (scope === undefined ? rule.scopeId : null) : scopeId,
    effect: effect ?? rule.effect,
  });
}

/**
 * Ends a rule. Its versions and verdicts stay. Throws RiskError.rule_not_found, and approval_needed if others must
 * approve the removal. `requestRule` asks for that approval.
 */
export async function removeRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { ruleId, by }: { ruleId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoApproval(tx, by);
    if ((await removeWithin(tx, { ruleId, by })) === null) throw RiskError.rule_not_found({ ruleId });
  });
}

/** Ends a rule in the caller's transaction and returns it. Null if it does not exist, or not in this `version`. */
export async function removeWithin(
  tx: Tx,
  meant: { ruleId: string; version?: number; by: Actor },
): Promise<RiskRule | null> {
  const ended = await endVersion(tx, meant);
  if (ended === null) return null;
  const { ruleId, version, kind } = ended;
  const subject = `rule:${ruleId}`;
  await recordAudit(tx, [
    { actor: meant.by, action: "risk.rule_removed", subject, detail: { version, kind } },
  ]);
  return ended;
}

export interface ModesToSet {
  /** Modes that the merchant does not have. */
  readonly unavailableModes?: readonly string[];
  /** Modes that the merchant has switched off. */
  readonly disabledModes?: readonly string[];
  readonly by: Actor;
}

/**
 * Sets the modes by which a merchant may not pay. A list that is not given is empty. Throws RiskError.mode_unknown, and
 * AccessError.not_permitted if the member may not manage limits.
 */
export async function setModes(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { unavailableModes = [], disabledModes = [], by }: ModesToSet,
): Promise<void> {
  const unknown = [...unavailableModes, ...disabledModes].find((mode) => !isTransferMode(mode));
  if (unknown !== undefined) throw RiskError.mode_unknown({ mode: unknown });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    await tx.execute(SET, [merchantId, unavailableModes, disabledModes]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "risk.modes_set",
        subject: `merchant:${merchantId}`,
        detail: { unavailableModes, disabledModes },
      },
    ]);
  });
}

const SET = `
  insert into risk.mode_set (merchant_id, unavailable_modes, disabled_modes)
  values ($1, $2, $3)
  on conflict (merchant_id) do update
  set unavailable_modes = excluded.unavailable_modes,
      disabled_modes = excluded.disabled_modes`;
