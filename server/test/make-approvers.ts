/** A merchant's people who must agree to a kind of change, and short ways to let them, for tests of other modules. */
import { registerBeneficiaryApprovals } from "#beneficiaries";
import {
  APPROVING,
  decideRequests,
  findRequests,
  setPolicies,
  type DecisionOutcome,
  type Request,
  type SubjectKind,
  type Verdict,
} from "#approvals";
import type { Actor } from "#audit";
import { registerRiskApprovals } from "#risk";
import { makeMembers } from "./make-members.ts";
import type { World } from "./world.ts";

/** Two admins, who may do and agree to everything, and one who may neither. */
const PEOPLE = { asha: "admin", vikram: "admin", meera: "initiator" } as const;
type Person = keyof typeof PEOPLE;

export interface Approvers {
  readonly people: Readonly<Record<Person, string>>;
  as(person: Person): Actor;
  /** From now on so many members must agree; 0: no one. */
  require(approvers: number): Promise<void>;
  /** The newest request about a subject. */
  find(subjectId: string): Promise<Request | undefined>;
  /** Decides about the newest request of a subject, as its content is now; answers in one word. */
  decide(subjectId: string, person: Person, verdict?: Verdict): Promise<string>;
}

/** Makes the people of a merchant; no one must agree to anything yet. */
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
