import Type from "typebox";
import { ABSOLUTE_HOURS, IDLE_MINUTES } from "#access";
import { sessionOperation } from "#dashboard/operation";

const merchant = Type.Object({
  merchantId: Type.String(),
  name: Type.String(),
  mode: Type.Enum(["sandbox", "live"]),
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
    role: Type.Union([Type.String(), Type.Null()]),
    permissions: Type.Array(Type.String()),
    organization: Type.Object({
      organizationId: Type.String(),
      name: Type.String(),
      /** When a try-out's organization is disabled. */
      endsAt: Type.Union([Type.String(), Type.Null()]),
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
    role: session.role,
    permissions: [...session.permissions],
    organization: {
      organizationId: session.organizationId,
      name: session.organizationName,
      endsAt: session.organizationEndsAt,
    },
    merchants: session.merchants,
    secondFactor: session.secondFactor,
    provedAt: session.provedAt,
    endsAt: session.endsAt,
    idleMinutes: IDLE_MINUTES,
    absoluteHours: ABSOLUTE_HOURS,
  }),
});
