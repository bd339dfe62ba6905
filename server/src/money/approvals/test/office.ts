/** A merchant with approvers, and short ways to request approval and to decide, for tests of this module. */
import { createApiClient, createMerchant, createOrganization, makeSignatureKeys, memberOf } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { makeMembers } from "#test/make-members";
import {
  decideRequests,
  hashContent,
  matchPolicy,
  openRequests,
  readPolicies,
  setPolicies,
  type DecisionOutcome,
  type DecisionToMake,
  type Level,
  type Policy,
  type PolicyFacts,
  type RequestToOpen,
} from "#approvals";

/** A level that takes this many members who may approve transfers. */
export const level = (approvers: number, other: Partial<Level> = {}): Level => ({
  approvers,
  permission: "approve_quick_transfer",
  memberIds: null,
  ...other,
});

/** A policy without conditions. */
export const policy = (levels: readonly Level[], other: Partial<Policy> = {}): Policy => ({
  name: "All of them",
  fromPaise: null,
  toPaise: null,
  rails: null,
  fundSourceIds: null,
  creators: null,
  levels,
  ...other,
});

export const facts: PolicyFacts = {
  amountPaise: 5_000_00n,
  rail: "imps",
  fundSourceId: "WALLET_1",
  creator: "member",
};

/** The hash of a content that differs from others by its name alone. */
export const content = (name: string): Buffer => hashContent({ name });

export const PEOPLE = {
  admin: "admin",
  meera: "initiator",
  asha: "approver",
  vikram: "approver",
  farhan: "approver",
  leela: "approver",
} as const;

export type Person = keyof typeof PEOPLE;

let keys: ReturnType<typeof makeSignatureKeys> | null = null;
let subjects = 0;

export async function makeOffice(ctx: Context) {
  const { organizationId } = await createOrganization(ctx, { name: "Peacock Paper" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Peacock", mode: "sandbox" });
  keys ??= makeSignatureKeys();
  const client = await createApiClient(ctx, merchantId, { name: "Shop", signatureKeys: await keys });
  const people = await makeMembers(ctx, organizationId, PEOPLE);
  const inside = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.inMerchant(merchantId, work);

  return {
    organizationId,
    merchantId,
    client,
    people,
    inside,
    as: (person: Person): Actor => `member:${people[person]}`,
    /** Sets the policies for transfers. */
    setTransferPolicies: (policies: readonly Policy[], expireAfterMinutes?: number) =>
      setPolicies(ctx, merchantId, {
        subjectKind: "transfer",
        policies,
        by: "system",
        ...(expireAfterMinutes === undefined ? {} : { expireAfterMinutes }),
      }),
    /** Opens a request for a new transfer under the present policies, and returns its subject. */
    ask: async (
      maker: Actor = `member:${people.meera}`,
      other: Partial<RequestToOpen> = {},
    ): Promise<{ subjectKind: "transfer"; subjectId: string; requestId: string }> => {
      const subjectId = other.subjectId ?? `subject-${(subjects += 1)}`;
      const creator = memberOf(maker) === null ? "api" : "member";
      const asked = { ...facts, creator, ...other.facts } as const;
      const [requestId] = await inside(async (tx) => {
        const requirement = matchPolicy(await readPolicies(tx, "transfer"), asked);
        if (requirement === null) throw new Error("no policy asks for approval");
        const subjectKind = "transfer" as const;
        const request = { subjectKind, subjectId, contentHash: content("first"), maker, requirement };
        return openRequests(tx, [{ ...request, ...other, facts: asked }]);
      });
      return { subjectKind: "transfer", subjectId, requestId: requestId! };
    },
    decide: async (
      requestId: string,
      person: Person,
      other: Partial<DecisionToMake> = {},
    ): Promise<DecisionOutcome> => {
      const memberId = people[person];
      const decision = {
        request: { requestId },
        memberId,
        verdict: "approve",
        contentHash: content("first"),
      } as const;
      const [outcome] = await inside((tx) => decideRequests(tx, [{ ...decision, ...other }]));
      return outcome!;
    },
  };
}

export type Office = Awaited<ReturnType<typeof makeOffice>>;

/** Describes the outcome of a decision in few words. */
export function inWords(outcome: DecisionOutcome): string {
  switch (outcome.kind) {
    case "pending":
      return `pending ${outcome.level}/${outcome.levels}, ${outcome.missing} missing`;
    case "refused":
      return outcome.code;
    default:
      return outcome.kind;
  }
}
