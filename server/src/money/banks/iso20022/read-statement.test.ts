import assert from "node:assert/strict";
import { test } from "node:test";
import { XmlError } from "#lib/read-xml";
import { scanStatements, takeInTurn } from "./read-long-statements.ts";
import {
  ACCOUNT,
  BACK,
  balance,
  document,
  entry,
  HEAD,
  PAYEE,
  refs,
  statement,
} from "./statement-contract.ts";

/** Reads the statements with all their lines. */
async function read(text: string) {
  const open = () => [Buffer.from(text)];
  const statements = takeInTurn(open, (await scanStatements(open)).scanned);
  return Array.fromAsync(statements, async ({ sets, ...head }) => ({
    ...head,
    lines: (await Array.fromAsync(sets())).flat(),
  }));
}

test("a statement of a day: its account, its number, its balances with their sign, its booked lines", async () => {
  const [one, ...others] = await read(
    statement(
      entry({ details: `<TxDtls>${refs("REF1", "632500000001")}${PAYEE}</TxDtls>` }) +
        entry({ side: "CRDT", details: `<TxDtls>${refs("REF1", "632500000002")}${BACK}</TxDtls>` }) +
        entry({
          side: "CRDT",
          reversal: "<RvslInd>true</RvslInd>",
          details: `<TxDtls>${refs("REF2", "U3")}</TxDtls>`,
        }) +
        entry({ code: "CHRG", amount: "5.9" }) +
        entry({ side: "CRDT", details: `<TxDtls>${refs("NOTPROVIDED", "U4")}</TxDtls>` }) +
        entry({ status: "PDNG" }),
    ),
  );
  assert.equal(others.length, 0);
  assert.ok(one !== undefined);
  const { lines, tally, ...head } = one;
  assert.deepEqual(tally.lineCount, lines.length);
  assert.deepEqual(head, {
    statementId: "S-1",
    kind: "end_of_day",
    sequenceNo: 7,
    debitAccount: "50100000000001",
    day: "2026-11-22",
    openingPaise: 100_000n,
    closingPaise: -1_250n,
  });
  const said = lines.map(({ kind, side, reference, utr, reason, amountPaise }) => [
    kind,
    side,
    reference,
    utr,
    reason,
    amountPaise,
  ]);
  assert.deepEqual(said, [
    ["payment", "debit", "REF1", "632500000001", null, 10_000n],
    ["return", "credit", "REF1", "632500000002", "INVALID_ACCOUNT_FAIL", 10_000n],
    ["reversal", "credit", "REF2", "U3", null, 10_000n],
    ["charge", "debit", null, null, null, 590n],
    ["credit", "credit", null, "U4", null, 10_000n],
  ]);
  assert.equal(lines[0]?.counterparty.name, "Asha Rao");
  assert.equal(lines[0]?.bookedAt.toISOString(), "2026-11-22T04:30:00.000Z");
});

test("a line is known again by the bank's reference of it, and not by its number on the statement", async () => {
  const [one] = await read(statement(entry({}) + entry({ id: "S77" })));
  assert.deepEqual(
    one?.lines.map(({ lineId }) => lineId),
    [null, "S77"],
  );
});

test("a report of the day so far is an intraday statement, with no number", async () => {
  const body = `<Id>R-1</Id><ElctrncSeqNb>3</ElctrncSeqNb>${ACCOUNT}${balance("OPBD", "1")}${balance("ITBD", "2")}`;
  const [one] = await read(document("052", `<BkToCstmrAcctRpt>${HEAD}<Rpt>${body}</Rpt></BkToCstmrAcctRpt>`));
  assert.deepEqual([one?.kind, one?.sequenceNo, one?.closingPaise], ["intraday", null, 200n]);
});

test("a batch booking is as many lines as payments", async () => {
  const detail = (amount: string, reference: string): string =>
    `<TxDtls>${refs(reference, `U${reference}`)}<Amt Ccy="INR">${amount}</Amt></TxDtls>`;
  const [one] = await read(
    statement(entry({ id: "S1", amount: "30.00", details: detail("10.00", "A") + detail("20", "B") })),
  );
  const said = one?.lines.map(({ lineId, reference, amountPaise }) => [lineId, reference, amountPaise]);
  assert.deepEqual(said, [
    ["S1/1", "A", 1_000n],
    ["S1/2", "B", 2_000n],
  ]);
});

const GOOD = statement(entry({}));
const REFUSED: Readonly<Record<string, string>> = {
  "a balance that is neither debit nor credit": GOOD.replace("<CdtDbtInd>CRDT</CdtDbtInd>", ""),
  "a balance in another currency": GOOD.replace('Ccy="INR">1000.00', 'Ccy="USD">1000.00'),
  "a balance without a day": GOOD.replace("<Dt>2026-11-22</Dt>", "<Dt>22-11-2026</Dt>").replace(
    "<Dt>2026-11-22</Dt>",
    "<Dt>some day</Dt>",
  ),
  "no account": GOOD.replace(ACCOUNT, ""),
  "a version that does not exist": GOOD.replace("camt.053.001.08", "camt.053.001.99"),
  "no namespace": GOOD.replace(/ xmlns="[^"]*"/, ""),
  "no closing balance": statement(entry({}), balance("OPBD", "1")),
  "a truncated file": GOOD.slice(0, -20),
  "a message that is no statement": GOOD.replaceAll("camt.053.001.08", "pain.002.001.10"),
};

for (const [name, text] of Object.entries(REFUSED)) {
  test(`${name}: the statement is refused`, async () => {
    assert.notEqual(text, GOOD);
    await assert.rejects(read(text), XmlError);
  });
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  "no side": GOOD.replace("<CdtDbtInd>DBIT</CdtDbtInd><Sts>", "<Sts>"),
  "a side that is none": GOOD.replace("<CdtDbtInd>DBIT</CdtDbtInd><Sts>", "<CdtDbtInd>BOTH</CdtDbtInd><Sts>"),
  "an amount with a comma": GOOD.replace(">100.00<", ">100,00<"),
  "an amount below zero": GOOD.replace(">100.00<", ">-100.00<"),
  "an amount finer than a paisa": GOOD.replace(">100.00<", ">100.001<"),
  "another currency": GOOD.replace('Ccy="INR">100.00', 'Ccy="USD">100.00'),
  "an amount without a currency": GOOD.replace('<Amt Ccy="INR">100.00', "<Amt>100.00"),
  "no amount": GOOD.replace('<Amt Ccy="INR">100.00</Amt>', ""),
  "no status": GOOD.replace("<Sts><Cd>BOOK</Cd></Sts>", ""),
};

for (const [name, text] of Object.entries(LEFT_OUT)) {
  test(`an entry with ${name} is left out with its reason, and the others are read`, async () => {
    assert.notEqual(text, GOOD);
    const [one] = await read(text.replace("</Stmt>", `${entry({ amount: "7" })}</Stmt>`));
    assert.deepEqual(
      [one?.lines.map(({ amountPaise }) => amountPaise), one?.tally.leftOut.length],
      [[700n], 1],
    );
  });
}

const TAKEN: Readonly<Record<string, string>> = {
  "elements in another order": GOOD.replace("<Id>S-1</Id>", "").replace("</Acct>", "</Acct><Id>S-1</Id>"),
  "an element that the message does not have": GOOD.replace("<Id>S-1</Id>", "<Id>S-1</Id><Foo>x</Foo>"),
  "an identification that is too long": GOOD.replaceAll("S-1", "x".repeat(60)),
  "text between elements": GOOD.replace("<Bal>", "text<Bal>"),
  "much white space": GOOD.replace("<Id>S-1", `${`${" ".repeat(100)}<Foo/>`.repeat(200)}<Id>S-1`),
  "an attribute": GOOD.replace("<Id>S-1", '<Id x="1">S-1'),
  "an element of another namespace": GOOD.replace("<Id>S-1</Id>", '<Id>S-1</Id><Ntry xmlns="urn:x"/>'),
  "a status that is no element": GOOD.replace("<Sts><Cd>BOOK</Cd></Sts>", "<Sts>BOOK</Sts>"),
  "no date of its booking": GOOD.replace(/<BookgDt>.*?<\/BookgDt>/, ""),
  "version 02": GOOD.replace("camt.053.001.08", "camt.053.001.02"),
  "version 13": GOOD.replace("camt.053.001.08", "camt.053.001.13"),
  "an account with blanks and zeros": GOOD.replace("50100000000001", "0050100 000000001"),
};

for (const [name, text] of Object.entries(TAKEN)) {
  test(`${name}: the statement is taken as it is meant`, async () => {
    assert.notEqual(text, GOOD);
    const [one] = await read(text);
    assert.deepEqual([one?.day, one?.tally.movedPaise, one?.tally.leftOut], ["2026-11-22", -100_00n, []]);
  });
}

/** Yields a message with this many statements, in pieces of one line each. */
function* piecesOf(statements: number, lines: number): Generator<Uint8Array> {
  const [head, tail] = statement("ENTRIES").split("ENTRIES") as [string, string];
  const [begin, end] = [head.indexOf("<Stmt>"), tail.indexOf("</Stmt>") + "</Stmt>".length];
  yield Buffer.from(head.slice(0, begin));
  for (let nth = 0; nth < statements; nth += 1) {
    yield Buffer.from(head.slice(begin).replace("S-1", `S-${nth}`));
    for (let line = 0; line < lines; line += 1) {
      const details = `<TxDtls>${refs(`REF${nth}-${line}`, `U${line}`)}${PAYEE}</TxDtls>`;
      yield Buffer.from(entry({ details }).replace("N1", `N${line}`));
    }
    yield Buffer.from(tail.slice(0, end));
  }
  yield Buffer.from(tail.slice(end));
}

test("lines are given in sets, from one more reading, and again when they are asked for again", async () => {
  const [STATEMENTS, LINES] = [3, 1_100];
  let readings = 0;
  const open = () => {
    readings += 1;
    return piecesOf(STATEMENTS, LINES);
  };
  const { scanned } = await scanStatements(open);
  assert.deepEqual(
    scanned.map(({ statementId, tally }) => [statementId, tally.lineCount, tally.movedPaise]),
    [0, 1, 2].map((nth) => [`S-${nth}`, LINES, -100_00n * BigInt(LINES)]),
  );
  let place = 0;
  for await (const { sets } of takeInTurn(open, scanned)) {
    const references: (string | null)[] = [];
    for await (const set of sets()) {
      assert.ok(set.length <= 1_000, `${set.length} lines are in memory at once`);
      references.push(...set.map(({ reference }) => reference));
    }
    assert.deepEqual(
      references,
      Array.from({ length: LINES }, (_, line) => `REF${place}-${line}`),
    );
    place += 1;
  }
  assert.equal(readings, 2);
  for await (const { sets } of takeInTurn(open, scanned)) {
    // If reading is interrupted, it starts again.
    for await (const set of sets()) if (set.length > 0) break;
    const again = (await Array.fromAsync(sets())).flat();
    assert.equal(again.length, LINES);
  }
  assert.equal(readings, 2 + 1 + STATEMENTS);
});

test("statements of one day that follow one another are one, and others stay apart", async () => {
  const part = (id: string, from: string, to: string, side = "DBIT") =>
    statement(
      entry({ side, details: `<TxDtls>${refs(`R-${id}`, `U${id}`)}</TxDtls>` }),
      balance("OPBD", from) + balance("CLBD", to),
    )
      .replace("S-1", id)
      .replace(/^.*<\/GrpHdr>|<\/BkToCstmrStmt>.*$/g, "");
  const message = (...parts: string[]) => GOOD.replace(/<Stmt>.*<\/Stmt>/, parts.join(""));
  const said = async (...parts: string[]) =>
    (await read(message(...parts))).map(({ statementId, openingPaise, closingPaise, tally, lines }) =>
      [
        ...[statementId, openingPaise / 100n, closingPaise / 100n, tally.movedPaise / 100n],
        ...lines.map(({ reference }) => reference),
      ].join(" "),
    );
  const [one, two, three] = [
    part("A", "1000", "900"),
    part("B", "900", "800"),
    part("C", "800", "900", "CRDT"),
  ];
  assert.deepEqual(await said(one, two, three), ["C 1000 900 -100 R-A R-B R-C"]);
  assert.deepEqual(await said(one, three), ["A 1000 900 -100 R-A", "C 800 900 100 R-C"]);
  const other = two.replace("50100000000001", "50100000000002");
  assert.deepEqual(await said(one, other, two, three), [
    "A 1000 900 -100 R-A",
    "B 900 800 -100 R-B",
    "C 900 900 0 R-B R-C",
  ]);
});

test("a message that has become another one since it was scanned is refused", async () => {
  const { scanned } = await scanStatements(() => piecesOf(1, 10));
  const take = async (pieces: Iterable<Uint8Array>): Promise<void> => {
    for await (const { sets } of takeInTurn(() => pieces, scanned)) await Array.fromAsync(sets());
  };
  await assert.rejects(take([]), { code: "statement_unreadable" });
  await assert.rejects(take([Buffer.from("<d/>")]), { code: "statement_unreadable" });
});
