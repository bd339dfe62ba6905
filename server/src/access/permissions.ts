/** What a member may do, one name for each, and the roles that are bundles of them. */

/** Every permission. The database holds the same list. */
export const PERMISSIONS = [
  "access_transfers",
  "initiate_quick_transfer",
  "initiate_bulk_transfer",
  "approve_quick_transfer",
  "approve_bulk_transfer",
  "manage_beneficiaries",
  "manage_keys",
  "manage_limits",
  "manage_settings",
  "manage_policies",
  "manage_members",
  /** To decide about what others change: beneficiaries, keys, limits. */
  "approve_changes",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export type Role = "admin" | "initiator" | "approver";

const INITIATES: readonly Permission[] = [
  "access_transfers",
  "initiate_quick_transfer",
  "initiate_bulk_transfer",
];

/** What each role may do. An approver sees transfers too: nobody can decide about what is hidden. */
export const ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
  initiator: INITIATES,
  approver: [...INITIATES, "approve_quick_transfer", "approve_bulk_transfer"],
};

/** Permissions by the name of their role, or one by one. */
export type Grant = { readonly role: Role } | { readonly permissions: readonly Permission[] };

/** What a grant allows, each permission once, in the order of the list above. */
export function permissionsOf(grant: Grant): Permission[] {
  const granted = new Set("role" in grant ? ROLES[grant.role] : grant.permissions);
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

/** The role that allows exactly this; null: a bundle of the organization's own. */
export function roleOf(permissions: readonly Permission[]): Role | null {
  const held = new Set(permissions);
  const fits = (role: Role): boolean =>
    ROLES[role].length === held.size && ROLES[role].every((permission) => held.has(permission));
  return (Object.keys(ROLES) as Role[]).find(fits) ?? null;
}

/** Whether a text from outside names a permission. */
export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
