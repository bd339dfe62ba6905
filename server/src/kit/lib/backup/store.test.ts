import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, test } from "node:test";
import { readBackupSettings } from "#lib/backup-settings";
import { CREDENTIALS, startS3 } from "#test/s3-counterpart";
import { openS3 } from "./s3-store.ts";
import { openFolder, type BackupStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "vitaran-store-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const s3 = await startS3();
const environment = {
  BACKUP_TO: "s3://safe/vitaran/mumbai/",
  BACKUP_ENDPOINT: s3.endpoint,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
};

function openBucket(
  more: Record<string, string> = {},
  limits: { headersWithinMs?: number; silentMs?: number } = {},
): BackupStore {
  const { to } = readBackupSettings({ ...environment, ...more })!;
  assert.ok("s3" in to);
  return openS3(to.s3, { headersWithinMs: 120_000, silentMs: 60_000, pauseMs: 20, ...limits });
}

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
}

const whole = async (source: AsyncIterable<Buffer>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(source));

const stores = { folder: () => openFolder(folder), bucket: openBucket };
for (const [name, open] of Object.entries(stores)) {
  test(`a ${name} keeps bytes, lists them, and gives them up`, async () => {
    const store = open();
    const large = randomBytes(35_000_000);
    assert.equal(await store.put("large", inParts(large)), large.length);
    for (const other of ["a", "b", "c", "d"]) await store.put(other, inParts(Buffer.from(other)));
    assert.ok((await whole(await store.get("large"))).equals(large));
    assert.deepEqual((await store.list()).toSorted(), ["a", "b", "c", "d", "large"]);
    await store.put("a", inParts(Buffer.from("newer")));
    assert.equal((await whole(await store.get("a"))).toString(), "newer");
    for (const other of await store.list()) await store.remove(other);
    await store.remove("a");
    assert.deepEqual(await store.list(), []);
    await assert.rejects(async () => whole(await store.get("a")), /The store has no backup a/);
  });

  test(`bytes that end early leave nothing in a ${name}`, async () => {
    const store = open();
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(20_000_000);
      throw new Error("the source is gone");
    }
    await assert.rejects(store.put("half", broken()), /the source is gone/);
    const stopping = new AbortController();
    async function* stopped(): AsyncGenerator<Buffer> {
      yield randomBytes(20_000_000);
      stopping.abort(new Error("stopped"));
      yield randomBytes(20_000_000);
    }
    await assert.rejects(store.put("half", stopped(), stopping.signal));
    assert.deepEqual(await store.list(), []);
    assert.equal(s3.uploads.size, 0);
    assert.deepEqual(readdirSync(folder), []);
  });
}

test("what a process left that died is removed after a day", async () => {
  const store = openFolder(folder);
  const [old, young, foreign] = ["old", "young", "foreign"].map((name) => join(folder, `${name}.partial`));
  for (const path of [old!, young!, foreign!]) writeFileSync(path, "x");
  for (const path of [old!, foreign!]) utimesSync(path, 1, 1);
  const isOurs = (name: string): boolean => name !== "foreign";
  await store.tidy(isOurs);
  assert.deepEqual([existsSync(old!), existsSync(young!), existsSync(foreign!)], [false, true, true]);
  assert.deepEqual(await store.list(), []);
  const parts = new Map<number, Buffer>();
  s3.uploads.set("old", { key: "vitaran/mumbai/half", at: new Date(0), parts });
  s3.uploads.set("young", { key: "vitaran/mumbai/half", at: new Date(), parts });
  s3.uploads.set("foreign", { key: "vitaran/mumbai/foreign", at: new Date(0), parts });
  await openBucket().tidy(isOurs);
  assert.deepEqual([...s3.uploads.keys()], ["young", "foreign"]);
  s3.uploads.clear();
});

test("a body may take longer than an answer, but may not fall silent or end early", async (t) => {
  const bytes = randomBytes(2_000);
  await openBucket().put("slow", inParts(bytes));
  const usual = s3.send;
  t.after(() => {
    s3.send = usual;
    s3.objects.clear();
  });
  s3.send = async (response, whole) => {
    for (let at = 0; at < whole.length; at += 200) {
      response.write(whole.subarray(at, at + 200));
      await sleep(300);
    }
    response.end();
  };
  const fetched = await whole(await openBucket({}, { headersWithinMs: 1_500 }).get("slow"));
  assert.ok(fetched.equals(bytes), "it took twice as long as an answer may take to begin");
  const closed = Promise.withResolvers<void>();
  s3.send = (response, all) => {
    response.once("close", closed.resolve);
    response.writeHead(200, { "content-length": all.length }).write(all.subarray(0, 200));
  };
  const silent = openBucket({}, { silentMs: 100 });
  await assert.rejects(async () => whole(await silent.get("slow")), /it has sent nothing for 0.1 seconds/);
  await closed.promise;
  s3.send = (response, all) => {
    response.writeHead(200, { "content-length": all.length }).write(all.subarray(0, 200));
    setImmediate(() => response.destroy());
  };
  await assert.rejects(async () => whole(await openBucket().get("slow")), /The store of backups has failed/);
});

test("a passing fault of the store is repeated, and a lasting one is named", async () => {
  const store = openBucket();
  let faults = 2;
  s3.fault = () => (faults-- > 0 ? [503, "SlowDown"] : null);
  await store.put("a", inParts(Buffer.from("a")));
  s3.fault = (method) => (method === "PUT" ? [403, "AccessDenied"] : null);
  await assert.rejects(
    store.put("b", inParts(Buffer.from("b"))),
    /The store of backups has failed: AccessDenied/,
  );
  s3.fault = () => null;
  assert.deepEqual(await store.list(), ["a"]);
  await store.remove("a");
  const wrong = openBucket({ AWS_SECRET_ACCESS_KEY: "wrong" });
  await assert.rejects(wrong.list(), /SignatureDoesNotMatch/);
  await assert.rejects(openBucket({ BACKUP_TO: "s3://other" }).list(), /NoSuchBucket/);
  assert.throws(() => openFolder(join(folder, "none")), /does not exist: create it, or mount the disk/);
  await openFolder(folder).put("own", inParts(Buffer.from("x")));
  assert.equal(statSync(join(folder, "own")).mode & 0o777, 0o600);
});
