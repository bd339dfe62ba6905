import type { Context } from "#lib/context";
import { changeMember, MODES } from "./change-member.ts";
import { AccessError } from "./errors.ts";
import { endOwnerChange, noteOwnerChange } from "./hold-owner-change.ts";
import { inOrganization } from "./organization.ts";
import type { Grants } from "./permissions.ts";

interface DueChange {
  readonly memberId: string;
  readonly askedBy: string;
  readonly grants: Grants | null;
}

/** Finds at most 100 organizations in which a change to an Owner is due. */
export async function findDueOwnerChanges(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ id: string }>(FIND_DUE));
  return rows.map(({ id }) => id);
}

/**
 * Carries out the changes to Owners of an organization whose day is over, but only what they take: a right that the
 * member does not hold then is not given. A change lapses if it could not be made any more, for example because its
 * maker is no longer an Owner.
 */
export async function completeOwnerChanges(ctx: Context, organizationId: string): Promise<void> {
  const due = await inOrganization(ctx, organizationId, (tx) =>
    tx.query<DueChange>(READ_DUE, [organizationId]),
  );
  for (const change of due)
    try {
      await complete(ctx, organizationId, change);
    } catch (error) {
      if (!AccessError.is(error)) throw error;
      await lapse(ctx, organizationId, change);
    }
}

async function complete(
  ctx: Context,
  organizationId: string,
  { memberId, askedBy, grants }: DueChange,
): Promise<void> {
  const what =
    grants === null
      ? ({ active: false, action: "access.member_disabled" } as const)
      : ({ grant: grants, action: "access.member_permissions_set" } as const);
  const by = `member:${askedBy}` as const;
  await changeMember(ctx, organizationId, { memberId, ...what, withholdIn: MODES, hasWaited: true, by });
}

/** A change that was stopped in the meantime cannot lapse. */
async function lapse(ctx: Context, organizationId: string, { memberId, askedBy }: DueChange): Promise<void> {
  await inOrganization(ctx, organizationId, async (tx) => {
    if (!(await endOwnerChange(tx, { memberId, isDue: true }))) return;
    const action = "access.owner_change_lapsed";
    await noteOwnerChange(tx, { memberId, by: "system", action, detail: { askedBy } });
  });
}

const FIND_DUE = `
  select distinct organization_id as id
  from access.owner_change
  where due_at <= now()
  limit 100`;

const READ_DUE = `
  select member_id as "memberId", asked_by as "askedBy", grants
  from access.owner_change
  where organization_id = $1 and due_at <= now()
  order by due_at, member_id`;
