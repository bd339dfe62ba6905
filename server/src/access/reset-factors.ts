/** A lost second factor is removed by two members who manage members, or by the operator. */
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { endSessions } from "./end-sessions.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { memberOf, requirePermission } from "./require-permission.ts";

/**
 * Asks that another member's second factors be taken away; asking again is the same request. Throws `member_not_found`,
 * `own_request`, `not_permitted`, `factor_not_found`.
 */
export async function askToResetFactors(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<{ resetId: string }> {
  return inOrganization(ctx, organizationId, async (tx) => {
    await requirePermission(tx, by, "manage_members");
    const asker = memberOf(by);
    if (asker === null || asker === memberId) throw AccessError.own_request();
    await lockMember(tx, memberId);
    const [kept] = await tx.query<{ resetId: string }>(ASK, [newId(), organizationId, memberId, asker]);
    await note(tx, { memberId, by, action: "access.factor_reset_asked" });
    return kept!;
  });
}

/**
 * Agrees to a reset that another member has asked for, or refuses it. Agreed: second factors, recovery codes and
 * sessions of the member are gone. Throws `reset_not_found`, `own_request`, `not_permitted`.
 */
export async function decideFactorReset(
  ctx: Context,
  organizationId: string,
  { resetId, agree, by }: { resetId: string; agree: boolean; by: Actor },
): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    await requirePermission(tx, by, "manage_members");
    const [asked] = await tx.query<{ memberId: string; askedBy: string }>(LOCK_RESET, [
      organizationId,
      resetId,
    ]);
    if (asked === undefined) throw AccessError.reset_not_found();
    const decider = memberOf(by);
    const { memberId } = asked;
    const isOwn = decider === memberId || (agree && decider === asked.askedBy);
    if (decider === null || isOwn) throw AccessError.own_request();
    if (decider === asked.askedBy) await tx.execute(WITHDRAW, [resetId]);
    else await tx.execute(DECIDE, [resetId, decider, agree ? "done" : "refused"]);
    if (agree) await removeFactors(tx, { memberId, by });
    else await note(tx, { memberId, by, action: "access.factor_reset_refused" });
  });
}

/** Removes a member's second factors on the operator's behalf. Throws `member_not_found`. */
export async function resetFactors(ctx: Context, organizationId: string, memberId: string): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    await lockMember(tx, memberId);
    await removeFactors(tx, { memberId, by: "system" });
  });
}

async function removeFactors(tx: Tx, { memberId, by }: { memberId: string; by: Actor }): Promise<void> {
  await tx.execute("delete from access.authenticator where member_id = $1", [memberId]);
  await tx.execute("delete from access.passkey where member_id = $1", [memberId]);
  await tx.execute("delete from access.recovery_code where member_id = $1", [memberId]);
  await note(tx, { memberId, by, action: "access.factors_reset" });
  await endSessions(tx, { memberId, by, because: "second_factor_changed" });
}

async function lockMember(tx: Tx, memberId: string): Promise<void> {
  const [member] = await tx.query(LOCK_MEMBER, [tx.merchantId, memberId]);
  if (member === undefined) throw AccessError.member_not_found({ memberId });
}

async function note(
  tx: Tx,
  { memberId, by, action }: { memberId: string; by: Actor; action: string },
): Promise<void> {
  await recordAudit(tx, [{ actor: by, action, subject: `member:${memberId}` }]);
}

const LOCK_MEMBER = `
  select
  from access.member
  where organization_id = $1 and member_id = $2
  for no key update`;

const ASK = `
  insert into access.factor_reset as kept (reset_id, organization_id, member_id, asked_by)
  values ($1, $2, $3, $4)
  on conflict (member_id) where outcome is null do update set asked_by = kept.asked_by
  returning reset_id as "resetId"`;

const LOCK_RESET = `
  select member_id as "memberId", asked_by as "askedBy"
  from access.factor_reset
  where organization_id = $1 and reset_id = $2 and outcome is null
  for update`;

const DECIDE = `
  update access.factor_reset
  set decided_by = $2, decided_at = now(), outcome = $3
  where reset_id = $1`;

const WITHDRAW = `
  delete from access.factor_reset
  where reset_id = $1`;
