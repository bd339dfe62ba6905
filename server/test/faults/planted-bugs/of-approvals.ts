/** Bugs in approvals. */
import { inModule, type Catcher, type PlantedBug } from "./planted-bug.ts";

const access = inModule("people/access");
const approvals = inModule("money/approvals");
const beneficiaries = inModule("money/beneficiaries");
const risk = inModule("money/risk");
const transfers = inModule("money/transfers");

const RACES = "server/test/faults/t15-approval-races.deep.test.ts";
const decides = (test: string): Catcher => ({
  file: "server/src/money/approvals/decide-requests.test.ts",
  test,
});

const added = (test: string): Catcher => ({
  file: "server/src/money/beneficiaries/approvals.deep.test.ts",
  test,
});

export const OF_APPROVALS: readonly PlantedBug[] = [
  {
    name: "a maker approves",
    // An approver who is linked to the maker is refused as well, and a maker is linked to itself.
    code: [
      ...approvals(
        "decide-requests.ts",
        `if (request.makerIds.includes(memberId)) return "own_request";`,
        "",
      ),
      ...approvals("decide-requests.ts", `if (isTooClose(request, facts, memberId)) return "too_close";`, ""),
    ],
    caughtBy: decides("no one decides about their own"),
    says: /a decision that was judged to count/,
    alsoBy: RACES,
  },
  {
    name: "the table takes a maker's decision",
    sql: "alter table approvals.decision drop constraint nobody_decides_about_their_own",
    caughtBy: decides("the table refuses a maker's decision"),
    says: /Missing expected rejection/,
  },
  {
    name: "a member is judged at the click and not at the release",
    code: access("require-permission.ts", "and active", ""),
    caughtBy: decides("an approval counts no more"),
    says: /\+ 'approved'/,
  },
  {
    name: "an approval counts though its member lost the permission",
    code: approvals("progress.ts", "permissions.has(level.permission) &&", ""),
    caughtBy: decides("a permission that is gone"),
    says: /- 'not_permitted'/,
    alsoBy: RACES,
  },
  {
    name: "an approval outlives a change of the content",
    code: approvals("standing.ts", "and decision.revision = wanted.revision", ""),
    caughtBy: { file: "server/src/money/approvals/ends.test.ts", test: "a changed content voids" },
    says: /\+ 'approved'/,
  },
  {
    name: "any content is approved",
    code: approvals(
      "decide-requests.ts",
      `if (!contentHash.equals(request.contentHash)) return "content_changed";`,
      "",
    ),
    caughtBy: decides("covers the content that was shown"),
    says: /a decision that was judged to count/,
    alsoBy: RACES,
  },
  {
    name: "only the policy of the opening counts",
    code: approvals("standing.ts", "[request.levels, current.levels]", "[request.levels]"),
    caughtBy: decides("the stricter of the policy"),
    says: /\+ 'approved'/,
    alsoBy: RACES,
  },
  {
    name: "a beneficiary is paid before anybody has agreed to it",
    code: [
      ...beneficiaries("read-payees.ts", "when status = 'awaiting_approval'", "when status = 'none'"),
      ...transfers(
        "accept/check-order.ts",
        `if (payee.status === "awaiting_approval")`,
        `if (payee.name === "")`,
      ),
    ],
    caughtBy: added("with a policy a beneficiary is listed at once"),
    says: /- 'beneficiary_not_allowed'/,
  },
  {
    name: "a beneficiary is not the one that was agreed to",
    code: beneficiaries(
      "follow-approvals.ts",
      "now.get(subjectId)?.contentHash.equals(contentHash)",
      "now.has(subjectId) && contentHash.length > 0",
    ),
    caughtBy: added("what is agreed to is just what was added"),
    says: /\+ 'verified'/,
  },
  {
    name: "what a member left waiting is sent though that member may pay no more",
    code: transfers("admit/ask-about-orphans.ts", "attempt === 0 && isApproved", "attempt < 0 && isApproved"),
    caughtBy: {
      file: "server/src/surfaces/dashboard/wider-keys.deep.test.ts",
      test: "what a member scheduled who may pay no more waits",
    },
    says: /b_kept/,
  },
  {
    name: "a rule is changed without those who must agree",
    code: risk("require-no-approval.ts", `if (by === "system") return;`, "return;"),
    caughtBy: { file: "server/src/money/risk/approvals.test.ts", test: "no one goes round the policy" },
    says: /Missing expected rejection/,
  },
  {
    name: "approvals do not wait for orders that use up the same limit",
    code: risk("judge-again.ts", "  await holdAcceptance(tx);\n", ""),
    caughtBy: {
      file: "server/src/money/risk/limit-race.test.ts",
      test: "an approval waits for orders that are being accepted",
    },
    says: /was decided at once/,
  },
  {
    name: "what was approved is done twice",
    code: approvals("revise-requests.ts", `if (request.releasedAt !== null) return "already_released";`, ""),
    caughtBy: { file: "server/src/money/approvals/ends.test.ts", test: "what was approved is released once" },
    says: /already_released/,
  },
];
