import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDisguised } from "#test/card-disguises";
import { checkPayment } from "./check-row.ts";
import { CARD_REMOVED, readFields } from "./read-fields.ts";

const row = { amount: "1.00", beneId: "JOHN18011" };
const check = (transferId: string) =>
  checkPayment("BENEFICIARY_ID", readFields("BENEFICIARY_ID", { ...row, transferId }));

test("an id that is a card's number is refused and not kept; other long numbers are ids", () => {
  for (const id of ["4111111111111111", "4111-1111-1111-1111", "4111_1111_1111_1111"]) {
    assert.equal(check(id), "card_number_given", id);
    assert.ok(!Object.values(readFields("BENEFICIARY_ID", { ...row, transferId: id })).includes(id));
  }
  for (const id of ["4111111111111112", "pay4111111111111111", "632602000001"]) {
    assert.equal((check(id) as { transferKey: string }).transferKey, id);
  }
});

test("an account may be numbered like a card; a phone, an IFSC and an amount may not", () => {
  const read = (changes: Readonly<Record<string, string>>) => readFields("BANK_ACCOUNT", changes);
  for (const { card } of makeDisguised({ seed: "accounts", count: 1_000, only: ["whole"] })) {
    assert.equal(read({ bankAccount: card }).bankAccount, card);
    for (const name of ["phone", "ifsc", "remarks", "name"] as const)
      assert.equal(read({ [name]: card })[name], CARD_REMOVED, name);
    assert.equal(read({ amount: `${card} Rs` }).amount, CARD_REMOVED);
  }
  assert.equal(read({ amount: "411111111111.11" }).amount, "411111111111.11");
  assert.equal(read({ phone: "+919876543210" }).phone, "+919876543210");
});
