import type { OwnSession, Session } from "#access";

/** What verbs about a member's own proofs are told of the session. */
export const ownSession = ({ organizationId, memberId, sessionId }: Session): OwnSession => ({
  organizationId,
  memberId,
  sessionId,
});
