// The draft that a quick transfer makes from a chosen beneficiary, tested without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenOf, emptyDraft, isCardOnly } from "../../app/dashboard/features/transfers/quick/draft.ts";

test("a wallet is paid only where the payee is one, never in the place of a card", () => {
  const modeOf = (...paidTo: ("bank" | "upi" | "card" | "wallet")[]) =>
    chosenOf({ beneId: "ravi", name: "Ravi", paidTo }).mode;
  assert.equal(modeOf("bank", "upi", "card"), "banktransfer");
  assert.equal(modeOf("upi", "card"), "upi");
  assert.equal(modeOf("card"), "card");
  assert.equal(modeOf("wallet"), "paytm");
});

test("a payee who has only a card is not sent to, until another payee is entered", () => {
  const draft = { ...emptyDraft("QT_1"), ...chosenOf({ beneId: "ravi", name: "Ravi", paidTo: ["card"] }) };
  assert.ok(isCardOnly(draft));
  assert.ok(!isCardOnly({ ...draft, payee: "new", mode: "banktransfer" }));
});
