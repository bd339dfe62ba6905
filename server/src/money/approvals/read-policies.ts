import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import {
  APPROVING,
  EXPIRE_AFTER_MINUTES,
  GUARD,
  GUARDS,
  type Policy,
  type PolicySet,
  SUBJECT_KINDS,
  type SubjectKind,
} from "./policy.ts";
import { setPolicies } from "./set-policies.ts";

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
