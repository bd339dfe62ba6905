import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { ORGANIZATION_OF_TX } from "./member.ts";
import { lockForChange } from "./lock-for-change.ts";
import { memberOf } from "./require-permission.ts";

export interface SessionsToEnd {
  readonly memberId: string;
  /** Only this one; default all. */
  readonly sessionId?: string | undefined;
  /** All but this one. */
  readonly exceptId?: string | undefined;
  /** Members end their own; those of others take the permission to manage members. */
  readonly by: Actor;
  /** Why, in one word for the audit record. */
  readonly because: "logged_out" | "ended" | "password_changed" | "second_factor_changed" | "disabled";
}

/**
 * Ends sessions of a member of the transaction's organization; answers how many. From the commit on their tokens are
 * worth nothing. Throws `not_permitted`, `not_yours_to_give`, `member_not_found`.
 */
export async function endSessions(tx: Tx, ending: SessionsToEnd): Promise<number> {
  const { memberId, sessionId = null, exceptId = null, by, because } = ending;
  if (memberOf(by) !== memberId) await lockForChange(tx, by, memberId);
  const ended = await tx.execute(END, [tx.merchantId, memberId, sessionId, exceptId]);
  if (ended === 0) return 0;
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.sessions_ended",
      subject: `member:${memberId}`,
      detail: { because, sessions: ended },
    },
  ]);
  return ended;
}

const END = `
  update access.session
  set ended_at = now()
  from access.member
  where member.member_id = session.member_id
    and member.organization_id = ${ORGANIZATION_OF_TX}
    and session.member_id = $2
    and session.ended_at is null
    and session.expires_at > now()
    and ($3::uuid is null or session.session_id = $3)
    and ($4::uuid is null or session.session_id <> $4)`;
