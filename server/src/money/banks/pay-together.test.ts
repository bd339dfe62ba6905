import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Connection } from "./adapter.ts";
import { adapterOf, closeBanks } from "./index.ts";
import { makeInstruction } from "./make-adapter.ts";
import { type SimulatedBank, startSimulatedBank } from "./simulated-bank.ts";

let bank: SimulatedBank;
before(async () => {
  bank = await startSimulatedBank();
});
after(async () => {
  await closeBanks();
  await bank.close();
});

const adapter = adapterOf({ adapter: "iso20022" });

/** Returns the references in the order in which the bank took them, from its answers. */
async function paymentsIn({ debitAccount }: Connection): Promise<readonly string[]> {
  const query = new URLSearchParams({ bankId: "varuna", debitAccount });
  const { lines } = await bank.control<{ lines: { operation: string; reference: string }[] }>(
    "GET",
    `/sim/log?${query}`,
  );
  return lines.filter(({ operation }) => operation === "pay").map(({ reference }) => reference);
}

test("payments of one moment travel together, and each has an outcome of its own", async () => {
  const connection = await bank.connect("varuna", adapter.name);
  const references = Array.from({ length: 40 }, () => randomUUID().replaceAll("-", ""));
  const declined = references[7]!;
  await bank.script(connection, { kind: "fail", code: "M5" }, { operation: "pay", reference: declined });
  const outcomes = await Promise.all(
    references.map((reference) => adapter.pay(connection, makeInstruction(connection, { reference }))),
  );
  const kinds = outcomes.map(({ kind }) => kind);
  assert.deepEqual(new Set(kinds.filter((_, index) => index !== 7)), new Set(["succeeded"]));
  const refused = outcomes[7];
  assert.ok(refused?.kind === "failed" && refused.reason === "INVALID_ACCOUNT_FAIL", JSON.stringify(refused));
  assert.deepEqual(await paymentsIn(connection), references, "each was ordered once");
});

test("a lost answer is lost for all of its message, and nothing is sent again", async () => {
  const connection = await bank.connect("varuna", adapter.name);
  await bank.script(connection, { kind: "cut" });
  const instructions = Array.from({ length: 5 }, () => makeInstruction(connection));
  const outcomes = await Promise.all(instructions.map((one) => adapter.pay(connection, one)));
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    instructions.map(() => "unknown"),
  );
  assert.equal((await paymentsIn(connection)).length, 5);
  for (const { reference } of instructions) {
    assert.equal((await bank.debitsOf(connection, reference)).debits, 1);
  }
});

test("through a folder a message appears whole under its name, and its payments are pending", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitaran-folder-"));
  const connection = { ...(await bank.connect("varuna", adapter.name)), baseUrl: pathToFileURL(folder).href };
  const instructions = [makeInstruction(connection), makeInstruction(connection)];
  const outcomes = await Promise.all(instructions.map((one) => adapter.pay(connection, one)));
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(["pending"]));
  const names = await readdir(join(folder, "outgoing"));
  assert.deepEqual([names.length, names[0]?.endsWith(".pain.001.xml")], [1, true]);
  const text = await readFile(join(folder, "outgoing", names[0]!), "utf8");
  for (const { reference } of instructions) assert.ok(text.includes(reference));
  assert.equal((await adapter.enquire(connection, instructions[0]!)).kind, "unknown");

  const nowhere = { ...connection, baseUrl: pathToFileURL(join(folder, "outgoing", names[0]!)).href };
  const [first, again] = await Promise.all([
    adapter.pay(nowhere, makeInstruction(connection)),
    adapter.pay(nowhere, makeInstruction(connection, { sentBefore: true })),
  ]);
  assert.deepEqual([first.kind, again.kind], ["not_sent", "unknown"]);
  await rm(folder, { recursive: true });
});
