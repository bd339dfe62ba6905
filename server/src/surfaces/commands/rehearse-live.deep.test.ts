/** The whole rehearsal, and what it does if a step does not end as it should. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { runHere } from "#test/run-words";
import type { Scratch } from "./rehearsal/scratch.ts";
import { makeSteps, StepError } from "./rehearsal/steps.ts";

const leftBehind = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("vitaran-rehearsal-"));

test("the rehearsal ends with payments of every kind at each protocol, and leaves nothing behind", async () => {
  const before = leftBehind();
  const { code, out, err } = await runHere(["rehearse-live"], {});
  assert.equal(code, 0, `${out}${err}`);
  const table = out.split("\n").flatMap((line) => {
    const cells = line.split(/ {2,}/);
    return cells.length === 5 ? [cells] : [];
  });
  const ended = table.slice(1).map(([protocol, means, , status]) => `${protocol}: ${means}: ${status}`);
  const expected = ["RazorpayX", "Cashfree Payouts", "ISO 20022"].flatMap((protocol) => [
    `${protocol}: paid: SUCCESS`,
    `${protocol}: refused: the account does not exist: FAILED`,
    `${protocol}: paid, then returned: REVERSED`,
    `${protocol}: unknown, then paid: the connection broke: SUCCESS`,
  ]);
  assert.deepEqual(ended.toSorted(), expected.toSorted());
  assert.match(out, /The books are correct\./);
  assert.match(out, /The bank does not accept the key\./);
  assert.ok(!/key-of-the-rehearsal|callbacks-of-the-rehearsal/.test(out), "a secret was printed");
  assert.deepEqual(leftBehind(), before);
});

test("a step that ends otherwise than it should ends the rehearsal, and says how", async () => {
  const ended = { code: 1, out: "", err: "Refused.\n" };
  const steps = makeSteps({ run: async () => ended } as unknown as Scratch);
  await assert.rejects(
    steps.command(["list-banks"]),
    (error) => error instanceof StepError && /exit code 1, not 0\.\nRefused\./.test(error.message),
  );
  await assert.rejects(steps.command(["list-banks"], { code: 1, says: /Done/ }), StepError);
  await steps.command(["list-banks"], { code: 1, says: /Refused/ });
});
