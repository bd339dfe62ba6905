import assert from "node:assert/strict";
import { constants, publicEncrypt } from "node:crypto";
import { before, test } from "node:test";
import { isSigned, makeSignatureKeys, type SignatureKeys } from "./client-keys.ts";

const clientId = "vk_live_0199c1a0000070008000000000000000_00000000";
const nowSeconds = 1_795_224_001;
let keys: SignatureKeys;
let otherKeys: SignatureKeys;

before(async () => {
  [keys, otherKeys] = await Promise.all([makeSignatureKeys(), makeSignatureKeys()]);
});

const sign = (text: string, { publicKeyPem = keys.publicKeyPem, oaepHash = "sha1" } = {}): string =>
  publicEncrypt(
    { key: publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash },
    Buffer.from(text),
  ).toString("base64");

const check = (signature: string): boolean =>
  isSigned(signature, { clientId, privateKey: keys.privateKey, nowSeconds });

test("the public key is the SPKI text that clients read", () => {
  assert.match(keys.publicKeyPem, /^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
});

test("whole and fractional seconds are taken, however the client prints them", () => {
  for (const seconds of ["1795224001", "1795224001.814", "1795224001.0", "1.795224001814E9"]) {
    assert.equal(check(sign(`${clientId}.${seconds}`)), true, seconds);
  }
});

test("ten minutes to either side are taken, and no more", () => {
  for (const offset of [0, 600, -600, 599.9, -599.9]) {
    assert.equal(check(sign(`${clientId}.${nowSeconds + offset}`)), true, String(offset));
  }
  for (const offset of [600.5, -600.5, 86_400, nowSeconds * 999]) {
    assert.equal(check(sign(`${clientId}.${nowSeconds + offset}`)), false, String(offset));
  }
});

test("another client, another key, another hash or no time at all is no signature", () => {
  assert.equal(check(sign(`x${clientId}.${nowSeconds}`)), false);
  assert.equal(check(sign(`${clientId.slice(0, -1)}1.${nowSeconds}`)), false);
  assert.equal(check(sign(`${clientId}.${nowSeconds}`, { publicKeyPem: otherKeys.publicKeyPem })), false);
  assert.equal(check(sign(`${clientId}.${nowSeconds}`, { oaepHash: "sha256" })), false);
  for (const time of ["", "NaN", "Infinity", "now", "-"])
    assert.equal(check(sign(`${clientId}.${time}`)), false, time);
  assert.equal(check(sign(clientId)), false);
});

test("bytes that no key made are no signature, and no error", () => {
  const good = sign(`${clientId}.${nowSeconds}`);
  for (const text of [
    "",
    "AAAA",
    "???",
    good.slice(4),
    Buffer.alloc(256, 255).toString("base64"),
    "A".repeat(9_999),
  ]) {
    assert.equal(check(text), false);
  }
});
