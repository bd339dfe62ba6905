/** A member as it may be shown, and how the table is read. */
import { roleOf, type Permission, type Role } from "./permissions.ts";

export interface Member {
  readonly memberId: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** The role that allows exactly these; null: a custom role, or permissions given one by one. */
  readonly role: Role | null;
  /** The member's custom role. */
  readonly roleId: string | null;
  /** A disabled member keeps its permissions and may use none of them. */
  readonly active: boolean;
  readonly createdAt: Date;
}

export type MemberRow = Omit<Member, "role">;

export const MEMBER_COLUMNS = `
  member.member_id as "memberId", member.organization_id as "organizationId", member.email, member.name,
  member.permissions, member.role_id as "roleId", member.active, member.created_at as "createdAt"`;

export const toMember = (row: MemberRow): Member => ({
  ...row,
  role: row.roleId === null ? roleOf(row.permissions) : null,
});

/**
 * The organization whose merchant `$1` is; an organization's own transaction has the organization's id there.
 */
export const ORGANIZATION_OF_TX = `
  coalesce((select merchant.organization_id from access.merchant where merchant.merchant_id = $1), $1)`;
