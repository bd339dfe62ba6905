import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { makeClientId, makeSecret, makeToken, merchantOfClientId, merchantOfToken } from "./credentials.ts";

test("client ids and tokens lead back to their merchant", () => {
  for (let count = 0; count < 100; count += 1) {
    const merchantId = newId();
    assert.equal(merchantOfClientId(makeClientId("live", merchantId)), merchantId);
    assert.equal(merchantOfToken(makeToken(merchantId)), merchantId);
  }
});

test("what is no client id or token leads to no merchant", () => {
  const merchantId = newId();
  const clientId = makeClientId("sandbox", merchantId);
  const token = makeToken(merchantId);
  for (const text of [
    "",
    clientId.slice(1),
    `${clientId}0`,
    clientId.toUpperCase(),
    `${clientId}\n`,
    token,
  ]) {
    assert.equal(merchantOfClientId(text), null, text);
  }
  for (const text of [
    "",
    token.slice(1),
    `${token}A`,
    token.replace(".", ""),
    `${token}\n`,
    clientId,
    `${token}\0`,
  ]) {
    assert.equal(merchantOfToken(text), null, text);
  }
});

test("secrets and tokens have 256 random bits, and client ids no dot", () => {
  const secrets = Array.from({ length: 1_000 }, () => makeSecret("sandbox"));
  for (const secret of secrets) assert.match(secret, /^vs_sandbox_[A-Za-z0-9_-]{43}$/);
  assert.equal(new Set(secrets).size, 1_000);
  // Each bit is set in about half of them: 6 standard deviations either way.
  const bytes = secrets.map((secret) => Buffer.from(secret.slice("vs_sandbox_".length), "base64url"));
  for (let bit = 0; bit < 256; bit += 1) {
    const set = bytes.filter((random) => ((random[bit >> 3]! >> (bit & 7)) & 1) === 1).length;
    assert.ok(set > 400 && set < 600, `bit ${bit} is set in ${set} of 1,000`);
  }
  assert.doesNotMatch(makeClientId("live", newId()), /\./);
});
