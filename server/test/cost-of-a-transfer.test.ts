/** Counts the work of a transfer in PostgreSQL: round trips, statements, WAL records. It may become less, not more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setPolicies } from "#approvals";
import { acceptTransfers } from "#transfers";
import { orderTo } from "./faults/fault-world.ts";
import { makeCostCounter } from "./count-cost.ts";
import { makeWorld } from "./world.ts";

/** The limits for sets of this size; records are those of the write-ahead log, per transfer. */
const LIMITS = [
  { size: 1, facts: "known", token: [1, 4], accept: [1, 3, 19], record: [1, 3, 15] },
  { size: 1, facts: "asked", token: [1, 4], accept: [2, 9, 22], record: [1, 3, 15] },
  { size: 1, facts: "changed", token: [1, 4], accept: [3, 17, 22], record: [4, 12, 17] },
  { size: 64, facts: "known", token: [1, 4], accept: [1, 3, 16], record: [1, 3, 14] },
  { size: 64, facts: "asked", token: [1, 4], accept: [2, 9, 16], record: [1, 3, 14] },
] as const;

const world = await makeWorld();
const count = await makeCostCounter({
  ...world,
  open: (databaseUrl) => world.openContext({ databaseUrl, connections: 1 }),
});

test("a transfer costs no more round trips, statements and WAL records than it did", async () => {
  for (const { size, facts, ...limits } of LIMITS) {
    const { token, accept, record } = await count(size, facts);
    const found = {
      token: [token.rounds, token.statements],
      accept: [accept.rounds, accept.statements, Math.ceil(accept.records / size)],
      record: [record.rounds, record.statements, Math.ceil(record.records / size)],
    };
    assert.deepEqual(found, limits, `a set of ${size}, facts ${facts}`);
  }
});

test("what policies count of a maker is kept as sums, however many orders of a set came before", async () => {
  const { merchantId } = await world.makeMerchant({ balancePaise: 10_00_000_00n });
  const any = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }] as const;
  const policies = [{ name: "Large", fromPaise: 50_00n, ...any, levels }];
  await setPolicies(world.ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  const orders = Array.from({ length: 200 }, (_, index) => ({
    ...orderTo(`sum_${index}`),
    amountPaise: 1_00n,
    createdBy: { maker: "api-key:one", creator: "api" } as const,
  }));
  for (let from = 0; from < 200; from += 100)
    await acceptTransfers(world.ctx, merchantId, orders.slice(from, from + 100));
  // The first seven, with charges of ₹7.08 each, are below the policy. Each later one needs approval, so its sums are
  // stored.
  const [kept] = await world.look(
    `select count(*)::int as requests,
       max(jsonb_array_length(sums -> 'maker') + jsonb_array_length(sums -> 'payee')) as rows,
       max((
         select sum((sum ->> 'paise')::int) from jsonb_array_elements(sums -> 'maker') as sum
       ))::int as paise
     from approvals.request where merchant_id = $1`,
    [merchantId],
  );
  assert.deepEqual(kept, { requests: 193, rows: 4, paise: 199 * 8_08 });
});

/** The row changes of 4 sets, at least. */
const CHANGED = [
  { table: "ledger.account", changes: 4 * 2 },
  { table: "transfers.counter", changes: 4 },
  { table: "transfers.transfer", changes: 4 * 64 },
] as const;

/**
 * The percentage of changes that may move a row. While a statement of another session runs, such as an analysis by
 * PostgreSQL itself, dead rows stay, and a page can be full of them.
 */
const MOVED_IN_HUNDRED = 10;

/**
 * Each change of a transfer reads its own row. One more allows for other reads, such as those of an enquiry, or those
 * of the tests before, which sessions may report late.
 */
const READ_PER_TRANSFER = 2;

test("a change stays on the page of its row, and finds the row by its key", async () => {
  const before = await Promise.all(CHANGED.map(({ table }) => readCounts(table)));
  for (let sets = 0; sets < 4; sets += 1) await count(64);
  for (const [index, { table, changes }] of CHANGED.entries()) {
    const { updates, read } = before[index]!;
    let seen = await readCounts(table);
    // A session reports its counts within ten seconds.
    while (seen.updates < updates + changes) seen = await readCounts(table);
    assert.ok(seen.moved * 100 <= MOVED_IN_HUNDRED * seen.updates, `${table}: ${JSON.stringify(seen)}`);
    if (table !== "transfers.transfer") continue;
    const perChange = (seen.read - read) / (seen.updates - updates);
    assert.ok(perChange <= READ_PER_TRANSFER, `each change read ${perChange.toFixed(1)} rows`);
  }
});

async function readCounts(table: string): Promise<{ updates: number; moved: number; read: number }> {
  const [counts] = await world.look<{ updates: number; moved: number; read: number }>(
    `select n_tup_upd::int as updates, (n_tup_upd - n_tup_hot_upd)::int as moved,
       (seq_tup_read + idx_tup_fetch)::int as read
     from pg_stat_all_tables
     where relid = $1::regclass`,
    [table],
  );
  return counts!;
}
