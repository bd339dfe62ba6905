import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { insertMember } from "./add-member.ts";
import type { BusinessType } from "./business-type.ts";
import { hashNewPassword } from "./check-password.ts";
import { cleanName } from "./clean-name.ts";
import { inOrganization } from "./in-organization.ts";

export interface Founding {
  readonly name: string;
  readonly businessType: BusinessType | null;
  readonly owner: {
    readonly name: string;
    readonly email: string;
    /** Null: only the session that is started now leads in. */
    readonly password: string | null;
  };
  /** Of a try-out: after so many hours nothing of it works any more. */
  readonly hours?: number;
}

/**
 * Registers a business together with its first member, an Owner whose address is not proved yet. Another member may
 * have that address: this is not revealed. Throws `bad_name`, `bad_email`, `bad_password`, `weak_password`.
 */
export async function foundOrganization(
  ctx: Context,
  { name, businessType, owner, hours }: Founding,
): Promise<{ organizationId: string; memberId: string }> {
  const organizationId = newId();
  const passwordHash = owner.password === null ? null : await hashNewPassword(owner.password, owner);
  const member = { ...owner, grant: { role: "owner" }, by: "system", emailProved: false } as const;
  return inOrganization(ctx, organizationId, async (tx) => {
    await tx.execute(FOUND, [organizationId, cleanName(name), businessType, hours ?? null]);
    await recordAudit(tx, [
      {
        actor: "system",
        action: "access.organization_founded",
        subject: `organization:${organizationId}`,
        detail: { name, businessType },
      },
    ]);
    const { memberId } = await insertMember(tx, { ...member, passwordHash });
    return { organizationId, memberId };
  });
}

const FOUND = `
  insert into access.organization (organization_id, name, business_type, ends_at)
  values ($1, $2, $3, now() + make_interval(hours => $4::integer))`;
