/**
 * The contract of every adapter whose bank names holders: it only returns the bank's name for the payee in question.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Connection } from "../../src/money/banks/adapter.ts";
import { type Bench, LOST, nameOf } from "./bench.ts";
import { ACCOUNT_NUMBER } from "../../src/money/banks/make-adapter.ts";
import type { Mishap } from "../../src/money/banks/simulated-bank.ts";
import type { Verifiable, VerificationOutcome, VerificationQuestion } from "../../src/money/banks/outcome.ts";

const PAYEES: Readonly<Record<Verifiable, object>> = {
  account: { kind: "account", accountNumber: ACCOUNT_NUMBER, ifsc: "HDFC0000001" },
  vpa: { kind: "vpa", vpa: "Asha.Rao@upi" },
  phone: { kind: "phone", phone: "9811111111" },
};

/** Registers the contract's tests for one bank that verifies holders. */
export function testVerificationContract(bench: Bench): void {
  const { adapter, bankId } = bench;
  const { verifies } = adapter.capabilities(bankId);
  describe(`verifications of ${adapter.name} with ${bankId}`, { concurrency: 16 }, () => {
    for (const kind of Object.keys(PAYEES) as Verifiable[]) {
      if (verifies.includes(kind)) testKind(bench, kind);
      else testIncapable(bench, kind);
    }
    if (verifies.length > 0) testTrouble(bench, verifies[0]!);
  });
}

const questionOf = (kind: Verifiable, change: object = {}): VerificationQuestion =>
  ({ ...PAYEES[kind], reference: randomUUID(), ...change }) as VerificationQuestion;

async function ask(
  { adapter }: Bench,
  connection: Connection,
  question: VerificationQuestion,
): Promise<VerificationOutcome> {
  assert.ok(adapter.verify !== undefined);
  return adapter.verify(connection, question);
}

function testKind(bench: Bench, kind: Verifiable): void {
  const { adapter, bankId, bank } = bench;
  test(`the holder of a ${kind} is named, always the same, and no money moves`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const question = questionOf(kind);
    const outcome = await ask(bench, connection, question);
    assert.ok(outcome.kind === "found", outcome.kind);
    assert.ok(outcome.name.length > 0 && outcome.depositedPaise === 0n);
    assert.equal(outcome.vpa === null, kind === "account");
    const again = await ask(bench, connection, questionOf(kind));
    assert.ok(again.kind === "found" && again.name === outcome.name);
    assert.equal((await bank().debitsOf(connection, question.reference)).debits, 0);
  });

  test(`a ${kind} that does not exist is not found; its text tells no account`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const nobody = { account: "909090909001", vpa: "no-account@upi", phone: "7070000001" }[kind];
    const field = kind === "account" ? "accountNumber" : kind;
    const outcome = await ask(bench, connection, questionOf(kind, { [field]: nobody }));
    assert.ok(outcome.kind === "not_found" && outcome.code !== "", JSON.stringify(outcome));
    assert.ok(!JSON.stringify(outcome).includes(nobody));
  });

  test(`a ${kind} that the scheme cannot reach is unavailable`, async () => {
    const connection = await bank().connect(bankId, adapter.name);
    const down = { account: "909090909011", vpa: "npci-down@upi", phone: "7070000011" }[kind];
    const field = kind === "account" ? "accountNumber" : kind;
    const outcome = await ask(bench, connection, questionOf(kind, { [field]: down }));
    assert.ok(outcome.kind === "unavailable" && !outcome.refused, JSON.stringify(outcome));
  });
}

function testIncapable(bench: Bench, kind: Verifiable): void {
  const { adapter, bankId, bank } = bench;
  test(`a ${kind}, of which the bank tells nothing, is not asked for`, async () => {
    if (adapter.verify === undefined) return;
    const connection = { ...(await bank().connect(bankId, adapter.name)), baseUrl: "http://127.0.0.1:9" };
    const outcome = await ask(bench, connection, questionOf(kind));
    assert.ok(outcome.kind === "unavailable" && outcome.refused, JSON.stringify(outcome));
  });
}

/** Mishaps that only affect the answer. */
const GARBLED: readonly Mishap[] = [
  ...LOST,
  { kind: "wrong-content-type" },
  { kind: "cut-answer", atByte: 0 },
  { kind: "cut-answer", atByte: 40 },
  { kind: "cut-answer", atByte: 180 },
  { kind: "slow-drip", ms: 60_000 },
  { kind: "unmapped-code" },
];

function testTrouble(bench: Bench, kind: Verifiable): void {
  const { adapter, bankId, bank } = bench;
  const met = async (mishap: Mishap): Promise<VerificationOutcome> => {
    const known = await bank().connect(bankId, adapter.name);
    const waits = mishap.kind === "timeout" || mishap.kind === "slow-drip";
    const connection = waits ? { ...known, timeoutMs: 1_000 } : known;
    const question = questionOf(kind);
    await bank().script(connection, mishap, { operation: "verify", reference: question.reference });
    return ask(bench, connection, question);
  };

  for (const mishap of GARBLED) {
    test(`a verification that meets ${nameOf(mishap)} learns nothing`, async () => {
      const outcome = await met(mishap);
      assert.equal(outcome.kind, "unknown", JSON.stringify(outcome));
    });
  }

  for (const mishap of [{ kind: "wrong-reference" }, { kind: "wrong-account" }]) {
    test(`${mishap.kind} in the answer is unknown, and someone is told`, async () => {
      const outcome = await met(mishap);
      assert.ok(outcome.kind === "unknown" && outcome.alarm !== undefined, JSON.stringify(outcome));
    });
  }

  test("a bank that takes no questions now is unavailable; its own words are wanted for that", async () => {
    for (const mishap of [{ kind: "maintenance" }, { kind: "rate-limit" }]) {
      const outcome = await met(mishap);
      assert.ok(outcome.kind === "unavailable" && !outcome.refused, JSON.stringify(outcome));
      assert.equal((await met({ ...mishap, html: true })).kind, "unknown");
    }
  });

  test("where no one listens it is unavailable; where the key is not accepted, someone is told", async () => {
    const connection = await bank().connect(bankId, adapter.name);
    for (const baseUrl of ["http://127.0.0.1:9/bank", "http://bank.invalid", "not an address"]) {
      const outcome = await ask(bench, { ...connection, baseUrl }, questionOf(kind));
      assert.ok(outcome.kind === "unavailable" && !outcome.refused, baseUrl);
    }
    const refused = await ask(bench, { ...connection, apiKey: "another" }, questionOf(kind));
    assert.ok(refused.kind === "unavailable" && refused.refused && refused.alarm !== undefined);
  });
}
