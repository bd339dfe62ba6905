import assert from "node:assert/strict";
import { test } from "node:test";
import { findTotpStep, makeTotpSecret, toBase32, totpCode, totpUri } from "./authenticator.ts";

const RFC_SECRET = Buffer.from("12345678901234567890");

test("codes are those of RFC 6238", () => {
  const vectors = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const;
  for (const [seconds, code] of vectors)
    assert.equal(totpCode(RFC_SECRET, BigInt(Math.floor(seconds / 30))), code);
});

test("a code is found at its step and one step before and after, not further away", () => {
  const secret = makeTotpSecret();
  const code = totpCode(secret, 1000n);
  for (const [step, found] of [
    [998, null],
    [999, 1000n],
    [1000, 1000n],
    [1001, 1000n],
    [1002, null],
  ] as const)
    assert.equal(findTotpStep(secret, code, new Date(step * 30_000)), found, String(step));
});

test("what is not six digits is no code", () => {
  for (const text of ["", "12345", "1234567", "12345a", "१२३४५६", " 123456"])
    assert.equal(findTotpStep(RFC_SECRET, text, new Date(59_000)), null);
});

test("a secret is shown in Base32, and the address carries it", () => {
  assert.equal(toBase32(RFC_SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  assert.equal(
    totpUri(RFC_SECRET, { issuer: "Vitaran", email: "asha@example.com" }),
    "otpauth://totp/Vitaran:asha%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Vitaran",
  );
});
