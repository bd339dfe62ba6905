/** The second half of the rehearsal: payments that end in each way, at each protocol. */
import { setTimeout as pass } from "node:timers/promises";
import type { Payer } from "./connect.ts";
import { PAYMENTS, type RehearsedKind } from "./protocols.ts";
import type { Scratch } from "./scratch.ts";
import { StepError, type Steps } from "./steps.ts";

/** One line of the table. */
export interface Row {
  readonly protocol: string;
  readonly means: string;
  readonly expected: string;
  readonly status: string;
  readonly detail: string;
}

/** The exit codes of `vitaran send`. */
const CODES = { SUCCESS: 0, FAILED: 1, PENDING: 2, REVERSED: 1 } as const;

/** A bank is asked about a payment a minute after it was sent, and then less often. */
const KNOWN_WITHIN_SECONDS = 600;
const RETURNED_WITHIN_MS = 300_000;

/** Pays in every way, and returns how each payment ended. */
export async function payAll(scratch: Scratch, steps: Steps, payers: readonly Payer[]): Promise<Row[]> {
  const rows: Row[] = [];
  const note = (payer: Payer, kind: RehearsedKind, out: string): void =>
    void rows.push(rowOf(payer, kind, out));

  steps.part("Payments that are paid, with the webhook to your own system");
  for (const payer of payers) note(payer, "paid", await payWithWebhook(scratch, steps, payer));

  steps.part("Payments that the bank refuses");
  for (const payer of payers)
    note(payer, "refused", await send(steps, payer, { kind: "refused", ends: "FAILED" }));

  steps.part("Payments that come back half a minute later");
  for (const payer of payers) await send(steps, payer, { kind: "returned", ends: "SUCCESS" });
  for (const payer of payers) note(payer, "returned", await awaitReturn(scratch, steps, payer));

  steps.part(
    "Payments whose outcome is unknown: the connection breaks, and the bank's webhooks are lost too",
  );
  for (const payer of payers) {
    await steps.byHand(`From now on, the webhooks of ${payer.protocol.name} are lost.`, () =>
      loseCallbacks(scratch, payer),
    );
    await send(steps, payer, { kind: "unknown", ends: "PENDING", waitSeconds: 0 });
  }
  steps.part("The banks are asked a minute later, and say what happened");
  for (const payer of payers) {
    const waitSeconds = KNOWN_WITHIN_SECONDS;
    note(payer, "unknown", await send(steps, payer, { kind: "unknown", ends: "SUCCESS", waitSeconds }));
  }
  return rows;
}

interface ToSend {
  readonly kind: RehearsedKind;
  readonly ends: keyof typeof CODES;
  readonly waitSeconds?: number;
}

const idOf = ({ protocol }: Payer, kind: RehearsedKind): string => `rehearsal_${protocol.bankId}_${kind}`;

function wordsToSend(payer: Payer, { kind, waitSeconds = 120 }: Omit<ToSend, "ends">): string[] {
  const { amount, account } = PAYMENTS[kind];
  return [
    ...["send", "--amount", amount, "--account", account, "--ifsc", "YESB0000262", "--mode", "imps"],
    ...["--id", idOf(payer, kind), "--wait", String(waitSeconds), "--json"],
  ];
}

/** The same command again changes nothing: it shows how the payment stands. */
function send(steps: Steps, payer: Payer, { ends, ...payment }: ToSend): Promise<string> {
  return steps.command(wordsToSend(payer, payment), {
    environment: payer.keys,
    code: CODES[ends],
    says: new RegExp(`"status":"${ends}"`),
    tell: (out) => describe(out),
  });
}

function factsOf(out: string): Readonly<Record<string, string>> {
  const line = out.split("\n").find((one) => one.startsWith("{")) ?? "{}";
  return JSON.parse(line) as Record<string, string>;
}

function describe(out: string): string {
  const { status = "", utr = "", reason = "" } = factsOf(out);
  return [status, utr && `UTR ${utr}`, reason].filter(Boolean).join("  ");
}

function rowOf({ protocol }: Payer, kind: RehearsedKind, out: string): Row {
  const { means, expected } = PAYMENTS[kind];
  const { status = "none", utr = "", reason = "" } = factsOf(out);
  return { protocol: protocol.name, means, expected, status, detail: reason || utr };
}

/** `vitaran listen` takes the webhook as your own system would; no address of yours has to be public for it. */
async function payWithWebhook(scratch: Scratch, steps: Steps, payer: Payer): Promise<string> {
  const words = ["listen", "--events", "TRANSFER_SUCCESS", "--count", "1", "--json"];
  const heard = scratch.run(words, payer.keys);
  const out = await send(steps, payer, { kind: "paid", ends: "SUCCESS" });
  await steps.byHand("Take the webhook TRANSFER_SUCCESS with vitaran listen.", async () => {
    const silent = new AbortController();
    const tooLong = pass(RETURNED_WITHIN_MS, null, { signal: silent.signal }).catch(() => null);
    const ended = await Promise.race([heard, tooLong]);
    silent.abort();
    if (ended === null || !ended.out.includes(idOf(payer, "paid")))
      throw new StepError("The webhook TRANSFER_SUCCESS did not arrive.");
  });
  return out;
}

async function awaitReturn(scratch: Scratch, steps: Steps, payer: Payer): Promise<string> {
  const words = wordsToSend(payer, { kind: "returned" });
  const until = performance.now() + RETURNED_WITHIN_MS;
  while (performance.now() < until) {
    const { out } = await scratch.run(words, payer.keys);
    if (factsOf(out)["status"] === "REVERSED") break;
    await pass(1_000);
  }
  return send(steps, payer, { kind: "returned", ends: "REVERSED" });
}

async function loseCallbacks(scratch: Scratch, { protocol }: Payer): Promise<void> {
  const { bankId, debitAccount } = protocol;
  const callbacks = { missingChance: 1 };
  await scratch.atBank("PUT", `/sim/banks/${bankId}/manner`, { debitAccount, callbacks });
}
