import type { Tx } from "#lib/db";
import { ORGANIZATION_OF_TX } from "./member.ts";
import { SESSION_LIVES } from "./session.ts";

export interface ListedSession {
  readonly sessionId: string;
  readonly ip: string;
  /** What the browser calls itself, at most 200 characters. */
  readonly userAgent: string;
  readonly createdAt: Date;
  /** To the minute. */
  readonly usedAt: Date;
}

/** The sessions in which a member of the transaction's organization is logged in, at most 100, the last used first. */
export async function listSessions(tx: Tx, memberId: string): Promise<ListedSession[]> {
  return tx.query<ListedSession>(LIST, [tx.merchantId, memberId]);
}

const LIST = `
  select session.session_id as "sessionId", session.ip, session.user_agent as "userAgent",
    session.created_at as "createdAt", session.used_at as "usedAt"
  from access.session
  join access.member on member.member_id = session.member_id
  join access.organization on organization.organization_id = member.organization_id
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and session.member_id = $2
    and ${SESSION_LIVES}
  order by session.used_at desc
  limit 100`;
