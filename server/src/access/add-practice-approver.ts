import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { insertMember } from "./add-member.ts";
import { inOrganization } from "./in-organization.ts";
import { ROLES } from "./permissions.ts";
import { requirePermission } from "./require-permission.ts";

/** A domain that receives no mail: these members cannot log in. */
const DOMAIN = "practice.vitaran.example";
const MEMBERS_MAX = 5;

/**
 * Adds a member who exists to be played in the sandbox: an approver with a name and nothing to log in with. Answers
 * false where the organization has a live merchant, which has real people, or enough of these. Throws `not_permitted`
 * of a member who may not manage members.
 */
export async function addPracticeApprover(
  ctx: Context,
  organizationId: string,
  { by }: { by: Actor },
): Promise<boolean> {
  return inOrganization(ctx, organizationId, async (tx) => {
    await requirePermission(tx, by, "manage_members");
    const [found] = await tx.query<{ live: boolean; count: bigint }>(COUNT, [
      organizationId,
      `%@%.${DOMAIN}`,
    ]);
    const { live, count } = found!;
    if (live || count >= MEMBERS_MAX) return false;
    const nth = Number(count) + 1;
    await insertMember(tx, {
      name: nth === 1 ? "Practice Approver" : `Practice Approver ${nth}`,
      email: `approver-${nth}@${organizationId}.${DOMAIN}`,
      grant: { sandbox: { permissions: [...ROLES.approver, "approve_changes"] }, live: { permissions: [] } },
      by,
      passwordHash: null,
      emailProved: false,
    });
    return true;
  });
}

/** Ends them in the transaction that opens a live merchant of their organization. */
export async function endPracticeApprovers(tx: Tx, organizationId: string): Promise<void> {
  await tx.execute(END, [organizationId, `%@%.${DOMAIN}`]);
}

// The lock on the organization puts this and the opening of a live merchant in order.
const COUNT = `
  with held as (
    select organization_id from access.organization where organization_id = $1 for update
  )
  select
    exists (select from access.merchant where merchant.organization_id = held.organization_id and mode = 'live')
      as live,
    (select count(*) from access.member
     where member.organization_id = held.organization_id and member.email like $2) as count
  from held`;

const END = `
  update access.member
  set active = false
  where organization_id = $1 and email like $2`;
