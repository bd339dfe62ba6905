import { noteInfluence, readPermissions, requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { checkExceptions, checkPolicies } from "./parse-policies.ts";
import { policiesOf } from "./entangled.ts";
import { ApprovalError } from "./errors.ts";
import {
  EXPIRE_AFTER_MINUTES,
  type Policy,
  type PolicySet,
  type SubjectKind,
  type ExemptWay,
} from "./policy.ts";

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
