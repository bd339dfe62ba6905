/** Pages read while others write miss nothing and repeat nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptTransfer, listTransfers } from "#transfers";
import { makeFaultWorld, orderTo, settle, tiered } from "./fault-world.ts";

const READS = tiered({ quick: 40, deep: 200, nightly: 1_000 });
const WRITES = 1_000;

const world = await makeFaultWorld();

test(`${READS} paged reads under concurrent writes: every committed transfer once`, async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const writers = [world.openContext({ connections: 4 }), world.openContext({ connections: 4 })];
  let written = 0;
  let writing = true;
  const write = async (writer: number): Promise<void> => {
    while (written < WRITES) {
      const key = `page_${written++}`;
      await acceptTransfer(writers[writer % 2]!, merchantId, orderTo(key));
    }
  };
  const writes = Promise.all(Array.from({ length: 24 }, (_, n) => write(n))).finally(() => (writing = false));
  let reads = 0;
  const readers = Array.from({ length: 4 }, async () => {
    while (writing || reads < READS) {
      await readAll(merchantId);
      reads += 1;
    }
  });
  await writes;
  await Promise.all(readers);
  const last = await readAll(merchantId);
  assert.equal(last.length, WRITES);
  for (const ctx of writers) await settle(world, ctx, merchant);
});

/** Reads all pages and compares them with the rows that were committed before the first page and after the last. */
async function readAll(merchantId: string): Promise<string[]> {
  const before = await committed(merchantId);
  const seen: string[] = [];
  let after = 0n;
  for (;;) {
    const page = await listTransfers(world.ctx, merchantId, { limit: 100, afterReferenceId: after });
    if (page.length === 0) break;
    seen.push(...page.map((transfer) => transfer.transferKey));
    after = page.at(-1)!.referenceId;
  }
  assert.equal(new Set(seen).size, seen.length, "a page repeats a transfer");
  const missing = before.filter((key) => !seen.includes(key));
  assert.deepEqual(missing, [], "a page misses a transfer");
  return seen;
}

async function committed(merchantId: string): Promise<string[]> {
  const rows = await world.look<{ key: string }>(
    "select transfer_key as key from transfers.transfer where merchant_id = $1",
    [merchantId],
  );
  return rows.map((row) => row.key);
}
