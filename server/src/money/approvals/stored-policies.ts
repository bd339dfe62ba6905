/** A merchant's policies as they are stored: read by those who count on them, and set. */
import { noteInfluence, readMerchant, readPermissions, requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { policiesOf } from "./entangled.ts";
import { ApprovalError } from "./errors.ts";
import { checkExceptions, checkPolicies } from "./parse-policies.ts";
import {
  APPROVING,
  type ExemptWay,
  EXPIRE_AFTER_MINUTES,
  GUARD,
  GUARDS,
  type Policy,
  type PolicySet,
  SUBJECT_KINDS,
  type SubjectKind,
} from "./policy.ts";

/**
 * SQL that is true if the merchant has a policy for this kind of subject. It reads one row, in a statement that is run
 * anyway. `merchant` is an SQL expression.
 */
export const policiesInForce = (merchant: string, subjectKind: SubjectKind): string =>
  `exists (
    select from approvals.policy_set
    where policy_set.merchant_id = ${merchant} and policy_set.subject_kind = '${subjectKind}' and policy_set.in_force
  )`;

/** The policies of one kind as they are now. A change that commits later may follow at once. */
export async function readPolicies(tx: Tx, subjectKind: SubjectKind): Promise<PolicySet> {
  return (await readPolicySets(tx, [subjectKind])).get(subjectKind)!;
}

/** Reads the policies of several kinds as `readPolicies` does. */
async function readPolicySets(tx: Tx, subjectKinds: readonly SubjectKind[]): Promise<PolicySets> {
  const rows = await tx.query<PolicyRow>(READ, [tx.merchantId, subjectKinds]);
  const sets = setsOf(rows);
  const isOpen = subjectKinds.some((kind) => GUARDS.includes(kind) && !sets.has(kind));
  const isLive = isOpen && (await readMerchant(tx)).mode === "live";
  return new Map(
    subjectKinds.map((kind) => [kind, sets.get(kind) ?? firstSet(kind, isLive && GUARDS.includes(kind))]),
  );
}

/** Reads the policies and holds them as they are until the transaction ends. */
export async function holdPolicies(tx: Tx, subjectKinds: readonly SubjectKind[]): Promise<PolicySets> {
  if (subjectKinds.length === 0) return new Map();
  const kinds = [...new Set(subjectKinds)];
  // The statements run in this order. The lock comes first, so that what is read after it does not change.
  const [, sets] = await Promise.all([tx.query(HOLD, [tx.merchantId, kinds]), readPolicySets(tx, kinds)]);
  return sets;
}

type PolicySets = ReadonlyMap<SubjectKind, PolicySet>;

/** The policies before the merchant has set any. */
const firstSet = (subjectKind: SubjectKind, isGuarded: boolean): PolicySet => ({
  subjectKind,
  version: 0,
  expireAfterMinutes: EXPIRE_AFTER_MINUTES,
  policies: isGuarded ? [GUARD] : [],
  exceptWays: [],
});

/** A policy with the set that it belongs to; an empty set is a row without a name. */
type PolicyRow = Omit<PolicySet, "policies"> & (Policy | { readonly name: null });

function setsOf(rows: readonly PolicyRow[]): Map<SubjectKind, PolicySet> {
  const sets = new Map<SubjectKind, PolicySet & { policies: Policy[] }>();
  for (const { subjectKind, version, expireAfterMinutes, exceptWays, ...policy } of rows) {
    const head = { subjectKind, version, expireAfterMinutes, exceptWays };
    const set = sets.get(subjectKind) ?? { ...head, policies: [] };
    if (policy.name !== null) set.policies.push(policy);
    sets.set(subjectKind, set);
  }
  return sets;
}

const HOLD = `
  select
  from approvals.policy_set
  where merchant_id = $1 and subject_kind = any ($2::text[])
  order by subject_kind
  for share`;

const READ = `
  select policy_set.subject_kind as "subjectKind", policy_set.version,
    policy_set.expire_after_minutes as "expireAfterMinutes", policy_set.except_ways as "exceptWays",
    policy.name, policy.from_paise as "fromPaise",
    policy.to_paise as "toPaise", policy.rails, policy.fund_source_ids as "fundSourceIds", policy.creators,
    policy.levels
  from approvals.policy_set
  left join approvals.policy
    on policy.merchant_id = policy_set.merchant_id
    and policy.subject_kind = policy_set.subject_kind
    and policy.version = policy_set.version
  where policy_set.merchant_id = $1 and policy_set.subject_kind = any ($2::text[])
  order by policy_set.subject_kind, policy.place`;

/** Returns a merchant's policies of every kind, to show them to people. */
export async function listPolicies(ctx: Pick<Context, "db">, merchantId: string): Promise<PolicySet[]> {
  const sets = await ctx.db.inMerchant(merchantId, (tx) => readPolicySets(tx, SUBJECT_KINDS));
  return [...sets.values()];
}

/** From this amount on, in paise, a payment of a new live merchant needs a second person. */
const FROM_PAISE = 2_00_000_00n;

/**
 * Gives a new live merchant its first policies for payments: from ₹2,00,000 one other member must approve, for every
 * creator and every channel. The payments of 24 hours are added up. Changing these policies needs another person.
 */
export async function setStartingPolicies(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  for (const subjectKind of ["transfer", "batch"] as const satisfies readonly SubjectKind[]) {
    const levels = [{ approvers: 1, permission: APPROVING[subjectKind], memberIds: null }];
    const policies = [{ ...GUARD, name: "From ₹2,00,000 on", fromPaise: FROM_PAISE, levels }];
    await setPolicies(ctx, merchantId, { subjectKind, policies, by: "system" });
  }
}

export interface PoliciesToSet {
  readonly subjectKind: SubjectKind;
  /** All of them, in the order in which they are tried. If there are none, nothing of this kind needs approval. */
  readonly policies: readonly Policy[];
  /** A request waits this many minutes, at most 366 days; 7 days if absent. */
  readonly expireAfterMinutes?: number;
  /** The channels that are exempt from the policies for transfers; none if absent. */
  readonly exceptWays?: readonly ExemptWay[];
  /** A member needs the permission to manage policies. */
  readonly by: Actor;
}

/**
 * Replaces a merchant's policies of one kind by a new version. Pending requests keep the policy they were opened under;
 * when they are released, the stricter of the two applies. Throws `bad_policy`, and AccessError `not_permitted`.
 */
export async function setPolicies(
  ctx: Pick<Context, "db">,
  merchantId: string,
  wanted: PoliciesToSet,
): Promise<PolicySet> {
  return ctx.db.inMerchant(merchantId, (tx) => setPoliciesWithin(tx, wanted));
}

/** The same in the caller's transaction. */
export async function setPoliciesWithin(tx: Tx, wanted: PoliciesToSet): Promise<PolicySet> {
  const { subjectKind, policies, expireAfterMinutes = EXPIRE_AFTER_MINUTES, exceptWays = [], by } = wanted;
  await checkPoliciesToSet(tx, wanted);
  const [head] = await tx.query<{ version: number }>(NEXT_VERSION, [
    tx.merchantId,
    subjectKind,
    policies.length > 0,
    expireAfterMinutes,
    tx.now,
    by,
    exceptWays,
  ]);
  const { version } = head!;
  await insertPolicies(tx, { subjectKind, version, policies });
  await noteInfluence(tx, by, [policiesOf(tx.merchantId, subjectKind)]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "approvals.policies_set",
      subject: `policies:${subjectKind}`,
      detail: { version, expireAfterMinutes, exceptWays: [...exceptWays], policies: policies.map(inJson) },
    },
  ]);
  return { subjectKind, version, expireAfterMinutes, policies, exceptWays };
}

/** Throws the reason if `by` may not set these policies. */
export async function checkPoliciesToSet(
  tx: Tx,
  { subjectKind, policies, expireAfterMinutes = EXPIRE_AFTER_MINUTES, exceptWays = [], by }: PoliciesToSet,
): Promise<void> {
  checkPolicies(policies, subjectKind);
  checkExceptions(exceptWays, subjectKind);
  if (!Number.isInteger(expireAfterMinutes) || expireAfterMinutes < 1 || expireAfterMinutes > 366 * 24 * 60)
    throw ApprovalError.bad_policy({ why: "requests last one minute to 366 days" });
  await requirePermission(tx, by, "manage_policies");
  await refuseStrangers(tx, policies);
  await refuseUnknownSources(tx, policies);
}

/** Writes amounts in paise as text, because JSON has no numbers that large. */
export const inJson = ({ fromPaise, toPaise, levels, ...policy }: Policy) => ({
  ...policy,
  fromPaise: fromPaise?.toString() ?? null,
  toPaise: toPaise?.toString() ?? null,
  levels: levels.map((level) => ({ ...level })),
});

/** A level that waits for someone who does not exist would never be filled. */
async function refuseStrangers(tx: Tx, policies: readonly Policy[]): Promise<void> {
  const named = policies.flatMap(({ levels }) => levels.flatMap(({ memberIds }) => memberIds ?? []));
  const found = await readPermissions(tx, named);
  const stranger = named.find((memberId) => !found.has(memberId));
  if (stranger !== undefined)
    throw ApprovalError.bad_policy({ why: "the organization has no such member", memberId: stranger });
}

/** Nothing is paid from a fund source that does not exist, so such a condition would let everything pass. */
async function refuseUnknownSources(tx: Tx, policies: readonly Policy[]): Promise<void> {
  const named = policies.flatMap(({ fundSourceIds }) => fundSourceIds ?? []);
  if (named.length === 0) return;
  const [row] = await tx.query<{ unknown: string }>(FIND_UNKNOWN_SOURCE, [tx.merchantId, named]);
  if (row !== undefined)
    throw ApprovalError.bad_policy({
      why: "the merchant has no such fund source",
      fundSourceId: row.unknown,
    });
}

async function insertPolicies(
  tx: Tx,
  { subjectKind, version, policies }: Pick<PolicySet, "subjectKind" | "version" | "policies">,
): Promise<void> {
  await tx.execute(INSERT, [
    tx.merchantId,
    subjectKind,
    version,
    policies.map(({ name }) => name),
    policies.map(({ fromPaise }) => fromPaise),
    policies.map(({ toPaise }) => toPaise),
    policies.map(({ rails, fundSourceIds, creators }) => JSON.stringify({ rails, fundSourceIds, creators })),
    policies.map(({ levels }) => JSON.stringify(levels)),
  ]);
}

// This also takes the lock: releases by the old version are committed first.
const NEXT_VERSION = `
  insert into approvals.policy_set as head
    (merchant_id, subject_kind, version, in_force, expire_after_minutes, set_at, set_by, except_ways)
  values ($1, $2, 1, $3, $4, $5, $6, $7)
  on conflict (merchant_id, subject_kind) do update
  set version = head.version + 1, in_force = excluded.in_force,
    except_ways = excluded.except_ways,
    expire_after_minutes = excluded.expire_after_minutes, set_at = excluded.set_at, set_by = excluded.set_by
  returning version`;

const FIND_UNKNOWN_SOURCE = `
  select named.id as unknown
  from unnest($2::text[]) as named (id)
  where not exists (
    select from fund_sources.fund_source
    where merchant_id = $1
      and fund_source_id = named.id
      and kind in ('wallet', 'bank_account', 'intermediate')
  )
  limit 1`;

// Lists within a list have no array type of their own, so conditions travel as JSON.
const INSERT = `
  insert into approvals.policy (merchant_id, subject_kind, version, place, name, from_paise, to_paise, rails,
    fund_source_ids, creators, levels)
  select $1, $2, $3, place, name, from_paise, to_paise, condition.rails, condition."fundSourceIds",
    condition.creators, levels
  from unnest($4::text[], $5::bigint[], $6::bigint[], $7::jsonb[], $8::jsonb[])
    with ordinality as given (name, from_paise, to_paise, conditions, levels, place)
  cross join lateral jsonb_to_record(conditions)
    as condition (rails text[], "fundSourceIds" text[], creators text[])`;
