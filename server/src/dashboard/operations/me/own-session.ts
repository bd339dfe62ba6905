import type { OwnSession, Session } from "#access";

/** What verbs on a member's own proofs need to know of the session. */
export const ownSession = ({ organizationId, memberId, sessionId }: Session): OwnSession => ({
  organizationId,
  memberId,
  sessionId,
});
