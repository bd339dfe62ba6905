import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CodeContext, type Evidence, isFailureReason, outcomeOfCode, type Rail, RAILS } from "#rails";

const CLASSES: Record<string, Partial<Record<Evidence, string>>> = {
  imps: {
    POS: "00",
    NEG: "92 86 M1 M2 M3 M4 M5 M6 M7 M8 MP 13 30 52 57 65 51",
    UNK: "08 91 M0 12 20 96 06 80 01 22 307 90 94 N0 NC",
    RET: "EREV",
  },
  upi: {
    POS: "00",
    DEEMED: "RB",
    NEG: "U02 U03 U16 U17 U28 U29 U69 XH XI YE YF ZX ZY Z9 Z8 Z7 Z6 ZM ZH ZE B1 B3 AM PS",
    UNK:
      "01 RR RP BT UT 32 96 U01 U09 U20 U23 U30 U31 U32 U33 U48 U67 U68 U78 ZJ U82 U85 U87 U88 XY XZ " +
      "ZL DF DT NO",
    RET: "21 U34 U37",
  },
  neft: { RET: "AC01 AC03 AC04 AC06 AG01 AM02 AM05 BE01 BE05 BE06 MD07 MS02 MS03 NARR NOCM RC01 RR04 FOCR" },
};

test("every published code proves what its rail's table says when nothing else is known", () => {
  for (const [rail, classes] of Object.entries({ ...CLASSES, rtgs: CLASSES.neft! })) {
    for (const [evidence, codes] of Object.entries(classes)) {
      for (const code of codes.split(" ")) {
        assert.equal(outcomeOfCode(rail as Rail, code).evidence, evidence, `${rail} ${code}`);
      }
    }
  }
});

test("what is not in a rail's map proves nothing, the other rails' codes included", () => {
  const strangers: [Rail, string][] = [
    ["imps", ""],
    ["imps", "XI"],
    ["imps", "m1"],
    ["imps", "R03"],
    ["upi", "M1"],
    ["neft", "00"],
    ["paytm", "00"],
    ["card", "00"],
    ["imps", "__proto__"],
    ["imps", "toString"],
  ];
  for (const [rail, code] of strangers)
    assert.equal(outcomeOfCode(rail, code).evidence, "UNK", `${rail} ${code}`);
  assert.match(outcomeOfCode("imps", '<b>"x"').text, /^code \?b\?\?x\? is not in the map of imps$/);
});

test("a code whose meaning hangs on the debit is unknown until the bank reports the debit", () => {
  const cases: [Rail, string, CodeContext, Evidence][] = [
    ["imps", "08", { debit: "after" }, "DEEMED"],
    ["imps", "91", { debit: "after" }, "DEEMED"],
    ["imps", "91", { debit: "before" }, "UNK"],
    ["imps", "90", { debit: "before" }, "NEG"],
    ["imps", "90", { debit: "after" }, "UNK"],
    ["upi", "BT", { debit: "after" }, "DEEMED"],
    ["upi", "U68", { debit: "after" }, "DEEMED"],
    ["upi", "U78", { debit: "before" }, "NEG"],
    ["upi", "ZJ", { debit: "after" }, "UNK"],
  ];
  for (const [rail, code, context, evidence] of cases) {
    assert.equal(outcomeOfCode(rail, code, context).evidence, evidence, `${rail} ${code}`);
  }
});

test("while the bank's overall word is pending, no code is final", () => {
  for (const [rail, code] of [
    ["imps", "M1"],
    ["imps", "00"],
    ["imps", "EREV"],
    ["neft", "AC04"],
  ] as [Rail, string][]) {
    assert.equal(outcomeOfCode(rail, code, { status: "pending" }).evidence, "UNK", `${rail} ${code}`);
  }
  assert.equal(outcomeOfCode("upi", "RB", { status: "pending" }).evidence, "DEEMED");
  assert.equal(outcomeOfCode("imps", "08", { status: "pending", debit: "after" }).evidence, "DEEMED");
  assert.equal(outcomeOfCode("imps", "90", { status: "pending", debit: "before" }).evidence, "UNK");
});

test("a failed UPI debit is final only with a final second code", () => {
  assert.equal(outcomeOfCode("upi", "U30", { secondCode: "U67" }).evidence, "UNK");
  assert.equal(outcomeOfCode("upi", "U30", { secondCode: "U30" }).evidence, "UNK");
  const final = outcomeOfCode("upi", "U30", { secondCode: "Z9" });
  assert.deepEqual(
    [final.evidence, final.otherBank, final.alarm, final.text],
    ["NEG", true, true, "debit failed: our own account at the bank is short"],
  );
  assert.equal(outcomeOfCode("upi", "U30", { secondCode: "Z9", status: "pending" }).evidence, "UNK");
});

test("an ISO 20022 reason returns or refuses as its message says, but a refused duplicate is unknown", () => {
  assert.deepEqual(outcomeOfCode("neft", "AC04", { message: "reject" }), {
    evidence: "NEG",
    reason: "INVALID_ACCOUNT_FAIL",
    otherBank: false,
    alarm: false,
    text: "account closed",
  });
  assert.equal(outcomeOfCode("rtgs", "AM05", { message: "reject" }).evidence, "UNK");
  assert.equal(outcomeOfCode("rtgs", "AM05").evidence, "RET");
});

test("a duplicate never proves a failure, whatever else is known", () => {
  const contexts: CodeContext[] = [{}, { debit: "before" }, { debit: "after" }, { status: "final" }];
  for (const context of contexts) {
    for (const [rail, code] of [
      ["imps", "94"],
      ["upi", "U01"],
      ["upi", "DF"],
      ["upi", "DT"],
    ] as [Rail, string][]) {
      assert.equal(outcomeOfCode(rail, code, context).evidence, "UNK");
    }
  }
});

test("reasons are the contract's words, and only a failure may be tried at another bank", () => {
  const codes = fc.oneof(
    fc.constantFrom(
      ...Object.values(CLASSES).flatMap((classes) => Object.values(classes).join(" ").split(" ")),
    ),
    fc.string(),
  );
  const contexts: fc.Arbitrary<CodeContext> = fc.record(
    {
      status: fc.constantFrom("pending" as const, "final" as const),
      debit: fc.constantFrom("before" as const, "after" as const),
      message: fc.constantFrom("return" as const, "reject" as const),
      secondCode: codes,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...RAILS), codes, contexts, (rail, code, context) => {
      const meaning = outcomeOfCode(rail, code, context);
      assert.ok(meaning.reason === null || isFailureReason(meaning.reason));
      if (meaning.evidence === "NEG" || meaning.evidence === "RET") assert.notEqual(meaning.reason, null);
      if (meaning.evidence !== "NEG") assert.equal(meaning.otherBank, false);
      assert.doesNotMatch(meaning.text, /"/);
    }),
  );
});
