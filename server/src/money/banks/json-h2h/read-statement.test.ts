import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Connection, StatementQuery, WireAnswer } from "#banks";
import { readStatement } from "./read-statement.ts";

const CONNECTION = { debitAccount: "1001" } as Connection;
const QUERY: StatementQuery = { day: "2026-02-03", kind: "intraday" };

const LINE = {
  lineId: "MGDT1",
  side: "DEBIT",
  amount: "100.00",
  at: "2026-02-03T05:50:00.000Z",
  kind: "PAYMENT",
  rail: "IMPS",
  reference: "AB12",
  utr: "603411000001",
  narration: "IMPS/603411000001/AB12",
  counterparty: { name: "Asha Rao", accountNumber: "XXXXXX7890", ifsc: "HDFC0000001" },
};

const PAGE = {
  statementId: "S/1",
  kind: "intraday",
  debitAccount: "1001",
  day: "2026-02-03",
  openingBalance: "10000000000000.00",
  closingBalance: "-1.00",
  lineCount: 1,
  page: 1,
  pages: 1,
  lines: [LINE] as unknown,
};

const answerOf = (page: object, httpStatus = 200): WireAnswer => ({
  httpStatus,
  contentType: "application/json",
  body: JSON.stringify(page),
});

const read = (change: object = {}, from: string | null = null) =>
  readStatement(answerOf({ ...PAGE, ...change }), { connection: CONNECTION, query: QUERY, from });

const lineOf = (change: object) => {
  const page = read({ lines: [{ ...LINE, ...change }] });
  return page.kind === "page" ? page.lines[0]! : page;
};

test("a line is read in our words; what the bank leaves out is null", () => {
  const line = {
    lineId: "MGDT1",
    side: "debit",
    amountPaise: 100_00n,
    bookedAt: new Date(LINE.at),
    kind: "payment",
    reference: "AB12",
    utr: LINE.utr,
    narration: LINE.narration,
    code: "",
    reason: null,
    counterparty: LINE.counterparty,
  };
  assert.deepEqual(lineOf({}), line);
  const blank = { name: null, accountNumber: null, ifsc: null };
  const bare = {
    ...line,
    lineId: null,
    kind: "other",
    reference: null,
    utr: null,
    narration: "",
    counterparty: blank,
  };
  const { side, amount, at } = LINE;
  assert.deepEqual(read({ lines: [{ side, amount, at }] }), { ...read(), lines: [bare] });
  assert.deepEqual(lineOf({ kind: "INTEREST" }), { ...line, kind: "other" });
});

test("money that came back names the payment's own UTR and the reason, where its code has one", () => {
  const back = { side: "CREDIT", kind: "RETURN", utr: "603411000009", originalUtr: LINE.utr };
  for (const [change, reason] of [
    [{ code: "EREV" }, "RETURNED_FROM_BENEFICIARY"],
    [{ code: "ZZ9" }, null],
    [{ code: "AC01", rail: "NEFT" }, "INVALID_ACCOUNT_FAIL"],
  ] as const) {
    const line = lineOf({ ...back, ...change });
    assert.ok("reason" in line && line.kind === "return");
    assert.deepEqual([line.utr, line.code, line.reason], [LINE.utr, change.code, reason]);
  }
});

test("a UTR that stands in the narration alone is taken where it is whole", () => {
  const utrOf = (narration: string): unknown => {
    const line = lineOf({ utr: undefined, narration });
    return "utr" in line ? line.utr : line;
  };
  assert.equal(utrOf("IMPS/603411000001/AB12/ASHA RAO"), "603411000001");
  assert.equal(utrOf("RTN-NEFT/MGDTN26034000001/AB12"), "MGDTN26034000001");
  for (const narration of ["IMPS/603411000001", "IMPS/60341", "CR/603411000001/ASHA RAO", "TRANSFER"])
    assert.equal(utrOf(narration), null, narration);
});

test("pages follow one another until all lines are there, and no others", () => {
  const first = read({ pages: 2, lineCount: 2 });
  assert.ok(first.kind === "page");
  assert.equal(first.next, "2/1/S/1");
  const second = read({ pages: 2, lineCount: 2, page: 2 }, first.next);
  assert.ok(second.kind === "page" && second.next === null);
  for (const [change, from] of [
    [{ lineCount: 2 }, null],
    [{ lineCount: 0 }, null],
    [{ page: 2, pages: 2, lineCount: 1 }, null],
    [{ pages: 2, lineCount: 2, page: 1 }, first.next],
    [{ pages: 2, lineCount: 3, page: 2 }, first.next],
  ] as const) {
    assert.equal(read(change, from).kind, "unreadable", JSON.stringify(change));
  }
});

test("a word that is missing or of another kind makes the whole page unreadable", () => {
  for (const field of Object.keys(PAGE)) {
    for (const value of [undefined, null, 1.5, {}, "x".repeat(100)]) {
      assert.equal(read({ [field]: value }).kind, "unreadable", `${field} ${JSON.stringify(value)}`);
    }
  }
  for (const field of ["side", "amount", "at"]) {
    for (const value of [undefined, null, 100, "", "-100.00", "0.00", "1e2"]) {
      assert.equal(read({ lines: [{ ...LINE, [field]: value }] }).kind, "unreadable", `${field} ${value}`);
    }
  }
  for (const field of ["lineId", "reference", "utr"]) {
    for (const value of [null, 1, "x".repeat(65), "a\u0000"]) {
      assert.equal(read({ lines: [{ ...LINE, [field]: value }] }).kind, "unreadable", `${field} ${value}`);
    }
  }
  assert.equal(read({ lines: [null] }).kind, "unreadable");
});

test("only the bank's own word says that there is none yet; other pages say nothing", () => {
  const asked = { connection: CONNECTION, query: QUERY, from: null };
  const kindOf = (words: object, httpStatus: number): string =>
    readStatement(answerOf(words, httpStatus), asked).kind;
  assert.equal(kindOf({ status: "FAILED", code: "S01" }, 404), "not_ready");
  assert.equal(kindOf({ status: "FAILED", code: "S01" }, 200), "unavailable");
  assert.equal(kindOf({ error: "no route" }, 404), "unavailable");
  assert.equal(kindOf(PAGE, 202), "unavailable");
  assert.equal(kindOf(PAGE, 500), "unavailable");
  const html = { httpStatus: 200, contentType: "text/html", body: "<h1>Try again later</h1>" };
  assert.equal(readStatement(html, asked).kind, "unavailable");
});

test("no bytes make the reader throw, and no part of a page is a page", () => {
  const asked = { connection: CONNECTION, query: QUERY, from: null };
  const whole = answerOf(PAGE);
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 100, max: 599 }), (body, httpStatus) => {
      return readStatement({ ...whole, body, httpStatus }, asked).kind !== "page";
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      return read({ lines: [value] }).kind === "unreadable" && read(Object(value)).kind !== "not_ready";
    }),
  );
  for (let length = 0; length < whole.body.length; length += 1) {
    assert.equal(readStatement({ ...whole, body: whole.body.slice(0, length) }, asked).kind, "unreadable");
  }
});
