import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { makeVault } from "#lib/vault";
import { decrypt, encrypt } from "./encrypt.ts";
import { BackupError } from "./errors.ts";

const vault = makeVault(randomBytes(32));
const none = { vault, backupKeys: [] as Buffer[] };
const HEAD = 56;
const CHUNK = 65_536 + 16;

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const whole = async (source: AsyncIterable<Buffer>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(source));
const seal = (clear: Buffer, keys = none, size = 10_007) => whole(encrypt(keys, inParts(clear, size)));
const open = (sealed: Buffer, keys = none, size = 9_973) => whole(decrypt(keys, inParts(sealed, size)));

test("bytes of every length come back, in whatever parts they come", async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]) {
    const clear = randomBytes(length);
    for (const size of [1_000, 65_536, 1_000_000])
      assert.ok(
        (await open(await seal(clear, none, size), none, size)).equals(clear),
        `${length} by ${size}`,
      );
  }
});

test("what was altered, exchanged, left out, cut off or added is refused", async () => {
  const sealed = await seal(randomBytes(200_000));
  const other = await seal(randomBytes(200_000));
  const chunk = (bytes: Buffer, number: number): Buffer =>
    bytes.subarray(HEAD + number * CHUNK, HEAD + (number + 1) * CHUNK);
  const head = sealed.subarray(0, HEAD);
  const rest = sealed.subarray(HEAD + 2 * CHUNK);
  const flipped = Buffer.from(sealed);
  flipped[HEAD + 70_000]! ^= 1;
  const salted = Buffer.from(sealed);
  salted[HEAD - 1]! ^= 1;
  const spoilt: Record<string, Buffer> = {
    flipped,
    salted,
    exchanged: Buffer.concat([head, chunk(sealed, 1), chunk(sealed, 0), rest]),
    "left out": Buffer.concat([head, chunk(sealed, 0), rest]),
    "of another file": Buffer.concat([head, chunk(other, 0), chunk(sealed, 1), rest]),
    "cut off at a chunk": sealed.subarray(0, HEAD + 2 * CHUNK),
    "cut off": sealed.subarray(0, -1),
    "of no chunk": head,
    added: Buffer.concat([sealed, Buffer.alloc(1)]),
    "added twice": Buffer.concat([sealed, sealed.subarray(HEAD)]),
  };
  for (const [name, bytes] of Object.entries(spoilt))
    await assert.rejects(open(bytes), (error) => BackupError.is(error, "altered"), name);
  await assert.rejects(open(sealed.subarray(0, 30)), (error) => BackupError.is(error, "not_a_backup"));
  await assert.rejects(open(randomBytes(1_000)), (error) => BackupError.is(error, "not_a_backup"));
});

test("BACKUP_KEY encrypts if it is set; older keys open as long as they are given", async () => {
  const clear = randomBytes(1_000);
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const byMaster = await seal(clear);
  const byFirst = await seal(clear, { vault, backupKeys: [first] });
  const rotated = { vault, backupKeys: [second, first] };
  for (const sealed of [byMaster, byFirst]) assert.ok((await open(sealed, rotated)).equals(clear));
  const is = (error: unknown): boolean => BackupError.is(error, "wrong_backup_key");
  await assert.rejects(open(byFirst, { vault, backupKeys: [second] }), is);
  await assert.rejects(open(byFirst), is);
  await assert.rejects(open(byMaster, { vault: makeVault(randomBytes(32)), backupKeys: [] }), is);
});
