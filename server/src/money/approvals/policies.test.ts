import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError } from "#access";
import { verifyAuditChain } from "#audit";
import { openWallet } from "#fund-sources";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { facts, level, makeOffice, policy } from "./test/office.ts";
import {
  ApprovalError,
  listPolicies,
  matchPolicy,
  parsePolicies,
  policiesInForce,
  readPolicies,
  setPolicies,
  type Policy,
  type PolicyFacts,
} from "./index.ts";

const world = await makeWorld();

const matched = (policies: readonly Policy[], other: Partial<PolicyFacts> = {}): string | null => {
  const set = { subjectKind: "transfer", version: 3, expireAfterMinutes: 60, policies } as const;
  return matchPolicy(set, { ...facts, ...other })?.policyName ?? null;
};

test("a policy applies from its lower to its upper amount, both included", () => {
  const bands = [
    policy([level(1)], { name: "small", toPaise: 999_99n }),
    policy([level(2)], { name: "middle", fromPaise: 1_000_00n, toPaise: 10_000_00n }),
    policy([level(3)], { name: "large", fromPaise: 10_000_01n }),
  ];
  const expected = [
    [1n, "small"],
    [999_99n, "small"],
    [1_000_00n, "middle"],
    [10_000_00n, "middle"],
    [10_000_01n, "large"],
    [99_99_999_99n, "large"],
  ] as const;
  for (const [amountPaise, name] of expected) assert.equal(matched(bands, { amountPaise }), name);
  assert.equal(matched(bands, { amountPaise: null }), null);
});

test("rail, fund source and creator are conditions, and all of them must hold", () => {
  const one = policy([level(1)], { rails: ["neft", "rtgs"], fundSourceIds: ["BANK_1"], creators: ["api"] });
  const fitting = { rail: "rtgs", fundSourceId: "BANK_1", creator: "api" } as const;
  assert.equal(matched([one], fitting), one.name);
  const others: Partial<PolicyFacts>[] = [
    { rail: "imps" },
    { rail: null },
    { fundSourceId: "WALLET_1" },
    { fundSourceId: null },
    { creator: "member" },
    { creator: "batch", byMember: true },
  ];
  for (const other of others) assert.equal(matched([one], { ...fitting, ...other }), null);
});

test("the first policy that applies counts, also when it asks for no approval", () => {
  const free = policy([], { name: "free", toPaise: 100_00n });
  const rest = policy([level(1)], { name: "rest" });
  assert.equal(matched([free, rest], { amountPaise: 100_00n }), null);
  assert.equal(matched([free, rest], { amountPaise: 100_01n }), "rest");
  assert.equal(matched([rest, free], { amountPaise: 100_00n }), "rest");
  assert.equal(matched([]), null);
});

test("what matches is frozen with its version and its time", () => {
  const set = {
    subjectKind: "batch",
    version: 7,
    expireAfterMinutes: 90,
    policies: [policy([level(2)])],
  } as const;
  assert.deepEqual(matchPolicy(set, facts), {
    policyName: "All of them",
    policyVersion: 7,
    expireAfterMinutes: 90,
    levels: [level(2)],
  });
});

test("policies are read as they were set, each kind for itself, and every change is a version", async () => {
  const office = await makeOffice(world.ctx);
  const { merchantId, people } = office;
  await openWallet(world.ctx, merchantId);
  const none = await office.inside((tx) => readPolicies(tx, "transfer"));
  const untouched = { version: 0, expireAfterMinutes: 10_080, policies: [], exceptWays: [] };
  assert.deepEqual(none, { subjectKind: "transfer", ...untouched });

  const policies = [
    policy(
      [level(1, { memberIds: [people.asha, people.vikram] }), level(2, { permission: "approve_changes" })],
      {
        name: "Large",
        fromPaise: 2_00_000_00n,
        rails: ["neft", "rtgs"],
        fundSourceIds: ["WALLET_1"],
        creators: ["api", "batch"],
      },
    ),
    policy([level(1)], { name: "Rest", toPaise: 9_999_999_999_999_99n }),
  ];
  const set = await setPolicies(world.ctx, merchantId, {
    subjectKind: "transfer",
    policies,
    expireAfterMinutes: 60,
    by: office.as("admin"),
  });
  assert.equal(set.version, 1);
  assert.deepEqual(await office.inside((tx) => readPolicies(tx, "transfer")), set);
  const second = await office.setTransferPolicies([]);
  assert.equal(second.version, 2);
  const all = await listPolicies(world.ctx, merchantId);
  assert.deepEqual(
    all.map(({ subjectKind, version, policies: some }) => [subjectKind, version, some.length]),
    [
      ["transfer", 2, 0],
      ["batch", 0, 0],
      ["beneficiary", 0, 0],
      ["key_reset", 0, 0],
      ["limit", 0, 0],
      ["rights", 0, 0],
      ["policy", 0, 0],
      ["credit", 0, 0],
    ],
  );
  const kept = await world.look("select version from approvals.policy where merchant_id = $1", [merchantId]);
  assert.equal(kept.length, 2, "earlier versions stay");
  const records = await world.look<{ actor: string; detail: { version: number } }>(
    "select actor, detail from audit.record where merchant_id = $1 and action = 'approvals.policies_set' order by seq",
    [merchantId],
  );
  assert.deepEqual(
    records.map(({ actor, detail }) => [actor, detail.version]),
    [
      [office.as("admin"), 1],
      ["system", 2],
    ],
  );
  assert.equal(await verifyAuditChain(world.ctx, merchantId), null);
});

test("whether a merchant has policies is one more column of any statement", async () => {
  const office = await makeOffice(world.ctx);
  const asks = async (): Promise<boolean> => {
    const [row] = await office.inside((tx) =>
      tx.query<{ asks: boolean }>(
        `select ${policiesInForce("merchant.merchant_id", "transfer")} as asks
         from access.merchant
         where merchant_id = $1`,
        [tx.merchantId],
      ),
    );
    return row!.asks;
  };
  assert.equal(await asks(), false);
  await office.setTransferPolicies([policy([level(1)])]);
  assert.equal(await asks(), true);
  await office.setTransferPolicies([]);
  assert.equal(await asks(), false);
});

test("twenty changes at once are twenty versions", async () => {
  const office = await makeOffice(world.ctx);
  const sets = await Promise.all(
    Array.from({ length: 20 }, (_, n) => office.setTransferPolicies([policy([level(1)], { name: `p${n}` })])),
  );
  assert.deepEqual(
    sets.map(({ version }) => version).toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
});

test("policies that cannot be kept are refused, and nothing is changed", async () => {
  const office = await makeOffice(world.ctx);
  const bad: Policy[] = [
    policy([level(1)], { name: " " }),
    policy([level(1)], { name: "x".repeat(101) }),
    policy([level(1)], { name: "above 4111 1111 1111 1111" }),
    policy([level(1)], { fromPaise: -1n }),
    policy([level(1)], { fromPaise: 2n, toPaise: 1n }),
    policy([level(1)], { rails: [] }),
    policy([level(1)], { creators: ["robot" as "api"] }),
    policy([level(0)]),
    policy([level(11)]),
    // These permissions are given without a second person, so a member who orders could create its own approver.
    ...(["access_transfers", "export_data", "view_audit_log"] as const).map((permission) =>
      policy([level(1), level(1, { permission })]),
    ),
    policy([level(1.5)]),
    policy([level(1, { permission: "fly" as "manage_keys" })]),
    policy([level(2, { memberIds: [office.people.asha] })]),
    policy([level(2, { memberIds: [office.people.asha, office.people.asha] })]),
    policy([level(1, { memberIds: ["asha"] })]),
    policy([level(1, { memberIds: [newId()] })]),
    policy(Array.from({ length: 6 }, () => level(1))),
  ];
  const isBad = (error: unknown) => ApprovalError.is(error, "bad_policy");
  for (const one of bad)
    await assert.rejects(office.setTransferPolicies([one]), isBad, JSON.stringify(one.levels));
  await assert.rejects(office.setTransferPolicies(Array.from({ length: 51 }, () => policy([]))), isBad);
  for (const minutes of [0, 1.5, 366 * 24 * 60 + 1])
    await assert.rejects(office.setTransferPolicies([], minutes), isBad);
  assert.equal((await office.inside((tx) => readPolicies(tx, "transfer"))).version, 0);
});

test("a member needs the permission to manage policies", async () => {
  const office = await makeOffice(world.ctx);
  const set = { subjectKind: "transfer", policies: [], by: office.as("asha") } as const;
  const refused = setPolicies(world.ctx, office.merchantId, set);
  await assert.rejects(refused, (error) => AccessError.is(error, "not_permitted"));
});

test("policies are read from JSON, amounts in rupees, and what is not understood is refused", () => {
  const text = `[
    { "name": "Large", "from": "200000", "to": 500000.5, "rails": ["rtgs"], "fundSources": ["BANK_1"],
      "creators": ["api", "batch"], "levels": [{ "approvers": 2, "permission": "approve_changes" }, {}] },
    { "name": "Free", "levels": [] }
  ]`;
  assert.deepEqual(parsePolicies(JSON.parse(text), "batch"), [
    policy([level(2, { permission: "approve_changes" }), level(1, { permission: "approve_bulk_transfer" })], {
      name: "Large",
      fromPaise: 2_00_000_00n,
      toPaise: 5_00_000_50n,
      rails: ["rtgs"],
      fundSourceIds: ["BANK_1"],
      creators: ["api", "batch"],
    }),
    policy([], { name: "Free" }),
  ]);
  const one = { name: "x", levels: [{}] };
  const bad = [
    null,
    {},
    [null],
    [[]],
    [{ name: "x" }],
    [{ ...one, levels: [null] }],
    [{ ...one, form: "1" }],
    [{ ...one, from: "1.001" }],
    [{ ...one, rails: "imps" }],
    [{ ...one, rails: [1] }],
    [{ ...one, creators: ["robot"] }],
    [{ ...one, levels: [{ approvers: "2" }] }],
    [{ ...one, levels: [{ permission: "fly" }] }],
    [{ ...one, levels: [{ who: "me" }] }],
  ];
  for (const value of bad)
    assert.throws(
      () => parsePolicies(value, "transfer"),
      (error) => ApprovalError.is(error, "bad_policy"),
      JSON.stringify(value),
    );
});
