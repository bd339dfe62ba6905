import assert from "node:assert/strict";
import { test } from "node:test";
import { readEntry } from "./read-entries.ts";
import { makeMessageReader, type Element } from "./read-message.ts";

/** The contents of an entry besides its amount, side and status; and the movements that must be read from it. */
interface Case {
  readonly amount: string;
  readonly side?: "DBIT" | "CRDT";
  readonly inside: string;
  readonly movements: readonly string[];
}

const money = (name: string, amount: string, currency = "INR"): string =>
  `<${name}><Amt Ccy="${currency}">${amount}</Amt></${name}>`;
const refs = (reference: string): string => `<Refs><EndToEndId>${reference}</EndToEndId></Refs>`;
const amt = (amount: string, currency = "INR"): string => `<Amt Ccy="${currency}">${amount}</Amt>`;
const charge = (amount: string, sign = "DBIT"): string =>
  `<Chrgs><Rcrd>${amt(amount)}<CdtDbtInd>${sign}</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>`;
const oldCharge = (amount: string): string => `<Chrgs>${amt(amount)}<CdtDbtInd>DBIT</CdtDbtInd></Chrgs>`;
const detail = (reference: string, inside: string): string => `<TxDtls>${refs(reference)}${inside}</TxDtls>`;
const group = (...inside: string[]): string => `<NtryDtls>${inside.join("")}</NtryDtls>`;

const CASES: Readonly<Record<string, Case>> = {
  "a single payment without an amount of its own": {
    amount: "1500.00",
    inside: group(detail("A", "")),
    movements: ["debit 150000 A"],
  },
  "amounts under AmtDtls/TxAmt": {
    amount: "3429.50",
    inside: group(
      detail("A", `<AmtDtls>${money("TxAmt", "2329.50")}</AmtDtls>`),
      detail("B", `<AmtDtls>${money("TxAmt", "1100")}</AmtDtls>`),
    ),
    movements: ["debit 232950 A", "debit 110000 B"],
  },
  "amounts under AmtDtls/InstdAmt, in two groups": {
    amount: "30.00",
    inside:
      group(detail("A", `<AmtDtls>${money("InstdAmt", "10.00")}</AmtDtls>`)) +
      group(detail("B", `<AmtDtls>${money("InstdAmt", "20.00")}</AmtDtls>`)),
    movements: ["debit 1000 A", "debit 2000 B"],
  },
  "each amount in another place": {
    amount: "30.00",
    inside: group(detail("A", amt("10.00")), detail("B", `<AmtDtls>${money("TxAmt", "20.00")}</AmtDtls>`)),
    movements: ["debit 1000 A", "debit 2000 B"],
  },
  "a batch with charges": {
    amount: "3011.80",
    inside: group(detail("A", amt("1500") + charge("5.90")), detail("B", amt("1500") + charge("5.90"))),
    movements: ["debit 150000 A", "debit 150000 B", "debit 1180 charge"],
  },
  "a payment with its charge": {
    amount: "1505.90",
    inside: group(detail("A", amt("1500.00") + charge("5.90"))),
    movements: ["debit 150000 A", "debit 590 charge"],
  },
  "a payment whose amount includes the charge, and what was ordered": {
    amount: "1505.90",
    inside: group(
      detail("A", `${amt("1505.90")}<AmtDtls>${money("InstdAmt", "1500.00")}</AmtDtls>${charge("5.90")}`),
    ),
    movements: ["debit 150000 A", "debit 590 charge"],
  },
  "a charge that is booked apart": {
    amount: "1500.00",
    inside: group(detail("A", amt("1500.00") + charge("5.90"))),
    movements: ["debit 150000 A"],
  },
  "a charge as version 02 writes it, and one with the entry": {
    amount: "1505.90",
    inside: `${oldCharge("5.90")}${group(detail("A", `<AmtDtls>${money("TxAmt", "1500")}</AmtDtls>`))}`,
    movements: ["debit 150000 A", "debit 590 charge"],
  },
  "charges told as a total only": {
    amount: "1505.90",
    inside: group(
      detail("A", `${amt("1500")}<Chrgs><TtlChrgsAndTaxAmt Ccy="INR">5.90</TtlChrgsAndTaxAmt></Chrgs>`),
    ),
    movements: ["debit 150000 A", "debit 590 charge"],
  },
  "money that arrived less a charge": {
    amount: "994.10",
    side: "CRDT",
    inside: group(detail("A", amt("1000.00") + charge("5.90"))),
    movements: ["credit 100000 A", "debit 590 charge"],
  },
  "money that arrived less what others took": {
    amount: "994.10",
    side: "CRDT",
    inside: group(detail("A", `<AmtDtls>${money("InstdAmt", "1000.00")}</AmtDtls>`)),
    movements: ["credit 99410 A"],
  },
  "details that explain a part only": {
    amount: "12005.90",
    inside: group(detail("A", amt("12000.00"))),
    movements: ["debit 1200000 A", "debit 590"],
  },
  "a batch whose details explain a part only": {
    amount: "30.00",
    inside: group(detail("A", amt("10.00")), detail("B", amt("10.00"))),
    movements: ["debit 1000 A", "debit 1000 B", "debit 1000"],
  },
  "a batch whose details are more than it": {
    amount: "30.00",
    inside: group(detail("A", amt("20.00")), detail("B", amt("20.00"))),
    movements: ["debit 3000 batch"],
  },
  "a batch without amounts": {
    amount: "30.00",
    inside: group(detail("A", ""), detail("B", "")),
    movements: ["debit 3000 batch of A: B:"],
  },
  "a batch without amounts that names its block and has charges": {
    amount: "35.90",
    inside: group(
      "<Btch><PmtInfId>P-IMPS</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>",
      detail("A", charge("5.90")),
      detail("B", ""),
    ),
    movements: ["debit 3590 perhaps with 590 batch P-IMPS of A: B:"],
  },
  "a batch of which one part has an amount": {
    amount: "30.00",
    inside: group(detail("A", amt("10.00")), detail("B", "")),
    movements: ["debit 3000 batch of A:1000 B:"],
  },
  "a batch without amounts of which one part came back": {
    amount: "30.00",
    inside: group(detail("A", ""), detail("B", "<CdtDbtInd>CRDT</CdtDbtInd>")),
    movements: ["debit 3000 batch"],
  },
  "a payment without an amount, with its charge": {
    amount: "1505.90",
    inside: group(detail("A", charge("5.90"))),
    movements: ["debit 150590 perhaps with 590 A"],
  },
  "a payment without an amount, and a charge of the entry with and without its tax": {
    amount: "1505.90",
    inside:
      `<Chrgs><TtlChrgsAndTaxAmt Ccy="INR">5.90</TtlChrgsAndTaxAmt><Rcrd>${amt("5.00")}</Rcrd></Chrgs>` +
      group(detail("A", "")),
    movements: ["debit 150590 perhaps with 500 perhaps with 590 A"],
  },
  "a payment without details, with a charge": {
    amount: "1505.90",
    inside: charge("5.90"),
    movements: ["debit 150590 perhaps with 590"],
  },
  "a charge that is said not to be included": {
    amount: "1505.90",
    inside: group(detail("A", charge("5.90").replace("true", "false"))),
    movements: ["debit 150590 A"],
  },
  "a charge that is more than the entry": {
    amount: "5.00",
    inside: group(detail("A", charge("5.90"))),
    movements: ["debit 500 A"],
  },
  "more taken than was ordered, without a word of why": {
    amount: "1505.90",
    inside: group(
      detail("A", `<AmtDtls>${money("InstdAmt", "1500.00")}${money("TxAmt", "1505.90")}</AmtDtls>`),
    ),
    movements: ["debit 150590 perhaps with 590 A"],
  },
  "money that arrived with a charge and without an amount": {
    amount: "994.10",
    side: "CRDT",
    inside: group(detail("A", charge("5.90"))),
    movements: ["credit 99410 A"],
  },
  "a batch without details": {
    amount: "3429.50",
    inside: group("<Btch><PmtInfId>P-IMPS</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>"),
    movements: ["debit 342950 batch P-IMPS"],
  },
  "two batches without details": {
    amount: "30.00",
    inside: ["10.00", "20.00"]
      .map((sum) => group(`<Btch><PmtInfId>P${sum}</PmtInfId><TtlAmt Ccy="INR">${sum}</TtlAmt></Btch>`))
      .join(""),
    movements: ["debit 1000 batch P10.00", "debit 2000 batch P20.00"],
  },
  "a batch of money that arrived": {
    amount: "30.00",
    side: "CRDT",
    inside: group("<Btch><NbOfTxs>2</NbOfTxs></Btch>"),
    movements: ["credit 3000"],
  },
  "an order in another currency": {
    amount: "8300.00",
    inside: group(
      detail("A", `<AmtDtls>${money("InstdAmt", "100", "USD")}${money("TxAmt", "8300.00")}</AmtDtls>`),
    ),
    movements: ["debit 830000 A"],
  },
  "no reference but that of the instruction": {
    amount: "1",
    inside: group("<TxDtls><Refs><InstrId>I</InstrId><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls>"),
    movements: ["debit 100 I"],
  },
  nothing: { amount: "0.00", inside: "", movements: [] },
};

function entryOf({ amount, side = "DBIT", inside }: Case, status: string): Element {
  let found: Element | undefined;
  const reader = makeMessageReader({ Ntry: (entry) => void (found = entry) });
  reader.write(
    Buffer.from(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
        `<Ntry><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}` +
        `<AcctSvcrRef>S1</AcctSvcrRef>${inside}</Ntry></Stmt></BkToCstmrStmt></Document>`,
    ),
  );
  reader.end();
  return found!;
}

for (const [name, told] of Object.entries(CASES)) {
  test(`an entry of ${name}`, () => {
    const movements = readEntry(entryOf(told, "<Sts><Cd>BOOK</Cd></Sts>"));
    assert.ok(typeof movements !== "string", String(movements));
    const said = movements.map(({ side, amountPaise, reference, isCharge, batch, chargesWithin }) =>
      [
        side,
        amountPaise,
        ...chargesWithin.map((paise) => `perhaps with ${paise}`),
        ...(reference === null ? [] : [reference]),
        ...(isCharge ? ["charge"] : []),
        ...(batch === null ? [] : ["batch", ...(batch.blockId === null ? [] : [batch.blockId])]),
        ...(batch?.parts ?? []).map(
          (part, index) => `${index === 0 ? "of " : ""}${part.reference}:${part.amountPaise ?? ""}`,
        ),
      ].join(" "),
    );
    assert.deepEqual(said, told.movements);
  });
}

test("what is not booked yet, or is only told, is no movement, however the status is written", () => {
  const one = CASES["a payment with its charge"]!;
  for (const status of ["PDNG", "INFO", "FUTR", "<Cd>PDNG</Cd>", "<Cd>INFO</Cd>", "<Prtry>HELD</Prtry>"])
    assert.deepEqual(readEntry(entryOf(one, `<Sts>${status}</Sts>`)), [], status);
  for (const status of ["BOOK", "<Cd>BOOK</Cd>", "<Prtry>BOOKED</Prtry>"])
    assert.equal(readEntry(entryOf(one, `<Sts>${status}</Sts>`)).length, 2, status);
});
