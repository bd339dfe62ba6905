/**
 * Constraints that hold in the tables even if the code has a bug: each wall is tested with a row that would break it.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();
let merchant: Payer;
let stranger: Payer;

before(async () => {
  [merchant, stranger] = await Promise.all([world.makePayer(), world.makePayer()]);
  const answers = await acceptTransfers(world.ctx, merchant.merchantId, [
    orderTo("paid"),
    orderTo("paid too"),
  ]);
  assert.ok(answers.every((answer) => answer.kind === "accepted"));
  await runtimeOf(world.ctx).idle();
});

/** A copy of an existing row with some changed columns; exactly this wall must refuse it. */
const COPIES: readonly { wall: string; table: string; like?: string; changed: Record<string, unknown> }[] = [
  {
    wall: "transfer_key_once",
    table: "transfers.transfer",
    changed: { transfer_id: randomId(), reference_id: 1 },
  },
  {
    wall: "reference_id_once",
    table: "transfers.transfer",
    changed: { transfer_id: randomId(), transfer_key: "new" },
  },
  { wall: "amounts_make_sense", table: "transfers.transfer", changed: fresh({ amount_paise: 0 }) },
  { wall: "sent_means_a_bank_and_an_attempt", table: "transfers.transfer", changed: fresh({ attempt: 0 }) },
  { wall: "status_is_known", table: "transfers.transfer", changed: fresh({ status: "lost" }) },
  {
    wall: "reason_to_wait_is_known",
    table: "transfers.transfer",
    changed: fresh({ status: "waiting", waiting_for: "luck" }),
  },
  {
    wall: "one_live_attempt_per_transfer",
    table: "transfers.attempt",
    changed: { attempt: 2, reference: "OTHER" },
  },
  {
    wall: "reference_once_per_bank",
    table: "transfers.attempt",
    changed: { attempt: 2, live: false, evidence: "NEG" },
  },
  {
    wall: "an_attempt_ends_only_on_proof",
    table: "transfers.attempt",
    changed: { attempt: 2, reference: "OTHER", live: false, evidence: "UNK" },
  },
  { wall: "fact_once", table: "transfers.fact", changed: { detail: "said differently" } },
  {
    wall: "evidence_class_is_known",
    table: "transfers.fact",
    changed: { fact_key: "new", evidence: "HEARSAY" },
  },
  { wall: "step_taken_once", table: "transfers.step", changed: { because: "another reason" } },
  {
    wall: "step_is_a_legal_move",
    table: "transfers.step",
    changed: { step: 9, from_status: "failed", to_status: "succeeded" },
  },
  { wall: "event_published_once", table: "webhooks.event", changed: { type: "TRANSFER_FAILED" } },
  // Posted and released are one phase, because a hold is resolved exactly once.
  {
    wall: "entry_booked_once",
    table: "ledger.posting",
    like: "kind = 'post' and line = 1",
    changed: { kind: "release" },
  },
  { wall: "amount_is_positive", table: "ledger.posting", changed: { line: 9, amount_paise: -1 } },
  {
    wall: "debit_and_credit_differ",
    table: "ledger.posting",
    changed: { line: 9, debit_no: 1000, credit_no: 1000 },
  },
  {
    wall: "kind_stands_in_its_phase",
    table: "ledger.posting",
    changed: { line: 9, phase: 6, kind: "release" },
  },
];

for (const { wall, table, like = "true", changed } of COPIES) {
  test(`${table}: ${wall}`, async () => {
    const copy = `
      insert into ${table}
      select (jsonb_populate_record(original, $2::jsonb)).*
      from ${table} as original
      where merchant_id = $1
        and ${like}
      limit 1`;
    await assert.rejects(
      writeAs(merchant, copy, [merchant.merchantId, JSON.stringify(changed)]),
      new RegExp(`"${wall}"`),
    );
  });
}

test("ledger.account: account_kind_is_known", async () => {
  const rename = "update ledger.account set kind = 'sock' where merchant_id = $1 and account_no = 1000";
  await assert.rejects(writeAs(merchant, rename, [merchant.merchantId]), /"account_kind_is_known"/);
});

test("ledger.account: balance_never_below_the_overdraft_limit", async () => {
  const overdraw =
    "update ledger.account set balance_paise = -1 where merchant_id = $1 and account_no = 1000";
  await assert.rejects(
    writeAs(merchant, overdraw, [merchant.merchantId]),
    /"balance_never_below_the_overdraft_limit"/,
  );
});

/** Tables whose rows are written once and never changed. */
const APPENDED = [
  "ledger.posting",
  "transfers.fact",
  "transfers.step",
  "transfers.contradiction",
  "audit.record",
  "approvals.policy",
  "approvals.decision",
];

for (const table of APPENDED) {
  test(`${table}: no row is changed, none removed`, async () => {
    const own = [merchant.merchantId];
    await assert.rejects(writeAs(merchant, `update ${table} set merchant_id = $1`, own), /permission denied/);
    await assert.rejects(
      writeAs(merchant, `delete from ${table} where merchant_id = $1`, own),
      /permission denied/,
    );
  });
}

/** Tables with a merchant's ID that must be readable before the merchant is known. */
const DIRECTORIES = ["access.merchant", "lib.merchant_clock", "lib.moved_merchant"];

test("every table of merchant rows has its rows guarded, for the owner too", async () => {
  const open = await world.look<{ name: string }>(
    `select oid::regclass::text as name
     from pg_class
     where relkind in ('r', 'p')
       and exists (
         select from pg_attribute
         where attrelid = pg_class.oid
           and attname = 'merchant_id'
       )
       and not (relrowsecurity and relforcerowsecurity)
     order by 1`,
  );
  assert.deepEqual(
    open.map(({ name }) => name),
    DIRECTORIES,
    "tables without row level security",
  );
});

test("a merchant sees no row of another one and writes none", async () => {
  const tables = [
    "transfers.transfer",
    "transfers.attempt",
    "transfers.fact",
    "transfers.step",
    "webhooks.event",
  ];
  for (const table of [...tables, "ledger.posting", "ledger.account", "fund_sources.top_up"]) {
    const seen = await world.ctx.db.inMerchant(stranger.merchantId, (tx) =>
      tx.query(`select from ${table} where merchant_id = $1`, [merchant.merchantId]),
    );
    assert.equal(seen.length, 0, `${table} shows another merchant's rows`);
  }
  const foreign = `
    insert into ledger.account (merchant_id, account_no, kind, name, running)
    values ($1, 9000, 'wallet', 'foreign', true)`;
  await assert.rejects(writeAs(stranger, foreign, [merchant.merchantId]), /row-level security/);
});

/** Executes a write with the application's role. */
function writeAs({ merchantId }: Payer, sql: string, values: readonly unknown[]): Promise<number> {
  return world.ctx.db.inMerchant(merchantId, (tx) => tx.execute(sql, values));
}

function randomId(): string {
  return crypto.randomUUID();
}

/** A new transfer, except for these columns. */
function fresh(changed: Record<string, unknown>): Record<string, unknown> {
  return { transfer_id: randomId(), transfer_key: "new", reference_id: 1, ...changed };
}
