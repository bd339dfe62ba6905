import assert from "node:assert/strict";
import { test } from "node:test";
import { readCsvMapping } from "./csv-mapping.ts";
import { BankError } from "./errors.ts";
import { readCsvStatement } from "./read-csv-statement.ts";

const PAIR = {
  dateOrder: "dmy",
  date: "Txn Date",
  debit: "Withdrawal",
  credit: "Deposit",
  balance: "Balance",
  narration: "Description",
  reference: "Ref No",
};
const FILE = `Account Statement of,ACME
Txn Date,Description,Ref No,Withdrawal,Deposit,Balance
03/02/2026,"IMPS, to Asha",AB12,"1,00,000.50",,"-50,000.50"
03/02/2026,NEFT from ACME,,,25.00,"-49,975.50"
04-Feb-26,Charge,,5.90,,"49,981.40 Dr"
`;

const read = (text: string, mapping: object = PAIR) =>
  readCsvStatement(text, readCsvMapping(JSON.stringify(mapping)), "1001");

test("each day is a statement with its balances and its lines", () => {
  const statements = read(FILE);
  assert.deepEqual(
    statements.map(({ day, openingPaise, closingPaise }) => [day, openingPaise, closingPaise]),
    [
      ["2026-02-03", 50_000_00n, -49_975_50n],
      ["2026-02-04", -49_975_50n, -49_981_40n],
    ],
  );
  assert.deepEqual(
    statements
      .flatMap(({ lines }) => lines)
      .map(({ side, amountPaise, kind, reference }) => [side, amountPaise, kind, reference]),
    [
      ["debit", 1_00_000_50n, "payment", "AB12"],
      ["credit", 25_00n, "credit", null],
      ["debit", 5_90n, "other", null],
    ],
  );
});

test("one signed column, another delimiter, another order of dates, and the newest day first", () => {
  const mapping = { delimiter: ";", dateOrder: "ymd", date: "D", amount: "A", balance: "B", narration: "N" };
  const statements = read("D;N;A;B\n2026-02-04;x;-1.00;8.00\n2026-02-03;y;9.00;9.00\n", mapping);
  assert.deepEqual(
    statements.map(({ day, openingPaise, closingPaise }) => [day, openingPaise, closingPaise]),
    [
      ["2026-02-03", 0n, 9_00n],
      ["2026-02-04", 9_00n, 8_00n],
    ],
  );
});

test("what does not fit is refused, with its row", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [FILE.replace("03/02/2026", "31/02/2026"), /"row":3/],
    [FILE.replace("25.00", "25.005"), /"row":4/],
    [FILE.replace(",25.00", "25.00,25.00"), /both/],
    [FILE.replace("5.90,", "0.00,"), /nothing/],
    [FILE.replace("49,981.40", "49,981.41"), /does not follow/],
    [FILE.replace("Ref No", "Reference"), /0 columns are called Ref No/],
    [FILE.replace("Txn Date", "Date"), /no row with the titles/],
    [FILE.replace('"IMPS, to Asha"', '"IMPS'), /./],
    ["", /no row/],
  ];
  const says = (pattern: RegExp) => (error: unknown) =>
    BankError.is(error, "statement_unreadable") && pattern.test(JSON.stringify(error.details));
  for (const [text, pattern] of wrong) assert.throws(() => read(text), says(pattern), text);
  const mappings: readonly (readonly [object, RegExp])[] = [
    [{ ...PAIR, dateOrder: "dym" }, /dateOrder/],
    [{ ...PAIR, amount: "Amount" }, /debit and credit, or amount/],
    [{ ...PAIR, balance: "" }, /balance/],
    [{ ...PAIR, foo: "x" }, /foo/],
  ];
  for (const [mapping, pattern] of mappings) assert.throws(() => read(FILE, mapping), says(pattern));
});
