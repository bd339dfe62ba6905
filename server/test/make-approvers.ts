/**
 * A merchant's people who must approve a kind of change, and short functions for their decisions, for tests of other
 * modules.
 */
import { registerBeneficiaryApprovals } from "#beneficiaries";
import {
  APPROVING,
  decideRequests,
  findRequests,
  setPolicies,
  type DecisionOutcome,
  type Request,
  type SubjectKind,
  type ApproverVerdict,
} from "#approvals";
import type { Actor } from "#audit";
import { registerRiskApprovals } from "#risk";
import { makeMembers } from "./make-members.ts";
import type { World } from "./world.ts";

/** Two admins, who may make and approve everything, and one member who may do neither. */
const PEOPLE = { asha: "admin", vikram: "admin", meera: "initiator" } as const;
type Person = keyof typeof PEOPLE;

export interface Approvers {
  readonly people: Readonly<Record<Person, string>>;
  as(person: Person): Actor;
  /** Requires this many approvals from now on; 0: none. */
  require(approvers: number): Promise<void>;
  /** Returns the newest request about a subject. */
  find(subjectId: string): Promise<Request | undefined>;
  /** Decides on the newest request about a subject, with its current content; returns one word. */
  decide(subjectId: string, person: Person, verdict?: ApproverVerdict): Promise<string>;
}

/** Makes the people of a merchant; nothing needs approval yet. */
export async function makeApprovers(
  world: World,
  merchant: { merchantId: string; organizationId: string },
  subjectKind: SubjectKind,
): Promise<Approvers> {
  registerBeneficiaryApprovals();
  registerRiskApprovals();
  const { ctx } = world;
  const { merchantId, organizationId } = merchant;
  const people = await makeMembers(ctx, organizationId, PEOPLE);
  const find = async (subjectId: string): Promise<Request | undefined> => {
    const found = await ctx.db.inMerchant(merchantId, (tx) => findRequests(tx, subjectKind, [subjectId]));
    return found.get(subjectId);
  };
  return {
    people,
    find,
    as: (person) => `member:${people[person]}`,
    async require(approvers) {
      const level = { approvers, permission: APPROVING[subjectKind], memberIds: null };
      const anything = {
        fromPaise: null,
        toPaise: null,
        rails: null,
        fundSourceIds: null,
        creators: null,
      };
      const policies = approvers === 0 ? [] : [{ name: "All of them", ...anything, levels: [level] }];
      await setPolicies(ctx, merchantId, { subjectKind, policies, by: "system" });
    },
    async decide(subjectId, person, verdict = "approve") {
      const { requestId, contentHash } = (await find(subjectId))!;
      const decision = { request: { requestId }, memberId: people[person], verdict, contentHash };
      const [outcome] = await ctx.db.inMerchant(merchantId, (tx) => decideRequests(tx, [decision]));
      return wordOf(outcome!);
    },
  };
}

const wordOf = (outcome: DecisionOutcome): string =>
  outcome.kind === "refused" ? outcome.code : outcome.kind;
