import Type from "typebox";
import {
  ABSOLUTE_HOURS,
  endSessions,
  IDLE_MINUTES,
  lacksSecondFactor,
  type OwnSession,
  type Session,
  type SessionRights,
} from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";

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

const rights = {
  role: Type.Union([Type.String(), Type.Null()]),
  permissions: Type.Array(Type.String()),
};

const merchant = Type.Object({
  merchantId: Type.String(),
  name: Type.String(),
  mode: Type.Enum(["sandbox", "live"]),
  ...rights,
  /** Nothing of it is shown or done before the member has set up a second factor. */
  secondFactorRequired: Type.Boolean(),
});

/** Who is logged in and what they may do: the first thing that a page asks for. */
export const getSession = sessionOperation({
  name: "getSession",
  method: "GET",
  path: "/session",
  tag: "Me",
  summary: "Read who is logged in, with permissions and merchants",
  output: Type.Object({
    memberId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    emailProved: Type.Boolean(),
    /** There is a live merchant, and it is closed until a password was set by a link that no one else has read. */
    liveClosed: Type.Boolean(),
    /** What the member may do about the whole organization; `merchants` have what it may do in each of them. */
    ...rights,
    /** In each environment, with or without a merchant there. */
    rights: Type.Object({ sandbox: Type.Object(rights), live: Type.Object(rights) }),
    organization: Type.Object({
      organizationId: Type.String(),
      name: Type.String(),
      /** When a try-out's organization is disabled. */
      endsAt: Type.Union([Type.String(), Type.Null()]),
      /** True if every member must have a second factor, in the sandbox too. */
      secondFactorForAll: Type.Boolean(),
    }),
    merchants: Type.Array(merchant),
    secondFactor: Type.Boolean(),
    provedAt: Type.String(),
    endsAt: Type.String(),
    /** A session ends after this many minutes without use ... */
    idleMinutes: Type.Integer(),
    /** ... and in any case after this many hours. */
    absoluteHours: Type.Integer(),
  }),
  handle: async ({ session }) => ({
    memberId: session.memberId,
    name: session.name,
    email: session.email,
    emailProved: session.emailProved,
    liveClosed: session.liveClosed,
    ...shown(session),
    rights: { sandbox: shown(session.rights.sandbox), live: shown(session.rights.live) },
    organization: {
      organizationId: session.organizationId,
      name: session.organizationName,
      endsAt: session.organizationEndsAt,
      secondFactorForAll: session.secondFactorForAll,
    },
    merchants: session.merchants.map((one) => ({
      ...one,
      ...shown(one),
      secondFactorRequired: lacksSecondFactor(session, one),
    })),
    secondFactor: session.secondFactor,
    provedAt: session.provedAt,
    endsAt: session.endsAt,
    idleMinutes: IDLE_MINUTES,
    absoluteHours: ABSOLUTE_HOURS,
  }),
});

const shown = ({ role, permissions }: SessionRights) => ({ role, permissions: [...permissions] });

/** Logs the member out elsewhere. */
export const endSession = sessionOperation({
  name: "endSession",
  method: "DELETE",
  path: "/me/sessions/{sessionId}",
  tag: "Me",
  summary: "End one of one's sessions",
  pathFields: { sessionId: id() },
  output: Type.Object({ ended: Type.Integer() }),
  handle: async ({ ctx, session: { organizationId, memberId }, by, input: { sessionId } }) => ({
    ended: await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, sessionId, by, because: "ended" }),
    ),
  }),
});

/** Logs the member out everywhere else. */
export const endOtherSessions = sessionOperation({
  name: "endOtherSessions",
  method: "POST",
  path: "/me/sessions/end-others",
  tag: "Me",
  summary: "End all of one's sessions but this one",
  output: Type.Object({ ended: Type.Integer() }),
  handle: async ({ ctx, session: { organizationId, memberId, sessionId }, by }) => ({
    ended: await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, exceptId: sessionId, by, because: "ended" }),
    ),
  }),
});
