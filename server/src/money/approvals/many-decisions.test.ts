/** Many decisions: in one set, and at the same moment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { content, facts, inWords, level, makeOffice, policy, type Office } from "./test/office.ts";
import {
  ApprovalError,
  decideRequests,
  DECISIONS_MAX,
  followRequests,
  hashContent,
  matchPolicy,
  openRequests,
  readPolicies,
  type RequestEnd,
} from "./index.ts";

const world = await makeWorld();

async function officeWith(...policies: Parameters<Office["setTransferPolicies"]>[0]): Promise<Office> {
  const office = await makeOffice(world.ctx);
  await office.setTransferPolicies(policies);
  return office;
}

test("several hundred are decided in one go, each for itself, and followers hear of each end once", async () => {
  const office = await officeWith(policy([level(2)]));
  const ended: RequestEnd[] = [];
  followRequests("batch", async () => assert.fail("another kind"));
  followRequests("transfer", async (_tx, ends) => void ended.push(...ends));
  const subjectIds = Array.from({ length: 400 }, (_, n) => `many-${n}`);
  const ids = await office.inside(async (tx) => {
    const requirement = matchPolicy(await readPolicies(tx, "transfer"), facts)!;
    return openRequests(
      tx,
      subjectIds.map((subjectId) => ({
        subjectKind: "transfer",
        subjectId,
        contentHash: hashContent({ subjectId }),
        maker: office.as("meera"),
        facts,
        requirement,
      })),
    );
  });
  const by = (memberId: string, verdict: "approve" | "reject") =>
    subjectIds.map((subjectId) => ({
      request: { subjectKind: "transfer", subjectId } as const,
      memberId,
      verdict,
      contentHash: hashContent({ subjectId }),
    }));
  const first = await office.inside((tx) => decideRequests(tx, by(office.people.asha, "approve")));
  assert.ok(first.every(({ kind }) => kind === "pending"));
  // Sends for every request, in one set, the second approval and a rejection that comes too late.
  const both = [...by(office.people.vikram, "approve"), ...by(office.people.farhan, "reject")];
  const outcomes = await office.inside((tx) => decideRequests(tx, both));
  assert.ok(outcomes.slice(0, 400).every(({ kind }) => kind === "approved"));
  assert.deepEqual([...new Set(outcomes.slice(400).map(inWords))], ["already_ended"]);
  assert.deepEqual(
    ended.map(({ request }) => request.requestId),
    ids,
  );
  assert.ok(ended.every(({ request, approvers }) => request.status === "approved" && approvers.length === 2));
  followRequests("transfer", async () => undefined);
  const tooMany = Array.from({ length: DECISIONS_MAX + 1 }, () => both[0]!);
  await assert.rejects(
    office.inside((tx) => decideRequests(tx, tooMany)),
    (error) => ApprovalError.is(error, "too_many"),
  );
});

test("twenty approvers at once: two approvals count, one of them releases", async () => {
  const office = await officeWith(policy([level(2)]));
  const names = Array.from({ length: 20 }, (_, n) => `approver${n}`);
  const wanted = Object.fromEntries(names.map((name) => [name, "approver" as const]));
  const members = Object.values(await makeMembers(world.ctx, office.organizationId, wanted));
  const other = world.openContext();
  const { requestId } = await office.ask();
  const outcomes = await Promise.all(
    members.map(async (memberId, n) => {
      const decision = { memberId, verdict: "approve", contentHash: content("first") } as const;
      const { db } = n % 2 === 0 ? world.ctx : other;
      const [outcome] = await db.inMerchant(office.merchantId, (tx) =>
        decideRequests(tx, [{ ...decision, request: { requestId } }]),
      );
      return inWords(outcome!);
    }),
  );
  const count = (word: string): number => outcomes.filter((outcome) => outcome === word).length;
  assert.deepEqual(
    [count("pending 1/1, 1 missing"), count("approved"), count("already_ended")],
    [1, 1, 18],
    outcomes.join(", "),
  );
});
