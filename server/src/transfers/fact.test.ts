import assert from "node:assert/strict";
import { test } from "node:test";
import { factOf, type News, wordsOfPaid } from "./fact.ts";

test("a UTR is kept in capitals, however the bank writes it, so that its statement's line is known by it", () => {
  const words = { code: "", text: "", credited: false };
  const news = (utr: string): News => ({
    ...{ transferId: "t", attempt: 1, source: "callback" },
    outcome: { kind: "succeeded", ...words, utr },
  });
  const told = [" axisn26001 ", "AXISN26001", ""].map((utr) => factOf(news(utr)).utr);
  assert.deepEqual(told, ["AXISN26001", "AXISN26001", null]);
});

test("what a bank paid is said with its word for it, or its sentence, or alone", () => {
  const said = { source: "statement", code: "", detail: "" } as const;
  assert.equal(wordsOfPaid(said), "statement: paid");
  assert.equal(wordsOfPaid({ ...said, code: "00", detail: "Done" }), "statement: paid (00)");
  assert.equal(wordsOfPaid({ ...said, detail: "Done" }), "statement: paid (Done)");
});
