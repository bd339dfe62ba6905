import assert from "node:assert/strict";
import { test } from "node:test";
import { BeneficiaryError, checkBeneficiary, checkPayee, type BeneficiaryInput } from "#beneficiaries";
import { makeDisguised } from "#test/card-disguises";
import { readMaskedCard } from "./cards.ts";

const minimal: BeneficiaryInput = {
  beneId: "JOHN18011",
  name: "John Doe",
  email: "johndoe@example.com",
  phone: "9876543210",
};

const whole: BeneficiaryInput = {
  ...minimal,
  accountNumber: "00111122233",
  ifsc: "HDFC0000001",
  vpa: "success@upi",
  address1: "ABC Street",
  address2: "Second floor",
  city: "Bangalore",
  state: "Karnataka",
  pincode: "560001",
  card: "4111-11XX-XXXX-1111",
  group: "DEFAULT",
};

test("a payee of wallets needs a phone number alone; a bank account, a VPA and a card need name and e-mail", () => {
  const wallet = { beneId: "WALLET_1", name: "", phone: "9876543210" };
  assert.equal(checkBeneficiary(wallet), null);
  assert.equal(checkBeneficiary({ ...wallet, phone: "" }), "phone_invalid");
  assert.equal(checkBeneficiary({ ...wallet, email: "nobody" }), "email_invalid");
  for (const one of [
    { accountNumber: "00111122233", ifsc: "HDFC0000001" },
    { vpa: "a@upi" },
    { card: whole.card },
  ]) {
    assert.equal(checkBeneficiary({ ...wallet, ...one }), "email_invalid");
    assert.equal(checkBeneficiary({ ...wallet, ...one, email: "a@b.example" }), "name_invalid");
  }
});

test("no address is needed; bank account and VPA together are taken", () => {
  assert.equal(checkBeneficiary(minimal), null);
  assert.equal(checkBeneficiary(whole), null);
  const empty = {
    accountNumber: "",
    ifsc: "",
    vpa: "",
    address2: "",
    city: "",
    state: "",
    pincode: "",
    card: "",
  };
  assert.equal(checkBeneficiary({ ...minimal, ...empty, group: "" }), null);
});

test("a prefix of +91, letters in an IFSC's branch and a lower-case IFSC are taken", () => {
  assert.equal(checkBeneficiary({ ...minimal, phone: "+919876543210" }), null);
  assert.equal(checkBeneficiary({ ...whole, ifsc: "HDFC0CAACOB" }), null);
  assert.equal(checkBeneficiary({ ...whole, ifsc: "hdfc0000001" }), null);
});

const long = (length: number): string => "a".repeat(length);

/** One row per refusal: the fault, and the contract's sentence for it. */
const refusals: readonly [Partial<Record<Exclude<keyof BeneficiaryInput, "cardToken">, string>>, string][] = [
  [{ beneId: "" }, "Please provide a valid Beneficiary Id"],
  [{ beneId: "has blank" }, "Please provide a valid Beneficiary Id"],
  [{ beneId: "john-18011" }, "Please provide a valid Beneficiary Id"],
  [{ beneId: long(51) }, "Please provide a valid Beneficiary Id"],
  [{ beneId: "4111111111111111" }, "Please provide a valid Beneficiary Id"],
  [{ email: "" }, "Please provide a valid email"],
  [{ email: "nobody" }, "Please provide a valid email"],
  [{ email: "nobody@example" }, "Please provide a valid email"],
  [{ email: `${long(190)}@example.com` }, "Please provide a valid email"],
  [{ name: "" }, "Please provide a valid name"],
  [{ name: "   " }, "Please provide a valid name"],
  [{ name: long(101) }, "Please provide a valid name"],
  [{ name: "John\u0000Doe" }, "Please provide a valid name"],
  [{ name: "4111 1111 1111 1111" }, "Please provide a valid name"],
  [{ phone: "" }, "Please provide a valid Phone Number"],
  [{ phone: "1234567" }, "Please provide a valid Phone Number"],
  [{ phone: "1234567890123" }, "Please provide a valid Phone Number"],
  [{ phone: "98765abcde" }, "Please provide a valid Phone Number"],
  [{ accountNumber: "12345678" }, "Please provide a valid Bank Account"],
  [{ accountNumber: "1234567890123456789" }, "Please provide a valid Bank Account"],
  [{ accountNumber: "0011-1122233" }, "Please provide a valid Bank Account"],
  [{ accountNumber: "" }, "Please provide a valid Bank Account"],
  [{ ifsc: "" }, "Please provide a valid Bank IFSC code"],
  [{ ifsc: "HDFC1000001" }, "Please provide a valid Bank IFSC code"],
  [{ ifsc: "HDFC000001" }, "Please provide a valid Bank IFSC code"],
  [{ ifsc: "HDFC0ZZZZZZ" }, "Please provide a valid Bank IFSC code"],
  [{ vpa: "nohandle" }, "Please provide a valid Virtual Payee Address"],
  [{ vpa: "some-one@ok-bank" }, "Please provide a valid Virtual Payee Address"],
  [{ vpa: `${long(100)}@upi` }, "Please provide a valid Virtual Payee Address"],
  [{ address1: long(151) }, "Please provide a valid Address"],
  [{ address1: "card 5555 5555 5555 4444" }, "Please provide a valid Address"],
  [{ address2: long(151) }, "Please provide a valid Address"],
  [{ city: "Bangalore 1" }, "Please provide a valid City Name"],
  [{ city: long(51) }, "Please provide a valid City Name"],
  [{ state: "K@rnataka" }, "Please provide a valid State Name"],
  [{ pincode: "56001" }, "Please provide a valid Pin code"],
  [{ pincode: "5600a1" }, "Please provide a valid Pin code"],
  [{ card: "hello" }, "Please provide a valid MasterCard or Visa card number"],
  [{ card: "371449XXXXX8431" }, "Please provide a valid MasterCard or Visa card number"],
  [{ card: "4111111111111111" }, "Please provide a masked card number of a valid MasterCard or Visa card"],
  [{ card: "4111 1111 11XX 1111" }, "Please provide a masked card number of a valid MasterCard or Visa card"],
  [{ purpose: long(101) }, "Invalid details provided"],
  [{ purpose: "4111 1111 1111 1111" }, "Invalid details provided"],
  [{ group: "STAFF" }, "Beneficiary group is not an active group"],
];

for (const [wrong, text] of refusals) {
  test(`${JSON.stringify(wrong).slice(0, 60)} is refused: ${text}`, () => {
    const code = checkBeneficiary({ ...whole, ...wrong });
    assert.equal(code === null ? null : BeneficiaryError.texts[code], text);
  });
}

test("of several wrong fields the first of the contract's list is named", () => {
  const wrong: BeneficiaryInput = {
    beneId: "",
    name: "",
    email: "",
    phone: "",
    vpa: "asha@upi",
    address1: long(151),
    city: "1",
    group: "x",
  };
  const fixes: Partial<BeneficiaryInput>[] = [
    { beneId: "b1" },
    { email: "a@b.c" },
    { name: "A" },
    { phone: "98765432" },
    { address1: "B" },
    { city: "" },
    { group: "" },
  ];
  const inputs = fixes.map(
    (_, index) => Object.assign({}, wrong, ...fixes.slice(0, index + 1)) as BeneficiaryInput,
  );
  const codes = [wrong, ...inputs].map(checkBeneficiary);
  assert.deepEqual(codes, [
    "id_invalid",
    "email_invalid",
    "name_invalid",
    "phone_invalid",
    "address_invalid",
    "city_invalid",
    "group_inactive",
    null,
  ]);
});

test("the payee of a direct transfer needs a name only", () => {
  assert.equal(checkPayee({ name: "John Doe" }), null);
  assert.equal(checkPayee({ name: "" }), "name_invalid");
  assert.equal(checkPayee({ name: "A", email: "x" }), "email_invalid");
  assert.equal(checkPayee({ name: "A", phone: "12" }), "phone_invalid");
  assert.equal(checkPayee({ name: "A", accountNumber: "123456", ifsc: "HDFC0000001" }), null);
  assert.equal(checkPayee({ name: "A", accountNumber: "1".repeat(40), ifsc: "HDFC0000001" }), null);
  assert.equal(checkPayee({ name: "A", accountNumber: "12345", ifsc: "HDFC0000001" }), "account_invalid");
  assert.equal(checkPayee({ name: "A", accountNumber: "123456" }), "ifsc_invalid");
  assert.equal(checkPayee({ name: "A", ifsc: "HDFC0000001" }), "account_invalid");
  assert.equal(checkPayee({ name: "A", vpa: "x" }), "vpa_invalid");
});

test("an account may be numbered like a card", () => {
  for (const { card } of makeDisguised({ seed: "accounts", count: 1_000, only: ["whole"] }))
    assert.equal(checkPayee({ name: "Asha", accountNumber: card, ifsc: "HDFC0000001" }), null, card);
});

test("of a masked card the network and the last four digits are read, and nothing else", () => {
  assert.deepEqual(readMaskedCard("411111XXXXXX1111"), { network: "visa", last4: "1111" });
  assert.deepEqual(readMaskedCard("4***********1234"), { network: "visa", last4: "1234" });
  assert.deepEqual(readMaskedCard("5555 55** **** 4444"), { network: "mastercard", last4: "4444" });
  assert.deepEqual(readMaskedCard("222300xxxxxx0007"), { network: "mastercard", last4: "0007" });
  assert.equal(readMaskedCard("41111111XXXX1111"), "unmasked");
  assert.equal(readMaskedCard("5555555555554444"), "unmasked");
  assert.equal(readMaskedCard("XXXXXXXXXXXX1111"), "unknown");
  assert.equal(readMaskedCard("601100XXXXXX1117"), "unknown");
});
