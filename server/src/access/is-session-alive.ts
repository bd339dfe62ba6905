import type { Reader } from "#lib/db";
import { SESSION_LIVES } from "./session.ts";

/** Whether a session has not ended, for what goes on longer than one request. It makes the session no younger. */
export async function isSessionAlive(read: Reader, sessionId: string): Promise<boolean> {
  const [row] = await read.query<{ alive: boolean }>(FIND, [sessionId]);
  return row !== undefined;
}

const FIND = `
  select true as alive
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where session.session_id = $1 and ${SESSION_LIVES}`;
