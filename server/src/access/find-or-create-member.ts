import type { Context } from "#lib/context";
import { cleanEmail, insertMember } from "./add-member.ts";
import { AccessError } from "./errors.ts";
import { hashPassword } from "./hash-password.ts";
import { inOrganization } from "./in-organization.ts";
import { lockName } from "./lock-name.ts";
import type { Role } from "./permissions.ts";

export interface NewMember {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/**
 * The member with that e-mail address, made when there is none; one who is there keeps permissions and password.
 * Throws `email_taken` when that member belongs to another organization, `bad_password` for a weak one.
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
