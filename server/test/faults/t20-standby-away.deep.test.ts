/**
 * The standby that commits must wait for is away, and someone cancels the sessions that wait. PostgreSQL then answers
 * COMMIT as done. No order counts as accepted by that, because a takeover would forget it.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startPostgres } from "@vitaran/dev-postgres";
import { CommitUnknownError } from "#lib/db";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";
import { acceptTransfer, runtimeOf } from "#transfers";
import { TEMPLATE } from "../postgres.ts";
import { assertSound, makeFaultWorld, orderTo, settle } from "./fault-world.ts";

// This is a separate PostgreSQL, because the other tests of the run have no standby to wait for.
const postgres = await startPostgres({
  dataDir: mkdtempSync(join(tmpdir(), "vitaran-test-")),
  log: { info: () => undefined, warn: () => undefined },
  database: TEMPLATE,
  settings: { shared_buffers: "64MB" },
  temporary: true,
});
await migrate(postgres.url);
const appUrl = await provisionAppRole(postgres.url, "only-for-tests");
process.env.VITARAN_TEST_DATABASE = JSON.stringify({
  ownerUrl: new URL("/postgres", postgres.url).href,
  appUrl,
});
const world = await makeFaultWorld();
after(() => postgres.stop());

test("an order is not accepted before the standby has it, and is paid once when the standby is back", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  await waitFor("away");
  const ctx = world.openContext();
  const cancelling = setInterval(() => void world.look(CANCEL), 100);
  world.onClose(async () => clearInterval(cancelling));
  await assert.rejects(acceptTransfer(ctx, merchantId, orderTo("away")), CommitUnknownError);
  const stored = await world.look("select from transfers.transfer where transfer_key = 'away'");
  assert.equal(stored.length, 1, "the primary has it, and it may be lost");
  // A repetition finds it there, which says nothing about the standby either.
  await assert.rejects(acceptTransfer(ctx, merchantId, orderTo("away")), CommitUnknownError);
  clearInterval(cancelling);
  await waitFor("");
  const again = await acceptTransfer(ctx, merchantId, orderTo("away"));
  assert.equal(again.kind, "repeated");
  await runtimeOf(ctx).idle();
  await settle(world, world.ctx, merchant);
  await assertSound(world, [merchant]);
});

/** Lets commits wait for a standby of this name, or for none. */
async function waitFor(name: string): Promise<void> {
  await world.look(`alter system set synchronous_standby_names = '${name}'`);
  await world.look("select pg_reload_conf()");
  while ((await world.look(SETTING, [name])).length === 0);
}

const CANCEL = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
const SETTING = "select where current_setting('synchronous_standby_names') = $1";
