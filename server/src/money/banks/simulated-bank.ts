/** The bank simulator for the adapters' tests: the real process, and a server that receives its callbacks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Callback, Connection } from "./adapter.ts";

/** The fault that the next request of a debit account meets, in the simulator's words. */
export interface Mishap {
  readonly kind: string;
  readonly posted?: boolean;
  readonly [field: string]: unknown;
}

/** The request that the mishap affects; by default the next payment. */
export interface About {
  readonly operation: "pay" | "enquire" | "void" | "verify" | "statement";
  readonly reference: string;
}

export interface SimulatedBank {
  /** Returns a connection with its own debit account. */
  connect(bankId: string, adapter: string): Promise<Connection>;
  control<T>(method: "GET" | "PUT" | "POST", path: string, body?: object): Promise<T>;
  script(connection: Connection, mishap: Mishap | readonly Mishap[], about?: About): Promise<void>;
  /** Returns the state of a reference in the bank's own books. */
  debitsOf(connection: Connection, reference: string): Promise<{ debits: number; netPaise: bigint }>;
  /** The callbacks that the debit account has received so far, oldest first. */
  callbacksOf(connection: Connection): readonly Callback[];
  close(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("../../../../bank-simulator/src/main.ts", import.meta.url));

/** Starts the process on a free port. It ends with `close`, and always when this process ends. */
export async function startSimulatedBank(): Promise<SimulatedBank> {
  const child = spawn(process.execPath, [MAIN, "--port", "0", "--exit-with-parent"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { listening, secret } = JSON.parse(line) as { listening: number; secret: string };
  const url = `http://127.0.0.1:${listening}`;
  const taken = new Map<string, Callback[]>();
  const taker = await takeCallbacks(taken);
  let accounts = 0;

  const control: SimulatedBank["control"] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };

  return {
    control,
    async connect(bankId, adapter) {
      accounts += 1;
      const debitAccount = `50100${String(accounts).padStart(9, "0")}`;
      const [apiKey, callbackSecret] = [`key-${accounts}`, `secret-${accounts}`];
      const keyId = `id-${accounts}`;
      const callbackUrl = `${taker.url}/${bankId}/${debitAccount}`;
      await control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, {
        apiKey,
        callbackSecret,
        callbackUrl,
      });
      return { bankId, adapter, baseUrl: `${url}/${bankId}`, keyId, apiKey, callbackSecret, debitAccount };
    },
    async script({ bankId, debitAccount }, mishap, about) {
      await control("POST", "/sim/script", { match: { bankId, debitAccount, ...about }, mishap });
    },
    async debitsOf({ bankId, debitAccount }, reference) {
      const query = new URLSearchParams({ bankId, debitAccount, reference, form: "totals" });
      const { totals } = await control<{ totals: { debits: number; netPaise: number } }>(
        "GET",
        `/sim/debits?${query}`,
      );
      return { debits: totals.debits, netPaise: BigInt(totals.netPaise) };
    },
    callbacksOf: ({ bankId, debitAccount }) => taken.get(`/${bankId}/${debitAccount}`) ?? [],
    async close() {
      const ended = once(child, "exit");
      child.stdin.end();
      await Promise.all([ended, taker.close()]);
    },
  };
}

async function takeCallbacks(
  taken: Map<string, Callback[]>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const list = taken.get(request.url ?? "") ?? [];
      list.push({ headers: request.headers, rawBody: Buffer.concat(parts), now: new Date() });
      taken.set(request.url ?? "", list);
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
