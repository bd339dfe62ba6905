/** Delays a change that takes live rights from another Owner by a day, during which it can be stopped. */
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { lockForChange, memberOf } from "./require-permission.ts";
import { IS_INVITED, MODE_OF_TX, type Member } from "./member.ts";
import type { MerchantMode } from "./credentials.ts";
import type { Grants, Permission } from "./permissions.ts";

/** The delay, in hours. */
export const OWNER_CHANGE_HOURS = 24;

interface Taking {
  readonly by: Actor;
  /** The member as it is now. */
  readonly before: Member;
  /** The change takes something in these environments. */
  readonly takes: readonly MerchantMode[];
}

/**
 * Returns true if a change takes live rights from another Owner who has joined. An invitation to a wrong address can be
 * taken back at once. The operator waits for no one.
 */
export async function takesFromOwner(tx: Tx, { by, before, takes }: Taking): Promise<boolean> {
  const isOwner = before.active && before.rights.live.permissions.includes("own_organization");
  if (!isOwner || !takes.includes("live") || [null, before.memberId].includes(memberOf(by))) return false;
  const [joined] = await tx.query(FIND_JOINED_IN_LIVE, [tx.merchantId, before.memberId]);
  return joined !== undefined;
}

interface ToHold {
  readonly memberId: string;
  /** Absent if the member is to be disabled. */
  readonly grant?: Grants;
  /** The permissions that the change takes in live. */
  readonly taken: readonly Permission[];
  readonly by: Actor;
}

/** Stores a change that has to wait, in place of an earlier one, and returns its due time. */
export async function holdOwnerChange(tx: Tx, { memberId, grant, taken, by }: ToHold): Promise<Date> {
  const wanted = grant === undefined ? null : JSON.stringify(grant);
  const takes = grant === undefined ? null : taken;
  const held = [memberId, tx.merchantId, memberOf(by), wanted, OWNER_CHANGE_HOURS, takes];
  const [row] = await tx.query<{ dueAt: Date }>(HOLD, held);
  const { dueAt } = row!;
  const said = takes === null ? {} : { takes: takes.join(", ") };
  const detail = { dueAt: dueAt.toISOString(), disables: grant === undefined, ...said };
  await noteOwnerChange(tx, { memberId, by, action: "access.owner_change_asked", detail });
  return dueAt;
}

/** Lets an Owner stop a waiting change. Throws like `lockForChange`, and `reset_not_found`. */
export async function stopOwnerChange(
  ctx: Context,
  organizationId: string,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    await lockForChange(tx, by, memberId);
    if (!(await stopIfWaiting(tx, { memberId, by }))) throw AccessError.reset_not_found();
  });
}

/** Stops the change that waits for a member, if there is one, and returns whether there was. */
export async function stopIfWaiting(
  tx: Tx,
  { memberId, by }: { memberId: string; by: Actor },
): Promise<boolean> {
  if (!(await endOwnerChange(tx, { memberId }))) return false;
  await noteOwnerChange(tx, { memberId, by, action: "access.owner_change_stopped" });
  return true;
}

/** Ends the changes that wait for a member, or only those that are due. Returns whether there were any. */
export async function endOwnerChange(
  tx: Tx,
  { memberId, isDue = false }: { memberId: string; isDue?: boolean },
): Promise<boolean> {
  return (await tx.execute(END, [memberId, isDue])) > 0;
}

interface Noted {
  readonly memberId: string;
  readonly by: Actor;
  readonly action: string;
  readonly detail?: Readonly<Record<string, string | boolean>>;
}

/** Records the end of a change that was waiting to take effect. */
export async function noteOwnerChange(tx: Tx, { memberId, by, action, detail = {} }: Noted): Promise<void> {
  await recordAudit(tx, [{ actor: by, action, subject: `member:${memberId}`, detail }]);
}

const FIND_JOINED_IN_LIVE = `
  select
  from access.member
  where member_id = $2 and ${MODE_OF_TX} = 'live' and not ${IS_INVITED}`;

const HOLD = `
  insert into access.owner_change (member_id, organization_id, asked_by, grants, due_at, takes)
  values ($1, $2, $3, $4, now() + make_interval(hours => $5), $6)
  on conflict (member_id) do update
  set asked_by = excluded.asked_by, grants = excluded.grants, due_at = excluded.due_at, takes = excluded.takes
  returning due_at as "dueAt"`;

const END = `
  delete from access.owner_change
  where member_id = $1 and (due_at <= now() or not $2)`;
