/** The surfaces whose answers are compared: their documents, and how their callers are authenticated. */
import { call } from "./call.ts";
import { addressOf, logIn, pageOf, type Caller } from "./callers.ts";
import type { Side } from "./exchange.ts";

export interface Surface {
  readonly name: string;
  /** The documents in `contract/` that list its operations. */
  readonly documents: readonly string[];
  /** Operations that log the caller out, that do not end, or whose outcome is random. */
  readonly leftOut: readonly RegExp[];
  /** Answers that depend on the progress of background work: their bodies are not compared. */
  readonly bodyPasses: RegExp | null;
  /** The path of the caller's statement. */
  readonly statement: string;
  /** Authenticates the caller, which is valid for some minutes. */
  open(caller: Caller): Promise<Side>;
}

type Headers = Readonly<Record<string, string>>;

/** These keys belong to no caller, so that failed attempts lock no caller out. */
const STRANGER: Headers = { "x-client-id": "vk_sandbox_nobody", "x-client-secret": "vs_sandbox_nothing" };
const WRONG_TOKEN: Headers = { authorization: "Bearer nothing" };

async function openWithToken({ server, number, clientId, clientSecret }: Caller): Promise<Side> {
  const { port } = server;
  const from = addressOf(number);
  const keys = { "x-client-id": clientId, "x-client-secret": clientSecret };
  const asked = { port, from, method: "POST", path: "/payout/v1/authorize", headers: keys, body: "" };
  const { body } = await call(asked);
  const { data } = JSON.parse(body) as { data?: { token: string } };
  if (data === undefined) throw new Error(`caller ${number} got no token: ${body}`);
  const token = { authorization: `Bearer ${data.token}` };
  return {
    port,
    from,
    ownId: null,
    credentials: ({ path }, isOwn) => {
      const hasToken = TOKEN_PATH.test(path) && !path.endsWith("/authorize");
      if (hasToken) return isOwn ? token : WRONG_TOKEN;
      return isOwn ? keys : STRANGER;
    },
  };
}

/** The classic API, whose paths contain its version, and the sandbox require a token. */
const TOKEN_PATH = /^\/payout\/v1|^\/(sandbox|developer)\//i;

async function openSession(caller: Caller): Promise<Side> {
  const { server, number } = caller;
  const { cookie, memberId } = await logIn(caller);
  const stranger = "__Host-vitaran_session=nothing";
  return {
    port: server.port,
    from: addressOf(number),
    ownId: memberId,
    credentials: (_draft, isOwn) => ({ ...pageOf(server), cookie: isOwn ? cookie : stranger }),
  };
}

/**
 * The dice of a simulated bank's drill depend on a payment's reference, which each server generates itself. The stops
 * of a test clock, and whether a refund is stuck already, depend on the progress of each server.
 */
const CHANCE = /\/drill|^POST .*\/clock$|^POST .*\/refunds\//;

/** A caller's statement shows that both servers have done their work. */
const STATEMENT = "/payout/v1.2/getStatement";

export const SURFACES: readonly Surface[] = [
  {
    name: "classic",
    documents: ["openapi.json"],
    leftOut: [],
    bodyPasses: /\/reports\/\{id\}\/file$/,
    statement: STATEMENT,
    open: openWithToken,
  },
  {
    name: "v2",
    documents: ["openapi-v2.json"],
    leftOut: [],
    bodyPasses: null,
    statement: STATEMENT,
    open: openWithToken,
  },
  {
    name: "sandbox",
    documents: ["openapi-sandbox.json"],
    leftOut: [CHANCE],
    bodyPasses: /\/inbox$|\/clock$/,
    statement: STATEMENT,
    open: openWithToken,
  },
  {
    name: "developer",
    documents: ["openapi-developer.json"],
    leftOut: [],
    bodyPasses: /\/calls$/,
    statement: STATEMENT,
    open: openWithToken,
  },
  // This is the last one, because it takes rights from the keys that the others use.
  {
    name: "dashboard",
    documents: ["openapi-dashboard.json"],
    leftOut: [CHANCE, /\/events$|\/entry\/log-out$|\/sessions\/|\/me\/password$|\/second-factor$/],
    bodyPasses:
      /\/messages$|\/reports\/\{reportId\}\/file$|\/clock$|\/audit|\/api-calls$|\/reconciliation$|\/bank-health$/,
    statement: "/api/merchants/{merchantId}/fund-sources/WALLET_1/statement",
    open: openSession,
  },
];
