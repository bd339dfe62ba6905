/** Approval policies can be read, set and tried. */
import Type from "typebox";
import { PERMISSIONS, showActors, showPeople } from "#access";
import {
  CREATOR_KINDS,
  findPossibleApprovers,
  listPolicies,
  listRequests,
  matchPolicy,
  parsePolicies,
  type Policy,
  type PolicySet,
  requestPolicies,
  SUBJECT_KINDS,
  WAYS,
} from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { nullable, person } from "#dashboard/schemas";
import { readFundSources } from "#fund-sources";
import { amount, listOf, oneOf, optional, shaped, text as idText, whole, withDefault } from "#http";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { isTransferMode, railsOf, TRANSFER_MODES } from "#rails";

const text = Type.String({ maxLength: 100 });
const texts = nullable(Type.Array(text, { maxItems: 100 }));

const level = Type.Object(
  {
    approvers: Type.Integer({ minimum: 1, maximum: 10 }),
    permission: Type.Enum([...PERMISSIONS]),
    members: texts,
  },
  { $id: "PolicyLevel" },
);

export const policySchema = Type.Object(
  {
    name: text,
    from: nullable(text),
    to: nullable(text),
    rails: texts,
    fundSources: texts,
    creators: texts,
    levels: Type.Array(level, { maxItems: 5 }),
  },
  { $id: "ApprovalPolicy" },
);

/** Shows every field of a policy. Approvers must see all that they approve, so a forgotten field does not compile. */
export function showPolicy(policy: Policy): object {
  const { name, fromPaise, toPaise, rails, fundSourceIds, creators, levels, ...rest } = policy;
  rest satisfies Record<string, never>;
  return {
    name,
    from: fromPaise === null ? null : formatRupees(fromPaise),
    to: toPaise === null ? null : formatRupees(toPaise),
    rails,
    fundSources: fundSourceIds,
    creators,
    levels: levels.map(({ approvers, permission, memberIds, ...restOfLevel }) => {
      restOfLevel satisfies Record<string, never>;
      return { approvers, permission, members: memberIds };
    }),
  };
}

/** The members and fund sources that policies name by their IDs. */
export const policyNames = {
  people: Type.Array(person),
  sources: Type.Record(Type.String(), Type.String()),
};

/** Returns the members and fund sources behind the IDs in policies. Sources of the same name are shown with IDs. */
export async function nameInPolicies(tx: Tx, policies: readonly Policy[]): Promise<object> {
  const memberIds = policies.flatMap(({ levels }) => levels.flatMap((one) => one.memberIds ?? []));
  const sourceIds = new Set(policies.flatMap(({ fundSourceIds }) => fundSourceIds ?? []));
  const found = sourceIds.size === 0 ? [] : await readFundSources(tx);
  const sources = found.filter(({ fundSourceId }) => sourceIds.has(fundSourceId));
  const isShared = (name: string): boolean => sources.filter((other) => other.name === name).length > 1;
  return {
    people: [...(await showPeople(tx, memberIds)).values()],
    sources: Object.fromEntries(
      sources.map(({ fundSourceId: id, name }) => [id, isShared(name) ? `${name} (${id})` : name]),
    ),
  };
}

/** A change that others have to approve first. */
const waiting = Type.Object({
  requestId: Type.String(),
  maker: person,
  openedAt: Type.String({ format: "date-time" }),
  /** The time when it is done without approval, because no other person can approve. Null otherwise. */
  aloneUntil: nullable(Type.String({ format: "date-time" })),
});

const setSchema = Type.Object(
  {
    kind: Type.String(),
    version: Type.Integer(),
    expireAfterMinutes: Type.Integer(),
    exceptWays: Type.Array(Type.String()),
    policies: Type.Array(policySchema),
    waits: nullable(waiting),
  },
  { $id: "ApprovalPolicies" },
);

const setOf = ({ subjectKind, version, expireAfterMinutes, exceptWays, policies }: PolicySet): object => ({
  kind: subjectKind,
  version,
  expireAfterMinutes,
  exceptWays,
  policies: policies.map(showPolicy),
});

export const getPolicies = memberOperation({
  name: "getPolicies",
  method: "GET",
  path: "/merchants/{merchantId}/approval-policies",
  tag: "Approvals",
  summary: "Read the policies of every kind",
  output: Type.Object({
    items: Type.Array(setSchema),
    ...policyNames,
  }),
  handle: async ({ ctx, merchantId }) => {
    const sets = await listPolicies(ctx, merchantId);
    const { named, waits } = await ctx.db.inMerchant(merchantId, async (tx) => {
      const open = await listRequests(tx, { limit: SUBJECT_KINDS.length, subjectKinds: ["policy"] });
      const personOf = await showActors(
        tx,
        open.map(({ maker }) => maker),
      );
      return {
        named: await nameInPolicies(
          tx,
          sets.flatMap(({ policies }) => policies),
        ),
        waits: new Map(open.map((one) => [one.subjectId, { ...one, maker: personOf(one.maker) }])),
      };
    });
    return {
      ...named,
      items: sets.map((one) => ({ ...setOf(one), waits: waits.get(one.subjectKind) ?? null })),
    };
  },
});

const kind = oneOf(SUBJECT_KINDS);

export const setPolicies = memberOperation({
  name: "setPolicies",
  method: "PUT",
  path: "/merchants/{merchantId}/approval-policies/{kind}",
  tag: "Approvals",
  summary: "Replace the policies of a kind",
  description:
    "Open requests keep the policy they were opened under; at release the stricter of the two applies.",
  permission: "manage_policies",
  stepUp: true,
  pathFields: { kind },
  body: {
    policies: shaped(Type.Array(policySchema, { maxItems: 50 }), { says: "It is a list of policies." }),
    expireAfterMinutes: withDefault(whole({ min: 1, max: 366 * 24 * 60 }), 7 * 24 * 60),
    exceptWays: withDefault(listOf(oneOf(WAYS), { max: WAYS.length }), []),
  },
  output: Type.Object({
    /** Null if others must approve first. Until then the earlier policies apply. */
    version: nullable(Type.Integer()),
    requestId: nullable(Type.String()),
    /** The time when it is done without approval, because no other person can approve. Null otherwise. */
    aloneUntil: nullable(Type.String({ format: "date-time" })),
  }),
  refusals: {
    bad_policy: { status: 422, message: "{why}" },
    already_open: { status: 409, message: "A change of these policies is already waiting for approval." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const { kind: subjectKind, expireAfterMinutes, exceptWays } = input;
    const policies = parsePolicies(input.policies, subjectKind);
    const wanted = { subjectKind, policies, expireAfterMinutes, exceptWays, by };
    const made = await requestPolicies(ctx, merchantId, wanted);
    if (made.kind === "set") return { version: made.set.version, requestId: null, aloneUntil: null };
    return { ...made, version: null };
  },
});

export const simulatePolicies = memberOperation({
  name: "simulatePolicies",
  method: "GET",
  path: "/merchants/{merchantId}/approval-policies/simulation",
  tag: "Approvals",
  summary: "Find out who would have to approve a payment",
  query: {
    subject: withDefault(oneOf(["transfer", "batch"]), "transfer"),
    amount: amount(),
    transferMode: withDefault(oneOf(TRANSFER_MODES), "banktransfer"),
    creator: oneOf(CREATOR_KINDS),
    fundSourceId: withDefault(idText({ max: 100 }), "WALLET_1"),
    way: optional(oneOf(WAYS)),
  },
  output: Type.Object({
    /** Null if no policy applies, or if the channel is exempt. */
    policy: nullable(Type.String()),
    excepted: Type.Boolean(),
    levels: Type.Array(
      Type.Object({ approvers: Type.Integer(), permission: Type.String(), names: Type.Array(Type.String()) }),
    ),
  }),
  handle: async ({ ctx, merchantId, session, input }) => {
    const { subject, transferMode, creator, way, fundSourceId } = input;
    const sets = await listPolicies(ctx, merchantId);
    const found = sets.find(({ subjectKind }) => subjectKind === subject)!;
    const excepted = way !== undefined && found.exceptWays.includes(way);
    const mayCarry =
      subject === "transfer" && isTransferMode(transferMode) ? railsOf(transferMode, input.amount) : null;
    const rail = mayCarry?.[0] ?? null;
    // A file is a member's, unless it is one of the programs.
    const about = { amountPaise: input.amount, rail, mayCarry, fundSourceId };
    const isFile = way === "batch_file";
    const facts = { ...about, creator: isFile ? "batch" : creator, byMember: creator !== "api" } as const;
    const requirement = excepted ? null : matchPolicy(found, facts);
    const levels = requirement?.levels ?? [];
    // A payment by the API has no maker among the members. A member cannot approve their own payment.
    const makerId = creator === "api" ? null : session.memberId;
    const fill = await ctx.db.inMerchant(merchantId, (tx) => findPossibleApprovers(tx, levels, makerId));
    return {
      policy: requirement?.policyName ?? null,
      excepted,
      levels: levels.map(({ permission }, at) => ({ ...fill[at]!, permission })),
    };
  },
});
