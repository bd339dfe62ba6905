import assert from "node:assert/strict";
import { test } from "node:test";
import { disableMember } from "#access";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { content, facts, inWords, level, makeOffice, policy, type Office } from "./test/office.ts";
import {
  expireRequests,
  findRequests,
  followRequests,
  listRequests,
  recheckRequests,
  releaseRequests,
  reviseRequests,
  withdrawRequests,
  workApprovals,
  type Request,
  type RequestEnd,
} from "./index.ts";

const world = await makeWorld();

async function officeWith(...policies: Parameters<Office["setTransferPolicies"]>[0]): Promise<Office> {
  const office = await makeOffice(world.ctx);
  await office.setTransferPolicies(policies);
  return office;
}

const advance = (merchantId: string, minutes: number) =>
  world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, minutes * 60_000],
  );

const wordOf = (outcome: { kind: string; code?: string }): string => outcome.code ?? outcome.kind;

test("the maker withdraws, others do not, and no one after the end", async () => {
  const office = await officeWith(policy([level(1)]));
  const ended: RequestEnd[] = [];
  followRequests("transfer", async (_tx, ends) => void ended.push(...ends));
  const [mine, programs, systems] = [
    await office.ask(),
    await office.ask(`api-key:${office.client.clientId}`),
    await office.ask(),
  ];
  const words = await office.inside(async (tx) => {
    const outcomes = await withdrawRequests(tx, [
      { request: mine, by: office.as("asha") },
      { request: mine, by: "api-key:other" },
      { request: mine, by: office.as("meera"), remarks: "paid in cash" },
      { request: mine, by: office.as("meera") },
      { request: programs, by: `api-key:${office.client.clientId}` },
      { request: systems, by: "system" },
      { request: { requestId: newId() }, by: "system" },
    ]);
    return outcomes.map(wordOf);
  });
  assert.deepEqual(words, [
    "not_the_maker",
    "not_the_maker",
    "withdrawn",
    "already_ended",
    "withdrawn",
    "withdrawn",
    "not_found",
  ]);
  assert.deepEqual(
    ended.map(({ request, endedBy }) => [request.requestId, request.status, endedBy, request.remarks]),
    [
      [mine.requestId, "withdrawn", office.as("meera"), "paid in cash"],
      [programs.requestId, "withdrawn", `api-key:${office.client.clientId}`, ""],
      [systems.requestId, "withdrawn", "system", ""],
    ],
  );
  assert.equal(inWords(await office.decide(mine.requestId, "asha")), "already_ended");
  followRequests("transfer", async () => undefined);
});

test("a changed content voids the approvals, and who changed it decides no more", async () => {
  const office = await officeWith(policy([level(2)]));
  const { requestId } = await office.ask();
  await office.decide(requestId, "asha");
  const revise = (name: string, by = office.as("vikram")) =>
    office.inside((tx) =>
      reviseRequests(tx, [{ request: { requestId }, contentHash: content(name), facts, by }]),
    );
  const [revised] = await revise("second");
  assert.ok(revised?.kind === "revised" && revised.request.revision === 2);
  assert.equal(inWords(await office.decide(requestId, "farhan")), "content_changed");
  const second = { contentHash: content("second") };
  assert.equal(inWords(await office.decide(requestId, "vikram", second)), "own_request");
  assert.equal(inWords(await office.decide(requestId, "farhan", second)), "pending 1/1, 1 missing");
  // The first content is back. Asha's approval of it was void, and stays so until she gives it anew.
  await revise("first", office.as("meera"));
  assert.equal(inWords(await office.decide(requestId, "leela")), "pending 1/1, 1 missing");
  assert.equal(inWords(await office.decide(requestId, "asha")), "approved");
  assert.deepEqual((await revise("third")).map(wordOf), ["already_ended"]);
});

test("a changed content needs what the policies ask of it now, and never nothing", async () => {
  const office = await officeWith(
    policy([], { toPaise: 100_00n, name: "free" }),
    policy([level(1)], { toPaise: 10_000_00n, name: "small" }),
    policy([level(2)], { name: "large" }),
  );
  const { requestId } = await office.ask();
  const to = (amountPaise: bigint) =>
    office.inside((tx) =>
      reviseRequests(tx, [
        {
          request: { requestId },
          contentHash: content(String(amountPaise)),
          facts: { ...facts, amountPaise },
          by: office.as("meera"),
        },
      ]),
    );
  await to(20_000_00n);
  const large = { contentHash: content("2000000") };
  assert.equal(inWords(await office.decide(requestId, "asha", large)), "pending 1/1, 1 missing");
  const [freed] = await to(50_00n);
  assert.ok(freed?.kind === "revised" && freed.request.policyName === "large");
  const free = { contentHash: content("5000") };
  assert.equal(inWords(await office.decide(requestId, "asha", free)), "pending 1/1, 1 missing");
  assert.equal(inWords(await office.decide(requestId, "vikram", free)), "approved");
});

test("what no one decides in seven days expires, by the merchant's clock", async () => {
  const office = await officeWith(policy([level(1)]));
  const { requestId, subjectId } = await office.ask();
  await advance(office.merchantId, 7 * 24 * 60 - 1);
  assert.deepEqual(await office.inside(expireRequests), []);
  await advance(office.merchantId, 1);
  // A request has expired even before the worker has ended it.
  assert.equal(inWords(await office.decide(requestId, "asha")), "expired");
  const expired = await office.inside(expireRequests);
  assert.deepEqual(
    expired.map((request) => [request.requestId, request.status, request.endedBy]),
    [[requestId, "expired", "system"]],
  );
  const found = await office.inside((tx) => findRequests(tx, "transfer", [subjectId]));
  assert.equal(found.get(subjectId)?.status, "expired");
  assert.equal(inWords(await office.decide(requestId, "asha")), "already_ended");
});

test("a merchant sets how long requests wait, and the worker's round ends all that are over", async () => {
  const office = await makeOffice(world.ctx);
  await office.setTransferPolicies([policy([level(1)])], 30);
  const ended: RequestEnd[] = [];
  followRequests("transfer", async (_tx, ends) => void ended.push(...ends));
  for (let n = 0; n < 3; n += 1) await office.ask();
  assert.equal(await workApprovals(world.ctx, office.merchantId), 0);
  await advance(office.merchantId, 31);
  const open = await office.ask();
  assert.equal(await workApprovals(world.ctx, office.merchantId), 3);
  assert.ok(ended.every(({ request }) => request.status === "expired"));
  const left = await office.inside((tx) => listRequests(tx, { limit: 10 }));
  assert.deepEqual(
    left.map(({ requestId }) => requestId),
    [open.requestId],
  );
  followRequests("transfer", async () => undefined);
});

test("pages of what waits: the most urgent in front, each once, only what is for the member", async () => {
  const office = await makeOffice(world.ctx);
  await office.setTransferPolicies([policy([level(2)])], 60);
  const asked: string[] = [];
  for (let n = 0; n < 7; n += 1)
    asked.push((await office.ask(office.as(n === 0 ? "asha" : "meera"))).requestId);
  await office.setTransferPolicies([policy([level(2)])], 10);
  const urgent = (await office.ask()).requestId;
  const seen: string[] = [];
  for (let after: Request | undefined; ;) {
    const page = await office.inside((tx) => listRequests(tx, { limit: 3, after }));
    if (page.length === 0) break;
    seen.push(...page.map(({ requestId }) => requestId));
    after = page.at(-1)!;
  }
  assert.deepEqual(seen, [urgent, ...asked]);
  await office.decide(asked[1]!, "asha");
  await office.decide(asked[2]!, "asha", { verdict: "reject" });
  const forMemberId = office.people.asha;
  const forAsha = await office.inside((tx) => listRequests(tx, { limit: 100, forMemberId }));
  assert.deepEqual(
    forAsha.map(({ requestId }) => requestId),
    [urgent, ...asked.slice(3)],
  );
  const batches = await office.inside((tx) => listRequests(tx, { limit: 100, subjectKinds: ["batch"] }));
  assert.deepEqual(batches, []);
  const rejected = await office.inside((tx) => listRequests(tx, { limit: 100, status: "rejected" }));
  assert.deepEqual(
    rejected.map(({ requestId }) => requestId),
    [asked[2]],
  );
});

test("what was approved stands until a permission goes or the policy asks for more", async () => {
  const office = await officeWith(policy([level(2)]));
  const [one, open] = [await office.ask(), await office.ask()];
  await office.decide(one.requestId, "asha");
  await office.decide(one.requestId, "vikram");
  const recheck = async () => {
    const names = [one, open, { requestId: newId() }];
    return (await office.inside((tx) => recheckRequests(tx, names))).map(wordOf);
  };
  assert.deepEqual(await recheck(), ["stands", "not_approved", "not_found"]);
  await office.setTransferPolicies([policy([level(3)])]);
  assert.deepEqual(await recheck(), ["approvals_lapsed", "not_approved", "not_found"]);
  await office.setTransferPolicies([]);
  assert.deepEqual(await recheck(), ["stands", "not_approved", "not_found"]);
  const asha = { memberId: office.people.asha, by: "system" } as const;
  await disableMember(world.ctx, office.organizationId, asha);
  assert.deepEqual(await recheck(), ["approvals_lapsed", "not_approved", "not_found"]);
});

test("what was approved is released once, for its content only, and in time", async () => {
  const office = await officeWith(policy([level(1)]));
  const requests = [await office.ask(), await office.ask()];
  for (const { requestId } of requests) await office.decide(requestId, "asha");
  const [one, late] = requests as [(typeof requests)[0], (typeof requests)[0]];
  const release = async (request: typeof one, name = "first") => {
    const wanted = { request, contentHash: content(name) };
    return (await office.inside((tx) => releaseRequests(tx, [wanted]))).map(wordOf)[0];
  };
  assert.equal(await release(one, "second"), "content_changed");
  const words = await Promise.all(Array.from({ length: 10 }, () => release(one)));
  assert.deepEqual(words.toSorted(), [...Array.from({ length: 9 }, () => "already_released"), "released"]);
  await advance(office.merchantId, 7 * 24 * 60);
  assert.equal(await release(late), "expired");
});
