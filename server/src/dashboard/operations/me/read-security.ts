import Type from "typebox";
import { listPasskeys, listSessions, readFactorReset, readFactors } from "#access";
import { sessionOperation } from "#dashboard/operation";

const moment = Type.String();

/** The member's own second factors and sessions. */
export const readSecurity = sessionOperation({
  name: "readSecurity",
  method: "GET",
  path: "/me/security",
  tag: "Me",
  summary: "Read your second factors and sessions",
  output: Type.Object({
    authenticator: Type.Boolean(),
    recoveryCodes: Type.Integer(),
    /** The removal of the second factors that another member has asked for; `dueAt` once a second one has agreed. */
    reset: Type.Union([
      Type.Object({ askedBy: Type.String(), dueAt: Type.Union([moment, Type.Null()]) }),
      Type.Null(),
    ]),
    passkeys: Type.Array(
      Type.Object({
        passkeyId: Type.String(),
        name: Type.String(),
        createdAt: moment,
        usedAt: Type.Union([moment, Type.Null()]),
      }),
    ),
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String(),
        ip: Type.String(),
        userAgent: Type.String(),
        createdAt: moment,
        usedAt: moment,
        current: Type.Boolean(),
      }),
    ),
  }),
  handle: async ({ ctx, session: { organizationId, memberId, sessionId } }) =>
    ctx.db.inMerchant(organizationId, async (tx) => {
      const [factors, reset, passkeys, sessions] = await Promise.all([
        readFactors(tx, memberId),
        readFactorReset(tx, memberId),
        listPasskeys(tx, memberId),
        listSessions(tx, memberId),
      ]);
      const { authenticator, recoveryCodes } = factors;
      const marked = sessions.map((one) => ({ ...one, current: one.sessionId === sessionId }));
      return { authenticator, recoveryCodes, reset, passkeys, sessions: marked };
    }),
});
