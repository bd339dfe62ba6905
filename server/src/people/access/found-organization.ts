import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { cleanEmail, insertMember } from "./add-member.ts";
import { type BusinessType, inOrganization } from "./organization.ts";
import { hashNewPassword } from "./password.ts";
import { cleanName } from "./names.ts";

interface Founding {
  readonly name: string;
  readonly businessType: BusinessType | null;
  readonly owner: {
    readonly name: string;
    readonly email: string;
    /** Null if only the session that is started now gives access. */
    readonly password: string | null;
  };
  /** Set for a try-out, which stops working after this many hours. */
  readonly hours?: number;
}

/**
 * Registers a business with its first member, an Owner whose address is not proved yet. Another member may have that
 * address, which is not revealed. `prepare` does its work for the organization before its Owner exists: if it fails,
 * the organization stays empty, no one can log in, and the address stays free. Throws `bad_name`, `bad_email`,
 * `bad_password`, `weak_password`, and the errors of `prepare`.
 */
export async function foundOrganization(
  ctx: Context,
  { name, businessType, owner, hours }: Founding,
  prepare: (organizationId: string) => Promise<void> = async () => undefined,
): Promise<{ organizationId: string; memberId: string }> {
  const organizationId = newId();
  const passwordHash =
    owner.password === null ? null : await hashNewPassword(owner.password, { ...owner, organization: name });
  const member = { ...owner, grant: { role: "owner" }, by: "system", emailProved: false } as const;
  const businessName = cleanName(name);
  // The names are checked before anything is created.
  cleanName(owner.name);
  cleanEmail(owner.email);
  await inOrganization(ctx, organizationId, async (tx) => {
    await tx.execute(FOUND, [organizationId, businessName, businessType, hours ?? null]);
    await recordAudit(tx, [
      {
        actor: "system",
        action: "access.organization_founded",
        subject: `organization:${organizationId}`,
        detail: { name, businessType },
      },
    ]);
  });
  await prepare(organizationId);
  return inOrganization(ctx, organizationId, async (tx) => {
    const { memberId } = await insertMember(tx, { ...member, passwordHash });
    return { organizationId, memberId };
  });
}

const FOUND = `
  insert into access.organization (organization_id, name, business_type, ends_at)
  values ($1, $2, $3, now() + make_interval(hours => $4::integer))`;
