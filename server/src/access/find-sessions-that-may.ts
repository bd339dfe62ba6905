import type { Reader } from "#lib/db";
import type { Mode } from "./credentials.ts";
import { RIGHTS_COLUMNS, type Granted } from "./member.ts";
import { allowedBy, type Permission } from "./permissions.ts";
import { SESSION_LIVES } from "./session.ts";

/**
 * In which environments these sessions, where they have not ended, still let their member do something: for what goes
 * on longer than one request. It makes no session younger.
 */
export async function findSessionsThatMay(
  read: Reader,
  { sessionIds, permission }: { sessionIds: readonly string[]; permission: Permission },
): Promise<ReadonlyMap<string, readonly Mode[]>> {
  type Row = { sessionId: string } & Record<Mode, Granted>;
  const rows = await read.query<Row>(FIND, [sessionIds]);
  return new Map(
    rows.map(({ sessionId, ...rights }) => [
      sessionId,
      (["sandbox", "live"] as const).filter((mode) => allowedBy(rights[mode].permissions).has(permission)),
    ]),
  );
}

const FIND = `
  select session.session_id as "sessionId", ${RIGHTS_COLUMNS}
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where session.session_id = any($1::uuid[]) and ${SESSION_LIVES}`;
