/** The public part of a member, and how the table is read. */
import type { MerchantMode } from "./credentials.ts";
import { roleOf, type Permission, type Role } from "./permissions.ts";

/** The rights of a member in one environment. */
export interface Rights {
  readonly permissions: readonly Permission[];
  /** The role that allows exactly these; null for a custom role, or for permissions given one by one. */
  readonly role: Role | null;
  /** The custom role. */
  readonly roleId: string | null;
}

export interface Member {
  readonly memberId: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  /** The permissions in the environment of the transaction that has read the member. */
  readonly permissions: readonly Permission[];
  readonly rights: Readonly<Record<MerchantMode, Rights>>;
  /** A disabled member keeps its permissions and may use none of them. */
  readonly active: boolean;
  readonly createdAt: Date;
}

export interface MemberRow extends Omit<Member, "rights" | "permissions"> {
  readonly mode: MerchantMode;
  readonly live: Granted;
  readonly sandbox: Granted;
}

/** The rights that a grant gives. */
export interface Granted {
  readonly permissions: readonly Permission[];
  readonly roleId: string | null;
}

/**
 * The organization whose merchant `$1` is; an organization's own transaction has the organization's id there.
 */
export const ORGANIZATION_OF_TX = `
  coalesce((select merchant.organization_id from access.merchant where merchant.merchant_id = $1), $1)`;

/**
 * SQL for the environment of merchant `$1`. The environment of a whole organization is live as soon as it has a live
 * merchant; min() works because "live" sorts before "sandbox".
 */
export const MODE_OF_TX = `
  coalesce(
    (select merchant.mode from access.merchant where merchant.merchant_id = $1),
    (select min(merchant.mode) from access.merchant where merchant.organization_id = $1),
    'sandbox'
  )`;

/** An SQL expression for the permissions of `member` in the sandbox. */
export const SANDBOX_PERMISSIONS = "coalesce(member.sandbox_permissions, member.permissions)";

/**
 * True if `member` has confirmed the address, even by a link that others could read. That does not prove that the
 * member owns it.
 */
export const IS_EMAIL_CONFIRMED = "(member.email_proved or member.email_confirmed)";

/** True if `member` was invited and has not joined yet. */
export const IS_INVITED = `(
  member.password_hash is null
  and not exists (select from access.session where session.member_id = member.member_id)
  and not exists (select from access.passkey where passkey.member_id = member.member_id)
)`;

const LIVE_RIGHTS = `jsonb_build_object('permissions', member.permissions, 'roleId', member.role_id)`;

/** SQL columns with the rights of `member` in each environment, as `live` and `sandbox`. */
export const RIGHTS_COLUMNS = `
  ${LIVE_RIGHTS} as live,
  case
    when member.sandbox_permissions is null then ${LIVE_RIGHTS}
    else jsonb_build_object('permissions', member.sandbox_permissions, 'roleId', member.sandbox_role_id)
  end as sandbox`;

export const MEMBER_COLUMNS = `
  member.member_id as "memberId", member.organization_id as "organizationId", member.email, member.name,
  ${MODE_OF_TX} as mode, ${RIGHTS_COLUMNS}, member.active, member.created_at as "createdAt"`;

export const toRights = ({ permissions, roleId }: Granted): Rights => ({
  permissions,
  role: roleId === null ? roleOf(permissions) : null,
  roleId,
});

export function toMember({ mode, live, sandbox, ...row }: MemberRow): Member {
  const rights = { sandbox: toRights(sandbox), live: toRights(live) };
  return { ...row, permissions: rights[mode].permissions, rights };
}
