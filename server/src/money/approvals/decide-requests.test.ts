import assert from "node:assert/strict";
import { test } from "node:test";
import { disableMember, enableMember, setPermissions } from "#access";
import { verifyAuditChain } from "#audit";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { content, inWords, level, makeOffice, policy, type Office } from "./test/office.ts";
import { ApprovalError, decideRequests, findRequests, readApprovers } from "./index.ts";

const world = await makeWorld();

const statusOf = async (office: Office, subjectId: string): Promise<string | undefined> =>
  (await office.inside((tx) => findRequests(tx, "transfer", [subjectId]))).get(subjectId)?.status;

async function officeWith(...policies: Parameters<Office["setTransferPolicies"]>[0]): Promise<Office> {
  const office = await makeOffice(world.ctx);
  await office.setTransferPolicies(policies);
  return office;
}

test("one level of two: the first approval waits for the second, which releases", async () => {
  const office = await officeWith(policy([level(2)]));
  const { requestId, subjectId } = await office.ask();
  assert.equal(inWords(await office.decide(requestId, "asha")), "pending 1/1, 1 missing");
  const outcome = await office.decide(requestId, "vikram", { remarks: "as agreed" });
  assert.ok(outcome.kind === "approved");
  assert.deepEqual(
    outcome.approvers.map(({ name }) => name),
    ["asha", "vikram"],
  );
  const approval = (await office.inside((tx) => readApprovers(tx, "transfer", [subjectId]))).get(subjectId);
  assert.deepEqual(
    approval?.approvedBy.map(({ name, memberId }) => [name, memberId]),
    [
      ["asha", office.people.asha],
      ["vikram", office.people.vikram],
    ],
  );
  assert.deepEqual(approval?.approvedAt, outcome.request.endedAt);
  assert.equal(await verifyAuditChain(world.ctx, office.merchantId), null);
});

test("levels follow one another, and no one fills two places", async () => {
  const office = await makeOffice(world.ctx);
  const { asha, vikram, farhan } = office.people;
  await office.setTransferPolicies([
    policy([level(1, { memberIds: [asha, vikram] }), level(1, { memberIds: [asha, farhan] })]),
  ]);
  const { requestId } = await office.ask();
  assert.equal(inWords(await office.decide(requestId, "farhan")), "not_your_turn");
  assert.equal(inWords(await office.decide(requestId, "leela")), "not_permitted");
  assert.equal(inWords(await office.decide(requestId, "asha")), "pending 2/2, 1 missing");
  assert.equal(inWords(await office.decide(requestId, "asha")), "already_decided");
  // Asha moves to the second level when Vikram takes her place. Two members have agreed, each in a place where it
  // counts.
  assert.equal(inWords(await office.decide(requestId, "vikram")), "approved");
});

test("no one decides about their own, neither way; of what a program made anybody permitted may", async () => {
  const office = await officeWith(policy([level(1)]));
  const own = await office.ask(office.as("asha"));
  assert.equal(inWords(await office.decide(own.requestId, "asha")), "own_request");
  assert.equal(inWords(await office.decide(own.requestId, "asha", { verdict: "reject" })), "own_request");
  assert.equal(inWords(await office.decide(own.requestId, "vikram")), "approved");
  const program = await office.ask(`api-key:${office.client.clientId}`);
  assert.equal(inWords(await office.decide(program.requestId, "asha")), "approved");
});

test("the table refuses a maker's decision, whatever the code forgets", async () => {
  const office = await officeWith(policy([level(1)]));
  const { requestId } = await office.ask(office.as("asha"));
  const insert = (makers: string[], memberId: string) =>
    world.look(
      `insert into approvals.decision
         (merchant_id, request_id, revision, member_id, verdict, content_hash, maker_ids, remarks, decided_at)
       values ($1, $2, 1, $3, 'approve', '\\x00', $4, '', now())`,
      [office.merchantId, requestId, memberId, makers],
    );
  const own = { constraint: "nobody_decides_about_their_own" };
  await assert.rejects(insert([office.people.asha], office.people.asha), own);
  await insert([office.people.asha], office.people.vikram);
  await assert.rejects(insert([office.people.asha], office.people.vikram), {
    constraint: "member_decides_once",
  });
  const approve = (approvers: string[]) =>
    world.look(
      `update approvals.request
       set status = 'approved', ended_at = now(), ended_by = 'system', approver_ids = $3
       where merchant_id = $1 and request_id = $2`,
      [office.merchantId, requestId, approvers],
    );
  await assert.rejects(approve([office.people.asha]), { constraint: "nobody_approves_their_own" });
  await assert.rejects(approve([]), { constraint: "approved_by_somebody" });
});

test("a permission that is gone, a disabled member and a stranger decide nothing", async () => {
  const office = await officeWith(policy([level(1)]));
  const other = await makeOffice(world.ctx);
  const { requestId } = await office.ask(`api-key:${office.client.clientId}`);
  const asked = { request: { requestId }, contentHash: content("first") };
  const strangers = [office.people.meera, other.people.asha, newId()];
  for (const memberId of strangers)
    for (const verdict of ["approve", "reject"] as const) {
      const decision = { ...asked, memberId, verdict };
      const [outcome] = await office.inside((tx) => decideRequests(tx, [decision]));
      assert.equal(inWords(outcome!), "not_permitted");
    }
  const asha = { memberId: office.people.asha, by: "system" } as const;
  await disableMember(world.ctx, office.organizationId, asha);
  assert.equal(inWords(await office.decide(requestId, "asha")), "not_permitted");
  await enableMember(world.ctx, office.organizationId, asha);
  const grant = { role: "initiator" } as const;
  await setPermissions(world.ctx, office.organizationId, { ...asha, grant });
  assert.equal(inWords(await office.decide(requestId, "asha")), "not_permitted");
  assert.equal(inWords(await office.decide(requestId, "vikram")), "approved");
});

test("an approval counts no more when its member may approve no more, and again when it may", async () => {
  const office = await officeWith(policy([level(2)]));
  const { requestId } = await office.ask();
  await office.decide(requestId, "asha");
  const asha = { memberId: office.people.asha, by: "system" } as const;
  await disableMember(world.ctx, office.organizationId, asha);
  assert.equal(inWords(await office.decide(requestId, "vikram")), "pending 1/1, 1 missing");
  assert.equal(inWords(await office.decide(requestId, "vikram")), "already_decided");
  await enableMember(world.ctx, office.organizationId, asha);
  // Everything is there now, and the approver confirms it once more.
  const outcome = await office.decide(requestId, "vikram");
  assert.ok(outcome.kind === "approved" && outcome.approvers.length === 2);
});

test("approvals that became enough without a word are released by the next one who approves", async () => {
  const office = await officeWith(policy([level(2)]));
  const { requestId } = await office.ask();
  const asha = { memberId: office.people.asha, by: "system" } as const;
  await office.decide(requestId, "asha");
  await disableMember(world.ctx, office.organizationId, asha);
  await office.decide(requestId, "vikram");
  await enableMember(world.ctx, office.organizationId, asha);
  assert.equal(inWords(await office.decide(requestId, "admin")), "approved");
});

test("the stricter of the policy then and the policy now decides", async () => {
  const office = await officeWith(policy([level(1)]));
  const loose = await office.ask();
  await office.setTransferPolicies([policy([level(2)])]);
  const strict = await office.ask();
  assert.equal(inWords(await office.decide(loose.requestId, "asha")), "pending 1/1, 1 missing");
  await office.setTransferPolicies([policy([level(1)])]);
  assert.equal(inWords(await office.decide(loose.requestId, "asha")), "approved");
  assert.equal(inWords(await office.decide(strict.requestId, "asha")), "pending 1/1, 1 missing");
  // There is no policy any more, but the approval that was asked for is still needed.
  await office.setTransferPolicies([]);
  assert.equal(inWords(await office.decide(strict.requestId, "vikram")), "approved");
});

test("a present policy that asks for others needs those too", async () => {
  const office = await officeWith(policy([level(1)]));
  const { requestId } = await office.ask();
  await office.setTransferPolicies([policy([level(1, { permission: "approve_changes" })])]);
  assert.equal(inWords(await office.decide(requestId, "asha")), "pending 1/1, 1 missing");
  const outcome = await office.decide(requestId, "admin");
  assert.ok(outcome.kind === "approved" && outcome.approvers.length === 2);
});

test("an approval covers the content that was shown, and no other", async () => {
  const office = await officeWith(policy([level(1)]));
  const { requestId } = await office.ask();
  const other = await office.decide(requestId, "asha", { contentHash: content("second") });
  assert.equal(inWords(other), "content_changed");
  assert.equal(inWords(await office.decide(requestId, "asha")), "approved");
});

test("one rejection ends it; after the end nothing is decided any more", async () => {
  const office = await officeWith(policy([level(3)]));
  const { requestId, subjectId } = await office.ask();
  await office.decide(requestId, "asha");
  const rejected = await office.decide(requestId, "vikram", { verdict: "reject", remarks: "wrong payee" });
  assert.ok(rejected.kind === "rejected" && rejected.request.remarks === "wrong payee");
  for (const verdict of ["approve", "reject"] as const)
    assert.equal(inWords(await office.decide(requestId, "farhan", { verdict })), "already_ended");
  assert.equal(await statusOf(office, subjectId), "rejected");
  // The subject may be asked for again.
  const again = await office.ask(undefined, { subjectId });
  assert.notEqual(again.requestId, requestId);
  assert.equal(await statusOf(office, subjectId), "pending");
});

test("a request of no such id or subject is not found; one of another merchant neither", async () => {
  const office = await officeWith(policy([level(1)]));
  const other = await officeWith(policy([level(1)]));
  const foreign = await other.ask();
  const decision = {
    memberId: office.people.asha,
    verdict: "approve",
    contentHash: content("first"),
  } as const;
  const outcomes = await office.inside((tx) =>
    decideRequests(tx, [
      { ...decision, request: { requestId: newId() } },
      { ...decision, request: { requestId: foreign.requestId } },
      { ...decision, request: { subjectKind: "transfer", subjectId: foreign.subjectId } },
    ]),
  );
  assert.deepEqual(outcomes.map(inWords), ["not_found", "not_found", "not_found"]);
});

test("a subject has one open request", async () => {
  const office = await officeWith(policy([level(1)]));
  const { subjectId } = await office.ask();
  await assert.rejects(office.ask(undefined, { subjectId }), (error) =>
    ApprovalError.is(error, "already_open"),
  );
});
