import assert from "node:assert/strict";
import { test } from "node:test";
import { matchNames } from "./match-names.ts";
import { isPayable, type MatchOutcome, SCORES } from "./outcome.ts";

const judge = (given: string, atBank: string): MatchOutcome => matchNames(given, atBank).outcome;

test("the documented examples of the five outcomes", () => {
  const given = "Rohan Mathew Thomas";
  const cases = [
    ["Rohan Mathew Thomas", "direct_match", 100],
    ["Rohan Thomas", "good_partial_match", 85],
    ["Roshan Thomas", "moderate_match", 61],
    ["Rohan Mathew K", "poor_match", 55],
    ["Rajeev", "no_match", 14],
  ] as const;
  for (const [atBank, outcome, score] of cases) {
    const match = matchNames(given, atBank);
    assert.deepEqual([match.outcome, match.score], [outcome, score], atBank);
    assert.equal(match.score, SCORES[match.outcome]);
  }
});

test("the explanation says which words belong together and how", () => {
  const { outcome, explanation } = matchNames("Smt. Laxmi K Sharma", "LAKSHMI KUMARI SHARMA W/O RAM SHARMA");
  assert.equal(outcome, "good_partial_match");
  assert.deepEqual(explanation, [
    { given: "sharma", atBank: "sharma", how: "same" },
    { given: "laxmi", atBank: "lakshmi", how: "same_sound" },
    { given: "k", atBank: "kumari", how: "initial" },
  ]);
  const brothers = matchNames("Ramesh Patel", "SURESH PATEL").explanation;
  assert.deepEqual(brothers.slice(1), [
    { given: "ramesh", atBank: null, how: "only_given" },
    { given: null, atBank: "suresh", how: "only_at_bank" },
  ]);
  const joined = matchNames("Ram Kishore Yadav", "RAMKISHORE YADAV").explanation;
  assert.ok(
    joined.some(({ given, atBank, how }) => `${given}=${atBank} ${how}` === "ram kishore=ramkishore joined"),
  );
});

test("anyone who swaps the two names gets an answer that pays as little", () => {
  const names = [
    "Ravi Sharma",
    "Ravi Kumar Sharma",
    "R K Sharma",
    "Mahesh Ramesh Patil",
    "Ramesh Patil",
    "Sunil Rao",
    "Sunila Rao",
    "Balaji Enterprises",
    "Balaji Traders",
    "Manjit Kaur",
    "Manjit Singh",
  ];
  for (const one of names) {
    for (const other of names) {
      assert.equal(isPayable(judge(one, other)), isPayable(judge(other, one)), `${one} | ${other}`);
      if (one === other) assert.equal(judge(one, other), "direct_match");
    }
  }
});

test("what is no name matches nothing, and does not break", () => {
  const strange = [
    "",
    " ",
    ".",
    "S/O",
    "1234567890",
    "\u0000",
    "\ud800",
    "🙂",
    "रवि शर्मा",
    "a",
    "/",
    "&",
    "M/S",
  ];
  for (const one of strange) {
    assert.equal(isPayable(judge(one, "RAVI SHARMA")), false, one);
    assert.equal(isPayable(judge("Ravi Sharma", one)), false, one);
  }
  assert.equal(judge("रवि शर्मा", "रवि शर्मा"), "direct_match");
  assert.equal(judge("", ""), "no_match");
});

test("a hostile name is read to a limit", () => {
  const long = Array.from({ length: 5_000 }, (_, n) => `a${n % 7}`).join(" ");
  assert.equal(typeof judge(long, long.toUpperCase()), "string");
  assert.equal(typeof judge("=kin= | ".repeat(500), "s/o ".repeat(500)), "string");
  assert.equal(typeof judge(`${"k ".repeat(90)}`, "Kumar ".repeat(40)), "string");
});
