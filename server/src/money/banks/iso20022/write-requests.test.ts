import assert from "node:assert/strict";
import { test } from "node:test";
import type { Instruction } from "#banks";
import {
  elementAt,
  elementsOf,
  makeMessageReader,
  readMessage,
  textAt,
  type Element,
} from "./read-message.ts";
import { INITIATED_RAILS, messageIdOf, writeInitiation } from "./write-requests.ts";

const AT = new Date("2026-11-22T20:00:00Z");

function instruction(change: Partial<Instruction> = {}): Instruction {
  return {
    reference: "AB12CD34EF56GH78JK90",
    rail: "imps",
    amountPaise: 123_45n,
    debitAccount: "50100000000001",
    payee: { name: "Asha Rao", accountNumber: "000111222333444", ifsc: "HDFC0000001" },
    remarks: "Salary of November",
    ...change,
  };
}

function write(instructions: readonly Instruction[]): string {
  return [
    ...writeInitiation({ debitAccount: "50100000000001", bankCode: "VRNA", instructions, at: AT }),
  ].join("");
}

function read(instructions: readonly Instruction[]): Element {
  const message = readMessage(write(instructions), { bytes: 1e9, depth: 32, piece: 8_192 });
  assert.ok(typeof message !== "string", String(message));
  assert.equal(message.kind, "pain.001.001.09");
  return message.root;
}

test("a message of all rails keeps to the schema, with a block and totals for each rail", () => {
  const instructions = INITIATED_RAILS.map((rail, index) => instruction({ rail, reference: `R${index}` }));
  const root = read(instructions);
  assert.equal(textAt(root, "GrpHdr/NbOfTxs"), "3");
  assert.equal(textAt(root, "GrpHdr/CtrlSum"), "370.35");
  assert.equal(textAt(root, "GrpHdr/MsgId"), messageIdOf(instructions));
  const blocks = elementsOf(root, "PmtInf");
  const said = blocks.map((block) => [
    textAt(block, "PmtTpInf/LclInstrm/Prtry"),
    textAt(block, "PmtTpInf/SvcLvl/Cd"),
    textAt(block, "PmtTpInf/InstrPrty"),
    textAt(block, "CtrlSum"),
  ]);
  assert.deepEqual(said, [
    ["IMPS", "URGP", "HIGH", "123.45"],
    ["RTGS", "URGP", "HIGH", "123.45"],
    ["NEFT", "NURG", "NORM", "123.45"],
  ]);
  assert.equal(textAt(blocks[0]!, "ReqdExctnDt/Dt"), "2026-11-23", "the day in India");
});

test("a payment carries our reference, the amount in rupees, the IFSC and the account", () => {
  const payment = elementAt(read([instruction()]), "PmtInf/CdtTrfTxInf")!;
  assert.equal(textAt(payment, "PmtId/EndToEndId"), "AB12CD34EF56GH78JK90");
  assert.equal(textAt(payment, "Amt/InstdAmt"), "123.45");
  assert.equal(elementAt(payment, "Amt/InstdAmt")?.attributes.get("Ccy"), "INR");
  assert.equal(textAt(payment, "CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd"), "INFSC");
  assert.equal(textAt(payment, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId"), "HDFC0000001");
  assert.equal(textAt(payment, "CdtrAcct/Id/Othr/Id"), "000111222333444");
  assert.equal(textAt(payment, "RmtInf/Ustrd"), "Salary of November");
});

test("names and remarks of any kind keep the message whole", () => {
  const names = ["आशा राव", "A & B <Ltd>", "]]>", "\u0000\u0001\n", "x".repeat(500), "😀".repeat(200), "\"'"];
  for (const name of names) {
    const root = read([instruction({ remarks: name, payee: { ...instruction().payee, name } })]);
    const written = textAt(root, "PmtInf/CdtTrfTxInf/Cdtr/Nm")!;
    assert.ok([...written].length <= 140 && written !== "", written);
    assert.match(written, /^[A-Za-z0-9 /?:().,'+&<>-]+$/);
    if (name === "A & B <Ltd>") assert.equal(written, name);
  }
});

test("the same payments are the same message, others are another", () => {
  const one = [instruction(), instruction({ reference: "Z" })];
  assert.equal(write(one), write([...one]));
  assert.notEqual(messageIdOf(one), messageIdOf([one[0]!]));
  assert.match(messageIdOf(one), /^V[0-9A-F]{31}$/);
});

test("10,000 payments are one message, written and read piece by piece", () => {
  const instructions = Array.from({ length: 10_000 }, (_, index) =>
    instruction({ reference: `REF${index}` }),
  );
  let payments = 0;
  const reader = makeMessageReader({ CdtTrfTxInf: () => (payments += 1) });
  let largest = 0;
  const pieces = writeInitiation({ debitAccount: "50100000000001", bankCode: "VRNA", instructions, at: AT });
  for (const piece of pieces) {
    largest = Math.max(largest, piece.length);
    reader.write(Buffer.from(piece));
  }
  const { root } = reader.end();
  assert.equal(payments, 10_000);
  assert.equal(textAt(root, "GrpHdr/CtrlSum"), "1234500.00");
  assert.ok(largest < 2_000, "no piece holds more than one payment");
});
