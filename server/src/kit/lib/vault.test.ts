import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { makeVault, VaultError, type VaultErrorCode } from "./vault.ts";

const merchantA = "0199c1a0-0000-7000-8000-00000000000a";
const merchantB = "0199c1a0-0000-7000-8000-00000000000b";
const owner = { merchantId: merchantA, purpose: "account-number" };
const account = "026291800001191";

const refused = (code: VaultErrorCode) => (error: unknown) =>
  error instanceof VaultError && error.code === code;

test("what was sealed opens again for the same owner, whatever its content", () => {
  const vault = makeVault(randomBytes(32));
  for (const clear of ["", account, "वितरण", "x".repeat(5_000)]) {
    assert.equal(vault.open(owner, vault.seal(owner, clear)).toString(), clear);
  }
  const bytes = randomBytes(100);
  assert.deepEqual(vault.open(owner, vault.seal(owner, bytes)), bytes);
  assert.equal(vault.seal(owner, account).length, account.length + 33);
});

test("version 1 is meant when none is given", () => {
  const vault = makeVault(randomBytes(32));
  assert.equal(vault.open({ ...owner, version: 1 }, vault.seal(owner, account)).toString(), account);
});

test("a text sealed for one merchant, purpose or version opens for no other", () => {
  const vault = makeVault(randomBytes(32));
  const sealed = vault.seal(owner, account);
  const others = [
    { ...owner, merchantId: merchantB },
    { ...owner, purpose: "webhook" },
    { ...owner, version: 2 },
    { merchantId: `${merchantA}|14`, purpose: "account-number" },
    { merchantId: "", purpose: `${merchantA}account-number` },
  ];
  for (const other of others) assert.throws(() => vault.open(other, sealed), refused("not_authentic"));
});

test("sealed texts of two merchants cannot be swapped", () => {
  const vault = makeVault(randomBytes(32));
  const ownerB = { ...owner, merchantId: merchantB };
  const [ofA, ofB] = [vault.seal(owner, "1"), vault.seal(ownerB, "2")];
  assert.throws(() => vault.open(owner, ofB), refused("not_authentic"));
  assert.throws(() => vault.open(ownerB, ofA), refused("not_authentic"));
});

test("every flipped bit of a sealed text is found", () => {
  const vault = makeVault(randomBytes(32));
  const sealed = vault.seal(owner, account);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => vault.open(owner, altered), VaultError, `bit ${bit}`);
  }
});

test("a sealed text that was cut short or lengthened is refused", () => {
  const vault = makeVault(randomBytes(32));
  const sealed = vault.seal(owner, account);
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => vault.open(owner, sealed.subarray(0, length)), VaultError);
  }
  assert.throws(() => vault.open(owner, Buffer.concat([sealed, Buffer.alloc(1)])), refused("not_authentic"));
  assert.throws(() => vault.open(owner, Buffer.from(account)), refused("malformed"));
});

test("the wrong master key opens nothing and says so", () => {
  const sealed = makeVault(randomBytes(32)).seal(owner, account);
  assert.throws(() => makeVault(randomBytes(32)).open(owner, sealed), refused("unknown_master_key"));
});

test("a rotated master key seals the new texts and the old one still opens the old", () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const before = makeVault(oldKey);
  const during = makeVault([newKey, oldKey]);
  const after = makeVault([newKey]);
  const sealedBefore = before.seal(owner, account);
  assert.equal(during.open(owner, sealedBefore).toString(), account);
  assert.equal(during.isNewest(sealedBefore), false);
  const sealedAgain = during.seal(owner, during.open(owner, sealedBefore));
  assert.equal(during.isNewest(sealedAgain), true);
  assert.equal(after.open(owner, sealedAgain).toString(), account);
  assert.throws(() => after.open(owner, sealedBefore), refused("unknown_master_key"));
});

test("a rotation does not change blind indexes", () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const index = makeVault(oldKey).blindIndex(merchantA, account);
  assert.deepEqual(makeVault([newKey, oldKey]).blindIndex(merchantA, account), index);
});

test("blind indexes agree for one merchant and differ between merchants, texts and master keys", () => {
  const key = randomBytes(32);
  const vault = makeVault(key);
  const index = vault.blindIndex(merchantA, account);
  assert.equal(index.length, 32);
  assert.deepEqual(makeVault(key).blindIndex(merchantA, account), index);
  assert.notDeepEqual(vault.blindIndex(merchantB, account), index);
  assert.notDeepEqual(vault.blindIndex(merchantA, `${account}0`), index);
  assert.notDeepEqual(makeVault(randomBytes(32)).blindIndex(merchantA, account), index);
});

test("HMACs of two purposes differ and are no blind indexes", () => {
  const vault = makeVault(randomBytes(32));
  assert.deepEqual(vault.hmac("one", account), vault.hmac("one", account));
  assert.notDeepEqual(vault.hmac("one", account), vault.hmac("two", account));
  assert.notDeepEqual(vault.hmac(merchantA, account), vault.blindIndex(merchantA, account));
});

test("no nonce comes twice", () => {
  const vault = makeVault(randomBytes(32));
  const nonces = new Set<string>();
  for (let count = 0; count < 20_000; count += 1) nonces.add(vault.seal(owner, "").toString("latin1", 5, 17));
  assert.equal(nonces.size, 20_000);
});

test("keys derived for more merchants than are remembered still open their texts", () => {
  const vault = makeVault(randomBytes(32));
  const first = vault.seal(owner, account);
  for (let count = 0; count < 20_100; count += 1) vault.blindIndex(String(count), account);
  assert.equal(vault.open(owner, first).toString(), account);
});

test("only distinct master keys of 32 bytes make a vault", () => {
  const key = randomBytes(32);
  assert.throws(() => makeVault(randomBytes(31)), refused("bad_master_key"));
  assert.throws(() => makeVault([]), refused("bad_master_key"));
  assert.throws(() => makeVault([key, key]), refused("bad_master_key"));
  assert.equal(makeVault([randomBytes(32), key]).fingerprints[1], makeVault(key).fingerprints[0]);
});
