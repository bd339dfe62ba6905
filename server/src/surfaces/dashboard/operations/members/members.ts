/** Operations that list, invite, change, disable and enable members. */
import Type, { type TSchema } from "typebox";
import {
  endingSubjects,
  endSessions,
  listTeam,
  PERMISSIONS,
  type Role,
  ROLES,
  stopOwnerChange as stop,
  takeAttempt,
  type TeamMember,
} from "#access";
import { askForRights, changeRights, readWaitingRights, withGuards } from "#approvals";
import { email, personName } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems, person } from "#dashboard/schemas";
import { inviteMember as invite, sendInvitation } from "#entry";
import { id, listOf, object, oneOf, optional } from "#http";
import {
  alreadyOpen,
  askedSchema,
  badGrant,
  lastManager,
  noMember,
  notYoursToGive,
  toGrants,
  unproved,
  waitsSchema,
  waitsUntilSchema,
} from "./rights.ts";

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const rights = Type.Object({
  /** The key of a built-in role; null for a custom role (`roleName`) or for single permissions. */
  role: orNull(Type.String()),
  roleId: orNull(Type.String()),
  roleName: orNull(Type.String()),
  permissions: Type.Array(Type.String()),
});

/** A member as those who manage members see it. */
const memberSchema = Type.Object({
  memberId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** The member's name 30 days ago; null if it was the same. */
  formerly: orNull(Type.String()),
  /** True if another member of the organization has this name, or one that looks like it. */
  hasNamesake: Type.Boolean(),
  sandbox: rights,
  live: rights,
  status: Type.Enum(["active", "invited", "disabled"]),
  emailProved: Type.Boolean(),
  secondFactor: Type.Boolean(),
  usedAt: orNull(Type.String()),
  /** Rights that wait for the approval of others. */
  waits: waitsSchema,
  /** A reset of the second factor that another member requested. */
  reset: orNull(
    Type.Object({
      resetId: Type.String(),
      askedBy: person,
      /** Null until another member approves. */
      agreedBy: orNull(person),
      dueAt: orNull(Type.String()),
    }),
  ),
  /** A change by another Owner that will disable this one or reduce its live permissions, and its time. */
  ownerChange: orNull(
    Type.Object({
      disables: Type.Boolean(),
      /** The live permissions that it removes; null if the Owner is disabled, or if they are not known. */
      takes: orNull(Type.Array(Type.String())),
      askedBy: person,
      dueAt: Type.String(),
    }),
  ),
});

function toMember({ active, invited, rights: held, roleNames: named, ...member }: TeamMember) {
  return {
    ...member,
    sandbox: { ...held.sandbox, roleName: named.sandbox },
    live: { ...held.live, roleName: named.live },
    status: active ? (invited ? "invited" : "active") : "disabled",
  };
}

const roleNames = Object.keys(ROLES) as Role[];

const oneGrant = {
  role: optional(oneOf(roleNames)),
  roleId: optional(id()),
  permissions: optional(listOf(oneOf(PERMISSIONS), { max: PERMISSIONS.length })),
};

/**
 * The rights of a member: a built-in role, a custom role or single permissions, either for both environments or for
 * each of them.
 */
const grant = object({
  ...oneGrant,
  sandbox: optional(object(oneGrant)),
  live: optional(object(oneGrant)),
});

/** Lists the members of the organization in the order of their e-mail addresses. */
export const listMembers = sessionOperation({
  name: "listMembers",
  method: "GET",
  path: "/members",
  tag: "Members",
  summary: "List the members of the organization",
  permission: "manage_members",
  query: pageFields(Type.String()),
  output: listOfItems(memberSchema),
  handle: async ({ ctx, session, input: { cursor, limit } }) => {
    const after = cursor === undefined ? {} : { after: cursor };
    const team = await ctx.db.inMerchant(session.organizationId, (tx) =>
      listTeam(tx, { limit: limit + 1, ...after }),
    );
    const waits = await readWaitingRights(ctx, session.organizationId);
    const item = (member: TeamMember) => ({
      ...toMember(member),
      waits: waits.get(`member:${member.memberId}`) ?? [],
    });
    return pageOf(team, limit, { item, place: ({ email }) => email });
  },
});

/** Adds a member and sends an invitation. */
export const inviteMember = sessionOperation({
  name: "inviteMember",
  method: "POST",
  path: "/members",
  tag: "Members",
  summary: "Invite a member by e-mail",
  permission: "manage_members",
  stepUp: true,
  body: { name: personName, email, grant },
  output: Type.Object({
    memberId: Type.String(),
    /** The link to pass on, if no mail server is set up; otherwise null. */
    link: Type.Union([Type.String(), Type.Null()]),
    asked: askedSchema,
  }),
  refusals: {
    ...badGrant,
    ...unproved,
    ...tooOften,
    email_taken: { status: 409, message: "Your organization has a member with this e-mail address." },
    bad_email: { status: 422, message: "Enter a valid e-mail address." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, by, input }) => {
    const { organizationId } = session;
    const { name, email: to } = input;
    const member = { organizationId, name, email: to, grant: toGrants(input.grant), by };
    return withGuards(ctx, { organizationId, by }, async ({ guards, check }) => {
      const invited = await invite(ctx, { ...member, withholdIn: [...guards.keys()], check }, session);
      const asked = await askForRights(ctx, { ...invited, guards, by });
      return { ...invited, asked };
    });
  },
});

/** Sends a new invitation to a member who has not joined yet. The earlier one ends. */
export const sendInvitationAgain = sessionOperation({
  name: "sendInvitationAgain",
  method: "POST",
  path: "/members/{memberId}/invitation",
  tag: "Members",
  summary: "Send an invitation again",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ memberId: Type.String(), link: Type.Union([Type.String(), Type.Null()]) }),
  refusals: { ...noMember, ...notYoursToGive, ...unproved, ...tooOften },
  handle: async ({ ctx, session, by, input: { memberId } }) =>
    sendInvitation(ctx, { organizationId: session.organizationId, memberId, by, host: session }),
});

/** Changes a member's permissions. A change that takes live rights from another Owner takes effect a day later. */
export const updatePermissions = sessionOperation({
  name: "updatePermissions",
  method: "PUT",
  path: "/members/{memberId}/permissions",
  tag: "Members",
  summary: "Update the permissions of a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  body: { grant },
  output: Type.Object({
    permissions: Type.Array(Type.String()),
    asked: askedSchema,
    waitsUntil: waitsUntilSchema,
  }),
  refusals: { ...badGrant, ...lastManager, ...noMember, ...alreadyOpen },
  handle: async ({ ctx, session, by, input: { memberId, ...input } }) => {
    const change = {
      memberId,
      grant: toGrants(input.grant),
      action: "access.member_permissions_set",
      by,
    } as const;
    const member = await changeRights(ctx, session.organizationId, change);
    return member;
  },
});

/** Disables a member and ends all sessions. Another Owner in live is disabled a day later. */
export const disableMember = sessionOperation({
  name: "disableMember",
  method: "POST",
  path: "/members/{memberId}/disable",
  tag: "Members",
  summary: "Disable a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ active: Type.Boolean(), waitsUntil: waitsUntilSchema }),
  refusals: { ...noMember, ...lastManager, not_yours_to_give: badGrant.not_yours_to_give },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    const change = { memberId, active: false, action: "access.member_disabled", by } as const;
    return changeRights(ctx, session.organizationId, change);
  },
});

/** Gives a disabled member the permissions back. */
export const enableMember = sessionOperation({
  name: "enableMember",
  method: "POST",
  path: "/members/{memberId}/enable",
  tag: "Members",
  summary: "Enable a member",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ active: Type.Boolean(), asked: askedSchema }),
  refusals: {
    ...noMember,
    ...lastManager,
    ...alreadyOpen,
    not_yours_to_give: badGrant.not_yours_to_give,
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    const change = { memberId, active: true, action: "access.member_enabled", by } as const;
    const member = await changeRights(ctx, session.organizationId, change);
    return member;
  },
});

/** Logs a member out everywhere. This is possible only a few times an hour. */
export const endMemberSessions = sessionOperation({
  name: "endMemberSessions",
  method: "POST",
  path: "/members/{memberId}/end-sessions",
  tag: "Members",
  summary: "End all sessions of a member",
  permission: "manage_members",
  pathFields: { memberId: id() },
  output: Type.Object({ ended: Type.Integer() }),
  refusals: { ...noMember, ...notYoursToGive, ...tooOften },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await takeAttempt(ctx, endingSubjects(ctx, { by, memberId }));
    const ended = await ctx.db.inMerchant(session.organizationId, (tx) =>
      endSessions(tx, { memberId, by, because: "ended" }),
    );
    return { ended };
  },
});

/** Stops a change by which an Owner takes live rights from another Owner. Any Owner can, within the day it waits. */
export const stopOwnerChange = sessionOperation({
  name: "stopOwnerChange",
  method: "DELETE",
  path: "/members/{memberId}/owner-change",
  tag: "Members",
  summary: "Stop the change that waits for an Owner",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({}),
  refusals: {
    ...noMember,
    ...notYoursToGive,
    reset_not_found: { status: 404, message: "This change has already been made or stopped." },
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await stop(ctx, session.organizationId, { memberId, by });
    return {};
  },
});
