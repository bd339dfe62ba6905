/** A customer of the simulated banks, for their tests: it pays, enquires, and receives callbacks. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { Simulator } from "./start-simulator.ts";
import { startSimulator } from "./start-simulator.ts";
import type { WorldOptions } from "./world.ts";

export interface Answer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly text: string;
  /** The answer's JSON, or an empty object. */
  readonly words: Record<string, unknown>;
}

export interface TakenCallback {
  readonly signature: string;
  readonly body: string;
  readonly event: {
    eventId: string;
    type: string;
    payment?: Record<string, unknown>;
    credit?: Record<string, unknown>;
  };
}

export interface Customer {
  readonly simulator: Simulator;
  /**
   * Pays 100.00 by IMPS from account 1001 at meghdoot unless `change` says otherwise. Rejects if the connection breaks.
   */
  pay(reference: string, change?: Record<string, unknown>, bankId?: string): Promise<Answer>;
  ask(reference: string, bankId?: string): Promise<Answer>;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  script(mishap: unknown, match?: object): Promise<void>;
  advance(advanceMs: number, debitAccount?: string): Promise<void>;
  /** Returns the number and sum of debits, and the net amount, from the books. */
  books(reference: string): Promise<{ debits: number; debitedPaise: number; netPaise: number }>;
  /** Registers account 1001 for callbacks at a bank, and returns the list to which they are added. */
  takeCallbacks(bankId: string, answer?: (nth: number) => number): Promise<TakenCallback[]>;
}

export const SECRET = "callback secret";
const BENEFICIARY = {
  name: "Asha Rao",
  accountNumber: "1234567890",
  ifsc: "HDFC0000001",
  vpa: "asha@upi",
  phone: "9811111111",
  card: { token: "tok_1234567890" },
};

/** Starts a simulator in this process; it ends with the test file. */
export async function makeCustomer(options: WorldOptions = {}): Promise<Customer> {
  const simulator = await startSimulator(options);
  after(() => simulator.close());
  const call: Customer["call"] = async (method, path, body, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${simulator.port}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(path.startsWith("/sim/") ? { authorization: `Bearer ${simulator.secret}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get("content-type") ?? "";
    return { httpStatus: response.status, contentType, text, words: parse(text) };
  };
  const customer: Customer = {
    simulator,
    call,
    pay: (reference, change = {}, bankId = "meghdoot") => {
      const usual = {
        reference,
        debitAccount: "1001",
        rail: "IMPS",
        amount: "100.00",
        beneficiary: BENEFICIARY,
      };
      return call("POST", `/${bankId}/payments`, { ...usual, remarks: "", ...change });
    },
    ask: (reference, bankId = "meghdoot") => call("GET", `/${bankId}/payments/${reference}`),
    async script(mishap, match = {}) {
      must(await call("POST", "/sim/script", { match, mishap }));
    },
    async advance(advanceMs, debitAccount = "1001") {
      must(await call("POST", "/sim/clock", { debitAccount, advanceMs }));
    },
    async books(reference) {
      const { words } = await call("GET", `/sim/debits?form=totals&reference=${reference}`);
      const { debits, debitedPaise, netPaise } = words["totals"] as Record<string, number>;
      return { debits: debits!, debitedPaise: debitedPaise!, netPaise: netPaise! };
    },
    async takeCallbacks(bankId, answer = () => 200) {
      const taken: TakenCallback[] = [];
      const callbackUrl = await listen(taken, answer);
      must(await call("PUT", `/sim/accounts/${bankId}/1001`, { callbackUrl, callbackSecret: SECRET }));
      return taken;
    },
  };
  return customer;
}

/** Returns a beneficiary with one detail changed. */
export function payTo(change: Partial<typeof BENEFICIARY>): Record<string, unknown> {
  return { beneficiary: { ...BENEFICIARY, ...change } };
}

async function listen(taken: TakenCallback[], answer: (nth: number) => number): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const signature = String(request.headers["x-bank-signature"]);
      taken.push({ signature, body, event: JSON.parse(body) as TakenCallback["event"] });
      response.writeHead(answer(taken.length)).end();
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}

function must(answer: Answer): void {
  if (answer.httpStatus !== 200) throw new Error(answer.text);
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
