/** Tests a reference that is sent again, or that must never be paid. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Bench, LOST, nameOf } from "./bench.ts";
import { AMOUNT_PAISE, makeInstruction } from "../../src/money/banks/make-adapter.ts";
import type { Outcome } from "../../src/money/banks/outcome.ts";

/** Registers the tests inside the suite of one bank. */
export function testResending(bench: Bench): void {
  testRepeats(bench);
  testVoids(bench);
}

function testRepeats({ adapter, bankId, bank }: Bench): void {
  const { idempotentByReference } = adapter.capabilities(bankId);
  test(`a repeated reference is ${idempotentByReference ? "never" : "indeed"} paid twice`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const instruction = makeInstruction(connection);
    const outcomes: Outcome[] = [await adapter.pay(connection, instruction)];
    for (let times = 0; times < 3; times += 1) {
      outcomes.push(await adapter.pay(connection, { ...instruction, sentBefore: true }));
    }
    const { debits } = await bank().debitsOf(connection, instruction.reference);
    // The flag must not promise less than the bank does, either, because routing would then not use it.
    assert.equal(debits, idempotentByReference ? 1 : 4);
    assert.ok(
      outcomes.every(({ kind }) => kind !== "failed" && kind !== "not_sent"),
      JSON.stringify(outcomes),
    );
  });
}

function testVoids({ adapter, bankId, bank }: Bench): void {
  const { canVoid } = adapter.capabilities(bankId);
  const { void: voidReference } = adapter;
  if (voidReference === undefined || !canVoid) return;

  test("a reference that is void before it was sent is never paid", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const instruction = makeInstruction(connection);
    assert.equal((await voidReference(connection, instruction.reference)).kind, "failed");
    assert.equal((await adapter.pay(connection, instruction)).kind, "failed");
    assert.equal((await adapter.enquire(connection, instruction)).kind, "failed");
    assert.equal((await bank().debitsOf(connection, instruction.reference)).debits, 0);
  });

  test("a pending payment is given back, a paid one is not void", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const [waiting, paid] = [makeInstruction(connection), makeInstruction(connection)];
    await bank().script(connection, { kind: "pending", then: "never" });
    await adapter.pay(connection, waiting);
    assert.equal((await voidReference(connection, waiting.reference)).kind, "failed");
    assert.equal((await bank().debitsOf(connection, waiting.reference)).netPaise, 0n);
    await bank().script(connection, { kind: "credit-never" });
    await adapter.pay(connection, paid);
    assert.equal((await voidReference(connection, paid.reference)).kind, "succeeded");
    assert.equal((await bank().debitsOf(connection, paid.reference)).netPaise, AMOUNT_PAISE);
  });

  test("a void whose answer is lost is unknown", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    for (const mishap of LOST.filter(({ kind }) => kind !== "timeout")) {
      const reference = randomUUID();
      await bank().script(connection, mishap, { operation: "void", reference });
      const outcome = await voidReference(connection, reference);
      assert.equal(outcome.kind, "unknown", nameOf(mishap));
    }
  });
}
