import type { OwnSession, Session } from "#access";

/** What verbs on a member's own proofs need to know of the session. */
export const ownSession = ({ organizationId, memberId, sessionId }: Session): OwnSession => ({
  organizationId,
  memberId,
  sessionId,
});

/** Of operations that take a second factor away. */
export const lastFactor = {
  factor_compulsory: {
    status: 409,
    message: "Your rights require a second factor. Add another one before you remove this one.",
  },
} as const;
