/** The member's sessions, and what a page needs to know and to watch during one. */
import Type from "typebox";
import {
  ABSOLUTE_HOURS,
  endSessions,
  IDLE_MINUTES,
  lacksSecondFactor,
  type OwnSession,
  PERMISSIONS,
  type Session,
  type SessionRights,
  whoCan as findWhoCan,
} from "#access";
import { memberOperation, sessionOperation } from "#dashboard/operation";
import { streamHappenings } from "#dashboard/stream-happenings";
import { id, oneOf, optional } from "#http";
import { ONBOARDING_STEPS, readOnboarding as read } from "#onboarding";

/** The part of the session that verbs on a member's own proofs need. */
export const ownSession = ({ organizationId, memberId, sessionId }: Session): OwnSession => ({
  organizationId,
  memberId,
  sessionId,
});

/** The refusal of an operation that would remove the member's last second factor. */
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
  /** True if the member cannot see or do anything here before setting up a second factor. */
  secondFactorRequired: Type.Boolean(),
});

/** Returns the member who is logged in, with permissions. It is the first request of every page. */
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
    /** True if there is a live merchant, which stays closed until a password is set by a link that no one else read. */
    liveClosed: Type.Boolean(),
    /** The member's rights in the whole organization. Each item of `merchants` has those in that merchant. */
    ...rights,
    /** The rights in each environment, even if it has no merchant. */
    rights: Type.Object({ sandbox: Type.Object(rights), live: Type.Object(rights) }),
    organization: Type.Object({
      organizationId: Type.String(),
      name: Type.String(),
      /** The time at which the organization of a try-out is disabled. */
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

/** Logs the member out of one session. */
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

/** Names the members to ask, for a control that this member may not use. */
export const whoCan = sessionOperation({
  name: "whoCan",
  method: "GET",
  path: "/session/who-can",
  tag: "Me",
  summary: "Name members who may do something, at most five",
  query: { permission: oneOf(PERMISSIONS), mode: optional(oneOf(["sandbox", "live"])) },
  output: Type.Object({ names: Type.Array(Type.String()) }),
  handle: async ({ ctx, session: { organizationId }, input: { permission, mode = null } }) => ({
    names: await ctx.db.directory((tx) => findWhoCan(tx, { organizationId, permission, mode })),
  }),
});

export const watchMerchant = memberOperation({
  name: "watchMerchant",
  method: "GET",
  path: "/merchants/{merchantId}/events",
  tag: "Me",
  summary: "Subscribe to a merchant's events as they happen",
  description:
    "Server-sent events with a topic, an id and a word; a heartbeat every 25 seconds. With Last-Event-ID it goes on " +
    "where it was: missed events are sent, some of them twice. It ends with the session.",
  permission: "access_transfers",
  background: true,
  output: { download: ["text/event-stream"] },
  handle: async ({ ctx, session, merchantId, mode, request }) => {
    const lastEventId = request.headers["last-event-id"];
    const bytes = await streamHappenings(
      ctx,
      { session, merchantId, mode },
      typeof lastEventId === "string" ? lastEventId : undefined,
    );
    return { mediaType: "text/event-stream", bytes };
  },
});

/** Lists the first steps. Each counts as done once the merchant or the member has taken it. */
export const readOnboarding = memberOperation({
  name: "readOnboarding",
  method: "GET",
  path: "/merchants/{merchantId}/onboarding",
  tag: "Me",
  summary: "Read which first steps have been taken",
  output: Type.Object({
    steps: Type.Array(Type.Object({ step: Type.Enum([...ONBOARDING_STEPS]), done: Type.Boolean() })),
  }),
  handle: async ({ ctx, merchantId, session }) => {
    const done = await ctx.db.inMerchant(merchantId, (tx) => read(tx, session.memberId));
    return { steps: ONBOARDING_STEPS.map((step) => ({ step, done: done[step] })) };
  },
});
