import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPayment } from "./check-row.ts";
import { readFields } from "./read-fields.ts";

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
