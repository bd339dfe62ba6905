import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { MEMBER_COLUMNS, ORGANIZATION_OF_TX, type MemberRow } from "./member.ts";
import { readPermissions } from "./read-permissions.ts";
import { memberOf, requirePermission } from "./require-permission.ts";

/**
 * Locks a member for a change by someone else. Every change of another member's rights, sessions, second factors and
 * invitations goes through here. It takes the permission to manage members, and only Owners may change an Owner,
 * whatever roles an organization creates. The system may change anyone. Throws `not_permitted`, `member_not_found`,
 * `not_yours_to_give`.
 */
export async function lockForChange(tx: Tx, by: Actor, memberId: string): Promise<MemberRow> {
  await requirePermission(tx, by, "manage_members");
  const [row] = await tx.query<MemberRow>(LOCK, [tx.merchantId, memberId]);
  if (row === undefined) throw AccessError.member_not_found({ memberId });
  if (!(await mayTouch(tx, by, row))) throw AccessError.not_yours_to_give({ permissions: [] });
  return row;
}

/**
 * Only an Owner in live may change an Owner in live. An Owner of the sandbox alone may be changed by an Owner of
 * either.
 */
async function mayTouch(tx: Tx, by: Actor, { live, sandbox }: MemberRow): Promise<boolean> {
  const owned = (
    [
      ["live", live],
      ["sandbox", sandbox],
    ] as const
  ).flatMap(([mode, { permissions }]) => (permissions.includes("own_organization") ? [mode] : []));
  const memberId = memberOf(by);
  if (owned.length === 0 || memberId === null) return owned.length === 0 || by === "system";
  const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
  if (owned.includes("live")) return rights?.live.has("own_organization") === true;
  return [rights?.live, rights?.sandbox].some((held) => held?.has("own_organization") === true);
}

const LOCK = `
  select ${MEMBER_COLUMNS}
  from access.member
  where member.organization_id = ${ORGANIZATION_OF_TX} and member.member_id = $2
  for no key update of member`;
