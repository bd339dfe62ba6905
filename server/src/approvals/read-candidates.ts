import { allowedBy, listMembers, type Permitted } from "#access";
import type { Tx } from "#lib/db";

const MEMBERS_MAX = 500;

/** Members who can be asked at all: active, and not only invited; those who may do the least besides come first. */
export async function readCandidates(tx: Tx): Promise<Permitted[]> {
  const members = await listMembers(tx, { limit: MEMBERS_MAX, joined: true });
  return members
    .filter(({ active }) => active)
    .sort((a, b) => a.permissions.length - b.permissions.length || (a.name < b.name ? -1 : 1))
    .map(({ memberId, name, email, permissions }) => ({
      memberId,
      name,
      email,
      permissions: allowedBy(permissions),
    }));
}
