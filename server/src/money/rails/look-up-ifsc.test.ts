import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import {
  explainIfsc,
  ifscEdition,
  ifscExists,
  isIfsc,
  judgeIfsc,
  learnIfscs,
  lookUpIfsc,
  renewIfscs,
} from "#rails";

const require = createRequire(import.meta.url);
const source = require("ifsc/src/IFSC.json") as Record<string, (number | string)[]>;
const { version } = require("ifsc/package.json") as { version: string };

test("the packed list is the installed edition, every code of it and no other", () => {
  let codes = 0;
  let wrong = 0;
  for (const [prefix, branches] of Object.entries(source)) {
    const listed = new Set(branches.map((branch) => `${prefix}0${String(branch).padStart(6, "0")}`));
    codes += listed.size;
    for (const ifsc of listed) {
      if (lookUpIfsc(ifsc)?.valid !== true) wrong += 1;
      const neighbour = ifsc.slice(0, 10) + (ifsc.endsWith("Z") ? "0" : "Z");
      if (lookUpIfsc(neighbour)!.valid !== listed.has(neighbour)) wrong += 1;
    }
  }
  assert.equal(wrong, 0);
  assert.equal(ifscEdition().codes, codes);
  assert.equal(ifscEdition().version, version);
  assert.match(ifscEdition().date, /^\d{4}-\d{2}-\d{2}$/);
});

test("a code is answered with its bank, in either case of letters", () => {
  assert.deepEqual(lookUpIfsc("sbin0008752"), {
    ifsc: "SBIN0008752",
    valid: true,
    bankCode: "SBIN",
    bankName: "State Bank of India",
    sponsorCode: "SBIN",
    imps: true,
    upi: true,
  });
  for (const ifsc of ["YESB0000262", "SCBL0036078", "ICIC0000009", "HDFC0000001"]) {
    assert.equal(lookUpIfsc(ifsc)?.valid, true, ifsc);
  }
});

test("a bank that uses a sponsor's codes is named itself", () => {
  const whole = lookUpIfsc("HDFC0CAACOB");
  assert.deepEqual([whole?.bankCode, whole?.sponsorCode], ["AACX", "HDFC"]);
  const byBeginning = lookUpIfsc("UJVN0001110");
  assert.deepEqual([byBeginning?.bankCode, byBeginning?.sponsorCode], ["USFB", "UJVN"]);
  const withoutCode = lookUpIfsc("HDFC0CNICBL");
  assert.deepEqual(
    [withoutCode?.bankCode, withoutCode?.bankName],
    ["HDFC", "Navsarjan Industrial Co-operative Bank"],
  );
});

test("shape and existence are separate questions", () => {
  const unlisted = lookUpIfsc("ZZZZ0123456");
  assert.deepEqual([unlisted?.valid, unlisted?.bankCode, unlisted?.bankName], [false, "ZZZZ", null]);
  assert.equal(lookUpIfsc("SBIN0ZZZZZZ")?.valid, false);
  assert.equal(lookUpIfsc("SBIN0ZZZZZZ")?.bankName, "State Bank of India");
  for (const text of [
    "",
    "PYTM0_000001",
    "SBIN1008752",
    "SBIN000875",
    "SBIN00087522",
    "1BIN0008752",
    "SBIN0008752\n",
  ]) {
    assert.equal(lookUpIfsc(text), null, text);
    assert.equal(isIfsc(text), false, text);
  }
});

test("the reserve bank's own branches take no IMPS", () => {
  assert.equal(lookUpIfsc("RBIS0000001")?.imps, false);
  assert.equal(lookUpIfsc("RBIN0RTGS00")?.imps, false);
});

test("a code exists when it is listed, or belongs to a bank of the sandbox", () => {
  const exists = ["YESB0000262", "scbl0036078", "HDFC0CAACOB", "MGDT0000001", "HMSK0000001", "VTRN0000001"];
  for (const ifsc of exists) assert.ok(ifscExists(ifsc), ifsc);
  for (const ifsc of ["SBIN0ZZZZZZ", "QQQQ0000001", "HDFC1000001", ""]) assert.ok(!ifscExists(ifsc), ifsc);
});

test("a wrong form, a code that is not on the list and one of a merged bank are told apart", () => {
  const { date } = ifscEdition();
  const unlisted = { kind: "unlisted", listedOn: date, isBankKnown: true };
  assert.equal(judgeIfsc("sbin0008752 "), null);
  for (const ifsc of ["SBIN0031816", "IDIB000C040"]) assert.deepEqual(judgeIfsc(ifsc), unlisted);
  assert.deepEqual(judgeIfsc("QQQQ0000001"), { ...unlisted, isBankKnown: false });
  for (const text of ["", "HDFC1", "SBIN1008752", "SBIN00087521", "5BIN0008752", "SBIN0 08752", "SBIN0००८७५"])
    assert.deepEqual(judgeIfsc(text), { kind: "malformed" }, text);
});

test("letter O where a zero stands is told with the code that is meant", () => {
  for (const text of ["SBINO008752", "SBINOOO8752", "sbin0OO8752", "SBINOOO8752"])
    assert.deepEqual(judgeIfsc(text), { kind: "misread", meant: "SBIN0008752" }, text);
  assert.match(explainIfsc("SBINO008752")!, /four letters, a zero and six .* Our list has SBIN0008752\./);
  // The meant code may not be guessed here.
  assert.deepEqual(judgeIfsc("SBINO031816"), { kind: "malformed" });
});

const MERGED: [string, string | null, RegExp][] = [
  [
    "ORBC0100001",
    "PUNB0000110",
    /Oriental Bank of Commerce became Punjab National Bank\. The new IFSC is PUNB/,
  ],
  ["ORBC0100002", "PUNB0000210", /The new IFSC is PUNB0000210\.$/],
  ["SYNB0003687", "CNRB0013687", /Syndicate Bank became Canara Bank\. The new IFSC is CNRB0013687/],
  ["CORP0000001", "UBIN0900010", /Corporation Bank became Union Bank of India/],
  ["ANDB0000003", "UBIN0800031", /Andhra Bank became Union Bank of India/],
  ["LAVB0000103", "DBSS0IN0103", /Lakshmi Vilas Bank/],
  // If the new code does not follow from the old one, or would not be on the list, none is made up.
  ["VIJB0001001", null, /Vijaya Bank became Bank of Baroda\. Ask the payee for the new IFSC/],
  ["SBHY0020001", null, /State Bank of Hyderabad became State Bank of India/],
  ["SYNB0000001", null, /Syndicate Bank became Canara Bank\. Ask the payee/],
  ["ORBC0109999", null, /Ask the payee/],
];

test("a code of a merged bank names the new one, where that is on the list", () => {
  for (const [old, code, says] of MERGED) {
    const problem = judgeIfsc(old);
    assert.equal(problem?.kind === "merged" ? problem.code : problem, code, old);
    assert.match(explainIfsc(old)!, says);
  }
});

test("what a bank or an operator has said counts more than a list, and a newer list more than ours", () => {
  const { date, codes } = ifscEdition();
  learnIfscs([{ ifsc: "IDIB000C040", replacedBy: null }]);
  assert.equal(judgeIfsc("IDIB000C040"), null);
  learnIfscs([{ ifsc: "SBIN0008752", replacedBy: "IDIB000C040" }]);
  assert.match(explainIfsc("SBIN0008752")!, /was replaced .*The new IFSC is IDIB000C040/);
  renewIfscs({ date: "2027-01-02", codes: ["SBIN0031816", "HDFC0000001", "SBIN0000300", "ABCD0ZZZZZZ"] });
  assert.deepEqual([ifscEdition().date, ifscEdition().codes], ["2027-01-02", 4]);
  for (const ifsc of ["SBIN0031816", "HDFC0000001", "SBIN0000300", "ABCD0ZZZZZZ", "IDIB000C040"])
    assert.equal(judgeIfsc(ifsc), null, ifsc);
  assert.match(explainIfsc("SBIN0000691")!, /not on our list of 2 January 2027/);
  renewIfscs(null);
  assert.deepEqual([ifscEdition().date, ifscEdition().codes], [date, codes]);
});
