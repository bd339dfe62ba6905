import type { Reader } from "#lib/db";
import { allowedBy, type Permission } from "./permissions.ts";
import { SESSION_LIVES } from "./session.ts";

/**
 * Which of these sessions have not ended and still let their member do something: for what goes on longer than one
 * request. It makes no session younger.
 */
export async function findSessionsThatMay(
  read: Reader,
  { sessionIds, permission }: { sessionIds: readonly string[]; permission: Permission },
): Promise<ReadonlySet<string>> {
  const rows = await read.query<{ sessionId: string; permissions: Permission[] }>(FIND, [sessionIds]);
  const able = rows.filter(({ permissions }) => allowedBy(permissions).has(permission));
  return new Set(able.map(({ sessionId }) => sessionId));
}

const FIND = `
  select session.session_id as "sessionId", member.permissions
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where session.session_id = any($1::uuid[]) and ${SESSION_LIVES}`;
