import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { CheckChange } from "./change-member.ts";
import { cleanName } from "./clean-name.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import type { Mode } from "./credentials.ts";
import type { Granted } from "./member.ts";
import { noteInfluence } from "./influence.ts";
import type { Grants } from "./permissions.ts";
import { NOTHING, requireMayGive } from "./require-may-give.ts";
import { requirePermission } from "./require-permission.ts";
import { resolveGrants } from "./resolve-grant.ts";
import { toGrant, withhold, type Withheld } from "./withhold.ts";

export interface MemberToAdd {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  /** In both environments, or in each its own. */
  readonly grant: Grants;
  /** Environments in which powers are not given yet: others have to agree first. */
  readonly withholdIn?: readonly Mode[];
  readonly check?: CheckChange;
  /** A member needs the permission to manage members. */
  readonly by: Actor;
}

/** A member as added, and what was not given yet. */
export interface AddedMember {
  readonly memberId: string;
  readonly rights: Readonly<Record<Mode, Granted>>;
  readonly withheld: Withheld;
}

/**
 * Adds a person to an organization; a password comes later. A member who adds is not told whether the address has an
 * account elsewhere. Throws `organization_not_found`, `email_taken` (in this organization; for the operator in any),
 * `bad_email`, `bad_name`, `not_permitted`, `not_yours_to_give`,
 * `role_not_found`.
 */
export async function addMember(ctx: Context, input: MemberToAdd): Promise<AddedMember> {
  try {
    return await inOrganization(ctx, input.organizationId, async (tx) => {
      await requirePermission(tx, input.by, "manage_members");
      const given = await resolveGrants(tx, input.grant);
      await requireMayGive(tx, input.by, { given, held: NOTHING });
      await refuseOwnAddress(tx, cleanEmail(input.email));
      await input.check?.(tx, { takes: [] });
      const { now: grant, withheld } = withhold(given, NOTHING, input.withholdIn ?? []);
      const { memberId } = await insertMember(tx, {
        ...input,
        grant: { sandbox: toGrant(grant.sandbox), live: toGrant(grant.live) },
        passwordHash: null,
        // Only the operator's word stands for an address; an invitation proves nothing until it is accepted.
        emailProved: input.by === "system",
      });
      await noteInfluence(tx, input.by, [`member:${memberId}`]);
      return { memberId, rights: grant, withheld };
    });
  } catch (error) {
    if (violates(error, "member_email_once")) throw AccessError.email_taken();
    if (!violates(error, "member_organization_id_fkey")) throw error;
    throw AccessError.organization_not_found({ organizationId: input.organizationId });
  }
}

/** It is not revealed that another organization has the address; members of this one are seen anyway. */
async function refuseOwnAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(LOCK_ORGANIZATION, [tx.merchantId]);
  const own = await tx.query(FIND_OWN, [tx.merchantId, email]);
  if (own.length > 0) throw AccessError.email_taken();
}

/** The same within a transaction of the organization that looked first. */
export async function insertMember(
  tx: Tx,
  input: Omit<MemberToAdd, "organizationId"> & { passwordHash: string | null; emailProved?: boolean },
): Promise<{ memberId: string }> {
  const memberId = newId();
  const email = cleanEmail(input.email);
  const name = cleanName(input.name);
  const { sandbox, live } = await resolveGrants(tx, input.grant);
  await tx.execute(
    `insert into access.member (
       member_id, organization_id, email, name, permissions, password_hash, email_proved, role_id,
       sandbox_permissions, sandbox_role_id
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      memberId,
      tx.merchantId,
      email,
      name,
      live.permissions,
      input.passwordHash,
      input.emailProved ?? true,
      live.roleId,
      sandbox.permissions,
      sandbox.roleId,
    ],
  );
  await recordAudit(tx, [
    {
      actor: input.by,
      action: "access.member_added",
      subject: `member:${memberId}`,
      detail: { email, name, permissions: live.permissions, sandboxPermissions: sandbox.permissions },
    },
  ]);
  return { memberId };
}

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;

const FIND_OWN = `
  select
  from access.member
  where organization_id = $1 and email = $2
  limit 1`;

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** An e-mail address as it is kept. Throws `bad_email`. */
export function cleanEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!EMAIL.test(email)) throw AccessError.bad_email();
  return email;
}
