import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { AccessError } from "./errors.ts";
import { hashPassword } from "./hash-password.ts";
import { lockName } from "./lock-name.ts";

export type Role = "admin" | "initiator" | "approver";

export interface NewMember {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/**
 * The member with that e-mail address, made when there is none; one who is there keeps role and password.
 * Throws `email_taken` when that member belongs to another organization, `bad_password` for a weak one.
 */
export async function findOrCreateMember(
  ctx: Context,
  input: NewMember,
): Promise<{ memberId: string; created: boolean }> {
  const email = input.email.trim().toLowerCase();
  const passwordHash = await hashPassword(input.password);
  return ctx.db.directory(async (tx) => {
    await lockName(tx, "member", email);
    const [found] = await tx.query<{ member_id: string; organization_id: string }>(
      `select member_id, organization_id
       from access.member
       where email = $1`,
      [email],
    );
    if (found !== undefined) {
      if (found.organization_id !== input.organizationId) throw AccessError.email_taken();
      return { memberId: found.member_id, created: false };
    }
    const memberId = newId();
    await tx.execute(
      `insert into access.member (member_id, organization_id, email, name, role, password_hash)
       values ($1, $2, $3, $4, $5, $6)`,
      [memberId, input.organizationId, email, input.name, input.role, passwordHash],
    );
    return { memberId, created: true };
  });
}
