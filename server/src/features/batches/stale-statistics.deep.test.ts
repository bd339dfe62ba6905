/** PostgreSQL's statistics know nothing of a batch that has just come. Validating it must not compare all with all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { receiveFile, workBatches } from "#batches";
import { acceptTransfers } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

const ROWS = 1_000;
/** All statements together read at most this many rows for each row of the batch. All with all would be a thousand. */
const READ_PER_ROW = 40;

const world = await makeFaultWorld();
const { ctx } = world;
const by = "api-key:tests" as const;

/** Makes a merchant with as many transfers as its batches have rows. */
async function makeBusy(name: string): Promise<Payer> {
  const merchant = await world.makePayer({ balancePaise: 1_00_00_000_00n });
  for (let from = 0; from < ROWS; from += 250) {
    const orders = Array.from({ length: 250 }, (_, n) => ({
      ...orderTo(`${name}_${from + n}`),
      amountPaise: 1_00n,
    }));
    await acceptTransfers(ctx, merchant.merchantId, orders);
  }
  return merchant;
}

/** Stores a batch of bank accounts. Its transfer IDs begin with `name`. */
async function upload({ merchantId }: Payer, name: string): Promise<void> {
  const columns = "transferId,amount,name,phone,email,bankAccount,ifsc,transferMode";
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `${name}_${n},1.00,Asha Rao,9876543210,asha@example.com,${7_000_000_000 + n},YESB0000262,imps`,
  );
  const bytes = Buffer.from([columns, ...lines].join("\n"));
  const common = { replacesBeneficiaries: false, fundSourceId: null, by } as const;
  await receiveFile(ctx, merchantId, { bytes, name, format: "BANK_ACCOUNT", ...common });
}

/** The rows that were read of the tables so far, and those of batches that were changed. */
async function readCounts(): Promise<{ updates: number; read: number }> {
  const [counts] = await world.look<{ updates: number; read: number }>(
    `select sum(n_tup_upd) filter (where relname = 'batch_row')::int as updates,
       sum(seq_tup_read + idx_tup_fetch)::int as read
     from pg_stat_all_tables
     where relid in ('batches.batch_row'::regclass, 'transfers.transfer'::regclass)`,
  );
  return counts!;
}

test("the transfer IDs of a large batch are looked up one by one, whatever the statistics say", async () => {
  const old = await makeBusy("old");
  await upload(old, "old");
  for (const table of ["transfers.transfer", "batches.batch_row"]) await world.look(`analyze ${table}`);

  const merchant = await makeBusy("known");
  await upload(merchant, "known");
  const before = await readCounts();
  await workBatches(ctx, merchant.merchantId);
  const [batch] = await world.look<{ rejected: number }>(
    `select count(*)::int as rejected from batches.batch_row where merchant_id = $1 and failure = 'transfer_id_exists'`,
    [merchant.merchantId],
  );
  let seen = await readCounts();
  // A session reports its counts within ten seconds.
  while (seen.updates < before.updates + ROWS) seen = await readCounts();
  const perRow = (seen.read - before.read) / ROWS;
  assert.ok(perRow <= READ_PER_ROW, `${perRow} rows were read for each row of the batch`);
  assert.equal(batch!.rejected, ROWS);
});
