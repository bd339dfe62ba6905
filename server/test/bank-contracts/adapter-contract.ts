/** The contract of every adapter, with every bank that it supports. A bank is only added if all of this passes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isFailureReason, isRail } from "#rails";
import type { Connection } from "../../src/money/banks/adapter.ts";
import { evidenceOf } from "../../src/money/banks/outcome.ts";
import { ACCOUNT_NUMBER, AMOUNT_PAISE, makeInstruction } from "../../src/money/banks/make-adapter.ts";
import { testResending } from "./resending-contract.ts";
import { type Bench, LOST, nameOf } from "./bench.ts";
import type { Mishap, SimulatedBank } from "../../src/money/banks/simulated-bank.ts";

/** Mishaps that only affect the answer: the bank paid. */
const GARBLED: readonly Mishap[] = [
  { kind: "wrong-content-type" },
  { kind: "duplicate-answer" },
  { kind: "cut-answer", atByte: 0 },
  { kind: "cut-answer", atByte: 1 },
  { kind: "cut-answer", atByte: 40 },
  { kind: "cut-answer", atByte: 180 },
  { kind: "slow-drip", ms: 60_000 },
];

/** Registers the contract's tests for one bank. */
export function testAdapterContract(bench: Bench): void {
  describe(`${bench.adapter.name} with ${bench.bankId}`, { concurrency: 16 }, () => {
    testPayments(bench);
    testLostAnswers(bench);
    testContradictions(bench);
    testRefusals(bench);
    testResending(bench);
  });
}

function testPayments({ adapter, bankId, bank }: Bench): void {
  const { rails } = adapter.capabilities(bankId);
  for (const rail of rails) {
    test(`an instruction by ${rail} is paid once, and the enquiry knows it`, async () => {
      const connection = await bank().connect(bankId, adapter.name);
      const amountPaise = rail === "rtgs" ? 2_00_000_00n : AMOUNT_PAISE;
      const instruction = makeInstruction(connection, { rail, amountPaise });
      const outcome = await adapter.pay(connection, instruction);
      assert.ok(outcome.kind === "succeeded" || outcome.kind === "pending", JSON.stringify(outcome));
      await found(bank(), connection);
      const told = await adapter.enquire(connection, instruction);
      assert.ok(told.kind === "succeeded" || told.kind === "pending", JSON.stringify(told));
      const { debits, netPaise } = await bank().debitsOf(connection, instruction.reference);
      assert.deepEqual({ debits, netPaise }, { debits: 1, netPaise: amountPaise });
    });
  }

  test("a rail that the bank does not offer is not tried", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    assert.ok(rails.length > 0 && rails.every(isRail));
    const rail = (["upi", "paytm", "neft"] as const).find((name) => !rails.includes(name));
    if (rail === undefined) return;
    const instruction = makeInstruction(connection, { rail });
    assert.equal((await adapter.pay(connection, instruction)).kind, "not_sent");
    assert.equal((await adapter.enquire(connection, instruction)).kind, "not_found");
  });

  test("where no one listens a payment is not sent, and an enquiry learns nothing", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    for (const baseUrl of ["http://127.0.0.1:9/bank", "http://bank.invalid", "not an address"]) {
      const nowhere = { ...connection, baseUrl };
      const instruction = makeInstruction(connection);
      assert.equal((await adapter.pay(nowhere, instruction)).kind, "not_sent", baseUrl);
      assert.equal(
        (await adapter.pay(nowhere, { ...instruction, sentBefore: true })).kind,
        "unknown",
        baseUrl,
      );
      assert.equal((await adapter.enquire(nowhere, instruction)).kind, "unknown", baseUrl);
    }
  });

  test("a reference that the bank does not know is not found, which proves nothing", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const outcome = await adapter.enquire(connection, makeInstruction(connection));
    assert.deepEqual(outcome, { kind: "not_found" });
    assert.equal(evidenceOf(outcome), "UNK");
  });
}

function testLostAnswers({ adapter, bankId, bank }: Bench): void {
  const cases = [...LOST.flatMap((mishap) => [mishap, { ...mishap, posted: false }]), ...GARBLED];
  for (const mishap of cases) {
    const { posted = true } = mishap;
    test(`${nameOf(mishap)}: the outcome is unknown, and nothing is sent twice`, async () => {
      const connection = await bank().connect(bankId, adapter.name);
      await bank().script(connection, mishap);
      const instruction = makeInstruction(connection);
      const waits = mishap.kind === "timeout" || mishap.kind === "slow-drip";
      const outcome = await adapter.pay(
        waits ? { ...connection, timeoutMs: 1_000 } : connection,
        instruction,
      );
      assert.equal(outcome.kind, "unknown", JSON.stringify(outcome));
      assert.equal(evidenceOf(outcome), "UNK");
      const { debits } = await bank().debitsOf(connection, instruction.reference);
      assert.equal(debits, posted ? 1 : 0);
      await found(bank(), connection);
      const told = (await adapter.enquire(connection, instruction)).kind;
      assert.ok(posted ? told === "succeeded" || told === "pending" : told === "not_found", told);
    });
  }

  for (const mishap of [...LOST, ...GARBLED].filter(({ kind }) => kind !== "duplicate-answer")) {
    test(`an enquiry that meets ${nameOf(mishap)} learns nothing`, async () => {
      const connection = await bank().connect(bankId, adapter.name);
      const instruction = makeInstruction(connection);
      await adapter.pay(connection, instruction);
      await bank().script(connection, mishap, { operation: "enquire", reference: instruction.reference });
      const waits = mishap.kind === "timeout" || mishap.kind === "slow-drip";
      const asking = waits ? { ...connection, timeoutMs: 1_000 } : connection;
      await found(bank(), connection);
      assert.equal((await adapter.enquire(asking, instruction)).kind, "unknown");
    });
  }
}

function testContradictions({ adapter, bankId, bank }: Bench): void {
  for (const kind of ["wrong-reference", "wrong-amount", "wrong-account"]) {
    test(`${kind} in the answer is unknown, and someone is told`, async () => {
      const connection = await bank().connect(bankId, adapter.name);
      await bank().script(connection, { kind });
      const outcome = await adapter.pay(connection, makeInstruction(connection));
      assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined, JSON.stringify(outcome));
    });
  }

  test("an enquiry about another amount than the bank has is unknown, and someone is told", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const instruction = makeInstruction(connection);
    await adapter.pay(connection, instruction);
    await found(bank(), connection);
    const outcome = await adapter.enquire(connection, { ...instruction, amountPaise: AMOUNT_PAISE + 1n });
    assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined, JSON.stringify(outcome));
  });
}

function testRefusals({ adapter, bankId, bank, lacks = [] }: Bench): void {
  test("a declined payment fails for one of the contract's reasons; its text tells no account", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    await bank().script(connection, { kind: "fail" });
    const instruction = makeInstruction(connection);
    const outcome = await adapter.pay(connection, instruction);
    assert.ok(outcome.kind === "failed" && isFailureReason(outcome.reason), JSON.stringify(outcome));
    assert.equal(evidenceOf(outcome), "NEG");
    assert.ok(!JSON.stringify(outcome).includes(ACCOUNT_NUMBER));
    assert.equal((await bank().debitsOf(connection, instruction.reference)).netPaise, 0n);
  });

  const isWordless = lacks.includes("closing-words");
  const notTaken: readonly Mishap[] = [
    ...(isWordless ? [] : [{ kind: "maintenance" }]),
    { kind: "rate-limit" },
  ];
  if (isWordless) {
    test("maintenance without words of its own: nothing is known, and nothing was paid", async () => {
      const connection = await bank().connect(bankId, adapter.name);
      const instruction = makeInstruction(connection);
      await bank().script(connection, { kind: "maintenance" });
      assert.equal((await adapter.pay(connection, instruction)).kind, "unknown");
      assert.equal((await adapter.enquire(connection, instruction)).kind, "not_found");
    });
  }
  for (const mishap of notTaken) {
    test(`${mishap.kind}: a first sending fails, a repeated one and an enquiry learn nothing`, async () => {
      const connection = await bank().connect(bankId, adapter.name);
      const instruction = makeInstruction(connection);
      await bank().script(connection, mishap);
      const first = await adapter.pay(connection, instruction);
      assert.ok(first.kind === "failed" && first.otherBank, JSON.stringify(first));
      await bank().script(connection, mishap);
      assert.equal((await adapter.pay(connection, { ...instruction, sentBefore: true })).kind, "unknown");
      await bank().script(connection, mishap, { operation: "enquire", reference: instruction.reference });
      assert.equal((await adapter.enquire(connection, instruction)).kind, "unknown");
      await bank().script(connection, { ...mishap, html: true });
      assert.equal(
        (await adapter.pay(connection, instruction)).kind,
        "unknown",
        "without the bank's own words",
      );
    });
  }

  test("a key that the bank does not accept fails a payment and says nothing to an enquiry", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const stranger = { ...connection, apiKey: "another" };
    const instruction = makeInstruction(connection);
    const refused = await adapter.pay(stranger, instruction);
    assert.ok(refused.kind === "failed" && refused.alarm !== undefined, JSON.stringify(refused));
    await adapter.pay(connection, instruction);
    assert.equal((await adapter.enquire(stranger, instruction)).kind, "unknown");
    assert.equal((await bank().debitsOf(connection, instruction.reference)).debits, 1);
  });
}

/** Lets the time pass in which a slow bank does not find a new reference. */
async function found(bank: SimulatedBank, { debitAccount }: Connection): Promise<void> {
  await bank.control("POST", "/sim/clock", { debitAccount, advanceMs: 5_000 });
}
