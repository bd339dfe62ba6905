/** A caller of the address for banks' callbacks, genuine or not: over real HTTP, from any address. */
import { createHmac } from "node:crypto";
import { buildApi } from "#api";
import { listBankConnections, type BankConnection } from "#fund-sources";
import { mountCallbacks } from "../../src/surfaces/commands/mount-callbacks.ts";
import type { FaultWorld, Payer } from "./fault-world.ts";

/** One call as it is sent. */
export interface WireCall {
  readonly merchantId: string;
  readonly bankId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The apparent address of the caller; by default a new one. */
  readonly ip?: string;
}

interface BankCaller {
  /** Sends a call and returns the HTTP status; 0 if the connection ended without an answer. */
  call(call: WireCall): Promise<{ status: number; retryAfter: number }>;
}

let calls = 0;

/** Serves the callbacks' address with a separate engine, behind a trusted proxy. */
export async function startBankCaller(world: FaultWorld): Promise<BankCaller> {
  const engine = world.openContext();
  const app = buildApi({ ...engine, config: { ...engine.config, trustProxy: ["127.0.0.1", "::1"] } });
  mountCallbacks(app, engine);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(() => app.close());
  return {
    async call({ merchantId, bankId, headers, body, ip }) {
      calls += 1;
      const from = ip ?? `2001:db8:${(calls >> 8).toString(16)}:${(calls & 255).toString(16)}::1`;
      const path = `/banks/${encodeURIComponent(merchantId)}/${encodeURIComponent(bankId)}/callbacks`;
      const sent = { "content-type": "application/json", "x-forwarded-for": from, ...headers };
      const response = await fetch(address + path, { method: "POST", headers: sent, body });
      await response.arrayBuffer();
      return { status: response.status, retryAfter: Number(response.headers.get("retry-after") ?? 0) };
    },
  };
}

/** The data with which a bank signs a body. */
export interface Signer {
  readonly secret: string;
  readonly at: Date;
}

/** Returns the header that a bank sends with a body. */
export function signatureOf(body: string, { secret, at }: Signer): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

/** Returns a merchant's connection to a bank, with its secrets. */
export async function connectionOf(
  world: FaultWorld,
  { merchantId }: Payer,
  bankId: string,
): Promise<BankConnection> {
  const all = await world.ctx.db.inMerchant(merchantId, (tx) => listBankConnections(world.ctx, tx));
  return all.find((one) => one.bankId === bankId)!;
}
