/** The texts for payees: where the code is sent, amounts, and why a claim was not paid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { registerLinks } from "#links";
import { makeFaultWorld } from "#test/faults/fault-world";
import { amountInWords } from "#lib/money";
import { failureWords } from "./page/payee-words.ts";
import { openForms, proveIn, servePage } from "./test/page.ts";
import { makeLink } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const address = await servePage(world);

test("the page says where the code can be sent, and only there", async () => {
  const merchant = await world.makePayer();
  const told = async (changes: object): Promise<string | undefined> => {
    const { token } = await makeLink(world, merchant, changes);
    const { text } = await openForms(address, token).get();
    return /We send a six-digit code ([^<]*)\.</.exec(text)?.[1];
  };
  assert.equal(await told({}), "by SMS to ••••3210");
  const email = "asha@example.com";
  assert.equal(await told({ email }), "by SMS to ••••3210 and by e-mail to a••••@example.com");
  assert.equal(await told({ email: "asha@localhost." }), "by SMS to ••••3210");
  assert.equal(await told({ email, phone: "12345678" }), "by e-mail to a••••@example.com");
});

test("a wallet that does not take the money is called a wallet", async () => {
  const merchant = await world.makePayer();
  for (const phone of ["7070000013", "7070000014"]) {
    const { token } = await makeLink(world, merchant, { phone });
    const forms = openForms(address, token);
    await proveIn(world, forms, merchant);
    await forms.post("/details", { way: "paytm" });
    await forms.get();
    await forms.post("/confirm");
    const { text } = await forms.get();
    assert.ok(text.includes("The Paytm wallet of your phone did not take the money"), phone);
  }
});

test("other details do not help where the payment was stopped", () => {
  for (const reason of ["APPROVAL_REJECTED", "APPROVAL_EXPIRED", "CANCELLED", "SUSPECTED_TRANSFER"]) {
    const words = failureWords(reason, { merchantName: "Asha Mills", mode: "upi" });
    assert.equal(words, "The payment was stopped before it was made. Ask Asha Mills.", reason);
  }
});

test("amounts in words are read in lakh and crore", () => {
  const words: [bigint, string][] = [
    [1n, "One Paisa Only"],
    [1_00n, "Rupees One Only"],
    [5_05n, "Rupees Five and Five Paise Only"],
    [1_05_00n, "Rupees One Hundred and Five Only"],
    [
      1_23_456_78n,
      "Rupees One Lakh Twenty-Three Thousand Four Hundred and Fifty-Six and Seventy-Eight Paise Only",
    ],
    [12_345_00_00_000_00n, "Rupees Twelve Thousand Three Hundred and Forty-Five Crore Only"],
  ];
  for (const [paise, text] of words) assert.equal(amountInWords(paise), text);
});
