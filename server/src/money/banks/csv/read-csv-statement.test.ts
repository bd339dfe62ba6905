import assert from "node:assert/strict";
import { test } from "node:test";
import { days, PAIR, read, refuses, says } from "./csv-contract.ts";

const FILE = `Account Statement of,ACME
Txn Date,Description,Ref No,Withdrawal,Deposit,Balance
03/02/2026,"IMPS, to Asha",AB12,"1,00,000.50",,"-50,000.50"
03/02/2026,NEFT from ACME,,,25.00,"-49,975.50"
04-Feb-26,Charge,,5.90,,"49,981.40 Dr"
`;

test("each day is a statement with its balances and its lines", async () => {
  const statements = await read(FILE);
  assert.deepEqual(days(statements), [
    "2026-02-03 50000: -100000.5 25: -49975.5",
    "2026-02-04 -49975.5: -5.9: -49981.4",
  ]);
  assert.deepEqual(
    statements.flatMap(({ lines }) => lines).map(({ kind, reference }) => [kind, reference]),
    [
      ["payment", "AB12"],
      ["credit", null],
      ["other", null],
    ],
  );
});

test("one signed column, another delimiter, another order of dates, and the newest day first", async () => {
  const mapping = { dateOrder: "ymd", date: "D", amount: "A", balance: "B", narration: "N" };
  const file = "D;N;A;B\n2026-02-04;x;-1.00;8.00\n2026-02-03;y;9.00;9.00\n";
  const right = ["2026-02-03 0: 9: 9", "2026-02-04 9: -1: 8"];
  assert.deepEqual(days(await read(file, mapping)), right, "the delimiter is told by the titles");
  for (const delimiter of [",", "\t", "|"] as const) {
    const other = file.replaceAll(";", delimiter);
    assert.deepEqual(days(await read(other, { ...mapping, delimiter })), right);
    assert.deepEqual(days(await read(other.replaceAll("\n", "\r\n"), mapping)), right);
  }
  await refuses([[file, /lacks \\"D\\" and \\"A\\"|no row/, { ...mapping, delimiter: "," }]]);
});

const KOTAK = {
  dateOrder: "dmy",
  date: "Transaction Date",
  narration: "Description",
  amount: "Amount",
  side: { title: "Dr / Cr", nth: 1 },
  balance: "Balance",
  balanceSide: { title: "Dr / Cr", nth: 2 },
};
const TITLES = "Sl. No.,Transaction Date,Description,Amount,Dr / Cr,Balance,Dr / Cr\n";
const SIDES = `ACME Stationers
Period,02/03/2026 - 04/03/2026

${TITLES}1,02-03-2026,IMPS to Asha,"1,500.00",DR,"8,500.00",CR
2,03-03-2026,NEFT from Uma,"2,500.00",CR,"11,000.00",CR
3,04-03-2026,RTGS to Surya,"12,000.00",DR,"1,000.00",DR

Opening balance,,,"10,000.00"
Closing balance,,,"-1,000.00"
You may call us, 24 hours a day
`;
const SIDES_RIGHT = [
  "2026-03-02 10000: -1500: 8500",
  "2026-03-03 8500: 2500: 11000",
  "2026-03-04 11000: -12000: -1000",
];

test("a column says debit or credit, a second one of its title says so of the balance", async () => {
  assert.deepEqual(days(await read(SIDES, KOTAK)), SIDES_RIGHT);
  for (const [debit, credit] of [
    ["Dr.", "Cr."],
    ["D", "C"],
    ["Debit", "CREDIT"],
    ["(dr)", "(cr)"],
    ["Withdrawal", "Deposit"],
    ["W", "D"],
    ["-", "+"],
  ] as const) {
    const file = SIDES.replaceAll(/,DR,"(8|1),/g, `,${debit},"$1,`).replaceAll(',CR,"11', `,${credit},"11`);
    assert.deepEqual(days(await read(file, KOTAK)), SIDES_RIGHT, debit);
  }
  const own = { ...KOTAK, sideWords: { debit: ["ABGANG"], credit: ["Zugang", "D"] } };
  const file = SIDES.replaceAll(/,DR,"(8|1),/g, ',Abgang,"$1,').replaceAll(',CR,"11', ',D,"11');
  assert.deepEqual(days(await read(file, own)), SIDES_RIGHT);
});

test("a side that is not told, or told twice in two ways, is refused with its row", async () => {
  const { side: _, ...without } = KOTAK;
  const one = (amount: string, side: string, balance = '"8,500.00",CR'): string =>
    `${TITLES}1,02-03-2026,IMPS,"${amount}",${side},${balance}\n`;
  await refuses(
    [
      [one("1,500.00", "DR"), /neither a sign nor a side.*"row":2/, without],
      [SIDES, /neither a sign nor a side.*"row":5/, without],
      [one("1,500.00", ""), /does not say.*"row":2/],
      [one("1,500.00", "TRF"), /\\"TRF\\" is neither debit nor credit.*"row":2/],
      [one("1,500.00", "D"), /may be a debit or a deposit.*"row":2/],
      [one("-1,500.00", "CR"), /both debit and credit.*"row":2/],
      [one("1,500.00 Cr", "DR"), /both debit and credit.*"row":2/],
      [one("1,500.00", "DR", '"8,500.00",'), /balance is debit or credit.*"row":2/],
      [one("1,500.00", "DR", '"-8,500.00",CR'), /both.*of its balance.*"row":2/],
      [SIDES, /2 columns are called \\"Dr \/ Cr\\".*nth.*"row":4/, { ...KOTAK, side: "Dr / Cr" }],
      [SIDES, /no columns|2 columns/, { ...KOTAK, side: { title: "Dr / Cr", nth: 3 } }],
      [SIDES, /side and balanceSide are the same/, { ...KOTAK, side: KOTAK.balanceSide }],
      [SIDES.replace('"12,000.00",DR', '"-12,000.00",DR'), /some debits have a minus.*minusInDebit.*"row":7/],
      [SIDES, /the mapping lacks balance/, { ...KOTAK, balance: undefined }],
      [SIDES, /minusInDebit/, { ...KOTAK, minusInDebit: "reversal" }],
    ],
    KOTAK,
  );
});

test("the mapping says what a minus in a debit means, and which words mean an overdrawn balance", async () => {
  const file = FILE.replace("04-Feb-26,Charge,,5.90,,", "04-Feb-26,Charge taken back,,-5.90,,");
  const back = file.replace("49,981.40 Dr", "49,969.60 Dr");
  const debits = { ...PAIR, minusInDebit: "debit" };
  const reversals = { ...PAIR, minusInDebit: "credit" };
  await refuses([
    [back, /minusInDebit/],
    [back, /follow/, debits],
    [file, /follow/, reversals],
  ]);
  assert.equal(days(await read(back, reversals))[1], "2026-02-04 -49975.5: 5.9: -49969.6");
  assert.equal(days(await read(file, debits))[1], "2026-02-04 -49975.5: -5.9: -49981.4");
  const words = { ...PAIR, sideWords: { debit: ["OD"] } };
  assert.deepEqual(days(await read(FILE.replace("40 Dr", "40 OD"), words)), days(await read(FILE)));
  await refuses([[FILE.replace("40 Dr", "40 OD"), /OD.*sideWords/]]);
});

const SIGNED = { dateOrder: "dmy", date: "Date", amount: "Amount", balance: "Balance", narration: "Text" };
const signed = (out: string, into: string): string =>
  `Date,Text,Amount,Balance\n02-03-2026,a,"${out}",8500.00\n03-03-2026,b,"${into}",11000.00 Cr\n`;
const SIGNED_RIGHT = ["2026-03-02 10000: -1500: 8500", "2026-03-03 8500: 2500: 11000"];

test("an amount says its own side in every usual way, and a bare one is no credit", async () => {
  for (const [out, into] of [
    ["-1,500.00", "2,500.00"],
    ["1,500.00-", "2,500.00"],
    ["(1,500.00)", "2,500.00"],
    ["−1 500.00".replace(" ", ""), "+2500"],
    ["- ₹1,500", "+ Rs. 2,500.00"],
    ["1,500.00 Dr", "2,500.00 Cr."],
    ["1,500.00DR", "2,500.00(CR)"],
    ["1500.0D", "2500.00C"],
    ["Dr 1,500.00", "Cr 2,500.00"],
  ] as const)
    assert.deepEqual(days(await read(signed(out, into), SIGNED)), SIGNED_RIGHT, out);
  const credits = "Date,Text,Amount,Balance\n02-03-2026,a,1500.00,8500.00\n";
  assert.deepEqual(days(await read(credits, { ...SIGNED, signed: true })), ["2026-03-02 7000: 1500: 8500"]);
  await refuses(
    [
      [credits, /neither a sign nor a side.*"row":2/],
      [signed("1,500.00", "2,500.00"), /neither a sign.*"row":2/],
      [signed("1,500.00 Dr", "2,500.00"), /neither a sign.*"row":3/],
      [signed("-1,500.00", "2,500.00").replace("8500.00", "11500.00"), /does not follow/],
      [signed("1,5,00.00", "2,500.00"), /no amount.*"row":2/],
      [signed("1.500,00", "2,500.00"), /no amount.*"row":2/],
      [signed("-(1,500.00)", "2,500.00"), /no amount.*"row":2/],
      [signed("1.5E+03", "2,500.00"), /no amount.*"row":2/],
    ],
    SIGNED,
  );
});

test("balances that are stated beside the movements must be those of the movements", async () => {
  await refuses(
    [
      [SIDES.replace('"-1,000.00"', '"1,000.00"'), /closing balance is stated as ₹1,000.00.*"row":10/],
      [SIDES.replace('"10,000.00"', '"13,000.00"'), /opening balance is stated.*"row":9/],
    ],
    KOTAK,
  );
});

test("what does not fit is refused, with its row", async () => {
  await refuses([
    [FILE.replace("03/02/2026", "31/02/2026"), /"row":3/],
    [FILE.replace("25.00", "25.005"), /"row":4/],
    [FILE.replace(",25.00", "25.00,25.00"), /both/],
    [FILE.replace("5.90,", "0.00,"), /nothing.*"row":5/],
    [FILE.replace("49,981.40", "49,981.41"), /does not follow.*"row":5/],
    [FILE.replace('"1,00,000.50"', "1,00,000.50"), /"row":3/],
    [FILE.replace("Ref No", "Reference"), /no columns are called \\"Ref No\\".*"row":2/],
    [FILE.replace("Txn Date", "Date"), /lacks \\"Txn Date\\".*"row":2/],
    [FILE.replace('"IMPS, to Asha"', '"IMPS'), /./],
    [FILE.split("\n").slice(0, 2).join("\n"), /no movement.*"row":2/],
    ["", /no row/],
  ]);
  const mappings: readonly (readonly [object, RegExp])[] = [
    [{ ...PAIR, dateOrder: "dym" }, /dateOrder/],
    [{ ...PAIR, amount: "Amount" }, /debit and credit, or amount/],
    [{ ...PAIR, balance: "" }, /balance/],
    [{ ...PAIR, foo: "x" }, /foo/],
    [{ ...PAIR, side: "Type" }, /side/],
    [{ ...PAIR, balance: { title: "Balance" } }, /balance/],
    [{ ...PAIR, balance: { title: "Balance", nth: 0 } }, /balance/],
    [{ ...KOTAK, sideWords: { both: ["x"] } }, /sideWords/],
    [{ ...KOTAK, signed: true }, /signed/],
    [{ ...PAIR, order: "upwards" }, /order/],
  ];
  for (const [mapping, pattern] of mappings)
    await assert.rejects(read.bind(null, FILE, mapping), says(pattern));
});
