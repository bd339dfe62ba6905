import { setTimeout as sleep } from "node:timers/promises";
import { writeCsv, writeXlsx } from "@vitaran/spreadsheets";
import { awaitEnd } from "./await-end.ts";
import type { Figure, Goal } from "./figure.ts";
import type { Lab } from "./open-lab.ts";
import type { Server } from "./start-server.ts";

const BANK = "meghdoot";
const WAIT_MAX_MS = 300_000;
const WRITERS = { csv: writeCsv, xlsx: writeXlsx } as const;

interface Case {
  readonly kind: keyof typeof WRITERS;
  readonly latencyMs: number;
  readonly goal: Goal;
}

const CASES: readonly Case[] = [
  { kind: "csv", latencyMs: 0, goal: { of: "value", atMost: 5 } },
  { kind: "xlsx", latencyMs: 0, goal: { of: "value", atMost: 5 } },
  { kind: "csv", latencyMs: 50, goal: { of: "value", atMost: 12 } },
  { kind: "xlsx", latencyMs: 50, goal: { of: "value", atMost: 12 } },
];

/** Measures a file of bank accounts that were never paid before, from the upload until the last transfer has ended. */
export async function measureBatch(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  const figures: Figure[] = [];
  for (const one of CASES) {
    await server.call("PUT", `/sandbox/banks/${BANK}/manner`, { latency: one.latencyMs });
    try {
      figures.push(await measureOne(lab, server, one));
    } finally {
      await server.call("PUT", `/sandbox/banks/${BANK}/manner`, {});
    }
  }
  return figures;
}

async function measureOne(lab: Lab, server: Server, { kind, latencyMs, goal }: Case): Promise<Figure> {
  const rowCount = lab.scale.burst;
  lab.say(`a .${kind} file of ${rowCount} rows, ${latencyMs} ms bank`);
  await awaitEnd(server);
  const send = await makeFile(server, kind, rowCount);
  const startedAt = performance.now();
  const batchId = await send();
  const takenMs = performance.now() - startedAt;
  await awaitRows(server, batchId);
  const decidedMs = performance.now() - startedAt;
  await awaitEnd(server);
  const tookMs = performance.now() - startedAt;
  const [ended] = await server.query<{ count: number }>(COUNT_PAID, [batchId]);
  if (ended!.count !== rowCount) throw new Error(`${ended!.count} of ${rowCount} rows were paid`);
  return {
    name: `${rowCount.toLocaleString("en")} rows in a .${kind} file, ${latencyMs} ms bank`,
    value: tookMs / 1_000,
    unit: "s",
    goals: [goal],
    details: { takenS: takenMs / 1_000, allAcceptedS: decidedMs / 1_000 },
  };
}

let made = 0;

/** Writes a file of accounts that were never paid; returns the function that uploads it and returns the batch's ID. */
export async function makeFile(
  server: Server,
  kind: keyof typeof WRITERS,
  rowCount: number,
): Promise<() => Promise<string>> {
  const columns = ["transferId", "amount", "name", "phone", "email", "bankAccount", "ifsc"];
  const rows = Array.from({ length: rowCount }, () => {
    made += 1;
    return {
      transferId: `row_${made}`,
      amount: "1.00",
      name: `Payee ${made}`,
      phone: "9876543210",
      email: `payee${made}@example.com`,
      bankAccount: String(80_000_000_000 + made),
      ifsc: "HDFC0000001",
    };
  });
  const pieces = WRITERS[kind](
    columns.map((name) => ({ name })),
    rows,
  );
  const bytes = Buffer.concat(await Array.fromAsync(pieces));
  const token = await authorize(server);
  return () => upload(server, token, bytes);
}

async function authorize({ baseUrl, client }: Server): Promise<string> {
  const headers = { "x-client-id": client.clientId, "x-client-secret": client.clientSecret };
  const response = await fetch(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

async function upload({ baseUrl }: Server, token: string, bytes: Buffer): Promise<string> {
  const response = await fetch(`${baseUrl}/payout/v1.2/batchFiles?format=BANK_ACCOUNT&name=bench`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the file was answered with ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: { batchId: string } }).data.batchId;
}

/** Resolves when every row of the batch is accepted or rejected. */
async function awaitRows(server: Server, batchId: string): Promise<void> {
  for (const until = performance.now() + WAIT_MAX_MS; performance.now() < until; await sleep(25)) {
    const [batch] = await server.query<{ stage: string }>(
      "select stage from batches.batch where merchant_id = $1 and batch_id = $2",
      [server.merchantId, batchId],
    );
    if (batch!.stage === "finished") return;
    if (batch!.stage === "rejected") throw new Error("the batch was rejected");
  }
  throw new Error("the rows of the batch are not decided in time");
}

const LOOK_EVERY_MS = 250;

/** Resolves when all rows of the batch are paid. */
export async function awaitPaid(server: Server, batchId: string, rowCount: number): Promise<void> {
  for (const until = performance.now() + WAIT_MAX_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
    const [paid] = await server.query<{ count: number }>(COUNT_PAID, [batchId]);
    if (paid!.count === rowCount) return;
  }
  throw new Error("the rows of the batch are not paid in time");
}

const COUNT_PAID = `
  select count(*)::int as count
  from transfers.transfer
  where origin_id = $1 and status = 'succeeded'`;
