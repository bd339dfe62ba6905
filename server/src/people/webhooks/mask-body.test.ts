import assert from "node:assert/strict";
import { test } from "node:test";
import { maskBody, maskExcerpt } from "./mask-body.ts";

test("an account number keeps its last four digits, its length and everything around it", () => {
  const body = (account: string): string =>
    JSON.stringify({ a: { bank_account_number: account, bank_ifsc: "HDFC0000001" }, vpa: "a@upi" });
  assert.equal(maskBody(body("026291800001191")), body("•••••••••••1191"));
  assert.equal(maskBody(body("123456")), body("••••56"));
  const ofAccount = '{"vpa":"026291800001191@yesb0000262.IFSC.npci"}';
  assert.equal(maskBody(ofAccount), '{"vpa":"•••••••••••1191@yesb0000262.IFSC.npci"}');
  assert.equal(maskBody('{"event":"TRANSFER_SUCCESS"}'), '{"event":"TRANSFER_SUCCESS"}');
});

test("what a receiver repeats of the account is masked in every form, and what it repeats of the rest stays", () => {
  const body = JSON.stringify({ bank_account_number: "0012345AB6", utr: "632512000001", id: "order-12345" });
  for (const echo of [
    '{"no":"0012345AB6","utr":632512000001,"id":"order-12345"}',
    JSON.stringify({ said: JSON.stringify({ no: "12345AB6", utr: "632512000001", id: "order-12345" }) }),
    "no 12345 AB6 at HDFC0000001-0012345AB6, utr=632512000001&id=order-12345",
  ]) {
    const shown = maskExcerpt(echo, body);
    assert.doesNotMatch(shown.replaceAll(/[\s-]/g, ""), /12345AB6/, shown);
    assert.match(shown, /632512000001.*order-12345/);
  }
});
