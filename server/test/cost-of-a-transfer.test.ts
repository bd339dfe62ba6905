/** What a transfer asks of PostgreSQL, counted: round trips, statements, WAL records. It may become less, not more. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { authenticate, authorize } from "#access";
import { adapterOf } from "#banks";
import { addBeneficiary } from "#beneficiaries";
import { acceptTransfers, recordNews, runtimeOf, type TransferOrder } from "#transfers";
import { makeSplitter } from "./messages-of-postgres.ts";
import { startProxy } from "./proxy.ts";
import { makeWorld, type TestMerchant } from "./world.ts";

/** For a set of so many; records are of the write-ahead log, for each transfer. */
const LIMITS = [
  { size: 1, token: [1, 4], accept: [2, 17, 26], record: [2, 13, 20] },
  { size: 64, token: [1, 4], accept: [2, 17, 19], record: [2, 13, 16] },
] as const;

const world = await makeWorld();
const cost = { rounds: 0, statements: 0 };
const url = new URL(world.databaseUrl);
url.port = String(
  await startProxy(world, {
    port: Number(url.port),
    relay: ({ client, server }) => {
      const split = makeSplitter(false);
      return {
        fromClient(part) {
          for (const { type } of split(part)) {
            if (type === "S" || type === "Q") cost.rounds += 1;
            if (type === "B" || type === "Q") cost.statements += 1;
          }
          server.write(part);
        },
        fromServer: (part) => void client.write(part),
      };
    },
  }),
);
const ctx = world.openContext({ databaseUrl: url.href, connections: 1 });
const bank = adapterOf({ adapter: "json-h2h" });
// What it answers is told by the test, for the whole set at once.
bank.pay = () => new Promise(() => undefined);

test("a transfer costs no more round trips, statements and WAL records than it did", async () => {
  const merchant = await world.makeMerchant({ balancePaise: 10_000_000n });
  const { merchantId } = merchant;
  const payee = { beneId: "payee", name: "Asha Rao", email: "asha@example.com", phone: "9876543210" };
  const account = { address1: "12 Lake Road", accountNumber: "7000000001", ifsc: "HDFC0000001" };
  await addBeneficiary(ctx, merchantId, { ...payee, ...account, by: "system" });
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  await world.look("create extension pg_walinspect");
  for (const { size, ...limits } of LIMITS) {
    // The first sets prepare their statements and fill caches, and a page may be full at any time.
    const seen: Cost[] = [];
    for (let times = 0; times < 6; times += 1) seen.push(await measure(merchant, token, size));
    const least = (of: (one: Cost) => number): number => Math.min(...seen.map(of));
    const found = {
      token: [least((one) => one.token.rounds), least((one) => one.token.statements)],
      accept: [
        least(({ accept }) => accept.rounds),
        least(({ accept }) => accept.statements),
        Math.ceil(least((one) => one.acceptRecords) / size),
      ],
      record: [
        least(({ record }) => record.rounds),
        least(({ record }) => record.statements),
        Math.ceil(least((one) => one.recordRecords) / size),
      ],
    };
    assert.deepEqual(found, limits, `a set of ${size}`);
  }
});

type Counts = typeof cost;

interface Cost {
  token: Counts;
  accept: Counts;
  record: Counts;
  acceptRecords: number;
  recordRecords: number;
}

async function measure({ merchantId }: TestMerchant, token: string, size: number): Promise<Cost> {
  const from = await whereLogIs();
  const asked = await counted(() => authenticate(ctx, { token, ip: "127.0.0.1" }));
  const accepted = await counted(() =>
    acceptTransfers(ctx, merchantId, Array.from({ length: size }, makeOrder)),
  );
  const ids = accepted.value.map((one) => {
    assert.ok(one.kind === "accepted" && one.transfer.status === "sent", JSON.stringify(one.kind));
    return one.transfer.transferId;
  });
  const recorded = await counted(() =>
    recordNews(
      ctx,
      merchantId,
      ids.map((transferId, index) => ({
        transferId,
        attempt: 1,
        source: "response",
        sourceNo: 0,
        outcome: {
          kind: "succeeded",
          code: "00",
          text: "paid",
          utr: `${Date.now()}${index}`,
          credited: true,
        },
      })),
    ),
  );
  assert.ok(recorded.value.every((transfer) => transfer?.status === "succeeded"));
  // The bank never answers itself; others need its places.
  runtimeOf(ctx).payers.free(merchantId, size);
  const records = await recordsOf(ids[0]!, from);
  return {
    token: asked.cost,
    accept: accepted.cost,
    record: recorded.cost,
    acceptRecords: records[0]!,
    recordRecords: records.at(-1)!,
  };
}

const makeOrder = (): TransferOrder => ({
  transferKey: randomUUID(),
  payee: { beneId: "payee" },
  amountPaise: 100n,
  mode: "banktransfer",
  remarks: "",
  fundSourceId: null,
});

async function counted<T>(work: () => Promise<T>): Promise<{ value: T; cost: Counts }> {
  const before = { ...cost };
  const value = await work();
  const { rounds, statements } = cost;
  return { value, cost: { rounds: rounds - before.rounds, statements: statements - before.statements } };
}

async function whereLogIs(): Promise<string> {
  const [row] = await world.look<{ at: string }>("select pg_current_wal_insert_lsn()::text as at");
  return row!.at;
}

/** How many records each transaction wrote that a step of the transfer was written in. */
async function recordsOf(transferId: string, from: string): Promise<number[]> {
  const rows = await world.look<{ records: number }>(
    `select count(*)::int as records
     from pg_get_wal_records_info($2::pg_lsn, pg_current_wal_flush_lsn()) as record
     join (select distinct xmin from transfers.step where transfer_id = $1) as written on written.xmin = record.xid
     group by record.xid
     order by min(record.start_lsn)`,
    [transferId, from],
  );
  return rows.map(({ records }) => records);
}
