/**
 * Sends transfer orders to a server over HTTP and prints the results. It is a separate process, so that its work does
 * not count as the server's. The job is JSON in the first argument, the result JSON on standard output.
 */
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { summarizeLatencies, type Latencies } from "./latencies.ts";
import { runClosedLoop, type ClosedLoop } from "./run-closed-loop.ts";
import { runOpenLoop, type OpenLoop } from "./run-open-loop.ts";
import type { Payer } from "./start-server.ts";

export interface LoadJob {
  readonly baseUrl: string;
  /** The payers take turns, order by order. */
  readonly payers: readonly Payer[];
  readonly operation: "requestTransfer" | "requestAsyncTransfer";
  readonly connections: number;
  readonly loop: ({ readonly kind: "closed" } & ClosedLoop) | ({ readonly kind: "open" } & OpenLoop);
}

export interface LoadResult {
  readonly perSecond: number;
  readonly latencies: Latencies;
  /** The number of orders that were sent. */
  readonly calls: number;
  /** The number of answers of each kind, by status, sub-code and message. */
  readonly answers: Readonly<Record<string, number>>;
  /** The time of the first order, in ms of the system's clock. */
  readonly startedAt: number;
  readonly cpuMs: number;
}

if (import.meta.main)
  console.log(JSON.stringify(await sendLoad(JSON.parse(process.argv[2] ?? "") as LoadJob)));

async function sendLoad(job: LoadJob): Promise<LoadResult> {
  const pool = new Pool(job.baseUrl, { connections: job.connections, pipelining: 1 });
  const answers: Record<string, number> = {};
  const payers = await Promise.all(
    job.payers.map(async ({ client, beneIds }) => ({
      headers: {
        authorization: `Bearer ${await authorize(pool, client)}`,
        "content-type": "application/json",
      },
      beneIds,
    })),
  );
  let sent = 0;
  const order = async (): Promise<void> => {
    const { headers, beneIds } = payers[sent % payers.length]!;
    const beneId = beneIds[Math.floor(sent / payers.length) % beneIds.length];
    sent += 1;
    // IDs that merchants generate are in no order.
    const body = `{"beneId":"${beneId}","amount":"1.00","transferId":"${randomUUID()}"}`;
    const answer = await post(pool, { path: `/payout/v1/${job.operation}`, headers, body });
    const [, status, subCode, message] =
      /^\{"status":"(\w+)","subCode":"(\d+)","message":"([^"]*)"/.exec(answer) ?? [];
    const kind = `${status} ${subCode}: ${message}`;
    answers[kind] = (answers[kind] ?? 0) + 1;
  };
  const startedAt = performance.timeOrigin + performance.now();
  const cpuBefore = process.cpuUsage();
  const { perSecond, latenciesMs, calls } =
    job.loop.kind === "closed" ? await runClosedLoop(job.loop, order) : await runOpenLoop(job.loop, order);
  const { user, system } = process.cpuUsage(cpuBefore);
  await pool.close();
  const cpuMs = (user + system) / 1_000;
  return { perSecond, latencies: summarizeLatencies(latenciesMs), calls, answers, startedAt, cpuMs };
}

async function authorize(pool: Pool, { clientId, clientSecret }: Payer["client"]): Promise<string> {
  const headers = { "x-client-id": clientId, "x-client-secret": clientSecret };
  const answer = await post(pool, { path: "/payout/v1/authorize", headers });
  return (JSON.parse(answer) as { data: { token: string } }).data.token;
}

interface Post {
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Uses the bare dispatcher, because a promise and streams for every answer would cost more than the rest of this
 * process.
 */
function post(pool: Pool, { path, headers, body = "" }: Post): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    pool.dispatch(
      { method: "POST", path, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_, part) => void (text += part.toString()),
        onResponseEnd: () => resolve(text),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
