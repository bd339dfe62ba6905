import assert from "node:assert/strict";
import { test } from "node:test";
import { BankError } from "./errors.ts";
import { readMt940 } from "./read-mt940.ts";

const FILE = `{1:F01MGDTINBBAXXX0000000000}{2:I940X}{4:
:20:STMT1
:25:MGDT0000001/50100000000001
:28C:00034/001
:60F:C260202INR1000,00
:61:2602030203D100,5NTRFAB12CD34EF56GH78//603411000001
/PAYEE ASHA
:86:IMPS/603411000001/AB12CD34EF56GH78
ASHA RAO
:61:260203RD50,NTRFXYZ//U2
:61:260203C25,00NTRFNONREF
:86:NEFT FROM ACME
:61:260203D5,90NCHGNONREF
:61:2601010102RC1,00NMSCNONREF
:62F:D260203INR31,40
-}
`;

test("a statement: its account, number, balances with their sign, and every mark of a movement", () => {
  const [one, ...others] = readMt940(FILE).statements;
  assert.equal(others.length, 0);
  assert.ok(one !== undefined);
  const { lines, ...head } = one;
  assert.deepEqual(head, {
    statementId: "50100000000001-2026-02-03-00034",
    kind: "end_of_day",
    sequenceNo: 34,
    debitAccount: "50100000000001",
    day: "2026-02-03",
    openingPaise: 100_000n,
    closingPaise: -3_140n,
  });
  assert.deepEqual(
    lines.map(({ side, amountPaise, kind, reference, utr }) => [side, amountPaise, kind, reference, utr]),
    [
      ["debit", 10_050n, "payment", "AB12CD34EF56GH78", "603411000001"],
      ["credit", 5_000n, "reversal", "XYZ", "U2"],
      ["credit", 2_500n, "credit", null, null],
      ["debit", 590n, "charge", null, null],
      ["debit", 100n, "other", null, null],
    ],
  );
  assert.equal(lines[0]?.narration, "/PAYEE ASHA IMPS/603411000001/AB12CD34EF56GH78 ASHA RAO");
  assert.equal(lines[0]?.bookedAt.toISOString(), "2026-02-02T18:30:00.000Z");
});

test("pages of one statement are one, days in a file are several, and a year ends between two dates", () => {
  const paged = FILE.replace(
    ":61:260203RD",
    ":62M:C260203INR899,50\n-}\n{4:\n:25:50100000000001\n:28C:34/2\n:60M:C260203INR899,50\n:61:260203RD",
  );
  assert.equal(readMt940(paged).statements[0]?.lines.length, 5);
  assert.equal(readMt940(FILE + FILE).statements.length, 2);
  const newYear = FILE.replace(":61:2602030203D", ":61:2512310102D");
  assert.equal(
    readMt940(newYear).statements[0]?.lines[0]?.bookedAt.toISOString(),
    "2026-01-01T18:30:00.000Z",
  );
});

test("blanks, small letters, a zero as third decimal and damaged dates are taken as they are meant", () => {
  const said = (text: string) =>
    readMt940(text).statements.map(({ debitAccount, openingPaise, lines }) => [
      debitAccount,
      openingPaise,
      ...lines.map(({ amountPaise, kind, bookedAt }) => [amountPaise, kind, bookedAt]),
    ]);
  const right = said(FILE);
  const rows: readonly (readonly [string, string])[] = [
    ["0203D100,5N", "0203D 100,5 N"],
    ["2602030203D", " 260203 0203 D "],
    ["0203D100,5NTRF", "0203d100,5ntrf"],
    ["260203D5,90NCHG", "260203d5,90nchg"],
    ["260203RD50", "260203-03RD50"],
    ["2602030203D", "26020302-3D"],
    ["INR1000,00", "INR 1000,00"],
    ["C260202INR1000,00", "c260202inr1000,000"],
    ["50100000000001\n", "50100000000001/SAVINGS\n"],
    ["MGDT0000001/50100000000001", "50100000000001/INR/001"],
    ["MGDT0000001/50100000000001", "HDFC0000240/50100000000001"],
  ];
  for (const [from, to] of rows) {
    assert.ok(FILE.includes(from), from);
    assert.deepEqual(said(FILE.replace(from, to)), right, to);
  }
  const short = FILE.replace("MGDT0000001/50100000000001", "HDFC0000240/12345");
  assert.equal(readMt940(short).statements[0]?.debitAccount, "12345");
});

test("a key in field 86 counts where the bank wrote it, and not in names or behind other words", () => {
  const said = (text: string) => {
    const [, , line] = readMt940(FILE.replace("NEFT FROM ACME", text)).statements[0]!.lines;
    return [line?.reference, line?.utr];
  };
  const rows: readonly (readonly [string, string | null, string | null])[] = [
    ["/EREF/AB12CD34EF56GH78/REMI/RENT", "AB12CD34EF56GH78", null],
    ["UTR/603411000001 ASHA RAO", null, "603411000001"],
    ["166?00NEFT?20EREF+AB12CD34\n?21EF56GH78KREF+1?32ASHA", "AB12CD34EF56GH78", null],
    ["166?00NEFT?20KREF+123456EREF+AB12CD34EF56GH78?32ASHA", "AB12CD34EF56GH78", null],
    ["166?00NEFT?20KREF+123456?32ASHA EREF+AB12CD34EF56GH78?33UTR/603411000001", null, null],
    ["166?00NEFT?32ASHA?20EREF+AB12CD34EF56GH78", null, null],
    ["166?00NEFT?20SVWZ+RENT EREF+AB12CD34EF56GH78", null, null],
    ["NEFT ASHA EREF/AB12CD34EF56GH78", null, null],
    ["UTR/603411000001/ENDTOENDID/AB12CD34EF56GH78", null, "603411000001"],
    ["IMPS/ASHA UTR/603411000001", null, null],
  ];
  for (const [text, ...expected] of rows) assert.deepEqual(said(text), expected, text);
});

test("what has another form is refused, with its line", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [FILE.replace("INR1000,00", "USD1000,00"), /USD/],
    [FILE.replace("INR1000,00", "INR1,000.00"), /"line":5/],
    [FILE.replace("50100000000001", "50100000000001/USD"), /account in USD/],
    [FILE.replace("D100,5N", "X100,5N"), /"line":6/],
    [FILE.replace("D100,5N", "D100,555N"), /"line":6/],
    [FILE.replace("D100,5N", "D100,500N"), /"line":6/],
    [FILE.replace("D100,5N", "D1.000N"), /"line":6/],
    [FILE.replace(/:60F:.*\n/, ":34F:INR0,\n").replace(/:62F:.*\n/, ""), /MT942.*MT940/],
    [FILE.replace(/:62F:.*\n/, ""), /last page/],
    [FILE.replace(/:60F:.*\n/, ""), /60F/],
    [FILE.replace(/:25:.*\n/, ""), /field 25/],
    ["not a statement", /no statement/],
    ["", /no statement/],
  ];
  for (const [text, says] of wrong) {
    assert.throws(
      () => readMt940(text),
      (error) => BankError.is(error, "statement_unreadable") && says.test(JSON.stringify(error.details)),
      text,
    );
  }
});

test("a statement of an account in another currency is left out and told; a file of nothing else is refused", () => {
  const inDollars = FILE.replaceAll("INR", "USD").replace("50100000000001", "60100000004321");
  const named = inDollars.replace(":25:MGDT0000001/60100000004321", ":25:60100000004321USD");
  const paged = named.replace(
    ":61:260203RD",
    ":62M:C260203USD899,50\n-}\n{4:\n:25:60100000004321USD\n:28C:34/2\n:60M:C260203USD899,50\n:61:260203RD",
  );
  const told = [{ accountEnd: "4321", currency: "USD" }];
  for (const text of [FILE + inDollars, inDollars + FILE, named + FILE + named, FILE + paged]) {
    const { statements, foreign } = readMt940(text);
    assert.deepEqual([statements, foreign], [readMt940(FILE).statements, told], text);
  }
  const ofKind = FILE.replace("50100000000001", "50100000000001/SBA");
  assert.equal(readMt940(ofKind).statements[0]?.debitAccount, "50100000000001", "a kind of account");
  const says = (text: string, why: RegExp): void =>
    assert.throws(
      () => readMt940(text),
      (error) => BankError.is(error) && why.test(JSON.stringify(error.details)),
      text,
    );
  says(inDollars + named, /nothing in it is in rupees.*account ••••4321 in USD/);
  says(FILE.replace(":62F:D260203INR", ":62F:D260203USD"), /a balance in USD of an account in INR.*"line":/);
  says(FILE.replace("50100000000001", "50100000000001/USD"), /a balance in INR of an account in USD/);
});
