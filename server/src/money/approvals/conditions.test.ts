import assert from "node:assert/strict";
import { test } from "node:test";
import { openWallet } from "#fund-sources";
import { makeWorld } from "#test/world";
import { facts, inWords, level, makeOffice, policy } from "./test/office.ts";
import { ApprovalError, matchPolicy, setPolicies, type Policy } from "./index.ts";

const world = await makeWorld();

test("a condition that nothing of a kind can fulfil is refused: it would let everything through", async () => {
  const { merchantId } = await makeOffice(world.ctx);
  for (const subjectKind of ["beneficiary", "limit", "key_reset"] as const) {
    const set = (other: Partial<Policy>) =>
      setPolicies(world.ctx, merchantId, {
        subjectKind,
        policies: [policy([level(1)], other)],
        by: "system",
      });
    for (const other of [
      { fromPaise: 1n },
      { toPaise: 100n },
      { rails: ["imps"] },
      { fundSourceIds: ["WALLET_1"] },
      { creators: ["api", "batch"] as const },
    ])
      await assert.rejects(set(other), (error) => ApprovalError.is(error, "bad_policy"));
    await set({ creators: ["api"] });
  }
});

test("a condition that names what there is not is refused too", async () => {
  const { merchantId } = await makeOffice(world.ctx);
  await openWallet(world.ctx, merchantId);
  const set = (subjectKind: "transfer" | "batch", other: Partial<Policy>) =>
    setPolicies(world.ctx, merchantId, { subjectKind, policies: [policy([level(1)], other)], by: "system" });
  const isBad = (error: unknown) => ApprovalError.is(error, "bad_policy");
  await assert.rejects(set("transfer", { rails: ["imps", "NEFT"] }), isBad);
  // A batch is approved as a whole, before any of its transfers has a rail.
  await assert.rejects(set("batch", { rails: ["imps"] }), isBad);
  await set("transfer", { rails: ["imps", "neft"] });
  for (const kind of ["transfer", "batch"] as const) {
    for (const unknown of ["WALET_1", "TRANSIT_1"])
      await assert.rejects(set(kind, { fundSourceIds: ["WALLET_1", unknown] }), isBad);
    await set(kind, { fundSourceIds: ["WALLET_1"] });
  }
});

test("a batch that names no fund source is asked about where a policy asks about one", () => {
  const fromBank = (levels: Policy["levels"]) => policy(levels, { fundSourceIds: ["BANK_1"] });
  const asks = (policies: readonly Policy[], fundSourceId: string | null) => {
    const set = { subjectKind: "batch", version: 1, expireAfterMinutes: 60, policies } as const;
    return matchPolicy(set, { amountPaise: 1n, rail: null, fundSourceId, creator: "api" })?.levels ?? null;
  };
  assert.deepEqual(asks([fromBank([level(1)])], null), [level(1)]);
  assert.equal(asks([fromBank([level(1)])], "WALLET_1"), null);
  assert.deepEqual(asks([fromBank([]), policy([level(2)])], null), [level(2)], "it may not be from there");
});

test("a file is asked about as a file and as its maker's, by the policy with more approvals", () => {
  const people = policy([level(1), level(1)], { name: "people", fromPaise: 200_00n, creators: ["member"] });
  const files = policy([level(1)], { name: "files", creators: ["batch"] });
  const free = policy([], { name: "free", creators: ["batch"] });
  const matched = (policies: Policy[], amountPaise: bigint, byMember = true) => {
    const set = { subjectKind: "transfer", version: 3, expireAfterMinutes: 60, policies } as const;
    return matchPolicy(set, { ...facts, creator: "batch", byMember, amountPaise })?.policyName;
  };
  assert.equal(matched([people, files], 100_00n), "files");
  for (const one of [files, free]) assert.equal(matched([one, people], 200_00n), "people");
  assert.equal(matched([people, files], 200_00n, false), "files");
  const programs = policy([level(1), level(1)], { name: "programs", creators: ["api"] });
  for (const one of [[programs], [files, programs], [free, programs]])
    assert.equal(matched(one, 200_00n, false), "programs", "a program that sends a file is not exempt");
  assert.equal(matched([programs], 200_00n), undefined, "a member's file is no program's");
});

test("a payment that several rails may carry is asked about by the policy of the one that asks more", () => {
  const slow = policy([level(1)], { name: "slow", rails: ["neft", "rtgs"] });
  const two = policy([level(1), level(1)], { name: "two", rails: ["rtgs"] });
  const free = policy([], { name: "free", rails: ["imps"] });
  const matched = (policies: Policy[], mayCarry?: readonly string[]) => {
    const set = { subjectKind: "transfer", version: 1, expireAfterMinutes: 60, policies } as const;
    return matchPolicy(set, { ...facts, rail: "imps", ...(mayCarry && { mayCarry }) })?.policyName;
  };
  assert.equal(matched([slow]), undefined);
  assert.equal(matched([slow], ["imps", "neft"]), "slow");
  assert.equal(matched([free, slow], ["imps", "neft"]), "slow", "an exemption of one rail exempts no other");
  assert.equal(matched([free, two, slow], ["imps", "neft", "rtgs"]), "two");
  assert.equal(matched([two], ["imps", "neft"]), undefined);
});

const named = (...memberIds: string[]) => level(1, { memberIds });

test("policies of which any may hold are asked together: more people hide no person who is named", () => {
  const set = (subjectKind: "transfer" | "batch", policies: readonly Policy[]) =>
    ({ subjectKind, version: 1, expireAfterMinutes: 60, policies }) as const;
  const two = policy([level(2)], { name: "two", rails: ["rtgs"] });
  const cfo = policy([named("cfo")], { name: "cfo", rails: ["neft"] });
  const rails = { ...facts, rail: "imps", mayCarry: ["neft", "rtgs"] };
  const asked = matchPolicy(set("transfer", [two, cfo]), rails);
  assert.deepEqual([asked?.policyName, asked?.levels], ["two, cfo", [named("cfo"), level(1)]]);
  const [people, files] = [
    policy([level(2)], { creators: ["member"] }),
    policy([named("cfo")], { creators: ["batch"] }),
  ];
  const file = { ...facts, creator: "batch", byMember: true } as const;
  assert.deepEqual(matchPolicy(set("transfer", [people, files]), file)?.levels, [named("cfo"), level(1)]);
  const [wallet, bank] = [
    policy([named("treasurer")], { fundSourceIds: ["WALLET_1"] }),
    policy([named("cfo")], { fundSourceIds: ["BANK_1"] }),
  ];
  const fromAny = { ...facts, rail: null, fundSourceId: null };
  assert.deepEqual(matchPolicy(set("batch", [wallet, bank]), fromAny)?.levels, [
    named("treasurer"),
    named("cfo"),
  ]);
});

test("the rails that may carry a payment are asked about when it is decided, too", async () => {
  const office = await makeOffice(world.ctx);
  const { asha, vikram } = office.people;
  const byPolicy = (who: string) => [
    policy([level(1)], { rails: ["imps"] }),
    policy([named(who)], { rails: ["neft"] }),
  ];
  await office.setTransferPolicies(byPolicy(asha));
  const about = { ...facts, mayCarry: ["imps", "neft"] };
  const { requestId } = await office.ask(office.as("meera"), { facts: about });
  assert.equal(inWords(await office.decide(requestId, "farhan")), "not_permitted");
  await office.setTransferPolicies(byPolicy(vikram));
  assert.equal(inWords(await office.decide(requestId, "asha")), "pending 1/1, 1 missing");
  assert.equal(inWords(await office.decide(requestId, "vikram")), "approved");
});
