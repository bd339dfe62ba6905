/** The permissions of members, with one name for each, and the roles that bundle them. */
import type { MerchantMode } from "./credentials.ts";

/** Every permission. The database holds the same list. */
export const PERMISSIONS = [
  /** Allows seeing transfers and everything around them. */
  "access_transfers",
  "initiate_quick_transfer",
  "initiate_bulk_transfer",
  "approve_quick_transfer",
  "approve_bulk_transfer",
  "manage_beneficiaries",
  "reveal_account_numbers",
  "export_data",
  /**
   * Allows withdrawals, refunds, moving money between the merchant's own fund sources, and sharing orders among them.
   */
  "manage_fund_sources",
  "manage_keys",
  "manage_webhooks",
  "manage_limits",
  "manage_settings",
  "manage_policies",
  "manage_members",
  "view_audit_log",
  /** Allows deciding about changes that others make: beneficiaries, keys, limits. */
  "approve_changes",
  /** Allows changing what the other Owners may do. */
  "own_organization",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const HARMLESS: readonly Permission[] = [
  "access_transfers",
  "reveal_account_numbers",
  "export_data",
  "view_audit_log",
];

/** Permissions to pay, to approve, and to change who or what may do so. Giving them can require another person. */
export const POWERS: ReadonlySet<Permission> = new Set(
  PERMISSIONS.filter((permission) => !HARMLESS.includes(permission)),
);

/** Returns those of these permissions that are powers. */
export const powersOf = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => POWERS.has(permission));

export type Role = "owner" | "admin" | "initiator" | "approver" | "developer" | "viewer";

/** The permissions of each role. */
export const ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => permission !== "own_organization"),
  initiator: ["access_transfers", "initiate_quick_transfer", "initiate_bulk_transfer"],
  approver: [
    "initiate_quick_transfer",
    "initiate_bulk_transfer",
    "approve_quick_transfer",
    "approve_bulk_transfer",
  ],
  developer: ["access_transfers", "manage_keys", "manage_webhooks"],
  viewer: ["access_transfers", "export_data"],
};

/** Approvers can always see transfers, because they must see what they decide about. */
const SHOWS_TRANSFERS: readonly Permission[] = ["approve_quick_transfer", "approve_bulk_transfer"];

/** Returns everything that these permissions allow, including what follows from them. */
export function allowedBy(permissions: readonly Permission[]): ReadonlySet<Permission> {
  const allowed = new Set(permissions);
  if (SHOWS_TRANSFERS.some((permission) => allowed.has(permission))) allowed.add("access_transfers");
  return allowed;
}

/** Permissions by the name of their role, one by one, or by a custom role. */
export type Grant =
  | { readonly role: Role }
  | { readonly permissions: readonly Permission[] }
  | { readonly roleId: string };

/** One grant for both environments, or one for each, because rights in the sandbox are not rights in live. */
export type Grants = Grant | Readonly<Record<MerchantMode, Grant>>;

/** Returns the grant for each environment. */
export const byEnvironment = (grants: Grants): Readonly<Record<MerchantMode, Grant>> =>
  "live" in grants ? grants : { sandbox: grants, live: grants };

/** Returns the permissions that a grant names, each once, in the order of the list above. */
export function permissionsOf(grant: Exclude<Grant, { roleId: string }>): Permission[] {
  const granted = new Set("role" in grant ? ROLES[grant.role] : grant.permissions);
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

/** Returns the role that allows exactly this; null for a custom set. */
export function roleOf(permissions: readonly Permission[]): Role | null {
  const held = new Set(permissions);
  const fits = (role: Role): boolean =>
    ROLES[role].length === held.size && ROLES[role].every((permission) => held.has(permission));
  return (Object.keys(ROLES) as Role[]).find(fits) ?? null;
}

/** True if a text from outside names a permission. */
export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
