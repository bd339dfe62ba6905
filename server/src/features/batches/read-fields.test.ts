import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDisguised } from "#test/card-disguises";
import { checkPayment, findFaults } from "./check-row.ts";
import { cleanRow } from "./clean-row.ts";
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

test("blanks and hyphens in what a file says of an account are dropped, and what else is in the way is named", () => {
  const sound = { transferId: "t", amount: "1", name: "Asha", phone: "9876543210", email: "a@b.example" };
  const judge = (changes: Readonly<Record<string, string>>) => {
    const account = { bankAccount: "026291800001191", ifsc: "YESB0000262" };
    const fields = cleanRow({ ...sound, ...account, ...changes }, { format: "BANK_ACCOUNT" });
    const faults = findFaults("BANK_ACCOUNT", { fields, unread: [] });
    return { fields, told: faults.map(({ field, text }) => `${field}: ${text}`).join(" ") };
  };
  for (const bankAccount of [
    "0262 9180 0001 191",
    "0262-9180-0001-191",
    " 02629180\u20110001191",
    "0262\u00a091800001191",
  ]) {
    const { fields, told } = judge({ bankAccount });
    assert.deepEqual([fields.bankAccount, told], ["026291800001191", ""], bankAccount);
  }
  for (const ifsc of ["YESB 0000262", "yesb-0000262", "YESB0 000 262"])
    assert.equal(judge({ ifsc }).told, "", ifsc);
  for (const bankAccount of ["VITA00012345", "XX12AB3456", "00X0011223344"])
    assert.equal(judge({ bankAccount }).told, "", bankAccount);
  for (const [changes, said] of [
    [{ bankAccount: "XXXXXXX1191" }, "bankAccount: The account number is masked."],
    [{ bankAccount: "xx1191191" }, "bankAccount: The account number is masked."],
    [{ bankAccount: "5010 XXXX 0001" }, "bankAccount: The account number is masked."],
    [{ bankAccount: "***********1191" }, "bankAccount: The account number is masked."],
    [{ bankAccount: "O26291800001191" }, "bankAccount: The account number has a letter O"],
    [{ bankAccount: "5010-0o00-0001" }, "bankAccount: The account number has a letter O"],
    [{ bankAccount: "0x026291800001191" }, "bankAccount: A program has put 0x"],
    [{ bankAccount: "A/c 026291800001191" }, 'letters and digits only, and character 2 of this one is "/".'],
    [{ bankAccount: "026291800001191." }, 'and character 16 of this one is "."'],
    [{ bankAccount: "०२६२९१८००००११९१" }, 'and character 1 of this one is "०"'],
    [
      { ifsc: "IFSC: YESB0000262" },
      'ifsc: An IFSC has letters and digits only, and character 5 of this one is ":"',
    ],
    [{ ifsc: "YESB0000262." }, "and character 12 of this one is"],
    [{ phone: "Ph: 9876543210" }, 'phone: A phone number has digits, and character 1 of this one is "P"'],
  ] as const) {
    const { told } = judge(changes);
    assert.ok(told.includes(said), told);
    assert.equal(told.split(": ")[0], Object.keys(changes)[0], "one fault");
  }
});
