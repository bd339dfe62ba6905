import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { newId } from "#lib/ids";
import type { CheckChange } from "./change-member.ts";
import { cleanName, lockName } from "./names.ts";
import { resolveGrants, toGrant, type Withheld, withhold } from "./grants.ts";
import type { MerchantMode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import type { Granted } from "./member.ts";
import { inOrganization } from "./organization.ts";
import { hashPassword } from "./password.ts";
import { type Grants, type Role, ROLES } from "./permissions.ts";
import { NOTHING, requireMayGive, requirePermission } from "./require-permission.ts";

export interface MemberToAdd {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  /** One grant for both environments, or one for each. */
  readonly grant: Grants;
  /** In these environments powers are not given yet, because others have to agree first. */
  readonly withholdIn?: readonly MerchantMode[];
  readonly check?: CheckChange;
  /** A member needs the permission to manage members. */
  readonly by: Actor;
}

/** A member who was added, with the rights that were not given yet. */
export interface AddedMember {
  readonly memberId: string;
  readonly rights: Readonly<Record<MerchantMode, Granted>>;
  readonly withheld: Withheld;
}

/**
 * Adds a person to an organization, who sets a password later. A member who adds does not learn whether the address has
 * an account elsewhere. Throws `organization_not_found`, `email_taken` (in this organization; for the operator in any),
 * `bad_email`, `bad_name`, `not_permitted`, `not_yours_to_give`, `role_not_found`.
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
        // An address counts as proved only if the operator gives it. An invitation proves nothing until it is accepted.
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

/** A member is not told that another organization has the address. Members of this one are visible anyway. */
async function refuseOwnAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(LOCK_ORGANIZATION, [tx.merchantId]);
  const own = await tx.query(FIND_OWN, [tx.merchantId, email]);
  if (own.length > 0) throw AccessError.email_taken();
}

/** Adds the member within a transaction of the organization, which the caller has checked. */
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

/** Returns an e-mail address in the form in which it is stored. Throws `bad_email`. */
export function cleanEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!EMAIL.test(email)) throw AccessError.bad_email();
  return email;
}

interface NewMember {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/**
 * Returns the member with that e-mail address, or creates one. An existing member keeps permissions and password.
 * Throws `email_taken` if that member belongs to another organization, and `bad_password` for a weak one.
 */
export async function findOrCreateMember(
  ctx: Context,
  input: NewMember,
): Promise<{ memberId: string; created: boolean }> {
  const { organizationId, name, role } = input;
  const email = cleanEmail(input.email);
  const passwordHash = await hashPassword(input.password);
  return inOrganization(ctx, organizationId, async (tx) => {
    await lockName(tx, "member", email);
    const [found] = await tx.query<{ member_id: string; organization_id: string }>(
      `select member_id, organization_id
       from access.member
       where email = $1 and email_proved`,
      [email],
    );
    if (found !== undefined) {
      if (found.organization_id !== organizationId) throw AccessError.email_taken();
      return { memberId: found.member_id, created: false };
    }
    const member = { email, name, grant: { role }, by: "system", passwordHash } as const;
    return { ...(await insertMember(tx, member)), created: true };
  });
}

/** A domain that receives no mail, because these members cannot log in. */
const DOMAIN = "practice.vitaran.example";
const MEMBERS_MAX = 5;

/**
 * Adds a practice approver of the sandbox, who has a name and cannot log in. Returns false if the organization has a
 * live merchant, which has real people, or if it has enough practice approvers. Throws `not_permitted` for a member who
 * may not manage members.
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

/** Ends the practice approvers, in the transaction that opens a live merchant of their organization. */
export async function endPracticeApprovers(tx: Tx, organizationId: string): Promise<void> {
  await tx.directory.execute(END, [organizationId, `%@%.${DOMAIN}`]);
}

// The lock on the organization makes sure that this happens before or after the opening of a live merchant, never
// during it.
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
