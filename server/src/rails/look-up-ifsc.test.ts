import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { ifscEdition, ifscExists, isIfsc, lookUpIfsc } from "#rails";

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
