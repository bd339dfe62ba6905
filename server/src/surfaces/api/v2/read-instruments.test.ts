import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { isAccount, isBeneficiaryId } from "./read-payee.ts";

test("an id of a beneficiary is never a card number, however it is grouped", () => {
  for (const id of [
    "4111111111111111",
    "card_4111111111111111",
    "4111-1111-1111-1111",
    "4111.1111.1111.1111",
    "b|4111|1111|1111|1111",
    "3782-822463-10005",
  ])
    assert.ok(!isBeneficiaryId(id), id);
});

test("ids that are made by chance are taken", () => {
  for (let made = 0; made < 20_000; made += 1) {
    const id = randomUUID();
    assert.ok(isBeneficiaryId(id), id);
  }
  for (const id of ["JOHN18011", "a-b_c.d|e", "x".repeat(50), "12345678901234567890"])
    assert.ok(isBeneficiaryId(id), id);
  for (const id of ["", "x".repeat(51), "no body", "a/b", "é"]) assert.ok(!isBeneficiaryId(id), id);
});

test("an account is 4 to 25 letters and digits", () => {
  for (const account of ["1234", "A".repeat(25), "00011020001772"]) assert.ok(isAccount(account), account);
  for (const account of ["123", "A".repeat(26), "12-34", "12 34", ""])
    assert.ok(!isAccount(account), account);
});
