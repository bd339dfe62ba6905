import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rail } from "#rails";
import { chooseRoute, decisionKey, recordDecisions, type RouteFacts } from "#routing";
import { makeWorld } from "#test/world";

const world = await makeWorld();

const LAKH = 1_00_000_00n;
const rails: Rail[] = ["imps", "neft", "rtgs"];

const facts = (more: Partial<RouteFacts> = {}): RouteFacts => ({
  mode: "banktransfer",
  amountPaise: 100_00n,
  now: new Date("2026-11-18T06:30:00Z"),
  payee: { hasAccount: true, hasVpa: false, hasPhone: false, hasCard: false },
  banks: ["aravali", "sagar"].map((bankId) => ({ bankId, rails, enabled: true })),
  banksTried: [],
  fundSource: { fundSourceId: "wallet", bankId: null },
  ...more,
});

test("the explanation is small, names its rule and what was passed over, and nothing of the payment", () => {
  const answer = chooseRoute(facts({ banksTried: ["aravali"], amountPaise: 123_45n }));
  assert.deepEqual(JSON.parse(JSON.stringify(answer.explanation)), {
    rule: "banktransfer:imps>neft@3",
    policyVersion: 0,
    snapshotNo: 0,
    given: {
      mode: "banktransfer",
      payee: ["account"],
      payeeRefuses: [],
      payeeDown: [],
      payeeCodes: [],
      banks: ["aravali", "sagar"].map((bankId) => ({
        bankId,
        rails,
        enabled: true,
        railsDown: [],
        maxPaise: {},
      })),
      tried: ["aravali"],
      heldAt: null,
      calendar: "working_days",
      full: [],
      bucket: null,
    },
    candidates: [
      { rail: "imps", bankId: "aravali", skipped: "already_tried" },
      { rail: "imps", bankId: "sagar", skipped: null },
      { rail: "neft", bankId: "aravali", skipped: "already_tried" },
      { rail: "neft", bankId: "sagar", skipped: "came_later" },
    ],
    chosen: { rail: "imps", bankId: "sagar" },
  });
});

test("equal decisions have one key, whatever the amount or the hour; other decisions have others", () => {
  const key = (more: Partial<RouteFacts>): string => decisionKey(chooseRoute(facts(more)).explanation);
  assert.match(key({}), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(key({}), key({ amountPaise: 2n * LAKH, now: new Date("2027-03-03T06:30:00Z") }));
  const others = [
    { amountPaise: 3n * LAKH },
    { banksTried: ["aravali"] },
    { mode: "imps" as const },
    { banks: [] },
  ];
  assert.equal(new Set([{}, ...others].map(key)).size, 5);
  const { explanation } = chooseRoute(facts());
  const { rule, candidates, chosen, ...more } = explanation;
  assert.equal(
    decisionKey({ chosen, candidates, rule, ...more }),
    decisionKey(explanation),
    "field order is no matter",
  );
});

interface Row {
  decision_id: string;
  rail: string | null;
  bank_id: string | null;
  explanation: unknown;
  created_at: Date;
}

const stored = (merchantId: string): Promise<Row[]> =>
  world.ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Row>("select decision_id, rail, bank_id, explanation, created_at from routing.decision"),
  );

test("a set of decisions is stored once each, and every one gets its id in order", async () => {
  const { merchantId } = await world.makeMerchant();
  const first = chooseRoute(facts());
  const second = chooseRoute(facts({ banksTried: ["aravali"] }));
  const none = chooseRoute(facts({ banks: [] }));
  const set = Array.from({ length: 300 }, (_, index) => [first, second, none][index % 3]!);
  const { db } = world.ctx;
  const ids = await db.inMerchant(merchantId, (tx) => recordDecisions(tx, set));
  assert.deepEqual(
    ids,
    set.map(({ explanation }) => decisionKey(explanation)),
  );
  const again = await db.inMerchant(merchantId, (tx) => recordDecisions(tx, [second]));
  assert.deepEqual(again, [ids[1]]);
  const rows = new Map((await stored(merchantId)).map((row) => [row.decision_id, row]));
  assert.equal(rows.size, 3);
  assert.deepEqual(
    [ids[0]!, ids[1]!, ids[2]!].map((id) => [rows.get(id)?.rail, rows.get(id)?.bank_id]),
    [
      ["imps", "aravali"],
      ["imps", "sagar"],
      [null, null],
    ],
  );
  assert.deepEqual(rows.get(ids[1]!)?.explanation, JSON.parse(JSON.stringify(second.explanation)));
});

test("no decisions need no statement", async () => {
  const { merchantId } = await world.makeMerchant();
  assert.deepEqual(await world.ctx.db.inMerchant(merchantId, (tx) => recordDecisions(tx, [])), []);
  assert.deepEqual(await stored(merchantId), []);
});

test("transactions that record the same new decisions at once all succeed and store them once", async () => {
  const { merchantId } = await world.makeMerchant();
  const set = [facts(), facts({ banksTried: ["aravali"] }), facts({ mode: "rtgs", amountPaise: 3n * LAKH })];
  const routes = set.map(chooseRoute);
  const orders = [routes, routes.toReversed(), [routes[1]!, routes[0]!], routes, routes.toReversed()];
  await Promise.all(
    orders.map((order) => world.ctx.db.inMerchant(merchantId, (tx) => recordDecisions(tx, order))),
  );
  assert.equal((await stored(merchantId)).length, 3);
});

test("a merchant sees only its own decisions", async () => {
  const [mine, other] = [await world.makeMerchant(), await world.makeMerchant()];
  await world.ctx.db.inMerchant(mine.merchantId, (tx) => recordDecisions(tx, [chooseRoute(facts())]));
  assert.equal((await stored(mine.merchantId)).length, 1);
  assert.deepEqual(await stored(other.merchantId), []);
});

test("a stored decision can be neither changed nor deleted", async () => {
  const { merchantId } = await world.makeMerchant();
  const { db } = world.ctx;
  await db.inMerchant(merchantId, (tx) => recordDecisions(tx, [chooseRoute(facts())]));
  for (const statement of ["update routing.decision set rail = null", "delete from routing.decision"]) {
    await assert.rejects(
      db.inMerchant(merchantId, (tx) => tx.execute(statement)),
      { code: "42501" },
    );
  }
});

test("a row that does not say what its explanation says is refused", async () => {
  const { merchantId } = await world.makeMerchant();
  const insert = (rail: string | null, bankId: string | null, chosen: unknown): Promise<number> =>
    world.ctx.db.inMerchant(merchantId, (tx) =>
      tx.execute(
        `insert into routing.decision (merchant_id, decision_id, rail, bank_id, explanation, created_at)
         values ($1, gen_random_uuid(), $2, $3, $4, now())`,
        [merchantId, rail, bankId, JSON.stringify({ rule: "r", candidates: [], chosen })],
      ),
    );
  await insert("imps", "aravali", { rail: "imps", bankId: "aravali" });
  const explains = { constraint: "decision_says_what_it_explains" };
  await assert.rejects(insert("neft", "aravali", { rail: "imps", bankId: "aravali" }), explains);
  await assert.rejects(insert(null, null, { rail: "imps", bankId: "aravali" }), explains);
  const both = { constraint: "decision_chooses_rail_and_bank_or_neither" };
  await assert.rejects(insert("imps", null, { rail: "imps" }), both);
  const known = { constraint: "decision_is_a_known_rail" };
  await assert.rejects(insert("swift", "aravali", { rail: "swift", bankId: "aravali" }), known);
});
