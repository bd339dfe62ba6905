/** A backup from before an erasure opens without the payee's details. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import { readConfig } from "#lib/config";
import { CrashError, setCrashHook } from "#lib/crash-points";
import { openDb } from "#lib/homes";
import { provisionAppRole } from "#lib/provision-app-role";
import { verifyLedger } from "#proof";
import { acceptTransfers, runtimeOf } from "#transfers";
import { openEngine } from "../src/surfaces/commands/open-engine.ts";
import { makeEmptyDatabase } from "./empty-database.ts";
import { makeFaultWorld, orderTo } from "./faults/fault-world.ts";
import { hearDetails } from "./hear-details.ts";
import { openRows } from "./open-rows.ts";
import { withClient } from "./postgres.ts";
import { runHere } from "./run-words.ts";
import type { World } from "./world.ts";

const world = await makeFaultWorld();
const { ctx, ownerUrl } = world;
const folder = mkdtempSync(join(tmpdir(), "vitaran-erased-"));
world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
const backup = join(folder, "before.backup");

const listed = {
  name: "Zqnoria Planted",
  vpa: "zqnoria@okaxis",
  phone: "9340417230",
  email: "zq@example.com",
};
const TEXTS = [listed.name, "zqnoria", listed.phone, listed.email];

async function run(url: string, ...words: string[]): Promise<string> {
  const { code, out, err } = await runHere(words, { ...world.environment, DATABASE_URL: url });
  assert.equal(code, 0, out + err);
  return out;
}

/** Looks at another database of the same installation. */
async function lookThere<T>(url: string, work: (there: World) => Promise<T>): Promise<T> {
  const app = await provisionAppRole(url, "a password for the test");
  const db = openDb({ url: app, connections: 2, log: ctx.log, vault: ctx.vault });
  const there = { ...ctx, db };
  const look = (text: string) =>
    withClient(url, async (client) => openRows(there, (await client.query(text)).rows as unknown[]));
  try {
    return await work({ ...world, ctx: there, look: look as unknown as World["look"] });
  } finally {
    await db.close();
  }
}

test("restore erases again what was erased since the backup", async () => {
  const { merchantId } = await world.makePayer();
  await addBeneficiary(ctx, merchantId, { beneId: "noria", ...listed, address1: "Zqlane", by: "system" });
  await acceptTransfers(ctx, merchantId, [
    { ...orderTo("rent", { mode: "upi" }), payee: { beneId: "noria" }, remarks: `rent of ${listed.name}` },
  ]);
  await runtimeOf(ctx).idle();
  await run(ownerUrl, "backup", "--file", backup);
  const certificate = JSON.parse(
    await run(ownerUrl, "erase-payee", "--merchant", merchantId, "--beneficiary", "noria"),
  ) as { status: string; line: string };
  assert.equal(certificate.status, "done");
  const list = join(folder, "erasures.json");
  writeFileSync(list, await run(ownerUrl, "list-erasures"));
  const leftIn = (url: string): Promise<string[]> =>
    lookThere(url, async (restored) => {
      const heard = await hearDetails(restored, { merchantId, texts: TEXTS });
      return heard.filter((one) => !one.startsWith("erasures."));
    });

  const bare = await makeEmptyDatabase();
  await run(bare, "restore", backup);
  const there = await makeEmptyDatabase();
  assert.match(await run(there, "restore", backup, "--erasures", list), /Erasure 1 of merchant .*: done\./);
  for (const [url, isLeft] of [
    [bare, true],
    [there, false],
  ] as const) {
    const left = await leftIn(url);
    assert.equal(left.length > 0, isLeft, left.join(", "));
    await lookThere(url, async (restored) =>
      assert.deepEqual((await verifyLedger(restored.ctx)).findings, []),
    );
  }

  // A restore that dies once the data is replaced leaves the list, and the next start erases again.
  const dataDir = join(folder, "data");
  const restart = { ...world.environment, DATABASE_URL: there, VITARAN_DATA_DIR: dataDir };
  setCrashHook((point) => {
    if (point === "backups.restore.loaded") throw new CrashError(point);
  });
  await runHere(["restore", backup, "--replace"], restart).catch(() => undefined);
  setCrashHook(null);
  assert.notDeepEqual(await leftIn(there), []);
  assert.deepEqual(readdirSync(dataDir), ["erasures-to-replay.txt"]);
  await (await openEngine(readConfig(restart))).close();
  assert.deepEqual(await leftIn(there), []);
  assert.ok(!existsSync(join(dataDir, "erasures-to-replay.txt")));

  // The database that is replaced knows of the erasure itself.
  assert.match(await run(there, "restore", backup, "--replace"), /Erasure 1 of merchant .*: done\./);
  // Another way of restoring is followed by the command.
  assert.match(await run(bare, "replay-erasures", "--file", list), /"status": "done"/);
  assert.deepEqual(await leftIn(bare), []);
  for (const [words, says] of [
    [["--account", "50100123456"], /--account and --ifsc go together/],
    [["--vpa", "nobody@upi"], /No payee of this merchant has these details/],
    [[], /Say who is meant/],
  ] as const) {
    const refused = await runHere(["erase-payee", "--merchant", merchantId, ...words], {
      ...world.environment,
      DATABASE_URL: ownerUrl,
    });
    assert.deepEqual([refused.code, says.test(refused.err)], [1, true], refused.err);
  }
  const changed = certificate.line.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  writeFileSync(list, changed);
  const { code, err } = await runHere(["replay-erasures", "--file", list], {
    ...world.environment,
    DATABASE_URL: bare,
  });
  assert.equal(code, 1);
  assert.match(err, /no line of an erasure/);
});
