/**
 * Starts the server as a user does: as a separate process, with its bank simulator and a demo merchant that can pay.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "./open-pool.ts";
import { startProgram } from "./start-program.ts";

/** The API client of a merchant, and its payees. */
export interface Payer {
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly beneIds: readonly string[];
}

export interface Server extends Payer {
  readonly name: string;
  /** The checkout of the server. */
  readonly root: string;
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly merchantId: string;
  /** The environment with which another process can use the same database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Calls the API as the merchant and returns the JSON; throws on an HTTP error. */
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** The same as the other demo merchant, whose answers are all HTTP 200. */
  callAsOther(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Queries the database as its owner, who sees all merchants. */
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly name: string;
  /** A folder that nothing else uses. */
  readonly dataDir: string;
  /** The address of an empty database. */
  readonly databaseUrl: string;
  readonly nodeOptions?: readonly string[];
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The checkout whose server is started. */
  readonly root: string;
}

const MAIN = "server/src/main.ts";
const START_WITHIN_MS = 60_000;
const BENEFICIARIES = 64;
/** Less than the ten minutes for which a token is valid. */
const TOKEN_HOLDS_MS = 300_000;
/** Enough for twenty million transfers of one rupee with their fees. */
const TOP_UP = "90000000.00";

/** Starts a server, gives its demo merchant money and beneficiaries, and waits until it can accept payment orders. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, dataDir, databaseUrl, nodeOptions = [], root } = options;
  const environment = {
    PORT: "0",
    VITARAN_DATA_DIR: dataDir,
    VITARAN_DEMO_HISTORY: "off",
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "error",
    SIMULATOR_SECRET: randomBytes(32).toString("base64url"),
    ...options.environment,
  };
  const program = startProgram(MAIN, ["start"], { environment, nodeOptions, root });
  const database = openPool(databaseUrl, { max: 2 });
  const query = async <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await database.query(text, [...values])).rows as R[];
  const stop = async (): Promise<void> => {
    // The program is stopped even if closing the database fails.
    await Promise.allSettled([database.end(), program.stop()]);
  };
  try {
    const { baseUrl, clients } = await awaitDemoFile(join(dataDir, "demo.json"), program.ended);
    const client = clients[0]!;
    const call = makeCall(baseUrl, client);
    const callAsOther = makeCall(baseUrl, clients[1]!);
    const [merchant] = await query<{ merchantId: string; bankUrl: string }>(
      `select merchant_id as "merchantId", base_url as "bankUrl"
       from access.api_client
       join fund_sources.bank_connection using (merchant_id)
       where client_id = $1
       order by bank_no
       limit 1`,
      [client.clientId],
    );
    const simulatorUrl = new URL(merchant!.bankUrl).origin;
    const payer = await preparePayer(baseUrl, client);
    const { merchantId } = merchant!;
    const facts = { name, root, baseUrl, simulatorUrl, merchantId, environment, pid: program.pid };
    return { ...facts, ...payer, call, callAsOther, query, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Gives a merchant money and beneficiaries. */
export async function preparePayer(baseUrl: string, client: Payer["client"]): Promise<Payer> {
  const call = makeCall(baseUrl, client);
  await call("POST", "/sandbox/top-ups", { amount: TOP_UP });
  return { client, beneIds: await addBeneficiaries(call) };
}

interface DemoFile {
  baseUrl: string;
  clients: { clientId: string; clientSecret: string }[];
}

/** The file is written when everything else is ready. */
export async function awaitDemoFile(path: string, ended: Promise<unknown>): Promise<DemoFile> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (
    const until = performance.now() + START_WITHIN_MS;
    performance.now() < until && !isOver;
    await sleep(10)
  ) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    // A file that is still being written has no end yet.
    if (text.endsWith("}\n")) return JSON.parse(text) as DemoFile;
  }
  throw new Error(isOver ? "the server ended at its start" : "the server did not start in time");
}

function makeCall(baseUrl: string, { clientId, clientSecret }: Server["client"]): Server["call"] {
  const fetchJson = async (path: string, request: RequestInit): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  let token = "";
  let tokenEndsAt = -Infinity;
  return async (method, path, body) => {
    if (performance.now() > tokenEndsAt) {
      const headers = { "x-client-id": clientId, "x-client-secret": clientSecret };
      const { data } = await fetchJson("/payout/v1/authorize", { method: "POST", headers });
      ({ token } = data as { token: string });
      tokenEndsAt = performance.now() + TOKEN_HOLDS_MS;
    }
    return fetchJson(path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
}

async function addBeneficiaries(call: Server["call"]): Promise<string[]> {
  const numbers = Array.from({ length: BENEFICIARIES }, (_, index) => index);
  return Promise.all(
    numbers.map(async (index) => {
      const beneId = `bench_${index}`;
      await call("POST", "/payout/v1/addBeneficiary", {
        beneId,
        name: `Payee ${index}`,
        email: `payee${index}@example.com`,
        phone: "9876543210",
        bankAccount: String(7_000_000_000 + index),
        ifsc: "HDFC0000001",
        address1: "12 Lake Road",
      });
      return beneId;
    }),
  );
}
