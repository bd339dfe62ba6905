/**
 * A lost second factor is removed a day after two members who manage members have agreed to it, or by the operator at
 * once. Within the day the member, either of the two or another who manages members can stop it.
 */
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Reader, Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { organizationOf } from "./check-factor.ts";
import { stopIfWaiting } from "./hold-owner-change.ts";
import { noteFactorReset } from "./influence.ts";
import { endSessions } from "./sessions.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { lockForChange, memberOf, requirePermission } from "./require-permission.ts";
import { showPeople, type ShownPerson } from "./show-people.ts";
import { makeTicket, peekTicket, takeTicket } from "./ticket.ts";

/** A reset waits this many hours after a second member has agreed to it. */
export const FACTOR_RESET_HOURS = 24;

/**
 * Requests that another member's second factors be removed. Repeating it makes no second request. Throws
 * `member_not_found`, `own_request`, `not_permitted`, `not_yours_to_give`.
 */
export async function askToResetFactors(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<{ resetId: string }> {
  return inOrganization(ctx, organizationId, async (tx) => {
    await lockForChange(tx, by, memberId);
    const asker = memberOf(by);
    if (asker === null || asker === memberId) throw AccessError.own_request();
    const resetId = newId();
    const [kept] = await tx.query<{ resetId: string }>(ASK, [resetId, organizationId, memberId, asker]);
    if (kept!.resetId === resetId) await note(tx, { memberId, by, action: "access.factor_reset_asked" });
    return kept!;
  });
}

/**
 * Approves a reset that another member has requested, or refuses it. An approved reset happens a day later, and can be
 * refused until then. Throws `reset_not_found`, `own_request`, `not_permitted`, `not_yours_to_give`.
 */
export async function decideFactorReset(
  ctx: Context,
  organizationId: string,
  { resetId, agree, by }: { resetId: string; agree: boolean; by: Actor },
): Promise<{ dueAt: Date | null }> {
  return inOrganization(ctx, organizationId, async (tx) => {
    const [asked] = await tx.query<AskedReset>(LOCK_RESET, [organizationId, resetId, null]);
    if (asked === undefined) {
      await requirePermission(tx, by, "manage_members");
      throw AccessError.reset_not_found();
    }
    await lockForChange(tx, by, asked.memberId);
    if (!agree) return refuse(tx, asked, by);
    const decider = memberOf(by);
    const { memberId } = asked;
    if (decider === null || decider === memberId || decider === asked.askedBy)
      throw AccessError.own_request();
    const [agreed] = await tx.query<{ dueAt: Date }>(AGREE, [resetId, decider, FACTOR_RESET_HOURS]);
    if (agreed === undefined) throw AccessError.reset_not_found();
    const detail = { dueAt: agreed.dueAt.toISOString() };
    await note(tx, { memberId, by, action: "access.factor_reset_agreed", detail });
    return agreed;
  });
}

/** Stops the reset of a member's own second factors; returns whether there was one. */
export async function keepFactors(
  ctx: Context,
  { organizationId, memberId }: { organizationId: string; memberId: string },
): Promise<boolean> {
  return inOrganization(ctx, organizationId, (tx) => keep(tx, memberId));
}

/** Reads the waiting removal of a member's second factors, with the member who requested it. */
export async function readFactorReset(
  read: Reader,
  memberId: string,
): Promise<{ askedBy: ShownPerson; dueAt: Date | null } | null> {
  const [reset] = await read.query<{ askedBy: string; dueAt: Date | null }>(READ_OPEN, [memberId]);
  if (reset === undefined) return null;
  return { ...reset, askedBy: (await showPeople(read, [reset.askedBy])).get(reset.askedBy)! };
}

/**
 * Makes a link, valid for seven days, by which the member stops the reset of its own second factors and any waiting
 * change that would take its rights as an Owner.
 */
export async function startKeepingFactors(ctx: Context, memberId: string): Promise<string> {
  return ctx.db.directory((tx) => makeTicket(tx, "keep_factors", { memberId }));
}

/**
 * Stops everything that waits for the member, by a link from a notification. Throws `ticket_invalid`, also if there is
 * nothing left to stop.
 */
export async function keepFactorsByLink(ctx: Context, ticket: string): Promise<void> {
  const { memberId } = await ctx.db.directory((tx) => peekTicket(tx, "keep_factors", ticket));
  if (memberId === null) throw AccessError.ticket_invalid();
  await inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
    await takeTicket(tx, "keep_factors", ticket);
    const hadReset = await keep(tx, memberId);
    const hadChange = await stopIfWaiting(tx, { memberId, by: `member:${memberId}` });
    if (!hadReset && !hadChange) throw AccessError.ticket_invalid();
  });
}

/** Removes a member's second factors on the operator's behalf. Throws `member_not_found`. */
export async function resetFactors(ctx: Context, organizationId: string, memberId: string): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    await lockForChange(tx, "system", memberId);
    await removeFactors(tx, { memberId, by: "system" });
  });
}

/** Finds organizations in which a reset's day is over, at most 100 at a time. */
export async function findDueFactorResets(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.directory((tx) => tx.query<{ id: string }>(FIND_DUE));
  return rows.map(({ id }) => id);
}

/**
 * Carries out the resets of an organization whose waiting time has passed. A reset lapses if the member who requested
 * it, or the one who approved it, may no longer act on the member concerned.
 */
export async function completeFactorResets(ctx: Context, organizationId: string): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    for (const reset of await tx.query<AskedReset & { agreedBy: string }>(LOCK_DUE, [organizationId])) {
      const { resetId, memberId, askedBy, agreedBy } = reset;
      if (await mayBoth(tx, reset)) {
        await tx.execute(DECIDE, [resetId, agreedBy, "done"]);
        await removeFactors(tx, { memberId, by: `member:${agreedBy}` });
        await noteFactorReset(tx, memberId);
      } else {
        await tx.execute(WITHDRAW, [resetId]);
        const detail = { askedBy, agreedBy };
        await note(tx, { memberId, by: "system", action: "access.factor_reset_lapsed", detail });
      }
    }
  });
}

async function mayBoth(tx: Tx, reset: AskedReset & { agreedBy: string }): Promise<boolean> {
  const { memberId, askedBy, agreedBy } = reset;
  try {
    for (const one of [askedBy, agreedBy]) await lockForChange(tx, `member:${one}`, memberId);
    return true;
  } catch (error) {
    if (AccessError.is(error, "not_permitted") || AccessError.is(error, "not_yours_to_give")) return false;
    throw error;
  }
}

async function keep(tx: Tx, memberId: string): Promise<boolean> {
  const [asked] = await tx.query<AskedReset>(LOCK_RESET, [tx.merchantId, null, memberId]);
  if (asked === undefined) return false;
  await refuse(tx, asked, `member:${memberId}`);
  return true;
}

async function refuse(
  tx: Tx,
  { resetId, memberId, askedBy }: AskedReset,
  by: Actor,
): Promise<{ dueAt: null }> {
  const decider = memberOf(by);
  if (decider === null || decider === askedBy) await tx.execute(WITHDRAW, [resetId]);
  else await tx.execute(DECIDE, [resetId, decider, "refused"]);
  await note(tx, { memberId, by, action: "access.factor_reset_refused" });
  return { dueAt: null };
}

/** Removes a member's second factors and ends its sessions, in the caller's transaction. */
export async function removeFactors(
  tx: Tx,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<void> {
  await tx.execute("delete from access.authenticator where member_id = $1", [memberId]);
  await tx.execute("delete from access.passkey where member_id = $1", [memberId]);
  await tx.execute("delete from access.recovery_code where member_id = $1", [memberId]);
  await note(tx, { memberId, by, action: "access.factors_reset" });
  await endSessions(tx, { memberId, by, because: "second_factor_changed" });
}

interface Note {
  readonly memberId: string;
  readonly by: Actor;
  readonly action: string;
  readonly detail?: Readonly<Record<string, string>>;
}

async function note(tx: Tx, { memberId, by, action, detail = {} }: Note): Promise<void> {
  await recordAudit(tx, [{ actor: by, action, subject: `member:${memberId}`, detail }]);
}

interface AskedReset {
  readonly resetId: string;
  readonly memberId: string;
  readonly askedBy: string;
}

const ASK = `
  insert into access.factor_reset as kept (reset_id, organization_id, member_id, asked_by)
  values ($1, $2, $3, $4)
  on conflict (member_id) where outcome is null do update set asked_by = kept.asked_by
  returning reset_id as "resetId"`;

const RESET = 'reset_id as "resetId", member_id as "memberId", asked_by as "askedBy"';

const LOCK_RESET = `
  select ${RESET}
  from access.factor_reset
  where organization_id = $1
    and outcome is null
    and ($2::uuid is null or reset_id = $2)
    and ($3::uuid is null or member_id = $3)
  for update`;

const READ_OPEN = `
  select asked_by as "askedBy", due_at as "dueAt"
  from access.factor_reset
  where member_id = $1 and outcome is null`;

const AGREE = `
  update access.factor_reset
  set agreed_by = $2, due_at = now() + make_interval(hours => $3)
  where reset_id = $1 and agreed_by is null
  returning due_at as "dueAt"`;

const FIND_DUE = `
  select distinct organization_id as id
  from access.factor_reset
  where outcome is null and due_at <= now()
  limit 100`;

const LOCK_DUE = `
  select ${RESET}, agreed_by as "agreedBy"
  from access.factor_reset
  where organization_id = $1 and outcome is null and due_at <= now()
  order by due_at
  for update`;

const DECIDE = `
  update access.factor_reset
  set decided_by = $2, decided_at = now(), outcome = $3
  where reset_id = $1`;

const WITHDRAW = `
  delete from access.factor_reset
  where reset_id = $1`;
