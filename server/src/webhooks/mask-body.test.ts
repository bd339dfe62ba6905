import assert from "node:assert/strict";
import { test } from "node:test";
import { maskBody } from "./mask-body.ts";

test("an account number keeps its last four digits, its length and everything around it", () => {
  const body = (account: string): string =>
    JSON.stringify({ a: { bank_account_number: account, bank_ifsc: "HDFC0000001" }, vpa: "a@upi" });
  assert.equal(maskBody(body("026291800001191")), body("•••••••••••1191"));
  assert.equal(maskBody(body("123")), body("123"));
  const ofAccount = '{"vpa":"026291800001191@yesb0000262.IFSC.npci"}';
  assert.equal(maskBody(ofAccount), '{"vpa":"•••••••••••1191@yesb0000262.IFSC.npci"}');
  assert.equal(maskBody('{"event":"TRANSFER_SUCCESS"}'), '{"event":"TRANSFER_SUCCESS"}');
});
