/**
 * The stage on which literals are caused: a real server with a real database and simulated banks, and
 * merchants that call it.
 */
import assert from "node:assert/strict";
import { changeApiClient, changeMerchant } from "#access";
import { buildApi } from "#api";
import { setBeneficiarySettings } from "#beneficiaries";
import type { Context } from "#lib/context";
import { registerLending } from "#lending";
import { registerLinks } from "#links";
import { runtimeOf } from "#transfers";
import { registerWithdrawals } from "#withdrawals";
import { startSimulator, type Simulator } from "#test/simulator";
import type { TestMerchant, World } from "#test/world";

export type StatusMode = "rest" | "always-200";

/** The answer of the API. */
export interface Heard {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly body: {
    readonly status: string;
    readonly subCode: string;
    readonly message: string;
    readonly data?: Record<string, unknown>;
  };
}

export interface Asked {
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the client's own token; null: no token is sent. */
  readonly token?: string | null;
}

/** A merchant's program that calls the API. */
export interface Client {
  readonly stage: Stage;
  readonly merchant: TestMerchant;
  readonly statusMode: StatusMode;
  readonly token: string;
  /** Calls `/payout` + path. */
  call(method: string, path: string, asked?: Asked): Promise<Heard>;
  /** Makes another merchant with the same status mode. */
  another(options?: ClientOptions): Promise<Client>;
}

export interface ClientOptions {
  readonly balancePaise?: bigint;
  readonly syncWaitMs?: number;
  /** True if a bank account may be listed only once; false by default, since magic accounts are reused. */
  readonly accountOnce?: boolean;
  readonly bankIds?: readonly string[];
  /** The address of a server to call instead of the stage's. */
  readonly address?: string;
}

export interface Stage {
  readonly world: World;
  readonly simulator: Simulator;
  readonly address: string;
  /** Starts a second server with its own database URL, for example one that breaks. */
  openServer(databaseUrl: string): Promise<string>;
  makeClient(statusMode: StatusMode, options?: ClientOptions): Promise<Client>;
}

/** On a busy machine the literals take longer than a token lasts. */
const TOKEN_RENEWED_MS = 300_000;

/** Returns a new id that was never used before. */
export const freshId = (prefix: string): string => `${prefix}_${(used += 1)}_${Date.now().toString(36)}`;
let used = 0;

export async function openStage(world: World): Promise<Stage> {
  registerLinks();
  registerWithdrawals();
  registerLending();
  const simulator = await startSimulator(world);
  const address = await serve(world, world.ctx);
  const stage: Stage = {
    world,
    simulator,
    address,
    openServer: (databaseUrl) => serve(world, world.openContext({ databaseUrl, connections: 4 })),
    makeClient: (statusMode, options = {}) => makeClient(stage, statusMode, options),
  };
  return stage;
}

async function serve(world: World, ctx: Context): Promise<string> {
  const app = buildApi(ctx);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    await app.close();
    await runtimeOf(ctx).idle();
  });
  return address;
}

async function makeClient(stage: Stage, statusMode: StatusMode, options: ClientOptions): Promise<Client> {
  const { world, simulator } = stage;
  const { balancePaise = 50_00_000_00n, syncWaitMs = 10_000, accountOnce = false } = options;
  const { address = stage.address, bankIds = ["meghdoot"] } = options;
  const merchant = await world.makeMerchant({ statusMode, balancePaise, simulator, bankIds });
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 1_000_000 });
  await changeMerchant(world.ctx, merchant.merchantId, { settings: { syncWaitMs } });
  await setBeneficiarySettings(world.ctx, merchant.merchantId, { accountOnce, by: "system" });
  let token = await authorize(address, merchant);
  let renewAt = Date.now() + TOKEN_RENEWED_MS;
  const renew = async (): Promise<void> => {
    try {
      token = await authorize(stage.address, merchant);
      renewAt = Date.now() + TOKEN_RENEWED_MS;
    } catch {
      // A test has the database away at this moment: the token is still good, and the next call renews it.
    }
  };
  const client: Client = {
    stage,
    merchant,
    statusMode,
    get token() {
      return token;
    },
    call: async (method, path, asked = {}) => {
      if (Date.now() > renewAt) await renew();
      return call(address, { method, path, ...asked }, token);
    },
    another: (other = {}) => stage.makeClient(statusMode, other),
  };
  return client;
}

/** The headers of a request for a token. */
export const credentials = ({ clientId, clientSecret }: TestMerchant): Record<string, string> => ({
  "x-client-id": clientId,
  "x-client-secret": clientSecret,
});

async function authorize(address: string, merchant: TestMerchant): Promise<string> {
  const asked = { method: "POST", path: "/v1/authorize", headers: credentials(merchant), token: null };
  const { body } = await call(address, asked, "");
  assert.equal(body.message, "Token generated");
  return body.data?.token as string;
}

async function call(
  address: string,
  { method, path, body, text, query, headers, token }: Asked & { method: string; path: string },
  ownToken: string,
): Promise<Heard> {
  const url = new URL(`${address}/payout${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const bearer = token === undefined ? ownToken : token;
  const response = await fetch(url, {
    method,
    headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const answer = (await response.json()) as Heard["body"];
  return { httpStatus: response.status, headers: response.headers, body: answer };
}
