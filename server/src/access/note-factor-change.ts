import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { endSessions } from "./end-sessions.ts";
import type { OwnSession } from "./set-up-authenticator.ts";

/** Records what a member has changed about the own second factors, and ends the member's other sessions. */
export async function noteFactorChange(
  tx: Tx,
  { memberId, sessionId }: OwnSession,
  change:
    | "access.authenticator_added"
    | "access.authenticator_removed"
    | "access.passkey_added"
    | "access.passkey_removed"
    | "access.codes_renewed",
): Promise<void> {
  const by = `member:${memberId}` as const;
  await recordAudit(tx, [{ actor: by, action: change, subject: by }]);
  await endSessions(tx, { memberId, exceptId: sessionId, by, because: "second_factor_changed" });
}
