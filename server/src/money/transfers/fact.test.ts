import assert from "node:assert/strict";
import { test } from "node:test";
import { factOf, type News, wordsOfFact } from "./fact.ts";

test("a UTR is kept in capitals, however the bank writes it, so that its statement's line is known by it", () => {
  const words = { code: "", text: "", credited: false };
  const news = (utr: string): News => ({
    ...{ transferId: "t", attempt: 1, source: "callback" },
    outcome: { kind: "succeeded", ...words, utr },
  });
  const told = [" axisn26001 ", "AXISN26001", ""].map((utr) => factOf(news(utr)).utr);
  assert.deepEqual(told, ["AXISN26001", "AXISN26001", null]);
});

test("what a bank did is said with its code, or alone, and never with its sentence", () => {
  const said = { source: "statement", code: "", detail: "paid to asha@upi" } as const;
  assert.equal(wordsOfFact(said, "paid"), "statement: paid");
  assert.equal(wordsOfFact({ ...said, code: "00" }, "paid"), "statement: paid (00)");
});
